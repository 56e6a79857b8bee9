//! Completeness: what the combinators at the root say of a field, the schema must declare outside of them.
//!
//! The server asks for this at the root only; combinators further down may name what is not declared.

use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::At;
use crate::schema::{Items, Schema};

pub(super) fn check(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    check_combinators(schema, schema, at, at, errors);
}

/// `nested` holds the combinators, at `source`; `spine` is what is declared for the same value, at `at`.
fn check_combinators(
    nested: &Schema,
    spine: &Schema,
    at: At<'_>,
    source: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    if let Some(not) = &nested.not {
        check_nested(not, Some(spine), at, source.field("not"), errors);
    }
    for (keyword, list) in [
        ("allOf", &nested.all_of),
        ("anyOf", &nested.any_of),
        ("oneOf", &nested.one_of),
    ] {
        let source = source.field(keyword);
        for (index, nested) in list.iter().enumerate() {
            check_nested(nested, Some(spine), at, source.index(index), errors);
        }
    }
}

fn check_nested(
    nested: &Schema,
    spine: Option<&Schema>,
    at: At<'_>,
    source: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    let Some(spine) = spine else {
        let detail = format!("because it is defined in {}", source.to_path());
        errors.push(FieldError::required(at.to_path(), detail).of(Fault::NotDefined));
        return;
    };
    check_combinators(nested, spine, at, source, errors);
    if let Some(Items::One(items)) = &nested.items {
        check_nested(
            items,
            spine.item_schema(),
            at.field("items"),
            source.field("items"),
            errors,
        );
    }
    let (properties, source) = (at.field("properties"), source.field("properties"));
    for (name, nested) in &nested.properties {
        check_nested(
            nested,
            spine.properties.get(name),
            properties.key(name),
            source.key(name),
            errors,
        );
    }
}
