//! From a parsed item and its attributes to the model. What serde or a structural schema cannot do with the item is
//! reported here; what depends on several keys, in `check`.

mod defaults;
mod enums;
mod field;
mod names;
mod written;

use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Data, DataStruct, DeriveInput, Fields, Path};

use crate::attrs::doc;
use crate::attrs::schema_keys::{Place, SchemaKeys, What};
use crate::attrs::serde::ContainerSerde;
use crate::diag::Errors;
use crate::model::{Container, Shape, Struct, Table};

pub(crate) use wheelwright_spelling::{arguments, ungrouped};

use self::names::Names;

/// Reads the whole item; `None` where there is no form for it, with errors reported.
pub(crate) fn container<'i>(input: &'i DeriveInput, errors: &Errors) -> Option<Container<'i>> {
    let place = match &input.data {
        Data::Struct(_) => Place::Struct,
        Data::Enum(_) => Place::Enum,
        Data::Union(union) => {
            errors.at(
                union.union_token.span,
                "a union has no form in JSON; write a struct, or an enum with `#[serde(untagged)]`",
            );
            return None;
        }
    };
    let mut keys = SchemaKeys::of(&input.attrs, place, errors);
    let serde = ContainerSerde::of(&input.attrs, errors);
    if let Some(span) = serde.identifier.key_span() {
        errors.at(
            span,
            "serde only reads such an enum as the name of a field or variant; it is no value in an object",
        );
    }
    let mut shape = shape(input, &mut keys, &serde, errors);
    if let Some(shape) = &mut shape {
        defaults::take(&keys, shape, errors);
    }
    Some(Container {
        ident: &input.ident,
        generics: &input.generics,
        krate: krate(input),
        doc: doc::description(&input.attrs),
        keys,
        shape: shape?,
    })
}

fn shape<'i>(
    input: &'i DeriveInput,
    keys: &mut SchemaKeys,
    serde: &ContainerSerde,
    errors: &Errors,
) -> Option<Shape<'i>> {
    if let Some(given) = replaced(keys) {
        return Some(Shape::Same(given));
    }
    if let Some(shape) = converted(serde, errors) {
        return shape;
    }
    match &input.data {
        Data::Struct(data) => structure(input, data, keys, serde, errors),
        Data::Enum(data) => enums::shape(input, data, serde, errors).map(Shape::Enum),
        Data::Union(_) => None,
    }
}

/// Where the runtime crate is, whatever else is wrong with the item.
pub(crate) fn krate(input: &DeriveInput) -> Option<Path> {
    // Errors are reported when the item is lowered.
    let keys = SchemaKeys::of(&input.attrs, Place::Struct, &Errors::new());
    keys.krate.take().map(|path| path.value)
}

/// The table that the keys of a type, variant or only field give in place of the written type's. It is taken out of
/// the keys.
fn replaced<'i>(keys: &mut SchemaKeys) -> Option<Table<'i>> {
    if let Some(ty) = std::mem::take(&mut keys.as_type).take() {
        return Some(Table::Is(ty.value));
    }
    let at = keys
        .given
        .iter()
        .position(|given| matches!(given.what, What::With(_) | What::Opaque))?;
    match keys.given.remove(at).what {
        What::With(path) => Some(Table::Given(path)),
        _ => Some(Table::Any),
    }
}

/// `from`, `try_from` and `into`: the other type is what is on the wire. `Some(None)` where no one type is.
#[expect(
    clippy::option_option,
    reason = "outer: whether serde converts; inner: whether it can be said"
)]
fn converted<'i>(serde: &ContainerSerde, errors: &Errors) -> Option<Option<Shape<'i>>> {
    let way_out = "or give the schema: `#[schema(as = Type)]`, `#[schema(with = function)]` or `#[schema(opaque)]`";
    match (serde.from.get(), serde.into.get()) {
        (None, None) => None,
        (Some(from), Some(into))
            if from.value.to_token_stream().to_string()
                == into.value.to_token_stream().to_string() =>
        {
            Some(Some(Shape::Same(Table::Is(into.value.clone()))))
        }
        (Some(from), Some(into)) => {
            errors.at(
                from.span,
                format_args!("serde reads this type and writes another (`into`), so no one schema fits both; name the same type twice, {way_out}"),
            );
            errors.at(
                into.span,
                "the type that is written; it differs from the one that is read",
            );
            Some(None)
        }
        (Some(from), None) => {
            errors.at(
                from.span,
                format_args!("serde reads this type but writes the struct's own fields; add `into = \"…\"` with the same type, {way_out}"),
            );
            Some(None)
        }
        (None, Some(into)) => {
            errors.at(
                into.span,
                format_args!("serde writes this type but reads the struct's own fields; add `from = \"…\"` or `try_from = \"…\"` with the same type, {way_out}"),
            );
            Some(None)
        }
    }
}

fn structure<'i>(
    input: &'i DeriveInput,
    data: &'i DataStruct,
    keys: &mut SchemaKeys,
    serde: &ContainerSerde,
    errors: &Errors,
) -> Option<Shape<'i>> {
    if serde.transparent.key_span().is_some() {
        return transparent(input, &data.fields, keys, errors).map(Shape::Same);
    }
    match &data.fields {
        Fields::Unit => Some(Shape::Null),
        Fields::Named(named) => {
            let names = Names::of_struct(serde, errors);
            let fields = field::named(input, named, names, Some(serde), errors);
            names::resolve(keys, &fields, errors);
            Some(Shape::Struct(Struct {
                skipped: field::skipped_of(named, &fields),
                fields,
                deny_unknown: serde.deny_unknown_fields.key_span(),
                default: serde.runnable_default().cloned(),
                tag: serde
                    .tag
                    .value()
                    .map(|tag| (tag.clone(), names::container(input, serde, errors))),
            }))
        }
        Fields::Unnamed(unnamed) => match unnamed.unnamed.first() {
            Some(only) if unnamed.unnamed.len() == 1 => {
                field::only(input, only, keys, errors).map(Shape::Newtype)
            }
            _ => {
                errors.at(
                    unnamed.span(),
                    "a tuple struct is a JSON array whose items differ by position, which no structural schema can \
                     describe (the API server: `items must be a schema object and not an array`); name the fields, or \
                     give the schema: `#[schema(as = Type)]`, `#[schema(with = function)]` or `#[schema(opaque)]`",
                );
                None
            }
        },
    }
}

/// The one field that a `transparent` struct is on the wire.
fn transparent<'i>(
    input: &'i DeriveInput,
    fields: &'i Fields,
    keys: &mut SchemaKeys,
    errors: &Errors,
) -> Option<Table<'i>> {
    let mut shown = fields.iter().filter(|field| field::is_transparent(field));
    if let (Some(only), None) = (shown.next(), shown.next()) {
        return field::only(input, only, keys, errors);
    }
    errors.at(
        input.ident.span(),
        "a `transparent` struct is one field on the wire; skip or remove the others",
    );
    None
}
