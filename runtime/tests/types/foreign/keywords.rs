//! Keyword by keyword, what a JSON schema becomes.

use serde_json::{Value, json};

use super::becomes;

#[test]
fn null_types_become_nullable() {
    becomes(
        &json!({"type": ["string", "null"]}),
        &json!({"type": "string", "nullable": true}),
    );
    becomes(
        &json!({"type": "string", "nullable": true}),
        &json!({"type": "string", "nullable": true}),
    );
    becomes(
        &json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
        &json!({"type": "boolean", "nullable": true}),
    );
    becomes(
        &json!({"oneOf": [{"type": "null"}, {"type": "integer", "format": "int32"}]}),
        &json!({"type": "integer", "format": "int32", "nullable": true}),
    );
    // Nothing but `null`: an object that can have no number of members.
    becomes(
        &json!({"type": "null"}),
        &json!({"type": "object", "nullable": true, "minProperties": 1, "maxProperties": 0}),
    );
    becomes(
        &json!({"const": null}),
        &json!({"type": "object", "nullable": true, "minProperties": 1, "maxProperties": 0}),
    );
}

#[test]
fn enums_take_null_only_beside_them() {
    becomes(
        &json!({"enum": ["a", "b"]}),
        &json!({"type": "string", "enum": ["a", "b"]}),
    );
    becomes(
        &json!({"type": "string", "const": "a"}),
        &json!({"type": "string", "enum": ["a"]}),
    );
    becomes(
        &json!({"const": true}),
        &json!({"type": "boolean", "enum": [true]}),
    );
    becomes(
        &json!({"enum": [1, 2]}),
        &json!({"type": "integer", "enum": [1, 2]}),
    );
    becomes(
        &json!({"enum": [1, 2.5]}),
        &json!({"type": "number", "enum": [1, 2.5]}),
    );
    // The API server finds `null` in no enum, so the enum may not look at it.
    let nullable = json!({"type": "string", "nullable": true, "allOf": [{"enum": ["a"]}]});
    becomes(&json!({"enum": ["a", null]}), &nullable);
    becomes(
        &json!({"type": ["string", "null"], "enum": ["a", null]}),
        &nullable,
    );
    // JSON Schema does not: `null` is none of these.
    becomes(
        &json!({"type": ["string", "null"], "enum": ["a"]}),
        &json!({"type": "string", "enum": ["a"]}),
    );
    // Of another type than the schema's.
    becomes(
        &json!({"type": "string", "enum": ["a", 1]}),
        &json!({"type": "string", "enum": ["a"]}),
    );
}

#[test]
fn formats_get_the_patterns_of_what_writes_them() {
    let pattern_of = |json: &Value| {
        super::structural(json).unwrap()["pattern"]
            .as_str()
            .map(str::to_owned)
    };
    for format in [
        "date",
        "date-time",
        "partial-date-time",
        "partial-time",
        "duration",
        "uuid",
        "uri",
        "ip",
        "ipv4",
        "ipv6",
        "byte",
    ] {
        let pattern = pattern_of(&json!({"type": "string", "format": format}));
        assert!(
            pattern.is_some_and(|pattern| pattern.starts_with('^') && pattern.ends_with('$')),
            "{format}"
        );
    }
    assert_eq!(
        pattern_of(&json!({"type": "string", "contentEncoding": "base64"})),
        pattern_of(&json!({"type": "string", "format": "byte"})),
    );
    // A pattern of one's own stays, and what the API server does not know goes.
    becomes(
        &json!({"type": "string", "format": "ip", "pattern": "^10\\."}),
        &json!({"type": "string", "pattern": "^10\\."}),
    );
    becomes(
        &json!({"type": "string", "format": "semver"}),
        &json!({"type": "string"}),
    );
    // With a format that it knows, the API server takes lists for strings, unless there can be none.
    becomes(
        &json!({"type": "string", "format": "hostname"}),
        &json!({"type": "string", "format": "hostname", "minItems": 1, "maxItems": 0}),
    );
}

#[test]
fn documentation_stays_and_noise_goes() {
    becomes(
        &json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://example.com/x",
            "$comment": "for maintainers",
            "title": "TypeName",
            "description": "What it is.",
            "type": "string",
            "default": "a",
            "examples": [null, "b", "c"],
            "deprecated": true,
            "readOnly": true,
            "writeOnly": false,
            "contentMediaType": "text/plain",
            "x-other": 1,
            "unknown": 2,
            "$defs": {"Unused": false},
        }),
        &json!({"type": "string", "description": "What it is.", "default": "a", "example": "b"}),
    );
    becomes(
        &json!({"type": "object", "properties": {"a": {"title": "Given", "type": "boolean"}}}),
        &json!({"type": "object", "properties": {"a": {"title": "Given", "type": "boolean"}}}),
    );
}

#[test]
fn members_with_a_default_are_not_required() {
    becomes(
        &json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "default": "x"},
                "b": {"type": ["string", "null"], "default": null},
                "c": {"type": "string"},
            },
            "required": ["a", "b", "c"],
        }),
        &json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "default": "x"},
                "b": {"type": "string", "nullable": true},
                "c": {"type": "string"},
            },
            "required": ["b", "c"],
        }),
    );
}

#[test]
fn free_members_are_kept_and_denied_ones_pruned() {
    let any = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    becomes(&json!({"type": "object"}), &any);
    becomes(
        &json!({"type": "object", "additionalProperties": true}),
        &any,
    );
    becomes(&json!({"type": "object", "additionalProperties": {}}), &any);
    becomes(
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}}, "additionalProperties": true}),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "boolean"}},
            "x-kubernetes-preserve-unknown-fields": true,
        }),
    );
    becomes(
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}}, "additionalProperties": false}),
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}}}),
    );
    becomes(
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}}, "unevaluatedProperties": false}),
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}}}),
    );
    let kept = json!({
        "type": "object",
        "properties": {"a": {"type": "boolean"}},
        "x-kubernetes-preserve-unknown-fields": true,
    });
    for rest in [json!(true), json!({}), json!({"description": "Whatever."})] {
        becomes(
            &json!({"type": "object", "properties": {"a": {"type": "boolean"}}, "unevaluatedProperties": rest}),
            &kept,
        );
    }
    // All members are described already, or there are no others.
    becomes(
        &json!({"type": "object", "additionalProperties": {"type": "boolean"}, "unevaluatedProperties": true}),
        &json!({"type": "object", "additionalProperties": {"type": "boolean"}}),
    );
    becomes(
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}}, "additionalProperties": false, "unevaluatedProperties": true}),
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}}}),
    );
    becomes(
        &json!({"type": "object", "additionalProperties": {"type": ["integer", "null"]}, "maxProperties": 3}),
        &json!({"type": "object", "additionalProperties": {"type": "integer", "nullable": true}, "maxProperties": 3}),
    );
    let anything = json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true});
    becomes(&json!(true), &anything);
    becomes(&json!({}), &anything);
    becomes(
        &json!({"type": "array"}),
        &json!({"type": "array", "items": anything}),
    );
}

#[test]
fn names_of_members_are_held_to_what_they_must_be() {
    let rule = json!([{
        "rule": "self.all(k, k.matches('^[0-9]+$'))",
        "message": "keys must be like ^[0-9]+$",
    }]);
    let map = json!({
        "type": "object",
        "additionalProperties": {"type": "boolean"},
        "x-kubernetes-validations": rule,
    });
    becomes(
        &json!({"type": "object", "patternProperties": {"^[0-9]+$": {"type": "boolean"}}, "additionalProperties": false}),
        &map,
    );
    becomes(
        &json!({"type": "object", "propertyNames": {"pattern": "^[0-9]+$"}, "additionalProperties": {"type": "boolean"}}),
        &map,
    );
    // As fields, all others are pruned.
    becomes(
        &json!({"type": "object", "propertyNames": {"enum": ["a", "b"]}, "additionalProperties": {"type": "boolean"}}),
        &json!({"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}}}),
    );
}

#[test]
fn lists() {
    becomes(
        &json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 1}),
        &json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set", "minItems": 1}),
    );
    // The API server compares objects as a whole, and asks that it be said.
    becomes(
        &json!({"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}, "uniqueItems": true}),
        &json!({
            "type": "array",
            "items": {"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-map-type": "atomic"},
            "x-kubernetes-list-type": "set",
        }),
    );
    becomes(
        &json!({"type": "array", "items": {"type": ["string", "null"]}, "uniqueItems": true, "maxItems": 1}),
        &json!({"type": "array", "items": {"type": "string", "nullable": true}, "maxItems": 1}),
    );
    // Tuples of one type.
    becomes(
        &json!({"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "minItems": 2, "maxItems": 2}),
        &json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
    );
    becomes(
        &json!({"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "items": false}),
        &json!({"type": "array", "items": {"type": "number"}, "maxItems": 2}),
    );
}

#[test]
fn kubernetes_own_words_stay() {
    becomes(
        &json!({
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["name"],
            "x-kubernetes-validations": [{"rule": "self.size() < 5"}],
            "maxItems": 5,
        }),
        &json!({
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["name"],
            "x-kubernetes-validations": [{"rule": "self.size() < 5"}],
            "maxItems": 5,
        }),
    );
    becomes(
        &json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}),
        &json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}),
    );
    becomes(
        &json!({"type": "object", "additionalProperties": {"type": "string"}, "x-kubernetes-map-type": "atomic"}),
        &json!({"type": "object", "additionalProperties": {"type": "string"}, "x-kubernetes-map-type": "atomic"}),
    );
}
