//! What schemas say of values at places.

use serde_json::{Map, Value, json};

/// Whether any member has a default.
pub(super) fn has_members_by_default(schema: Option<&Value>) -> bool {
    let members = schema.and_then(|schema| schema.get("properties")?.as_object());
    members.is_some_and(|members| members.values().any(|of| of.get("default").is_some()))
}

/// Whether anything within a value has a default.
pub(super) fn has_default_within(schema: &Value) -> bool {
    let mut inner = ["items", "additionalProperties"].into_iter();
    let members = schema.get("properties").and_then(Value::as_object);
    let is_set = |schema: &Value| schema.get("default").is_some() || has_default_within(schema);
    inner.any(|keyword| schema.get(keyword).is_some_and(is_set))
        || members.is_some_and(|members| members.values().any(is_set))
}

/// What an embedded resource has whether its schema names it or not, where nothing asks for it to be there.
fn name_members_of_resources(keywords: &mut Map<String, Value>) {
    let text = json!({"type": "string"});
    let texts = json!({"type": "object", "additionalProperties": text});
    let metadata = json!({
        "type": "object", "x-kubernetes-preserve-unknown-fields": true,
        "properties": {
            "name": text, "generateName": text, "namespace": text, "labels": texts, "annotations": texts,
        },
    });
    let properties = keywords.entry("properties").or_insert_with(|| json!({}));
    let Value::Object(properties) = properties else {
        return;
    };
    properties.insert("metadata".to_owned(), metadata);
    for name in ["apiVersion", "kind"] {
        properties.entry(name).or_insert_with(|| text.clone());
    }
}

/// Takes out of a schema what asks for members to be there.
pub(super) fn without_required(schema: &mut Value) {
    let Value::Object(keywords) = schema else {
        return;
    };
    for keyword in ["required", "minProperties", "not"] {
        keywords.remove(keyword);
    }
    if keywords.remove("x-kubernetes-embedded-resource") == Some(Value::Bool(true)) {
        name_members_of_resources(keywords);
    }
    // Alternatives that differ in what they require.
    for keyword in ["oneOf", "anyOf", "allOf"] {
        let asks = |schema: &Value| schema.get("required").is_some() || schema.get("not").is_some();
        let alternatives = keywords.get(keyword).and_then(Value::as_array);
        if alternatives.is_some_and(|schemas| schemas.iter().any(asks)) {
            keywords.remove(keyword);
        }
        if let Some(Value::Array(schemas)) = keywords.get_mut(keyword) {
            schemas.iter_mut().for_each(without_required);
        }
    }
    // What lacks the tag may be of any variant.
    if let Some(schemas) = keywords.remove("oneOf") {
        keywords.entry("anyOf").or_insert(schemas);
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = keywords.get_mut(keyword) {
            without_required(inner);
        }
    }
    if let Some(Value::Object(properties)) = keywords.get_mut("properties") {
        properties.values_mut().for_each(without_required);
    }
}

/// The values that labels may have: at most 63 of `[A-Za-z0-9_.-]`, beginning and ending with a letter or digit.
pub(super) fn is_label_value(text: &str) -> bool {
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    bytes.is_empty()
        || (bytes.len() <= 63
            && ends(bytes.first())
            && ends(bytes.last())
            && bytes
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte)))
}
