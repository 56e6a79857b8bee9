//! References and combinators.

use serde_json::json;

use super::becomes;

#[test]
fn references_are_written_out() {
    becomes(
        &json!({
            "type": "object",
            "properties": {
                "a": {"$ref": "#/$defs/A"},
                "b": {"$ref": "#/$defs/A", "description": "Another one."},
                "c": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}], "description": "Perhaps one."},
            },
            "$defs": {"A": {"description": "A.", "type": "string", "maxLength": 3}},
        }),
        &json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "maxLength": 3, "description": "A."},
                "b": {"type": "string", "maxLength": 3, "description": "Another one."},
                "c": {"type": "string", "maxLength": 3, "description": "Perhaps one.", "nullable": true},
            },
        }),
    );
    becomes(
        &json!({"$ref": "#/definitions/A%2FB", "definitions": {"A/B": false, "A": {"B": {"type": "boolean"}}}}),
        &json!({"type": "boolean"}),
    );
    // What stands beside a reference holds too.
    becomes(
        &json!({"$ref": "#/$defs/A", "properties": {"b": {"type": "boolean"}}, "required": ["b"], "$defs": {
            "A": {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
        }}),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}},
            "required": ["b", "a"],
        }),
    );
}

#[test]
fn all_of_becomes_one() {
    becomes(
        &json!({"allOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"type": "integer", "minimum": 3, "exclusiveMaximum": 20}]}),
        &json!({"type": "integer", "minimum": 3, "maximum": 9}),
    );
    becomes(
        &json!({"allOf": [{"type": ["string", "null"]}, {"type": "string", "maxLength": 2}, {"maxLength": 4, "minLength": 1}]}),
        &json!({"type": "string", "minLength": 1, "maxLength": 2}),
    );
    becomes(
        &json!({"allOf": [{"type": "string", "pattern": "^a"}, {"pattern": "b$"}]}),
        &json!({"type": "string", "pattern": "^a", "allOf": [{"pattern": "b$"}]}),
    );
    becomes(
        &json!({"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["c", "b", "d"]}]}),
        &json!({"type": "string", "enum": ["b", "c"]}),
    );
    becomes(
        &json!({"allOf": [
            {"type": "object", "properties": {"a": {"type": "number"}}},
            {"properties": {"a": {"type": "integer"}, "b": {"type": "boolean"}}, "required": ["a"]},
        ]}),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "boolean"}},
            "required": ["a"],
        }),
    );
}

#[test]
fn documented_constants_become_an_enum_with_a_legend() {
    becomes(
        &json!({"description": "How.", "oneOf": [
            {"type": "string", "enum": ["b", "c"]},
            {"description": "The first.", "type": "string", "const": "a"},
        ]}),
        &json!({"type": "string", "enum": ["b", "c", "a"], "description": "How.\n\n- `a`: The first."}),
    );
}

#[test]
fn one_member_of_several() {
    becomes(
        &json!({"oneOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false},
            {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"], "additionalProperties": false},
        ]}),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
        }),
    );
}

#[test]
fn a_tag_and_what_comes_with_it() {
    becomes(
        &json!({"oneOf": [
            {"type": "object", "properties": {"t": {"const": "A"}, "x": {"type": "string"}}, "required": ["t", "x"]},
            {"type": "object", "properties": {"t": {"const": "B"}, "y": {"type": "string"}}, "required": ["t"]},
        ]}),
        &json!({
            "type": "object",
            "properties": {
                "t": {"type": "string", "enum": ["A", "B"]},
                "x": {"type": "string"},
                "y": {"type": "string"},
            },
            "required": ["t"],
            "oneOf": [
                {"properties": {"t": {"enum": ["A"]}}, "required": ["x"]},
                {"properties": {"t": {"enum": ["B"]}}},
            ],
        }),
    );
    // Where serde denies unknown fields, those of the other variant are unknown too.
    becomes(
        &json!({"oneOf": [
            {"type": "object", "properties": {"t": {"const": "A"}, "x": {"type": "string"}}, "required": ["t"], "additionalProperties": false},
            {"type": "object", "properties": {"t": {"const": "B"}}, "required": ["t"], "additionalProperties": false},
        ]}),
        &json!({
            "type": "object",
            "properties": {"t": {"type": "string", "enum": ["A", "B"]}, "x": {"type": "string"}},
            "required": ["t"],
            "oneOf": [
                {"properties": {"t": {"enum": ["A"]}}},
                {"properties": {"t": {"enum": ["B"]}}, "not": {"required": ["x"]}},
            ],
        }),
    );
}

#[test]
fn what_stands_beside_alternatives_holds_for_each() {
    becomes(
        &json!({
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
            "anyOf": [
                {"required": ["a"], "properties": {"a": {"minimum": 5}}},
                {"required": ["b"]},
            ],
        }),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
            "anyOf": [
                {"required": ["a"], "properties": {"a": {"minimum": 5}}},
                {"required": ["b"]},
            ],
        }),
    );
}

#[test]
fn an_alternative_that_takes_all_makes_the_others_mere_words() {
    becomes(
        &json!({"type": "object", "properties": {"k": {"type": "boolean"}}, "anyOf": [
            {"properties": {"x": {"type": "string"}}, "required": ["x"]},
            {},
        ]}),
        &json!({"type": "object", "properties": {"k": {"type": "boolean"}, "x": {"type": "string"}}}),
    );
    becomes(
        &json!({"anyOf": [{"type": "string"}, true]}),
        &json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true}),
    );
}

#[test]
fn the_same_member_with_other_types_is_told_apart_inside() {
    becomes(
        &json!({"oneOf": [
            {"type": "object", "properties": {"t": {"const": "A"}, "v": {"type": "integer"}}, "required": ["t", "v"]},
            {"type": "object", "properties": {"t": {"const": "B"}, "v": {"type": "string"}}, "required": ["t", "v"]},
        ]}),
        &json!({
            "type": "object",
            "properties": {
                "t": {"type": "string", "enum": ["A", "B"]},
                "v": {"x-kubernetes-int-or-string": true},
            },
            "required": ["t", "v"],
            // No string is at least one and at most no characters long, and so for numbers.
            "oneOf": [
                {"properties": {"t": {"enum": ["A"]}, "v": {"minLength": 1, "maxLength": 0}}},
                {"properties": {"t": {"enum": ["B"]}, "v": {"minimum": 1, "maximum": 0}}},
            ],
        }),
    );
}

#[test]
fn not_says_what_it_denies_within_the_types() {
    becomes(
        &json!({"type": "integer", "not": {"const": 0}}),
        &json!({"type": "integer", "not": {"enum": [0]}}),
    );
    becomes(
        &json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "not": {"required": ["a", "b"]}}),
        &json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "not": {"required": ["a", "b"]},
        }),
    );
    // Of another type: denies nothing.
    becomes(
        &json!({"type": "integer", "not": {"type": "string"}}),
        &json!({"type": "integer"}),
    );
}
