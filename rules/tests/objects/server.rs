//! Cases with the answers of a real API server 1.36.

use serde_json::{Value, json};
use wheelwright_rules::{Admission, FieldValidation, KubeVersion, Refusal, Rules};

use crate::support::{create, rules_of};

fn data(text: &str) -> Value {
    serde_json::from_str(text).expect("the data is JSON")
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// In an update both sides have a resource version, and the server's own fields are not compared.
fn with_resource_version(mut object: Value) -> Value {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata
            .entry("resourceVersion")
            .or_insert_with(|| "1".into());
    }
    object
}

#[test]
fn answers_are_those_of_a_server() {
    let data = data(include_str!("data/cases.json"));
    for (name, crd) in data["crds"].as_object().expect("CRDs by name") {
        let rules = Rules::from_crd_on(crd, KubeVersion::new(36).expect("it is known"))
            .expect("the server takes the CRD");
        let cases = data["cases"]
            .as_array()
            .expect("a list")
            .iter()
            .filter(|case| case["crd"] == **name);
        for case in cases {
            let version = rules
                .version(case["version"].as_str().expect("a name"))
                .expect("it is there");
            let mut request = match case.get("old") {
                Some(old) => Admission::update(
                    with_resource_version(case["object"].clone()),
                    with_resource_version(old.clone()),
                ),
                None => Admission::create(case["object"].clone()),
            };
            request.field_validation = FieldValidation::Ignore;
            let outcome = version.admit(request);

            let expect = &case["expect"];
            let mut errors: Vec<String> =
                outcome.errors().iter().map(ToString::to_string).collect();
            let mut expected = texts(&expect["errors"]);
            errors.sort();
            expected.sort();
            assert_eq!(errors, expected, "{case}");
            assert_eq!(
                outcome.refusal.is_none(),
                expect["accepted"] == true,
                "{case}"
            );
            let bad_request = match &outcome.refusal {
                Some(Refusal::BadRequest(text)) => json!(text),
                _ => Value::Null,
            };
            assert_eq!(bad_request, expect["decode_error"], "{case}");
            assert_eq!(outcome.unknown_fields, texts(&expect["pruned"]), "{case}");
            assert_eq!(outcome.warnings, texts(&expect["warnings"]), "{case}");
            let mut object = outcome.object.unwrap_or_default();
            if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
                metadata.remove("uid");
                metadata.remove("creationTimestamp");
            }
            assert_eq!(object, expect["object"], "{case}");
        }
    }
}

#[test]
fn formats_are_those_of_a_server() {
    let formats = data(include_str!("data/formats.json"));
    for (format, texts) in formats.as_object().expect("formats by name") {
        let rules = rules_of(&json!({"a": {"type": "string", "format": format}}));
        let takes = |text: &Value| create(&rules, &json!({ "a": text })).refusal.is_none();
        for text in texts["good"].as_array().expect("a list") {
            assert!(takes(text), "{format} takes {text}");
        }
        for text in texts["bad"].as_array().expect("a list") {
            assert!(!takes(text), "{format} does not take {text}");
        }
    }
}
