//! Every keyword is read, says nothing about values, or is refused by name.

use serde_json::{Value, json};

use super::structural;

/// What a schema becomes by one more keyword.
#[derive(Debug, PartialEq)]
enum Effect {
    Nothing,
    Other,
    Refused,
}

/// Words for what is no keyword that a CRD lacks, but a value that it cannot have.
const OF_VALUES: [&str; 4] = [
    "differ by position",
    "beside them",
    "depend on its keys",
    "refers to nothing",
];

fn effect(schema: &Value, keyword: &str, value: &Value) -> Effect {
    let within = |schema: &Value| json!({"type": "object", "properties": {"of": schema}});
    let mut more = schema.clone();
    more[keyword] = value.clone();
    let before = structural(&within(schema)).unwrap();
    match structural(&within(&more)) {
        Ok(after) if after == before => Effect::Nothing,
        Ok(_) => Effect::Other,
        Err(words) => {
            let by_value = OF_VALUES.iter().any(|of| words.contains(of));
            assert!(
                by_value || words.contains(&format!("`{keyword}`")),
                "{keyword}: {words}"
            );
            Effect::Refused
        }
    }
}

/// The vocabularies of draft 2020-12 and what they took the place of, `OpenAPI` 3.0's, and Kubernetes' own: a schema in which
/// the keyword says something if it ever does, its value, and what the specification has it do.
#[test]
fn each_keyword_does_what_it_is_for() {
    let text = json!({"type": "string"});
    let number = json!({"type": "number"});
    let list = json!({"type": "array", "items": {"type": "string"}});
    let bare_list = json!({"type": "array"});
    let object = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let any = json!({});
    let cases = [
        // Core
        (
            "$schema",
            &text,
            json!("https://json-schema.org/draft/2020-12/schema"),
            Effect::Nothing,
        ),
        ("$vocabulary", &text, json!({}), Effect::Nothing),
        (
            "$id",
            &text,
            json!("https://example.com/x"),
            Effect::Refused,
        ),
        ("$anchor", &text, json!("x"), Effect::Nothing),
        ("$dynamicAnchor", &text, json!("x"), Effect::Nothing),
        ("$comment", &text, json!("x"), Effect::Nothing),
        (
            "$defs",
            &text,
            json!({"X": {"type": "string"}}),
            Effect::Nothing,
        ),
        (
            "definitions",
            &text,
            json!({"X": {"type": "string"}}),
            Effect::Nothing,
        ),
        ("$ref", &text, json!("#anchor"), Effect::Refused),
        ("$dynamicRef", &text, json!("#x"), Effect::Refused),
        ("$recursiveRef", &text, json!("#"), Effect::Refused),
        ("$recursiveAnchor", &text, json!(true), Effect::Nothing),
        // Applicators
        ("allOf", &text, json!([{"maxLength": 3}]), Effect::Other),
        (
            "anyOf",
            &text,
            json!([{"maxLength": 3}, {"minLength": 5}]),
            Effect::Other,
        ),
        (
            "oneOf",
            &text,
            json!([{"maxLength": 3}, {"minLength": 5}]),
            Effect::Other,
        ),
        ("not", &text, json!({"maxLength": 3}), Effect::Other),
        ("if", &text, json!({"maxLength": 3}), Effect::Refused),
        ("then", &text, json!({"maxLength": 3}), Effect::Refused),
        ("else", &text, json!({"maxLength": 3}), Effect::Refused),
        (
            "dependentSchemas",
            &object,
            json!({"a": {"minProperties": 2}}),
            Effect::Refused,
        ),
        (
            "dependencies",
            &object,
            json!({"a": ["b"]}),
            Effect::Refused,
        ),
        (
            "prefixItems",
            &bare_list,
            json!([{"type": "string"}]),
            Effect::Refused,
        ),
        (
            "items",
            &bare_list,
            json!({"type": "string"}),
            Effect::Other,
        ),
        ("contains", &list, json!({"const": "a"}), Effect::Refused),
        (
            "properties",
            &json!({"type": "object"}),
            json!({"a": {"type": "string"}}),
            Effect::Other,
        ),
        (
            "patternProperties",
            &object,
            json!({"^x": {"type": "string"}}),
            Effect::Refused,
        ),
        ("additionalProperties", &object, json!(true), Effect::Other),
        (
            "additionalProperties",
            &object,
            json!({"type": "string"}),
            Effect::Refused,
        ),
        (
            "propertyNames",
            &map,
            json!({"pattern": "^a"}),
            Effect::Other,
        ),
        (
            "unevaluatedItems",
            &bare_list,
            json!(false),
            Effect::Refused,
        ),
        ("unevaluatedProperties", &object, json!(true), Effect::Other),
        (
            "unevaluatedProperties",
            &object,
            json!({"type": "string"}),
            Effect::Refused,
        ),
        // Undeclared members of a struct are pruned anyway.
        (
            "unevaluatedProperties",
            &object,
            json!(false),
            Effect::Nothing,
        ),
        // Validation
        ("type", &any, json!("string"), Effect::Other),
        ("enum", &text, json!(["a"]), Effect::Other),
        ("const", &text, json!("a"), Effect::Other),
        ("multipleOf", &number, json!(3), Effect::Other),
        ("maximum", &number, json!(3), Effect::Other),
        ("exclusiveMaximum", &number, json!(3), Effect::Other),
        ("minimum", &number, json!(3), Effect::Other),
        ("exclusiveMinimum", &number, json!(3), Effect::Other),
        ("maxLength", &text, json!(3), Effect::Other),
        ("minLength", &text, json!(3), Effect::Other),
        ("pattern", &text, json!("^a"), Effect::Other),
        ("maxItems", &list, json!(3), Effect::Other),
        ("minItems", &list, json!(3), Effect::Other),
        ("uniqueItems", &list, json!(true), Effect::Other),
        ("uniqueItems", &bare_list, json!(true), Effect::Refused),
        (
            "uniqueItems",
            &json!({"type": "array", "items": {"type": ["string", "null"]}}),
            json!(true),
            Effect::Refused,
        ),
        ("maxContains", &list, json!(3), Effect::Nothing),
        ("minContains", &list, json!(3), Effect::Nothing),
        ("maxProperties", &object, json!(3), Effect::Other),
        ("minProperties", &object, json!(3), Effect::Other),
        ("required", &object, json!(["a"]), Effect::Other),
        (
            "dependentRequired",
            &object,
            json!({"a": ["b"]}),
            Effect::Refused,
        ),
        // Formats and content, which are annotations by the specification, but for those that serde's types write.
        ("format", &text, json!("uuid"), Effect::Other),
        ("format", &text, json!("idn-email"), Effect::Nothing),
        ("contentEncoding", &text, json!("base64"), Effect::Other),
        ("contentEncoding", &text, json!("base32"), Effect::Nothing),
        (
            "contentMediaType",
            &text,
            json!("application/json"),
            Effect::Nothing,
        ),
        (
            "contentSchema",
            &text,
            json!({"type": "integer"}),
            Effect::Nothing,
        ),
        // Words
        ("title", &text, json!("X"), Effect::Other),
        ("description", &text, json!("X"), Effect::Other),
        ("default", &text, json!("a"), Effect::Other),
        ("examples", &text, json!(["a"]), Effect::Other),
        ("deprecated", &text, json!(true), Effect::Nothing),
        ("readOnly", &text, json!(true), Effect::Nothing),
        ("writeOnly", &text, json!(true), Effect::Nothing),
        // OpenAPI 3.0
        ("nullable", &text, json!(true), Effect::Other),
        ("example", &text, json!("a"), Effect::Other),
        (
            "externalDocs",
            &text,
            json!({"url": "https://example.com"}),
            Effect::Other,
        ),
        (
            "discriminator",
            &object,
            json!({"propertyName": "a"}),
            Effect::Nothing,
        ),
        ("xml", &text, json!({"name": "a"}), Effect::Nothing),
        // Kubernetes
        (
            "x-kubernetes-preserve-unknown-fields",
            &object,
            json!(true),
            Effect::Other,
        ),
        (
            "x-kubernetes-embedded-resource",
            &json!({"type": "object"}),
            json!(true),
            Effect::Other,
        ),
        (
            "x-kubernetes-int-or-string",
            &any,
            json!(true),
            Effect::Other,
        ),
        ("x-kubernetes-list-type", &list, json!("set"), Effect::Other),
        (
            "x-kubernetes-map-type",
            &object,
            json!("atomic"),
            Effect::Other,
        ),
        (
            "x-kubernetes-validations",
            &text,
            json!([{"rule": "self != ''"}]),
            Effect::Other,
        ),
        (
            "x-kubernetes-validations",
            &text,
            json!({"rule": "self != ''"}),
            Effect::Refused,
        ),
        (
            "x-kubernetes-validation",
            &text,
            json!([{"rule": "self != ''"}]),
            Effect::Refused,
        ),
        ("x-kubernetes-sorted", &list, json!(true), Effect::Refused),
        (
            "x-kubernetes-patch-strategy",
            &list,
            json!("merge"),
            Effect::Nothing,
        ),
        // None at all: notes of somebody's, and constraints that somebody misspelt.
        ("x-order", &text, json!(1), Effect::Nothing),
        (
            "markdownDescription",
            &text,
            json!("**X**"),
            Effect::Nothing,
        ),
        ("enumNames", &text, json!(["A"]), Effect::Nothing),
        ("readonly", &text, json!(true), Effect::Nothing),
        ("note", &text, json!("x"), Effect::Nothing),
        ("maxlength", &text, json!(3), Effect::Refused),
        ("mininum", &number, json!(3), Effect::Refused),
        ("additionalProperty", &object, json!(false), Effect::Refused),
    ];
    for (keyword, schema, value, expected) in cases {
        let found = effect(schema, keyword, &value);
        assert_eq!(found, expected, "`{keyword}: {value}` on {schema}");
    }
}

#[test]
fn a_misspelt_constraint_says_what_was_meant() {
    let words = structural(&json!({"type": "string", "maxlength": 3})).unwrap_err();
    assert!(
        words.contains("no keyword `maxlength`") && words.contains("did you mean `maxLength`?"),
        "{words}"
    );
}
