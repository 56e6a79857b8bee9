//! What the numbers of a JSON schema become.

use serde_json::json;

use super::becomes;

#[test]
fn integers_have_the_api_servers_formats_and_bounds_that_narrow() {
    for (format, expected) in [
        (
            "int8",
            json!({"type": "integer", "format": "int32", "minimum": -128, "maximum": 127}),
        ),
        (
            "int16",
            json!({"type": "integer", "format": "int32", "minimum": -32768, "maximum": 32767}),
        ),
        ("int32", json!({"type": "integer", "format": "int32"})),
        ("int64", json!({"type": "integer", "format": "int64"})),
        ("int", json!({"type": "integer", "format": "int64"})),
        ("int128", json!({"type": "integer", "format": "int64"})),
        (
            "uint8",
            json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255}),
        ),
        (
            "uint16",
            json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 65535}),
        ),
        (
            "uint32",
            json!({"type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32}),
        ),
        (
            "uint64",
            json!({"type": "integer", "format": "int64", "minimum": 0}),
        ),
        (
            "uint",
            json!({"type": "integer", "format": "int64", "minimum": 0}),
        ),
        (
            "uint128",
            json!({"type": "integer", "format": "int64", "minimum": 0}),
        ),
        ("fancy", json!({"type": "integer"})),
    ] {
        becomes(&json!({"type": "integer", "format": format}), &expected);
    }
    // As `schemars` writes them, all said twice.
    becomes(
        &json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255}),
        &json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255}),
    );
    becomes(
        &json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX}),
        &json!({"type": "integer"}),
    );
    becomes(
        &json!({"type": "integer", "format": "uint64", "minimum": 0, "maximum": u64::MAX}),
        &json!({"type": "integer", "format": "int64", "minimum": 0}),
    );
    becomes(
        &json!({"type": "integer", "minimum": -1e30, "maximum": 9.3e18}),
        &json!({"type": "integer"}),
    );
}

#[test]
fn bounds_of_integers_are_inclusive_and_whole() {
    becomes(
        &json!({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10}),
        &json!({"type": "integer", "minimum": 1, "maximum": 9}),
    );
    becomes(
        &json!({"type": "integer", "minimum": 0.5, "maximum": 9.5}),
        &json!({"type": "integer", "minimum": 1, "maximum": 9}),
    );
    becomes(
        &json!({"type": "integer", "exclusiveMinimum": -0.5, "exclusiveMaximum": 2.0}),
        &json!({"type": "integer", "minimum": 0, "maximum": 1}),
    );
    // As OpenAPI 3.0 writes them.
    becomes(
        &json!({"type": "integer", "minimum": 3, "exclusiveMinimum": true}),
        &json!({"type": "integer", "minimum": 4}),
    );
    // The tighter of two.
    becomes(
        &json!({"type": "integer", "minimum": 5, "exclusiveMinimum": 3}),
        &json!({"type": "integer", "minimum": 5}),
    );
    becomes(
        &json!({"type": "integer", "multipleOf": 5}),
        &json!({"type": "integer", "multipleOf": 5}),
    );
    // Every integer is.
    becomes(
        &json!({"type": "integer", "multipleOf": 0.5}),
        &json!({"type": "integer"}),
    );
}

#[test]
fn numbers_keep_their_bounds() {
    becomes(
        &json!({"type": "number", "format": "float", "exclusiveMinimum": 0.5, "maximum": 2}),
        &json!({"type": "number", "format": "float", "minimum": 0.5, "exclusiveMinimum": true, "maximum": 2}),
    );
    becomes(
        &json!({"type": "number", "format": "decimal"}),
        &json!({"type": "number"}),
    );
    becomes(
        &json!({"type": ["integer", "number"]}),
        &json!({"type": "number"}),
    );
}

#[test]
fn integers_and_strings_become_int_or_string() {
    becomes(
        &json!({"type": ["integer", "string"]}),
        &json!({"x-kubernetes-int-or-string": true}),
    );
    becomes(
        &json!({"anyOf": [{"type": "integer", "format": "uint16"}, {"type": "string", "maxLength": 5}]}),
        &json!({"x-kubernetes-int-or-string": true, "minimum": 0, "maximum": 65535, "maxLength": 5}),
    );
    becomes(
        &json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
        &json!({"x-kubernetes-int-or-string": true}),
    );
}
