//! What a server takes though it does not work. That it takes each, and what it says to objects then, is what its rules for
//! CRDs and objects say, which know nothing of doubts.

use serde_json::{Value, json};
use wheelwright_rules::crd::{self, DoubtKind, Size, doubts};
use wheelwright_rules::{Admission, Rules, Verdict};

use crate::{assert_accepted, with_schema};

fn lines(crd: &Value) -> Vec<String> {
    doubts(crd)
        .iter()
        .map(|doubt| format!("{}: {doubt}", doubt.path))
        .collect()
}

fn with_field(field: &Value) -> Value {
    with_schema(&json!({"type": "object", "properties": {"f": field}}))
}

/// The doubts of a field of objects, as long as a server takes the CRD, without the path of the schema.
fn of_field(field: &Value) -> Vec<String> {
    let crd = with_field(field);
    assert_accepted(&crd);
    lines(&crd)
        .into_iter()
        .map(|line| line.replace("spec.versions[0].schema.openAPIV3Schema.properties[f].", ""))
        .collect()
}

/// Whether a server takes an object with this value of the field.
fn is_taken(field: &Value, value: &Value) -> bool {
    let rules = Rules::from_crd(&with_field(field)).expect("a server takes the CRD");
    let version = rules.version("v1").expect("there is a version");
    let object = json!({"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a"}, "f": value});
    version.admit(Admission::create(object)).verdict() == Verdict::Accepted
}

#[test]
fn values_that_are_never_taken() {
    for (field, value, line) in [
        (
            json!({"type": "integer", "enum": [1, "2"]}),
            json!("2"),
            "enum[1]: the enum value \"2\" is never taken: must be of type integer: \"string\"",
        ),
        (
            json!({"type": "string", "enum": ["a", true]}),
            json!(true),
            "enum[1]: the enum value true is never taken: must be of type string: \"boolean\"",
        ),
        (
            json!({"type": "string", "enum": ["a", null]}),
            Value::Null,
            "enum[1]: the enum value null is never taken: must be of type string: \"null\"",
        ),
        (
            json!({"type": "string", "enum": ["abc"], "maxLength": 2}),
            json!("abc"),
            "enum[0]: the enum value \"abc\" is never taken: may not be more than 2 bytes",
        ),
        (
            json!({"type": "string", "enum": ["b"], "pattern": "^a"}),
            json!("b"),
            "enum[0]: the enum value \"b\" is never taken: should match '^a'",
        ),
        (
            json!({"type": "string", "enum": ["a"], "nullable": true}),
            Value::Null,
            "enum: null is a value by `nullable`, and the enum refuses it, even where it has null",
        ),
        (
            json!({"type": "string", "enum": ["a", null], "nullable": true}),
            Value::Null,
            "enum: null is a value by `nullable`, and the enum refuses it, even where it has null",
        ),
        (
            json!({"type": "integer", "maximum": 2.5}),
            json!(1),
            "maximum: `maximum` is no integer, and so the server refuses every value",
        ),
        (
            json!({"type": "integer", "format": "int32", "minimum": -3e9}),
            json!(1),
            "minimum: `minimum` is no integer of format int32, and so the server refuses every value",
        ),
        (
            json!({"type": "number", "minimum": 3, "maximum": 2}),
            json!(2),
            "minimum: `minimum` is beyond `maximum`: the server refuses every value",
        ),
        (
            json!({"type": "number", "minimum": 2, "maximum": 2, "exclusiveMaximum": true}),
            json!(2),
            "minimum: `minimum` is beyond `maximum`: the server refuses every value",
        ),
        (
            json!({"type": "string", "minLength": 3, "maxLength": 2}),
            json!("ab"),
            "minLength: `minLength` is beyond `maxLength`: the server refuses every value",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"]}),
            json!({"a": "x", "b": "x"}),
            "required[1]: `b` must be there and is not declared: the server drops it, and then refuses the object without it",
        ),
    ] {
        assert_eq!(of_field(&field), [line]);
        // A null that is not allowed is dropped before anything is asked of it.
        let is_dropped = value.is_null() && field.get("nullable").is_none();
        assert_eq!(is_taken(&field, &value), is_dropped, "{field}");
    }
}

#[test]
fn values_that_are_taken_are_no_matter() {
    for (field, value) in [
        (json!({"type": "integer", "enum": [1, 2.0]}), json!(2)),
        (
            json!({"x-kubernetes-int-or-string": true, "enum": [1, "a"]}),
            json!("a"),
        ),
        (
            json!({"type": "number", "minimum": 2, "maximum": 2}),
            json!(2),
        ),
        (
            json!({"type": "string", "minItems": 3, "maxItems": 2}),
            json!("a"),
        ),
        (
            json!({"type": "object", "required": ["b"], "x-kubernetes-preserve-unknown-fields": true}),
            json!({"b": 1}),
        ),
        (
            json!({"type": "object", "required": ["b"], "additionalProperties": {"type": "string"}}),
            json!({"b": "x"}),
        ),
        (
            json!({"type": "array", "x-kubernetes-preserve-unknown-fields": true, "items": {"type": "object", "required": ["b"]}}),
            json!([{"b": 1}]),
        ),
        (
            json!({"type": "object", "required": ["metadata"], "x-kubernetes-embedded-resource": true, "properties": {"x": {"type": "string"}}}),
            json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}),
        ),
    ] {
        assert_eq!(of_field(&field), [""; 0], "{field}");
        assert!(is_taken(&field, &value), "{field}");
    }
}

#[test]
fn a_status_that_must_be_there_never_is() {
    let schema = json!({"type": "object", "required": ["status"], "properties": {"status": {"type": "object"}}});
    let mut crd = with_schema(&schema);
    assert_eq!(lines(&crd), [""; 0]);
    crd["spec"]["versions"][0]["subresources"] = json!({"status": {}});
    assert_accepted(&crd);
    let [line] = &lines(&crd)[..] else {
        panic!("{crd}")
    };
    assert!(
        line.starts_with("spec.versions[0].schema.openAPIV3Schema.required[0]: `status` must be there, and the subresource"),
        "{line}"
    );
    let rules = Rules::from_crd(&crd).expect("a server takes it");
    let object = json!({"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a"}, "status": {}});
    let outcome = rules
        .version("v1")
        .expect("it is there")
        .admit(Admission::create(object));
    assert_eq!(outcome.errors()[0].to_string(), "status: Required value");
}

#[test]
fn paths_that_lead_nowhere() {
    let status = json!({"type": "object", "properties": {"replicas": {"type": "integer"}, "selector": {"type": "object"}}});
    let spec = json!({"type": "object", "properties": {"replicas": {"type": "integer"}}});
    let mut crd =
        with_schema(&json!({"type": "object", "properties": {"spec": spec, "status": status}}));
    let version = &mut crd["spec"]["versions"][0];
    version["subresources"] = json!({"status": {}, "scale": {
        "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.count", "labelSelectorPath": ".status.selector",
    }});
    version["additionalPrinterColumns"] = json!([
        {"name": "A", "type": "string", "jsonPath": ".spec.replicas"},
        {"name": "B", "type": "date", "jsonPath": ".spec.replicas"},
        {"name": "C", "type": "string", "jsonPath": ".spec.size"},
        {"name": "D", "type": "string", "jsonPath": ".spec["},
        {"name": "E", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
        {"name": "F", "type": "string", "jsonPath": ".status.selector[?(@.type==\"Ready\")].status"},
    ]);
    assert_accepted(&crd);
    let lines = lines(&crd);
    for (line, expected) in lines.iter().zip([
        "spec.versions[0].additionalPrinterColumns[1].jsonPath: the printer column `B` at `.spec.replicas` is integer; it must be an `integer` column",
        "spec.versions[0].additionalPrinterColumns[2].jsonPath: the printer column `C` at `.spec.size` does not exist: there is no `size`, but `replicas`",
        "spec.versions[0].additionalPrinterColumns[3].jsonPath: the printer column `D` at `.spec[` cannot be read, and the API server drops it",
        "spec.versions[0].additionalPrinterColumns[5].jsonPath: the printer column `F` at `.status.selector[?(@.type==\"Ready\")].status` asks for items of an object",
        "spec.versions[0].subresources.scale.statusReplicasPath: the current replicas of the scale at `.status.count` does not exist",
        "spec.versions[0].subresources.scale.labelSelectorPath: the selector of the scale at `.status.selector` is object; it must be string, or",
    ]) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert_eq!(lines.len(), 6, "{lines:?}");
}

#[test]
fn what_the_strategy_none_drops_is_named_for_each_way() {
    let version = |name: &str, storage: bool, properties: Value| {
        let schema = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}});
        json!({"name": name, "served": true, "storage": storage, "schema": {"openAPIV3Schema": schema}})
    };
    let text = json!({"type": "string"});
    let mut crd = with_schema(&json!({}));
    crd["spec"]["versions"] = json!([
        version("v1beta1", false, json!({"old": text, "both": text})),
        version(
            "v1",
            true,
            json!({"a": text, "b": text, "both": {"type": "string", "maxLength": 3}})
        ),
    ]);
    assert_accepted(&crd);
    assert_eq!(
        lines(&crd),
        [
            "spec.versions[1].schema.openAPIV3Schema.properties[spec].properties[old]: v1 does not have `spec.old` of v1beta1, and the \
         conversion strategy None drops what a version does not have",
            "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a]: v1beta1 does not have `spec.a` of v1, nor 1 more of \
         its fields, and the conversion strategy None drops what a version does not have",
        ]
    );
    let service = json!({"namespace": "shop", "name": "hook"});
    crd["spec"]["conversion"] = json!({
        "strategy": "Webhook",
        "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {"service": service}},
    });
    assert_eq!(lines(&crd), [""; 0]);
    // `PRIVATE KEY-----` in base64, and no certificate.
    crd["spec"]["conversion"]["webhook"]["clientConfig"]["caBundle"] =
        json!("UFJJVkFURSBLRVktLS0tLQ==");
    assert_accepted(&crd);
    let found: Vec<DoubtKind> = doubts(&crd).into_iter().map(|doubt| doubt.kind).collect();
    assert_eq!(found, [DoubtKind::PrivateKey, DoubtKind::NoCertificate]);
}

#[test]
fn large_crds_are_too_large_for_more_and_more() {
    for (length, expected) in [
        (200_000, None),
        (300_000, Some(Size::Apply)),
        (1_100_000, Some(Size::Helm)),
        (1_600_000, Some(Size::Etcd)),
    ] {
        let crd = with_field(&json!({"type": "string", "description": "x".repeat(length)}));
        let found = doubts(&crd);
        let size = found.first().map(|doubt| match doubt.kind {
            DoubtKind::Size { size, .. } => size,
            ref other => panic!("{other:?}"),
        });
        assert_eq!(size, expected);
        assert_eq!(
            found.first().is_some_and(crd::Doubt::is_error),
            expected == Some(Size::Etcd)
        );
    }
}

#[test]
fn what_cannot_be_read_has_no_doubts() {
    for crd in [
        json!(null),
        json!({"kind": "Pod"}),
        with_schema(&json!({"$ref": "#/x"})),
        with_schema(&json!(null)),
    ] {
        assert_eq!(doubts(&crd), [], "{crd}");
    }
}

#[test]
fn rules_that_are_never_run() {
    let rule = json!([{"rule": "self != 'b'"}]);
    let ruled = json!({"type": "string", "x-kubernetes-validations": rule});
    let untyped = |keyword: &str, below: &Value| json!({"x-kubernetes-preserve-unknown-fields": true, keyword: below});
    let words = "the rule \"self != 'b'\" is run on no object, since what it is in has no `type`: give that one, or write the \
                 rule on what is around it";
    for (field, path, value) in [
        (
            untyped("properties", &json!({"a": ruled})),
            "properties[a].x-kubernetes-validations[0]",
            json!({"a": "b"}),
        ),
        (
            untyped("items", &ruled),
            "items.x-kubernetes-validations[0]",
            json!(["b"]),
        ),
        (
            json!({"type": "array", "items": untyped("properties", &json!({"a": ruled}))}),
            "items.properties[a].x-kubernetes-validations[0]",
            json!([{"a": "b"}]),
        ),
        (
            json!({"type": "object", "additionalProperties": untyped("properties", &json!({"a": ruled}))}),
            "additionalProperties.properties[a].x-kubernetes-validations[0]",
            json!({"k": {"a": "b"}}),
        ),
        (
            untyped("properties", &json!({"1a": ruled})),
            "properties[1a].x-kubernetes-validations[0]",
            json!({"1a": "b"}),
        ),
    ] {
        assert_eq!(of_field(&field), [format!("{path}: {words}")]);
        assert!(is_taken(&field, &value), "{field}");
    }
    let typed = json!({
        "type": "object",
        "x-kubernetes-preserve-unknown-fields": true,
        "properties": {"a": ruled},
    });
    assert_eq!(of_field(&typed), [""; 0]);
    assert!(!is_taken(&typed, &json!({"a": "b"})));
}
