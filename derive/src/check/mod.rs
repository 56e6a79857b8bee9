//! Rules between several keys of one type. One function per rule.

mod declared;
mod default;
mod fields;
mod keys;
pub(crate) mod rules;
mod schemas;
mod untagged;

use wheelwright_cel::KubeRange;

use crate::attrs::schema_keys::{SchemaKeys, What};
use crate::diag::Errors;
use crate::model::{Container, Content, Field, Shape, Struct};

pub(crate) use self::keys::keys;

/// Everything that one macro call can see.
pub(crate) fn container(container: &Container<'_>, servers: KubeRange, errors: &Errors) {
    rules::container(container, servers, errors);
    keys(&container.keys, errors);
    bare_default(
        &container.keys,
        matches!(&container.shape, Shape::Struct(shape) if shape.default.is_some()),
        errors,
    );
    match &container.shape {
        Shape::Struct(shape) => {
            tag_is_no_field(shape, errors);
            tag_is_read(shape, errors);
            unknown_fields(&container.keys, shape, errors);
            all_fields(&shape.fields, shape.deny_unknown.is_some(), errors);
            fields::sets(&container.keys, &shape.fields, errors);
        }
        Shape::Enum(shape) => {
            for variant in &shape.variants {
                keys(&variant.keys, errors);
                match &variant.content {
                    Content::Unit => {}
                    Content::Newtype(_, inner) => {
                        keys(inner, errors);
                        bare_default(inner, false, errors);
                    }
                    Content::Struct(fields) => {
                        all_fields(fields, shape.deny_unknown.is_some(), errors);
                    }
                }
            }
            untagged::variants(shape, errors);
            no_sets(&container.keys, errors);
        }
        Shape::Same(_) | Shape::Newtype(_) | Shape::Null => no_sets(&container.keys, errors),
    }
}

fn all_fields(all: &[Field<'_>], denies_unknown: bool, errors: &Errors) {
    for field in all {
        keys(&field.keys, errors);
        fields::field(field, denies_unknown, errors);
        bare_default(
            &field.keys,
            field.serde.default.key_span().is_some() || field.struct_default,
            errors,
        );
    }
}

/// A bare `default` takes serde's, so there must be one.
fn bare_default(keys: &SchemaKeys, serde_has_one: bool, errors: &Errors) {
    for given in &keys.given {
        match &given.what {
            What::SerdeDefault if !serde_has_one => errors.at(
                given.key,
                "there is no serde default to take; add `#[serde(default)]`, or write the value: `default = …`",
            ),
            What::Items(held) | What::Values(held) => bare_default(held, false, errors),
            _ => {}
        }
    }
}

/// `exactly_one_of` and its like name fields.
fn no_sets(keys: &SchemaKeys, errors: &Errors) {
    for given in &keys.given {
        if matches!(
            given.what,
            What::ExactlyOneOf(_) | What::AtMostOneOf(_) | What::AtLeastOneOf(_)
        ) {
            errors.at(
                given.key,
                format_args!("`{}` names fields, and this type has none", given.name),
            );
        }
    }
}

/// What the API server keeps, serde must read.
fn unknown_fields(keys: &SchemaKeys, shape: &Struct<'_>, errors: &Errors) {
    if let (Some(kept), Some(_)) = (keys.find("preserve_unknown_fields"), shape.deny_unknown) {
        errors.at(
            kept.key,
            "the API server would keep what serde refuses to read; remove it, or `#[serde(deny_unknown_fields)]`",
        );
    }
}

/// serde writes the tag of a struct, and does not know it when it reads.
fn tag_is_read(shape: &Struct<'_>, errors: &Errors) {
    if let (Some((tag, _)), Some(denied)) = (&shape.tag, shape.deny_unknown) {
        errors.at(
            denied,
            format_args!(
                "serde writes the tag `{tag}` and, under `deny_unknown_fields`, refuses to read it; remove one of them \
                 (the API server prunes unknown fields anyway)"
            ),
        );
    }
}

/// serde writes the tag of a struct beside its fields.
fn tag_is_no_field(shape: &Struct<'_>, errors: &Errors) {
    let Some((tag, _)) = &shape.tag else { return };
    for field in &shape.fields {
        if field.wire != *tag || field.serde.flatten.key_span().is_some() {
            continue;
        }
        errors.at(
            field.span,
            format_args!("serde's tag is called `{tag}`, too, and would be written beside this field; rename one of them"),
        );
    }
}
