//! Whether what an object meets comes of one difference.

use wheelwright_rules::crd::compare::Kind;
use wheelwright_rules::{ErrorKind, FieldError};

use crate::place::{Path, of_error, shown};
use crate::trial::{Effect, What, is_missing};

/// What is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Sought {
    pub(crate) kind: Kind,
    /// The text by which the server names the rule, if it is about one.
    pub(crate) rule: Option<RuleText>,
    /// Whether it is about changes of the value.
    pub(crate) is_transition: bool,
}

/// How the error of a rule is known.
#[derive(Clone, Debug)]
pub(crate) struct RuleText {
    /// Part of the detail; empty if that is made by an expression.
    pub(crate) detail: String,
    /// The rule.
    pub(crate) rule: String,
}

impl Sought {
    /// Whether an effect is about a place of an object and of the kind that is looked for.
    pub(crate) fn is(&self, effect: &Effect, place: &Path) -> bool {
        match effect.what {
            What::Refuses => effect
                .errors
                .iter()
                .any(|error| self.is_error(error, place)),
            What::Drops => {
                !matches!(self.kind, Kind::Rule)
                    && effect
                        .at
                        .iter()
                        .any(|at| at.starts_with(place) || place.starts_with(at))
            }
            What::Sets => {
                matches!(self.kind, Kind::Default | Kind::Nullable | Kind::Field)
                    && effect
                        .at
                        .iter()
                        .any(|at| at.starts_with(place) || place.starts_with(at))
            }
        }
    }

    /// Whether only a refusal shows it, so that nothing else needs to be looked at where there is none.
    pub(crate) const fn is_of_refusals(&self) -> bool {
        !matches!(
            self.kind,
            Kind::Default
                | Kind::Nullable
                | Kind::Field
                | Kind::UnknownFields
                | Kind::EmbeddedResource
                | Kind::Type
        )
    }

    /// Whether a member of the place is what the difference is about, so that to change it is no unrelated change.
    pub(crate) fn is_about(&self, member: &str) -> bool {
        match &self.rule {
            Some(rule) => rule.rule.contains(member),
            None => self.kind == Kind::Combinator,
        }
    }

    /// An effect with only what is about the place: of several errors or values, those that the difference makes.
    pub(crate) fn narrowed(&self, effect: &Effect, place: &Path) -> Effect {
        let mut own = effect.clone();
        own.errors.retain(|error| self.is_error(error, place));
        own.values
            .retain(|value| value.at.starts_with(place) || place.starts_with(&value.at));
        own.others = effect.errors.len() - own.errors.len();
        own
    }

    pub(crate) fn is_error(&self, error: &FieldError, place: &Path) -> bool {
        let at = of_error(&error.path);
        let text = error.detail.as_str();
        match self.kind {
            Kind::Required => at == *place && is_missing(error),
            // A default that is gone from what must be there.
            Kind::Default => at == *place && is_missing(error),
            Kind::Enum => at == *place && error.kind == ErrorKind::NotSupported,
            Kind::ListType => at.starts_with(place) && error.kind == ErrorKind::Duplicate,
            Kind::Rule => self.rule.as_ref().is_some_and(|rule| {
                at.starts_with(place) && is_rule(error) && text.contains(&rule.detail)
            }),
            // Of these the server names the place in the text only.
            Kind::Combinator => {
                let named = format!("\"{}\" must ", shown(place));
                (text.contains(&named) || at.starts_with(place))
                    && ["(oneOf)", "(anyOf)", "(allOf)", "(not)"]
                        .iter()
                        .any(|name| text.contains(name))
            }
            Kind::Count => {
                at == *place
                    && (error.kind == ErrorKind::TooMany
                        || text.contains("items")
                        || text.contains("properties"))
            }
            // The server gives no path where a number does not fit its format, and names the place in the text.
            Kind::Format if at.is_empty() => text.ends_with(&format!(" in {}", shown(place))),
            Kind::Length | Kind::Pattern | Kind::Format | Kind::Bound | Kind::Nullable => {
                at == *place
            }
            _ => at.starts_with(place) && !is_missing_above(error, place),
        }
    }
}

/// Errors of rules end in what the rule says; those of the schema say where they are.
fn is_rule(error: &FieldError) -> bool {
    !error.detail.contains(" in body ")
}

fn is_missing_above(error: &FieldError, place: &Path) -> bool {
    is_missing(error) && of_error(&error.path).len() < place.len()
}
