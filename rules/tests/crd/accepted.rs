//! What looks wrong and is accepted all the same: a real API server 1.36 takes every one of these.

use serde_json::{Value, json};
use wheelwright_rules::crd;

use crate::{assert_accepted, with_schema};

fn with_field(field: &Value) -> Value {
    with_schema(&json!({"type": "object", "properties": {"spec": field}}))
}

#[test]
fn contradictory_constraints() {
    for field in [
        json!({"type": "integer", "minimum": 5, "maximum": 1}),
        json!({"type": "string", "maxLength": -1, "minLength": 3}),
        json!({"type": "object", "required": ["nowhere"]}),
        json!({"type": "string", "enum": [1, {"a": []}]}),
        json!({"type": "integer", "maximum": 1.5}),
        json!({"type": "integer", "format": "int32", "maximum": 3e9}),
        json!({"type": "string", "items": {"type": "string"}}),
        json!({"type": "integer", "x-kubernetes-int-or-string": true}),
        json!({"x-kubernetes-int-or-string": true, "default": 1.5}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": true}),
        json!({"type": "object", "oneOf": [{"properties": {"undeclared": {}}}]}),
        json!({"type": "array", "items": {"type": "integer"}, "x-kubernetes-list-type": "set", "default": [1, 1]}),
        json!({"type": "object", "additionalProperties": {"type": "string", "default": 5}}),
    ] {
        assert_accepted(&with_field(&field));
    }
}

#[test]
fn unknown_formats_only_warn() {
    let report = crd::check(&with_field(&json!({
        "type": "object",
        "properties": {
            "a": {"type": "string", "format": "int-or-string"},
            "b": {"type": "string", "format": "int-or-string"},
            "c": {"type": "integer", "format": "date"},
            "d": {"type": "string", "format": "date-time"},
        },
    })));
    assert!(report.is_accepted());
    assert_eq!(
        report.warnings,
        [
            "unrecognized format \"int-or-string\"",
            "unrecognized format \"int-or-string\"",
            "unrecognized format \"date\""
        ]
    );
}

#[test]
fn names_that_are_not_asked_for() {
    let mut crd = with_field(&json!({"type": "string"}));
    crd["spec"]["names"]["shortNames"] = json!(["ct", "ct"]);
    crd["spec"]["names"]["categories"] = json!(["all", "all"]);
    crd["spec"]["versions"][0]["served"] = false.into();
    crd["metadata"]["namespace"] = "Anything Goes".into();
    assert_accepted(&crd);
}

#[test]
fn a_column_that_shows_nothing() {
    let mut crd = with_field(&json!({"type": "string"}));
    crd["spec"]["versions"][0]["additionalPrinterColumns"] =
        json!([{"name": "x", "type": "integer", "jsonPath": ".spec["}]);
    assert_accepted(&crd);
}

#[test]
fn a_webhook_url_that_few_would_write() {
    let mut crd = with_field(&json!({"type": "string"}));
    for url in [
        "HTTPS://a.b/#",
        "https://a.b?",
        "https://a.b:99999",
        "https://[::1]:443/x",
    ] {
        crd["spec"]["conversion"] = json!({
            "strategy": "Webhook",
            "webhook": {"clientConfig": {"url": url, "caBundle": "bm90IGEgY2VydA=="}, "conversionReviewVersions": ["v1"]},
        });
        assert_accepted(&crd);
    }
}
