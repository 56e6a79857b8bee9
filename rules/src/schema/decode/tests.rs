use serde_json::json;

use super::*;
use crate::DecodeError;

fn read(value: &Value) -> Result<(Schema, Vec<String>), DecodeError> {
    let mut decoder = Decoder::default();
    let schema = decode(&mut decoder, value)?;
    Ok((schema, decoder.finish()?))
}

fn error(value: &Value) -> String {
    read(value)
        .expect_err("the server refuses this")
        .to_string()
}

/// Texts of a real API server 1.36, without the path of the schema in the CRD.
#[test]
fn wrong_types_are_refused_in_the_words_of_the_server() {
    let text = |rest: &str| format!("json: cannot unmarshal {rest}");
    for (schema, expected) in [
        (
            json!({"type": ["string"]}),
            text("array into Go struct field JSONSchemaProps.type of type string"),
        ),
        (
            json!({"maxLength": 1.5}),
            text("number 1.5 into Go struct field JSONSchemaProps.maxLength of type int64"),
        ),
        (
            json!({"properties": {"a": {"items": {"maxLength": 9_223_372_036_854_775_808_u64}}}}),
            text(
                "number 9223372036854775808 into Go struct field JSONSchemaProps.properties.items.maxLength of type int64",
            ),
        ),
        (
            json!({"properties": {"a": {"exclusiveMinimum": 5}}}),
            text(
                "number into Go struct field JSONSchemaProps.properties.exclusiveMinimum of type bool",
            ),
        ),
        (
            json!({"enum": "a"}),
            text("string into Go struct field JSONSchemaProps.enum of type []v1.JSON"),
        ),
        (
            json!({"properties": {"a": {"properties": []}}}),
            text(
                "array into Go struct field JSONSchemaProps.properties.properties of type map[string]v1.JSONSchemaProps",
            ),
        ),
        (
            json!({"x-kubernetes-validations": {}}),
            text(
                "object into Go struct field JSONSchemaProps.x-kubernetes-validations of type v1.ValidationRules",
            ),
        ),
        (
            json!({"x-kubernetes-validations": ["a"]}),
            text(
                "string into Go struct field JSONSchemaProps.x-kubernetes-validations of type v1.ValidationRule",
            ),
        ),
        (
            json!({"x-kubernetes-validations": [{"message": 1}]}),
            text(
                "number into Go struct field ValidationRule.x-kubernetes-validations.message of type string",
            ),
        ),
        (
            json!({"additionalProperties": "no"}),
            "boolean or JSON schema expected".to_owned(),
        ),
    ] {
        assert_eq!(error(&schema), expected, "{schema}");
    }
}

#[test]
fn an_error_below_items_wins_over_an_earlier_one() {
    let schema = json!({"format": 1, "items": {"x-kubernetes-validations": [{"rule": 1}]}});
    assert_eq!(
        error(&schema),
        "json: cannot unmarshal number into Go struct field JSONSchemaProps.items.x-kubernetes-validations.rule of type string"
    );
}

#[test]
fn null_is_absence_except_in_an_enum() {
    let (schema, _) = read(&json!({
        "type": null, "default": null, "maxLength": null, "items": null, "additionalProperties": null, "not": null,
        "allOf": null, "x-kubernetes-list-type": null, "externalDocs": null, "nullable": null, "enum": [null, 1],
    }))
    .expect("nulls are read");
    assert_eq!(
        schema,
        Schema {
            enumeration: vec![Value::Null, json!(1)],
            ..Schema::default()
        }
    );
}

#[test]
fn items_that_are_no_schema_are_present_and_empty() {
    for value in [json!("x"), json!(true), json!(5)] {
        assert_eq!(
            read(&json!({ "items": value })).expect("read").0.items,
            Some(Items::Nothing)
        );
    }
    let (schema, _) = read(&json!({"items": [], "properties": {"a": null}})).expect("read");
    assert_eq!(schema.items, Some(Items::Many(Vec::new())));
    assert_eq!(schema.properties.get("a"), Some(&Schema::default()));
}

/// The server reads what is below `items` and `additionalProperties` with code that does not look for unknown fields.
#[test]
fn unknown_keywords_are_listed_outside_items() {
    let (_, unknown) = read(&json!({
        "const": 1,
        "properties": {"a": {"allOf": [{"minlength": 1}], "items": {"const": 1}, "additionalProperties": {"const": 1}}},
    }))
    .expect("unknown keywords are no error");
    assert_eq!(unknown, ["const", "properties.a.allOf[0].minlength"]);
}

#[test]
fn depth_is_limited() {
    let mut schema = json!({});
    for _ in 0..200 {
        schema = json!({ "not": schema });
    }
    assert_eq!(read(&schema).map(|_| ()), Err(DecodeError::TooDeep));
}
