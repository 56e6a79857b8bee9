//! Schemas as a server keeps them: without what says nothing.

use serde_json::{Map, Value};

/// Flags that say nothing where they are false.
const FLAGS: &[&str] = &[
    "exclusiveMaximum",
    "exclusiveMinimum",
    "nullable",
    "uniqueItems",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-preserve-unknown-fields",
];

/// Texts and lists that say nothing where they are empty.
const EMPTY: &[&str] = &[
    "$ref",
    "$schema",
    "allOf",
    "anyOf",
    "description",
    "enum",
    "format",
    "id",
    "oneOf",
    "pattern",
    "required",
    "title",
    "type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-validations",
];

/// Takes out what a server drops when it reads a schema, and puts the names of required members in order, which has no
/// meaning. Whole numbers are written without a fraction.
pub(crate) fn schema(schema: &mut Value) {
    let Value::Object(keywords) = schema else {
        return;
    };
    keywords.retain(|keyword, value| {
        let says_nothing = value.is_null()
            || (FLAGS.contains(&keyword.as_str()) && *value == false)
            || (EMPTY.contains(&keyword.as_str()) && is_empty(value))
            || (keyword == "properties" && is_empty(value));
        !says_nothing
    });
    for (keyword, value) in keywords.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(members)) => members.values_mut().for_each(self::schema),
            ("items" | "additionalProperties" | "not", value) => self::schema(value),
            ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                schemas.iter_mut().for_each(self::schema);
            }
            ("required", Value::Array(names)) => {
                names.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
                names.dedup();
            }
            ("x-kubernetes-validations", Value::Array(rules)) => rules.iter_mut().for_each(rule),
            ("externalDocs", Value::Object(docs)) => docs.retain(|_, text| !is_empty(text)),
            (
                "minimum" | "maximum" | "multipleOf" | "default" | "example" | "enum" | "minLength"
                | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties",
                value,
            ) => whole(value),
            _ => {}
        }
    }
}

fn rule(rule: &mut Value) {
    if let Value::Object(rule) = rule {
        rule.retain(|_, value| !value.is_null() && !is_empty(value));
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// Whole numbers as integers: `1.0` is 1.
fn whole(value: &mut Value) {
    match value {
        Value::Number(number) => {
            #[expect(clippy::cast_possible_truncation, reason = "whole, and within 53 bits")]
            if let Some(float) = number.as_f64().filter(|_| number.is_f64())
                && float.fract() == 0.0
                && float.abs() < 9e15
            {
                *value = (float as i64).into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(whole),
        Value::Object(members) => members.values_mut().for_each(whole),
        _ => {}
    }
}

/// The members of an object.
pub(crate) fn members(value: Option<&Value>) -> Map<String, Value> {
    value
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}
