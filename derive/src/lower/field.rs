//! Fields.

use syn::ext::IdentExt;
use syn::{DeriveInput, FieldsNamed, Ident, Type};

use super::names::{self, Names};
use super::{replaced, written};
use crate::attrs::doc;
use crate::attrs::schema_keys::{Given, Place, SchemaKeys, What};
use crate::attrs::serde::{ContainerSerde, DefaultFn, FieldSerde};
use crate::diag::Errors;
use crate::model::{Field, Table};

/// How to give a schema where serde calls a function.
pub(super) const GIVE: &str = "`#[schema(as = Type)]` with a type that is written alike, `#[schema(with = function)]`, \
                               or `#[schema(opaque)]` to keep any JSON";

/// The named fields that serde does not skip, of a struct that `container` is about, or of a variant.
pub(super) fn named<'i>(
    input: &'i DeriveInput,
    fields: &'i FieldsNamed,
    names: Names,
    container: Option<&ContainerSerde>,
    errors: &Errors,
) -> Vec<Field<'i>> {
    let lowered: Vec<_> = fields
        .named
        .iter()
        .filter_map(|field| {
            let ident = field.ident.as_ref()?;
            one(input, field, ident, names, container, errors)
        })
        .collect();
    let on_the_wire = lowered
        .iter()
        .filter(|field| field.serde.flatten.key_span().is_none());
    names::unique(
        on_the_wire.map(|field| (field.wire.as_str(), field.span)),
        "fields",
        errors,
    );
    lowered
}

/// The names of the fields that are none on the wire.
pub(super) fn skipped_of(named: &FieldsNamed, fields: &[Field<'_>]) -> Vec<String> {
    if fields.len() == named.named.len() {
        return Vec::new();
    }
    let names = named.named.iter().filter_map(|field| field.ident.as_ref());
    names
        .map(|ident| ident.unraw().to_string())
        .filter(|name| fields.iter().all(|field| field.ident != *name))
        .collect()
}

fn one<'i>(
    input: &'i DeriveInput,
    field: &'i syn::Field,
    ident: &'i Ident,
    names: Names,
    container: Option<&ContainerSerde>,
    errors: &Errors,
) -> Option<Field<'i>> {
    let found = errors.count();
    if let Some((equals, _)) = &field.default {
        errors.at(
            equals.span,
            "serde does not read default field values; write `#[serde(default)]` or `#[serde(default = \"function\")]`",
        );
    }
    let mut keys = SchemaKeys::of(&field.attrs, Place::Field, errors);
    let serde = FieldSerde::of(&field.attrs, errors);
    if serde.is_skipped() {
        skipped(&keys, errors);
        return None;
    }
    if let (Some(span), None) = (serde.with.span(), keys.replacement()) {
        errors.at(
            span,
            format_args!("serde calls a function for this field, so its type does not tell the schema; give it: {GIVE}"),
        );
    }
    aliases(&mut keys, &serde, errors);
    let flattened = serde.flatten.key_span().is_some();
    let wire = if flattened {
        ident.unraw().to_string()
    } else {
        names.field(ident, &serde, errors)
    };
    let doc = keys.described(doc::description(&field.attrs));
    let hidden_default = container.and_then(|container| hidden_default(container, &serde, &keys));
    Some(Field {
        ident: ident.unraw().to_string(),
        span: ident.span(),
        wire,
        written: &field.ty,
        table: table(input, &field.ty, &mut keys, errors),
        doc,
        keys,
        serde,
        struct_default: container.is_some_and(|container| container.default.get().is_some()),
        hidden_default: hidden_default.map(|default| (default, ident)),
        broken: errors.count() > found,
    })
}

/// The struct's default, where what serde writes of it may lack a field whose default is asked for.
fn hidden_default(
    container: &ContainerSerde,
    serde: &FieldSerde,
    keys: &SchemaKeys,
) -> Option<DefaultFn> {
    let is_hidden = serde.skip_serializing.key_span().is_some()
        || serde.skip_serializing_if.key_span().is_some();
    let is_asked_for = keys.find("default").is_some() && serde.default.key_span().is_none();
    let default = container.runnable_default()?;
    (is_hidden && is_asked_for).then(|| default.clone())
}

/// The table of a named field. `with` and `opaque` stay among its keys.
fn table<'i>(
    input: &'i DeriveInput,
    ty: &'i Type,
    keys: &mut SchemaKeys,
    errors: &Errors,
) -> Table<'i> {
    if let Some(other) = std::mem::take(&mut keys.as_type).take() {
        written::check(&other.value, &input.ident, errors);
        return Table::Is(other.value);
    }
    if keys.replacement().is_some() {
        return Table::Shell(ty);
    }
    written::check(ty, &input.ident, errors);
    Table::Of(ty)
}

/// The one value of a newtype struct or variant. Its keys are joined to `keys`.
pub(super) fn only<'i>(
    input: &'i DeriveInput,
    field: &'i syn::Field,
    keys: &mut SchemaKeys,
    errors: &Errors,
) -> Option<Table<'i>> {
    let mut own = SchemaKeys::of(&field.attrs, Place::Inner, errors);
    let serde = FieldSerde::of(&field.attrs, errors);
    if let Some(span) = serde
        .skip_serializing
        .key_span()
        .or(serde.skip_deserializing.key_span())
    {
        errors.at(
            span,
            "serde cannot skip the only field; write it without the field",
        );
        return None;
    }
    let given = replaced(&mut own);
    if let (Some(span), None) = (serde.with.span(), &given) {
        errors.at(
            span,
            format_args!("serde calls a function for this value, so its type does not tell the schema; give it: {GIVE}"),
        );
    }
    keys.join(own, errors);
    if let Some(Table::Is(ty)) = &given {
        written::check(ty, &input.ident, errors);
    } else if given.is_none() {
        written::check(&field.ty, &input.ident, errors);
    }
    Some(given.unwrap_or(Table::Of(&field.ty)))
}

/// Whether a field of a `transparent` struct is the one on the wire.
pub(super) fn is_transparent(field: &syn::Field) -> bool {
    let is_phantom = matches!(super::ungrouped(&field.ty), Type::Path(path)
        if path.path.segments.last().is_some_and(|segment| segment.ident == "PhantomData"));
    // Reported when the field is lowered.
    let serde = FieldSerde::of(&field.attrs, &Errors::new());
    !is_phantom
        && serde.skip_serializing.key_span().is_none()
        && serde.skip_deserializing.key_span().is_none()
        && serde.default.key_span().is_none()
}

fn skipped(keys: &SchemaKeys, errors: &Errors) {
    let first = keys.given.first().map(|given| (given.key, given.name));
    if let Some((span, name)) = first.or_else(|| keys.replacement().map(|span| (span, "as"))) {
        errors.at(
            span,
            format_args!(
                "serde skips this field, so the API server never sees it and `{name}` has no effect; remove `{name}`, \
                 or serde's `skip`"
            ),
        );
    }
}

fn aliases(keys: &mut SchemaKeys, serde: &FieldSerde, errors: &Errors) {
    let Some(first) = serde.aliases.first() else {
        if let Some(span) = keys.accept_aliases.key_span() {
            errors.at(
                span,
                "serde knows no `alias` of this field; remove `accept_aliases`",
            );
        }
        return;
    };
    match keys.accept_aliases.get() {
        Some(accepted) => {
            let names = serde.aliases.iter().map(|alias| alias.value.clone()).collect();
            keys.given.push(Given {
                name: "accept_aliases",
                key: accepted.span,
                value: accepted.span,
                what: What::Aliases(names),
            });
        }
        None => errors.at(
            first.span,
            format_args!(
                "serde also reads `{0}`, but the API server prunes it as an unknown field; remove the alias, or add \
                 `#[schema(accept_aliases)]` to declare `{0}` as a property, too",
                first.value
            ),
        ),
    }
}
