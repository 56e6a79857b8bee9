//! `rule(…)`, or `rule = "…"` with what belongs to it behind it: one entry of `x-kubernetes-validations`.

use wheelwright_grammar::field_path;
use wheelwright_grammar::vocabulary::RULE_REASONS;

use crate::attrs::expression::Expression;
use crate::attrs::{Argument, Form, Key, Slot};
use crate::diag::Spanned;

/// One CEL rule.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) rule: Expression,
    pub(crate) message: Option<String>,
    pub(crate) message_expression: Option<Expression>,
    pub(crate) reason: Option<&'static str>,
    pub(crate) field_path: Option<Spanned<String>>,
    pub(crate) optional_old_self: Option<bool>,
}

const FORMS: &[Form] = &[
    Form {
        name: "rule",
        write: "rule = \"self.min <= self.max\"",
    },
    Form {
        name: "message",
        write: "message = \"min is over max\"",
    },
    Form {
        name: "message_expression",
        write: "message_expression = \"'min is over %d'.format([self.max])\"",
    },
    Form {
        name: "reason",
        write: "reason = \"FieldValueInvalid\"",
    },
    Form {
        name: "field_path",
        write: "field_path = \".min\"",
    },
    Form {
        name: "optional_old_self",
        write: "optional_old_self",
    },
];

/// Whether a key is a rule to which the keys behind it may belong.
pub(super) fn takes_parts(key: &Key<'_>) -> bool {
    key.form.name == "rule" && matches!(key.argument, Argument::Value(_))
}

/// Whether a key belongs to a rule, and is none by itself.
pub(super) fn is_part(key: &Key<'_>) -> bool {
    key.form.name != "rule" && FORMS.iter().any(|form| form.name == key.form.name)
}

/// Reports what belongs to a rule where no rule is in front of it.
pub(super) fn report_lone_part(key: &Key<'_>) {
    key.errors.at(
        key.span,
        format_args!(
            "`{}` belongs to a rule; write it right behind one, as in `{}`, or within `rule(…)`",
            key.form.name, key.form.write
        ),
    );
}

fn report_no_expression(key: &Key<'_>) {
    key.errors.at(
        key.span,
        format_args!(
            "a rule without an expression (the API server: `rule is not specified`); write `{}`",
            key.form.write
        ),
    );
}

impl Rule {
    /// Reads what is in the parentheses, or the expression and the keys behind it that belong to it.
    pub(crate) fn read(key: &Key<'_>, parts: &[Key<'_>]) -> Option<Self> {
        let is_value = takes_parts(key);
        let nested;
        let (leading, keys) = if is_value {
            (key.string_literal(), parts)
        } else {
            if matches!(&key.argument, Argument::List(list) if list.stream().is_empty()) {
                report_no_expression(key);
                return None;
            }
            let (leading, keys) = key.nested_after_string(FORMS)?;
            nested = keys;
            (leading, nested.as_slice())
        };
        let (mut rule, mut message, mut expression) =
            (Slot::default(), Slot::default(), Slot::default());
        let (mut reason, mut path, mut optional) =
            (Slot::default(), Slot::default(), Slot::default());
        for key in keys {
            match key.form.name {
                "rule" => rule.set(key, expression_text(key, "rule is not specified")),
                "message" => message.set(key, message_text(key)),
                "message_expression" => {
                    expression.set(
                        key,
                        expression_text(key, "messageExpression must be non-empty if specified"),
                    );
                }
                "reason" => reason.set(key, known_reason(key)),
                "field_path" => path.set(key, path_text(key)),
                _ => optional.set(key, key.flag()),
            }
        }
        if let (Some(_), Some(again)) = (&leading, rule.key_span()) {
            key.errors.at(again, "the rule is given twice; keep one");
        }
        let is_told = is_value || rule.key_span().is_some() && rule.get().is_none();
        let leading = leading.map(Expression::new);
        let Some(rule) = leading.or_else(|| rule.take().map(|rule| rule.value)) else {
            if !is_told {
                report_no_expression(key);
            }
            return None;
        };
        if rule.text.trim().is_empty() {
            key.errors.at(
                rule.span(),
                "the rule is empty (the API server: `rule is not specified`)",
            );
            return None;
        }
        if rule.text.contains(['\n', '\r']) && message.key_span().is_none() {
            key.errors.at(
                rule.span(),
                "a rule with line breaks needs a message (the API server: `message must be specified if rule contains \
                 line breaks`); add `message = \"…\"`",
            );
        }
        if let Some(optional) = optional
            .key_span()
            .filter(|_| !rule.text.contains("oldSelf"))
        {
            key.errors.at(
                optional,
                "the rule does not look at `oldSelf`; leave `optional_old_self` out (the API server: `may not be set if \
                 oldSelf is not used in rule`)",
            );
        }
        Some(Self {
            rule,
            message: message.take().map(|spanned| spanned.value),
            message_expression: expression.take().map(|spanned| spanned.value),
            reason: reason.take().map(|spanned| spanned.value),
            field_path: path.take(),
            optional_old_self: optional.take().map(|spanned| spanned.value),
        })
    }
}

/// A string that is not blank.
fn text(key: &Key<'_>, server: &str) -> Option<String> {
    expression_text(key, server).map(|expression| expression.text)
}

/// [`text`], of which the places within are told.
fn expression_text(key: &Key<'_>, server: &str) -> Option<Expression> {
    let expression = Expression::new(key.string_literal()?);
    if expression.text.trim().is_empty() {
        key.errors.at(
            key.value_span(),
            format_args!("`{}` is empty (the API server: `{server}`)", key.form.name),
        );
        return None;
    }
    Some(expression)
}

fn message_text(key: &Key<'_>) -> Option<String> {
    let message = text(key, "message must be non-empty if specified")?;
    one_line(key, message)
}

fn one_line(key: &Key<'_>, text: String) -> Option<String> {
    if text.contains(['\n', '\r']) {
        key.errors.at(
            key.value_span(),
            format_args!("`{}` has line breaks (the API server: `must not contain line breaks`); write it on one line", key.form.name),
        );
        return None;
    }
    Some(text)
}

fn known_reason(key: &Key<'_>) -> Option<&'static str> {
    let reason = key.string()?;
    let known = RULE_REASONS.iter().copied().find(|known| *known == reason);
    known.or_else(|| key.one_of(&reason, RULE_REASONS))
}

/// Only the form of the path; whether it leads to a field only the whole schema tells.
fn path_text(key: &Key<'_>) -> Option<String> {
    let path = one_line(key, text(key, "must be non-empty if specified")?)?;
    for step in field_path::steps(&path, true) {
        if let Err(error) = step {
            key.errors.at(
                key.value_span(),
                format_args!("{error} (the API server: `must be a valid path: {}`); for example `.name` or `['some-name']`", error.server()),
            );
            return None;
        }
    }
    Some(path)
}
