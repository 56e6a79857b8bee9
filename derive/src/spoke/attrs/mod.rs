//! `#[spoke(…)]`.

pub(super) mod forms;
mod kind;
mod place;
mod step;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, Fields, Path, Type};

pub(super) use self::kind::{Counted, Kind};
pub(super) use self::place::{Segment, Spot, text_of};
pub(super) use self::step::{Function, Own, StepKeys};
use crate::attrs::{Argument, Key, Slot, keys, split};
use crate::diag::{Errors, Spanned};

/// A place of the other side that no field here maps to, and its value.
pub(super) struct Alone {
    pub(super) spot: Spot,
    pub(super) value: Option<TokenStream>,
}

/// The type of a struct that places lie within.
pub(super) struct Part {
    pub(super) path: Vec<Segment>,
    pub(super) span: Span,
    pub(super) ty: Type,
}

/// The directions in which a value may have no counterpart.
#[derive(Clone, Copy, Default)]
pub(super) struct Fallible {
    pub(super) up: Option<Span>,
    pub(super) down: Option<Span>,
}

/// The keys on a type.
#[derive(Default)]
pub(super) struct ContainerKeys {
    pub(super) attribute: Option<Span>,
    pub(super) hub: Slot<Path>,
    pub(super) fallible: Slot<Fallible>,
    pub(super) added: Vec<Alone>,
    pub(super) elsewhere: Vec<Alone>,
    pub(super) parts: Vec<Part>,
    pub(super) parts_back: Vec<Part>,
    pub(super) steps: Vec<StepKeys>,
    pub(super) with: Slot<Function>,
    pub(super) back: Slot<Function>,
    pub(super) or: Slot<TokenStream>,
    pub(super) or_back: Slot<TokenStream>,
    pub(super) bijective: Slot<()>,
    pub(super) krate: Slot<Path>,
}

impl ContainerKeys {
    pub(super) fn of(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut read = Self {
            attribute: attributes
                .iter()
                .find(|attribute| attribute.path().is_ident("spoke"))
                .map(|attribute| attribute.path().span()),
            ..Self::default()
        };
        for key in &keys(attributes, "spoke", forms::CONTAINER, errors) {
            match key.form.name {
                "hub" => hub(&mut read.hub, key),
                "fallible" => read.fallible.set(key, fallible(key)),
                "added" => read.added.extend(alone(key)),
                "elsewhere" => read.elsewhere.extend(alone(key)),
                "part" => read.parts.extend(parts(key)),
                "part_back" => read.parts_back.extend(parts(key)),
                "step" => read.steps.extend(StepKeys::within(key)),
                "with" | "try_with" => read.with.set(key, Function::read(key)),
                "back" | "try_back" => read.back.set(key, Function::read(key)),
                "or" => read.or.set(key, expression(key)),
                "or_back" => read.or_back.set(key, expression(key)),
                "bijective" => read.bijective.set(key, key.bare()),
                "undecided" => undecided(key),
                "crate" => read.krate.set(key, key.syntax("a path")),
                other => debug_assert!(false, "no arm reads `{other}`"),
            }
        }
        read
    }
}

fn hub(slot: &mut Slot<Path>, key: &Key<'_>) {
    if slot.key_span().is_some() {
        key.errors.at(
            key.span,
            "each hub of a type has an attribute of its own: `#[spoke(hub = v1::Endpoint)]` and `#[spoke(hub = v1::Address)]`",
        );
        return;
    }
    slot.set(key, key.syntax("the path of the hub's type"));
}

/// `undecided = "…"`: whoever wrote the mapping could not know it.
fn undecided(key: &Key<'_>) {
    if let Some(what) = key.string() {
        key.errors
            .at(key.span, format_args!("this is to be decided: {what}"));
    }
}

fn fallible(key: &Key<'_>) -> Option<Fallible> {
    let mut read = Fallible::default();
    let directions = key.nested(forms::FALLIBLE)?;
    if directions.is_empty() {
        key.wrong("a direction");
        return None;
    }
    for direction in &directions {
        direction.bare()?;
        let slot = if direction.form.name == "up" {
            &mut read.up
        } else {
            &mut read.down
        };
        if slot.replace(direction.span).is_some() {
            crate::attrs::report_duplicate(direction);
        }
    }
    Some(read)
}

/// `key(field, other = expr, "a.b" = expr)`.
fn alone(key: &Key<'_>) -> Vec<Alone> {
    let pieces = key.pieces("the names of fields").unwrap_or_default();
    pieces
        .into_iter()
        .filter_map(|piece| {
            let (name, value) = assignment(piece);
            let spot = Spot::parse(name, key)?;
            Some(Alone { spot, value })
        })
        .collect()
}

/// `key("a.b" = Type)`.
fn parts(key: &Key<'_>) -> Vec<Part> {
    let pieces = key
        .pieces("the names of fields, with their types")
        .unwrap_or_default();
    pieces
        .into_iter()
        .filter_map(|piece| {
            let (name, value) = assignment(piece);
            let span = name.span();
            let Spot::Field { path, span: at } = Spot::parse(name, key)? else {
                return None;
            };
            let ty = value.and_then(|value| syn::parse2(value).ok());
            if ty.is_none() {
                key.errors.at(
                    span,
                    format_args!(
                        "the type of the field is missing; write `{}`",
                        key.form.write
                    ),
                );
            }
            Some(Part {
                path,
                span: at,
                ty: ty?,
            })
        })
        .collect()
}

/// `name`, or `name = value`.
fn assignment(piece: TokenStream) -> (TokenStream, Option<TokenStream>) {
    let mut name = Vec::new();
    let mut tokens = piece.into_iter();
    for token in tokens.by_ref() {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '=') {
            return (name.into_iter().collect(), Some(tokens.collect()));
        }
        name.push(token);
    }
    (name.into_iter().collect(), None)
}

/// What a key's value is made by: an expression for rustc to read.
fn expression(key: &Key<'_>) -> Option<TokenStream> {
    match &key.argument {
        Argument::Value(tokens) => Some(tokens.clone()),
        Argument::Bare | Argument::List(_) => {
            key.wrong("a value");
            None
        }
    }
}

/// `key`, or `key = value`.
#[expect(
    clippy::option_option,
    reason = "outer: whether it could be read; inner: whether there is one"
)]
fn optional_expression(key: &Key<'_>) -> Option<Option<TokenStream>> {
    match &key.argument {
        Argument::Bare => Some(None),
        Argument::Value(_) | Argument::List(_) => expression(key).map(Some),
    }
}

/// The keys on a variant.
#[derive(Default)]
pub(super) struct VariantKeys {
    pub(super) rename: Slot<String>,
    pub(super) removed: Slot<Option<TokenStream>>,
    pub(super) added: Vec<Alone>,
    pub(super) elsewhere: Vec<Alone>,
}

impl VariantKeys {
    pub(super) fn of(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut read = Self::default();
        for key in &keys(attributes, "spoke", forms::VARIANT, errors) {
            match key.form.name {
                "rename" => read.rename.set(key, key.string()),
                "removed" => read.removed.set(key, optional_expression(key)),
                "added" => read.added.extend(alone(key)),
                "elsewhere" => read.elsewhere.extend(alone(key)),
                "undecided" => undecided(key),
                other => debug_assert!(false, "no arm reads `{other}`"),
            }
        }
        read
    }
}

/// Where keys begin on the variants of a type and on its fields.
pub(super) fn within(data: &Data, errors: &Errors) -> Vec<Span> {
    let first = |attributes: &[Attribute], forms| {
        let keys = keys(attributes, "spoke", forms, errors);
        keys.first().map(|key| key.span)
    };
    let of_fields = |fields: &Fields| -> Vec<Span> {
        let fields = fields.iter();
        fields
            .filter_map(|field| first(&field.attrs, forms::FIELD))
            .collect()
    };
    match data {
        Data::Struct(data) => of_fields(&data.fields),
        Data::Enum(data) => {
            let variants = data.variants.iter();
            variants
                .flat_map(|variant| {
                    let own = first(&variant.attrs, forms::VARIANT);
                    own.into_iter().chain(of_fields(&variant.fields))
                })
                .collect()
        }
        Data::Union(_) => Vec::new(),
    }
}

/// The pieces of `key("text" = …)`, each a pair of token lists.
fn pairs(key: &Key<'_>, what: &str) -> Option<Vec<Spanned<(TokenStream, TokenStream)>>> {
    let Argument::List(group) = &key.argument else {
        key.wrong(what);
        return None;
    };
    let mut all = true;
    let mut read = Vec::new();
    for piece in split(group.stream()) {
        let span = piece.span();
        if let (left, Some(right)) = assignment(piece)
            && !left.is_empty()
            && !right.is_empty()
        {
            read.push(Spanned::new((left, right), span));
        } else {
            key.errors.at(
                span,
                format_args!("`{}` takes {what}: `{}`", key.form.name, key.form.write),
            );
            all = false;
        }
    }
    if read.is_empty() && all {
        key.wrong(what);
    }
    (all && !read.is_empty()).then_some(read)
}
