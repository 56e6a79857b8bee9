//! What may stand inside `allOf`, `anyOf`, `oneOf` and `not`: constraints of values, nothing that gives them a shape.

use wheelwright_grammar::pattern::Pattern;

use super::{says_more_when_empty, what_counts};
use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::At;
use crate::schema::{Additional, Items, Schema};

/// Checks the combinators and the pattern of a node outside of combinators.
pub(super) fn check_values(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    let skip_any_of = is_int_or_string(&schema.any_of);
    let skip_first = schema
        .all_of
        .first()
        .is_some_and(|first| is_int_or_string(&first.any_of));
    check_combinators(schema, skip_any_of, skip_first, at, errors);
}

/// Whether this is exactly `[{type: integer}, {type: string}]`, which alone may give types in a combinator.
fn is_int_or_string(any_of: &[Schema]) -> bool {
    let [integer, string] = any_of else {
        return false;
    };
    let is = |schema: &Schema, type_name: &str| {
        let keywords = [
            "required",
            "properties",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-validations",
        ];
        if schema.type_name != type_name || says_more_when_empty(schema, &keywords) {
            return false;
        }
        let mut bare = what_counts(schema);
        bare.type_name.clear();
        bare.additional_properties = bare
            .additional_properties
            .filter(|additional| *additional != Additional::Allowed(false));
        bare == Schema::default()
    };
    is(integer, "integer") && is(string, "string")
}

fn check_combinators(
    schema: &Schema,
    skip_any_of: bool,
    skip_first_all_of: bool,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    if !skip_any_of {
        check_list(&schema.any_of, at.field("anyOf"), errors);
    }
    let all_of = at.field("allOf");
    for (index, nested) in schema.all_of.iter().enumerate() {
        check_nested(
            nested,
            skip_first_all_of && index == 0,
            all_of.index(index),
            errors,
        );
    }
    check_list(&schema.one_of, at.field("oneOf"), errors);
    if let Some(not) = &schema.not {
        check_nested(not, false, at.field("not"), errors);
    }
    if !schema.pattern.is_empty()
        && let Err(error) = Pattern::parse(&schema.pattern)
    {
        let detail = format!(
            "must be a valid regular expression, but isn't: {}",
            error.server()
        );
        errors.push(
            FieldError::invalid(
                at.field("pattern").to_path(),
                schema.pattern.as_str(),
                detail,
            )
            .of(Fault::Pattern),
        );
    }
}

fn check_list(list: &[Schema], at: At<'_>, errors: &mut Vec<FieldError>) {
    for (index, nested) in list.iter().enumerate() {
        check_nested(nested, false, at.index(index), errors);
    }
}

fn check_nested(schema: &Schema, skip_any_of: bool, at: At<'_>, errors: &mut Vec<FieldError>) {
    check_combinators(schema, skip_any_of, false, at, errors);
    if let Some(Items::One(items)) = &schema.items {
        check_nested(items, false, at.field("items"), errors);
    }
    let properties = at.field("properties");
    for (name, property) in &schema.properties {
        check_nested(property, false, properties.key(name), errors);
    }
    check_shape(schema, at, errors);
    // Rules about metadata could contradict what every resource may have.
    if schema.properties.contains_key("metadata") {
        let path = properties.key("metadata").to_path();
        errors.push(FieldError::forbidden(
            path,
            "must not be specified in a nested context",
        ));
    }
}

fn check_shape(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    const EMPTY: &str = "must be empty to be structural";
    const UNDEFINED: &str = "must be undefined to be structural";
    const FALSE: &str = "must be false to be structural";
    let has_additional = matches!(
        schema.additional_properties,
        Some(Additional::Schema(_) | Additional::Allowed(true))
    );
    for (is_set, keyword, detail) in [
        (!schema.type_name.is_empty(), "type", EMPTY),
        (has_additional, "additionalProperties", UNDEFINED),
        (schema.default.is_some(), "default", UNDEFINED),
        (!schema.title.is_empty(), "title", EMPTY),
        (!schema.description.is_empty(), "description", EMPTY),
        (schema.nullable, "nullable", FALSE),
        (
            schema.preserves(),
            "x-kubernetes-preserve-unknown-fields",
            FALSE,
        ),
        (
            schema.embedded_resource,
            "x-kubernetes-embedded-resource",
            FALSE,
        ),
        (schema.int_or_string, "x-kubernetes-int-or-string", FALSE),
        (
            !schema.list_map_keys.is_empty(),
            "x-kubernetes-list-map-keys",
            EMPTY,
        ),
        (
            schema.list_type.is_some(),
            "x-kubernetes-list-type",
            UNDEFINED,
        ),
        (
            schema.map_type.is_some(),
            "x-kubernetes-map-type",
            UNDEFINED,
        ),
        (
            !schema.validations.is_empty(),
            "x-kubernetes-validations",
            EMPTY,
        ),
    ] {
        if is_set {
            errors.push(
                FieldError::forbidden(at.field(keyword).to_path(), detail).of(Fault::NotStructural),
            );
        }
    }
}
