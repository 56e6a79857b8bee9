//! Schemas from JSON.

use serde_json::Value;
use wheelwright_cel::schema::{ListType, Schema, SchemaType};

pub(crate) fn schema(json: &Value) -> Schema {
    let flag = |key: &str| json.get(key) == Some(&Value::Bool(true));
    let number = |key: &str| json.get(key).and_then(Value::as_i64);
    let text = |key: &str| json.get(key).and_then(Value::as_str).unwrap_or_default();
    let texts = |key: &str| -> Vec<String> {
        let list = json.get(key).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    };
    let below = |key: &str| {
        json.get(key)
            .filter(|value| value.is_object())
            .map(|value| Box::new(schema(value)))
    };
    let longest_enum = json
        .get("enum")
        .and_then(Value::as_array)
        .filter(|values| !values.is_empty())
        .map(|values| {
            let longest = values.iter().filter_map(Value::as_str).map(str::len).max();
            i64::try_from(longest.unwrap_or(0)).expect("a text is not that long")
        });
    Schema {
        ty: match text("type") {
            "array" => SchemaType::Array,
            "boolean" => SchemaType::Boolean,
            "integer" => SchemaType::Integer,
            "number" => SchemaType::Number,
            "object" => SchemaType::Object,
            "string" => SchemaType::String,
            _ => SchemaType::None,
        },
        format: text("format").to_owned(),
        int_or_string: flag("x-kubernetes-int-or-string"),
        embedded_resource: flag("x-kubernetes-embedded-resource"),
        list_type: match text("x-kubernetes-list-type") {
            "set" => ListType::Set,
            "map" => ListType::Map,
            _ => ListType::Atomic,
        },
        list_map_keys: texts("x-kubernetes-list-map-keys"),
        nullable: flag("nullable"),
        items: below("items"),
        properties: json
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), schema(value)))
            .collect(),
        additional_properties: below("additionalProperties"),
        required: texts("required"),
        has_default: json
            .get("default")
            .is_some_and(|default| !default.is_null()),
        max_items: number("maxItems"),
        max_length: number("maxLength"),
        max_properties: number("maxProperties"),
        longest_enum,
        unknown: false,
    }
}
