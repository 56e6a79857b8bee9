//! Schemas as a server keeps them: without what says nothing.

use serde_json::{Map, Value};
use wheelwright_rules::crd;

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

/// A member of a schema that a server does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unknown {
    /// Of the place that the schema is of: `.spec.tags[*]`.
    pub(crate) path: String,
    pub(crate) name: String,
}

/// Takes out what a server drops when it reads a schema, and puts the names of required members in order, which has no
/// meaning. Whole numbers are written without a fraction. What the server does not know is noted.
pub(crate) fn schema(schema: &mut Value, path: &str, unknown: &mut Vec<Unknown>) {
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
    retain_known(keywords, crd::is_schema_member, path, unknown);
    for (keyword, value) in keywords.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(members)) => {
                for (name, member) in members {
                    self::schema(member, &format!("{path}.{name}"), unknown);
                }
            }
            ("items" | "additionalProperties", value) => {
                self::schema(value, &format!("{path}[*]"), unknown);
            }
            ("not", value) => self::schema(value, path, unknown),
            ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                for schema in schemas {
                    self::schema(schema, path, unknown);
                }
            }
            ("required", Value::Array(names)) => {
                names.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
                names.dedup();
            }
            ("x-kubernetes-validations", Value::Array(rules)) => {
                for rule in rules.iter_mut().filter_map(Value::as_object_mut) {
                    rule.retain(|_, value| !value.is_null() && !is_empty(value));
                    retain_known(rule, crd::is_rule_member, path, unknown);
                }
            }
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

fn retain_known(
    members: &mut Map<String, Value>,
    is_known: impl Fn(&str) -> bool,
    path: &str,
    unknown: &mut Vec<Unknown>,
) {
    members.retain(|name, _| {
        let is_known = is_known(name);
        if !is_known {
            let (path, name) = (path.to_owned(), name.clone());
            unknown.push(Unknown { path, name });
        }
        is_known
    });
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
