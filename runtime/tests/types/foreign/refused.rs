//! What no structural schema can say, and in which words.

use serde_json::{Value, json};

use super::structural;

#[track_caller]
fn refused(json: &Value, place: &str, words: &str) {
    match structural(json) {
        Ok(schema) => panic!("{json} becomes {schema}"),
        Err(said) => {
            assert!(said.contains("`elsewhere::Foreign`"), "{said}");
            assert!(said.contains(&format!("at `{place}`")), "{said}");
            assert!(said.contains(words), "{said}");
            assert!(said.contains("#[schema(with = "), "{said}");
            assert!(said.contains("#[schema(opaque)]"), "{said}");
        }
    }
}

#[test]
fn recursion() {
    refused(
        &json!({"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}),
        "$.properties.next.anyOf[0]",
        "`$ref: #` leads back",
    );
    refused(
        &json!({"$ref": "#/$defs/A", "$defs": {
            "A": {"type": "array", "items": {"$ref": "#/$defs/B"}},
            "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}},
        }}),
        "$.items.properties.a",
        "`$ref: #/$defs/A` leads back",
    );
    refused(
        &json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}),
        "$",
        "leads back",
    );
}

#[test]
fn references_to_nowhere() {
    refused(
        &json!({"items": {"$ref": "#/$defs/Nope"}}),
        "$.items",
        "refers to nothing",
    );
    refused(
        &json!({"$ref": "https://example.com/schema.json"}),
        "$",
        "refers to nothing",
    );
    refused(&json!({"$ref": 5}), "$", "`$ref` must be a string");
}

#[test]
fn tuples() {
    let words = "the items of a list differ by position";
    let pair = json!([{"type": "string"}, {"type": "integer"}]);
    refused(
        &json!({"type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2}),
        "$",
        words,
    );
    refused(&json!({"type": "array", "items": pair}), "$", words);
    // What comes after the second is anything.
    refused(
        &json!({"type": "array", "prefixItems": [{"type": "string"}]}),
        "$",
        words,
    );
}

#[test]
fn fields_beside_data() {
    refused(
        &json!({"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "string"}}),
        "$",
        "there are fields and, beside them, other members",
    );
    refused(
        &json!({"type": "object", "properties": {"a": {}}, "patternProperties": {"^x-": true}}),
        "$",
        "depend on its keys' patterns",
    );
    for digits in [r"^\d+$", r"^-?\d+$"] {
        refused(
            &json!({"type": "object", "patternProperties": {digits: true}, "additionalProperties": false}),
            "$",
            "does not say how large",
        );
    }
    refused(
        &json!({"type": "object", "patternProperties": {"^a": {"type": "string"}, "^b": {"type": "integer"}}, "additionalProperties": false}),
        "$",
        "depend on its keys' patterns",
    );
}

#[test]
fn nothing_is_valid() {
    refused(&json!(false), "$", "no value is valid");
    refused(
        &json!({"properties": {"a": false}}),
        "$.properties.a",
        "no value is valid",
    );
    refused(
        &json!({"type": "integer", "minimum": 2, "maximum": 1}),
        "$",
        "no value is valid",
    );
    refused(
        &json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
        "$",
        "no value is valid",
    );
    refused(
        &json!({"enum": ["a"], "const": "b"}),
        "$",
        "no value is valid",
    );
    refused(
        &json!({"type": "integer", "minimum": 9_223_372_036_854_775_807_u64}),
        "$",
        "no value is valid",
    );
    refused(
        &json!({"type": "string", "not": {}}),
        "$.not",
        "no value is valid",
    );
}

#[test]
fn keywords_that_would_not_be_enforced() {
    for keyword in [
        "if",
        "then",
        "else",
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "$dynamicRef",
    ] {
        refused(
            &json!({"items": {"type": "object", keyword: {}}}),
            "$.items",
            &format!("does not know `{keyword}`"),
        );
    }
    refused(
        &json!({"unevaluatedProperties": {"type": "string"}}),
        "$",
        "does not know `unevaluatedProperties`",
    );
    refused(
        &json!({"type": "array", "unevaluatedItems": false}),
        "$",
        "does not know `unevaluatedItems`",
    );
}

#[test]
fn what_the_api_server_misreads() {
    refused(
        &json!({"type": "number", "multipleOf": 0.1}),
        "$",
        "`multipleOf: 0.1` has a fraction",
    );
    refused(
        &json!({"const": {"a": 1}}),
        "$",
        "a constant is a list or an object",
    );
}

#[test]
fn alternatives_that_cannot_be_told() {
    refused(
        &json!({"anyOf": [
            {"type": "object", "additionalProperties": {"type": "string"}},
            {"type": "object", "additionalProperties": {"type": "integer"}},
        ]}),
        "$.anyOf",
        "is a map of other values",
    );
    refused(
        &json!({"anyOf": [
            {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a", "b"]},
        ]}),
        "$.anyOf",
        "`a` is nullable in one and not in the other",
    );
    refused(
        &json!({"type": "object", "properties": {"a": {"type": "string"}}, "not": {"required": ["b"], "properties": {"b": {"const": 1}}}}),
        "$.not",
        "`not` is about `b`",
    );
}

#[test]
fn no_schemas_at_all() {
    refused(&json!("string"), "$", "neither an object nor a boolean");
    refused(
        &json!({"properties": {"a": 1}}),
        "$.properties.a",
        "neither an object nor a boolean",
    );
    refused(&json!({"type": "text"}), "$", "`type: text` is none of");
    refused(&json!({"type": 1}), "$", "`type` must be");
    refused(&json!({"properties": []}), "$", "`properties` must be");
    refused(&json!({"required": "a"}), "$", "`required` must be");
    refused(&json!({"enum": 1}), "$", "`enum` must be");
    refused(&json!({"anyOf": {}}), "$", "`anyOf` must be");
    refused(&json!({"minLength": -1}), "$", "`minLength` must be");
    refused(&json!({"minimum": "1"}), "$", "`minimum` must be");
    refused(
        &json!({"type": "string", "pattern": 1}),
        "$",
        "`pattern` must be",
    );
    refused(&json!({"multipleOf": 0}), "$", "`multipleOf` must be");
}

#[test]
fn all_problems_at_once() {
    let said = structural(&json!({
        "properties": {"a": {"type": "text"}, "b": {"items": [{"type": "string"}, {}]}, "c": {"anyOf": [{"if": {}}, {"enum": 5}]}},
        "required": 7,
    }))
    .unwrap_err();
    for place in [
        "`$`",
        "`$.properties.a`",
        "`$.properties.b`",
        "`$.properties.c.anyOf[0]`",
        "`$.properties.c.anyOf[1]`",
    ] {
        assert!(said.contains(&format!("at {place}")), "{said}");
    }
}

#[test]
fn size_and_depth_have_limits() {
    let mut deep = json!({"type": "string"});
    for _ in 0..150 {
        deep = json!({"type": "array", "items": deep});
    }
    let said = structural(&deep).unwrap_err();
    assert!(said.contains("nested deeper than"), "{said}");

    // Each definition holds the next one twice.
    let mut definitions = serde_json::Map::new();
    for number in 0..40 {
        let next = json!({"$ref": format!("#/$defs/D{}", number + 1)});
        definitions.insert(
            format!("D{number}"),
            json!({"properties": {"a": next, "b": next}}),
        );
    }
    definitions.insert("D40".to_owned(), json!({"type": "string"}));
    let said = structural(&json!({"$ref": "#/$defs/D0", "$defs": definitions})).unwrap_err();
    assert!(said.contains("more than 100000 parts"), "{said}");
}
