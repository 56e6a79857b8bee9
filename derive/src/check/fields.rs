//! Rules about named fields, between their keys and what serde does with them.

use crate::attrs::schema_keys::{SchemaKeys, What};
use crate::diag::Errors;
use crate::model::Field;

/// Everything about one field.
pub(super) fn field(field: &Field<'_>, denies_unknown: bool, errors: &Errors) {
    flattened(field, denies_unknown, errors);
    never_read(field, denies_unknown, errors);
    required(field, errors);
    read_with(field, errors);
}

/// The members of a flattened field stand in the parent: there is no place for keys about the field.
fn flattened(field: &Field<'_>, denies_unknown: bool, errors: &Errors) {
    let Some(flatten) = field.serde.flatten.key_span() else {
        return;
    };
    if denies_unknown {
        errors.at(
            flatten,
            "serde does not read flattened fields under `deny_unknown_fields`; remove one of them (the API server \
             prunes unknown fields anyway)",
        );
    }
    for given in &field.keys.given {
        let fits = matches!(
            given.what,
            What::With(_) | What::Opaque | What::PreserveUnknownFields | What::Loose
        );
        if !fits {
            errors.at(
                given.key,
                format_args!(
                    "a flattened field has no place of its own that `{}` could speak of; write it on the struct, or on \
                     the flattened type",
                    given.name
                ),
            );
        }
    }
}

/// What is stored must be read back.
fn never_read(field: &Field<'_>, denies_unknown: bool, errors: &Errors) {
    let Some(span) = field.serde.skip_deserializing.key_span() else {
        return;
    };
    if denies_unknown {
        errors.at(
            span,
            "serde writes this field and, under `deny_unknown_fields`, refuses to read it; `skip` it in both \
             directions, or remove `deny_unknown_fields`",
        );
    }
}

/// `required` against what serde leaves out.
fn required(field: &Field<'_>, errors: &Errors) {
    let Some(required) = field.keys.find("required") else {
        return;
    };
    let serde = &field.serde;
    if serde.skip_serializing_if.key_span().is_some() || serde.skip_serializing.key_span().is_some()
    {
        errors.at(
            required.key,
            "serde leaves the field out when writing, and the API server would refuse that; remove `required`, or \
             serde's `skip_serializing_if`",
        );
    }
}

/// A function of `deserialize_with` is not asked about a field that is absent, not even an `Option`.
fn read_with(field: &Field<'_>, errors: &Errors) {
    let serde = &field.serde;
    if serde.with.deserialize.key_span().is_none()
        || field.has_default()
        || field.has_schema_default()
    {
        return;
    }
    let left_out = [
        ("skip_serializing_if", serde.skip_serializing_if.key_span()),
        ("skip_serializing", serde.skip_serializing.key_span()),
        (
            "optional",
            field.keys.find("optional").map(|given| given.key),
        ),
    ];
    for (key, span) in left_out {
        if let Some(span) = span {
            errors.at(
                span,
                format_args!(
                    "`{key}` lets the field be absent, but with `deserialize_with` serde does not read an object \
                     without it; add `#[serde(default)]`"
                ),
            );
        }
    }
}

/// `exactly_one_of`, `at_most_one_of` and `at_least_one_of` name fields that can be left out.
pub(super) fn sets(keys: &SchemaKeys, fields: &[Field<'_>], errors: &Errors) {
    for given in &keys.given {
        let (What::ExactlyOneOf(names) | What::AtMostOneOf(names) | What::AtLeastOneOf(names)) =
            &given.what
        else {
            continue;
        };
        if names.len() < 2 {
            errors.at(
                given.value,
                format_args!("`{}` chooses between fields; name at least two", given.name),
            );
        }
        for name in names {
            // Names were resolved when the struct was lowered; what is left is known.
            let Some(field) = fields.iter().find(|field| field.wire == name.value) else {
                continue;
            };
            if field.has_schema_default() || field.keys.find("required").is_some() {
                errors.at(
                    name.span,
                    format_args!(
                        "`{}` chooses between fields that can be left out, and `{}` never is: it is required or has a \
                         default",
                        given.name, field.ident
                    ),
                );
            }
        }
    }
}
