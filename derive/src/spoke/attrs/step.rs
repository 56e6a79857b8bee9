//! The keys of one step, on a field or in `step(…)`.

use proc_macro2::{Span, TokenStream};
use syn::Attribute;
use wheelwright_grammar::name;

use super::kind::Kind;
use super::place::Spot;
use super::{expression, forms, undecided};
use crate::attrs::crd::is_good;
use crate::attrs::{Argument, Key, Slot, keys};
use crate::diag::{Errors, Spanned};

/// A function of the author's.
#[derive(Clone)]
pub(crate) struct Function {
    /// A path or closure, for rustc to read.
    pub(crate) path: TokenStream,
    pub(crate) may_fail: bool,
}

impl Function {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        Some(Self {
            path: expression(key)?,
            may_fail: key.form.name.starts_with("try_"),
        })
    }
}

/// What steps read of the object's metadata and never write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    Name,
    Namespace,
}

/// The keys of a step.
#[derive(Default)]
pub(crate) struct StepKeys {
    /// Where `step` stands, or the first key on a field.
    pub(crate) span: Option<Span>,
    /// Places of the spoke, in `step(…)`.
    pub(crate) from: Vec<Spot>,
    /// Places of the hub, where they are said.
    pub(crate) to: Vec<Spot>,
    /// Further fields of the spoke.
    pub(crate) and: Vec<Spot>,
    /// What is read besides, on both ways.
    pub(crate) own: Vec<Spanned<Own>>,
    pub(crate) kind: Option<(&'static str, Spanned<Kind>)>,
    pub(crate) with: Slot<Function>,
    pub(crate) back: Slot<Function>,
    pub(crate) or: Slot<TokenStream>,
    pub(crate) or_back: Slot<TokenStream>,
    pub(crate) reversed: Slot<()>,
    pub(crate) bijective: Slot<()>,
}

impl StepKeys {
    /// Those on a field.
    pub(crate) fn of(attributes: &[Attribute], errors: &Errors) -> Self {
        Self::read(&keys(attributes, "spoke", forms::FIELD, errors))
    }

    /// Those of `step(…)`.
    pub(super) fn within(key: &Key<'_>) -> Option<Self> {
        let mut read = Self::read(&key.nested(forms::STEP)?);
        read.span = Some(key.span);
        Some(read)
    }

    fn read(keys: &[Key<'_>]) -> Self {
        let mut read = Self::default();
        let mut once: Vec<&str> = Vec::new();
        for key in keys {
            read.span.get_or_insert(key.span);
            let name = key.form.name;
            if once.contains(&name) && !may_repeat(name) {
                crate::attrs::report_duplicate(key);
                continue;
            }
            once.push(name);
            read.add(key);
        }
        read
    }

    fn add(&mut self, key: &Key<'_>) {
        match key.form.name {
            "rename" => self.to.extend(
                key.string()
                    .and_then(|name| Spot::of_text(&name, key.value_span(), key)),
            ),
            "from" => self.from.extend(spots(key)),
            "to" => self.to.extend(spots(key)),
            "from_label" | "from_annotation" => self.from.extend(tag(key)),
            "to_label" | "to_annotation" => self.to.extend(tag(key)),
            "and" => self.and.extend(spots(key)),
            "from_name" => self.own.extend(own(key, Own::Name)),
            "from_namespace" => self.own.extend(own(key, Own::Namespace)),
            "with" | "try_with" => self.with.set(key, Function::read(key)),
            "back" | "try_back" => self.back.set(key, Function::read(key)),
            "or" => self.or.set(key, expression(key)),
            "or_back" => self.or_back.set(key, expression(key)),
            "undecided" => undecided(key),
            "reversed" => self.reversed.set(key, key.bare()),
            "bijective" => self.bijective.set(key, key.bare()),
            name => {
                if let Some((first, _)) = &self.kind {
                    key.errors.at(
                        key.span,
                        format_args!(
                            "a step maps in one way; keep `{first}` or `{name}`, or write functions for both: `with = \
                             function, back = function`"
                        ),
                    );
                    return;
                }
                self.kind = Kind::read(key).map(|kind| (name, Spanned::new(kind, key.span)));
            }
        }
    }
}

fn may_repeat(name: &str) -> bool {
    ["from_label", "from_annotation", "to_label", "to_annotation"].contains(&name)
}

/// `key = "a.b"`, or `key("a.b", "c")`.
fn spots(key: &Key<'_>) -> Vec<Spot> {
    match &key.argument {
        Argument::Value(tokens) => Spot::parse(tokens.clone(), key).into_iter().collect(),
        Argument::Bare | Argument::List(_) => key
            .pieces("the Rust names of fields")
            .unwrap_or_default()
            .into_iter()
            .filter_map(|piece| Spot::parse(piece, key))
            .collect(),
    }
}

fn own(key: &Key<'_>, own: Own) -> Option<Spanned<Own>> {
    key.bare().map(|()| Spanned::new(own, key.span))
}

/// `key = "example.com/name"`.
fn tag(key: &Key<'_>) -> Option<Spot> {
    let text = Spanned::new(key.string()?, key.value_span());
    if key.form.name.ends_with("label") {
        is_good(&text, "the key of a label", name::label_key, key);
        return Some(Spot::Label(text.value, text.span));
    }
    is_good(&text, "the key of an annotation", name::annotation_key, key);
    let behind_group = text.value.split_once('/').map(|(_, rest)| rest);
    if behind_group == Some(name::KEPT_ANNOTATION) {
        key.errors.at(
            text.span,
            "what conversion keeps is in this annotation, and would be written over; choose another",
        );
    }
    Some(Spot::Annotation(text.value, text.span))
}
