//! A schema as the server writes it. Source: `ToKubeOpenAPI` and `Unfold` of apiextensions' `apiserver/schema`, and
//! `addEmbeddedProperties` of its `controller/openapi/builder`.

use serde_json::{Map, Value, json};

use super::{OBJECT_META, OpenApi};
use crate::number::as_written;
use crate::schema::{Additional, Items, Schema, ValidationRule};

/// A schema in which each int-or-string says so by `anyOf`, too.
pub(super) fn unfolded(schema: &Schema) -> Schema {
    let mut schema = schema.clone();
    unfold(&mut schema);
    schema
}

fn unfold(schema: &mut Schema) {
    let is_said = |any_of: &[Schema]| matches!(any_of, [integer, string] if integer.type_name == "integer" && string.type_name == "string");
    let is_in_all_of = schema
        .all_of
        .first()
        .is_some_and(|first| is_said(&first.any_of));
    if schema.int_or_string && !is_said(&schema.any_of) && !is_in_all_of {
        let of_type = |name: &str| Schema {
            type_name: name.to_owned(),
            ..Schema::default()
        };
        let types = vec![of_type("integer"), of_type("string")];
        if schema.any_of.is_empty() {
            schema.any_of = types;
        } else {
            let first = Schema {
                any_of: types,
                ..Schema::default()
            };
            schema.all_of.insert(0, first);
        }
    }
    if let Some(Items::One(items)) = &mut schema.items {
        unfold(items);
    }
    schema.properties.values_mut().for_each(unfold);
    if let Some(Additional::Schema(values)) = &mut schema.additional_properties {
        unfold(values);
    }
}

/// A node outside of combinators.
pub(super) fn node(schema: &Schema, openapi: OpenApi) -> Map<String, Value> {
    let mut members = Map::new();
    generic(schema, &mut members);
    extensions(schema, &mut members);
    values(schema, &mut members);
    let mut put = |keyword: &str, value: Value| {
        members.insert(keyword.to_owned(), value);
    };
    if let Some(items) = schema.item_schema() {
        put("items", Value::Object(node(items, openapi)));
    }
    match &schema.additional_properties {
        None => {}
        Some(Additional::Allowed(allowed)) => put("additionalProperties", (*allowed).into()),
        Some(Additional::Schema(schema)) => {
            put("additionalProperties", Value::Object(node(schema, openapi)));
        }
    }
    if !schema.properties.is_empty() {
        let properties: Map<String, Value> = schema
            .properties
            .iter()
            .map(|(name, property)| (name.clone(), Value::Object(node(property, openapi))))
            .collect();
        put("properties", Value::Object(properties));
    }
    let is_open = openapi == OpenApi::V2 && schema.preserves();
    if schema.embedded_resource && !is_open {
        resource(&mut members, openapi);
        let required = members.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(required) = required {
            for name in ["kind", "apiVersion"] {
                if !required.iter().any(|listed| listed == name) {
                    required.push(name.into());
                }
            }
        }
    }
    members
}

/// Adds the fields that every resource has.
pub(super) fn resource(members: &mut Map<String, Value>, openapi: OpenApi) {
    let properties = members.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        for name in ["apiVersion", "kind"] {
            properties.insert(name.to_owned(), json!({"type": "string"}));
        }
        properties.insert(
            "metadata".to_owned(),
            openapi.described_reference(OBJECT_META),
        );
    }
}

/// A node inside of a combinator. Apart from the types of an int-or-string, it only has constraints.
fn nested(schema: &Schema) -> Value {
    let mut members = Map::new();
    generic(schema, &mut members);
    values(schema, &mut members);
    if let Some(items) = schema.item_schema() {
        members.insert("items".to_owned(), nested(items));
    }
    if !schema.properties.is_empty() {
        let properties: Map<String, Value> = schema
            .properties
            .iter()
            .map(|(name, property)| (name.clone(), nested(property)))
            .collect();
        members.insert("properties".to_owned(), Value::Object(properties));
    }
    Value::Object(members)
}

fn generic(schema: &Schema, members: &mut Map<String, Value>) {
    let mut put = |keyword: &str, value: Value| {
        members.insert(keyword.to_owned(), value);
    };
    for (keyword, text) in [
        ("type", &schema.type_name),
        ("description", &schema.description),
        ("title", &schema.title),
    ] {
        if !text.is_empty() {
            put(keyword, text.as_str().into());
        }
    }
    if schema.nullable {
        put("nullable", true.into());
    }
    if let Some(default) = &schema.default {
        put("default", written(default));
    }
    // The server's encoder omits what is empty, unless, as a default, it says something.
    if let Some(example) = schema.example.as_ref().filter(|value| !is_empty(value)) {
        put("example", written(example));
    }
    if let Some(docs) = &schema.external_docs {
        let texts = [("description", &docs.description), ("url", &docs.url)];
        let texts = texts
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| (name.to_owned(), text.as_str().into()));
        put("externalDocs", Value::Object(texts.collect()));
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

fn extensions(schema: &Schema, members: &mut Map<String, Value>) {
    let mut put = |keyword: &str, value: Value| {
        members.insert(format!("x-kubernetes-{keyword}"), value);
    };
    for (keyword, is_set) in [
        ("preserve-unknown-fields", schema.preserves()),
        ("embedded-resource", schema.embedded_resource),
        ("int-or-string", schema.int_or_string),
    ] {
        if is_set {
            put(keyword, true.into());
        }
    }
    if !schema.list_map_keys.is_empty() {
        put("list-map-keys", schema.list_map_keys.as_slice().into());
    }
    for (keyword, text) in [
        ("list-type", &schema.list_type),
        ("map-type", &schema.map_type),
    ] {
        if let Some(text) = text {
            put(keyword, text.as_str().into());
        }
    }
    if !schema.validations.is_empty() {
        put("validations", schema.validations.iter().map(rule).collect());
    }
}

fn rule(rule: &ValidationRule) -> Value {
    let mut members = Map::from_iter([("rule".to_owned(), rule.rule.as_str().into())]);
    for (name, text) in [
        ("message", rule.message.as_str()),
        ("messageExpression", &rule.message_expression),
        ("reason", rule.reason.as_deref().unwrap_or_default()),
        ("fieldPath", &rule.field_path),
    ] {
        if !text.is_empty() {
            members.insert(name.to_owned(), text.into());
        }
    }
    if let Some(optional) = rule.optional_old_self {
        members.insert("optionalOldSelf".to_owned(), optional.into());
    }
    Value::Object(members)
}

fn values(schema: &Schema, members: &mut Map<String, Value>) {
    let mut put = |keyword: &str, value: Value| {
        members.insert(keyword.to_owned(), value);
    };
    for (keyword, text) in [("format", &schema.format), ("pattern", &schema.pattern)] {
        if !text.is_empty() {
            put(keyword, text.as_str().into());
        }
    }
    for (keyword, number) in [
        ("maximum", schema.maximum),
        ("minimum", schema.minimum),
        ("multipleOf", schema.multiple_of),
    ] {
        if let Some(number) = number {
            put(keyword, written(&number.into()));
        }
    }
    for (keyword, number) in [
        ("maxLength", schema.max_length),
        ("minLength", schema.min_length),
        ("maxItems", schema.max_items),
        ("minItems", schema.min_items),
        ("maxProperties", schema.max_properties),
        ("minProperties", schema.min_properties),
    ] {
        if let Some(number) = number {
            put(keyword, number.into());
        }
    }
    for (keyword, is_set) in [
        ("exclusiveMaximum", schema.exclusive_maximum),
        ("exclusiveMinimum", schema.exclusive_minimum),
        ("uniqueItems", schema.unique_items),
    ] {
        if is_set {
            put(keyword, true.into());
        }
    }
    if !schema.enumeration.is_empty() {
        put("enum", schema.enumeration.iter().map(written).collect());
    }
    if !schema.required.is_empty() {
        put("required", schema.required.as_slice().into());
    }
    for (keyword, list) in [
        ("allOf", &schema.all_of),
        ("anyOf", &schema.any_of),
        ("oneOf", &schema.one_of),
    ] {
        if !list.is_empty() {
            put(keyword, list.iter().map(nested).collect());
        }
    }
    if let Some(not) = &schema.not {
        put("not", nested(not));
    }
}

/// A value with its numbers as the server writes them.
fn written(value: &Value) -> Value {
    let mut value = value.clone();
    as_written(&mut value);
    value
}
