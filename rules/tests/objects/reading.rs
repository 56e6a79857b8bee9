//! Reading what is stored, in the version that a client asks for.

use serde_json::{Value, json};
use wheelwright_rules::{ReadError, Rules};

use crate::support::crd;

fn two_versions() -> Value {
    let mut crd = crd(&json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
            "old": {"type": "string"}, "both": {"type": "string", "default": "stored"},
        }},
    }}));
    let v2 = json!({
        "name": "v2", "served": true, "storage": false,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {
            "spec": {"type": "object", "properties": {
                "both": {"type": "string"}, "new": {"type": "string", "default": "never set"},
            }},
        }}},
    });
    crd["spec"]["versions"]
        .as_array_mut()
        .expect("versions are a list")
        .push(v2);
    crd
}

fn object(spec: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "generation": 2}, "spec": spec})
}

#[test]
fn the_stored_version_gives_the_defaults_and_the_requested_one_prunes() {
    let rules = Rules::from_crd(&two_versions()).expect("the server takes the CRD");
    let stored = object(&json!({"old": "x", "unknown": 1}));
    assert_eq!(
        rules.read(stored.clone(), "v1"),
        Ok(object(&json!({"old": "x", "both": "stored"})))
    );
    let mut expected = object(&json!({"both": "stored"}));
    expected["apiVersion"] = "example.com/v2".into();
    assert_eq!(rules.read(stored.clone(), "v2"), Ok(expected));
    assert_eq!(
        rules.read(stored, "v3"),
        Err(ReadError::NoVersion {
            version: "v3".to_owned()
        })
    );
}

#[test]
fn malformed_metadata_is_dropped_and_a_missing_generation_repaired() {
    let rules = Rules::from_crd(&two_versions()).expect("the server takes the CRD");
    let stored = json!({
        "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w", "labels": {"a": 1}, "finalizers": 5},
    });
    assert_eq!(
        rules.read(stored, "v1").expect("it can be read")["metadata"],
        json!({"name": "w", "generation": 1})
    );
}

#[test]
fn a_conversion_of_ones_own_is_pruned_too() {
    let mut crd = two_versions();
    crd["spec"]["conversion"] = json!({"strategy": "Webhook", "webhook": {
        "conversionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com/convert"},
    }});
    let rules = Rules::from_crd(&crd).expect("the server takes the CRD");
    let stored = object(&json!({"old": "x"}));
    assert_eq!(
        rules.read(stored.clone(), "v2"),
        Err(ReadError::NeedsConverter)
    );
    let read = rules.read_with(stored, "v2", |mut object, api_version| {
        object["apiVersion"] = api_version.into();
        object["spec"] = json!({"new": object["spec"]["old"], "unknown": 1, "both": null});
        Ok(object)
    });
    assert_eq!(read.expect("it can be read")["spec"], json!({"new": "x"}));
}

/// The texts are those of a real API server 1.36.
#[test]
fn deprecated_versions_name_a_better_one() {
    let version = |name: &str, served: bool, deprecated: bool, warning: Option<&str>| {
        json!({
            "name": name, "served": served, "storage": name == "v1", "deprecated": deprecated,
            "deprecationWarning": warning,
            "schema": {"openAPIV3Schema": {"type": "object"}},
        })
    };
    let mut crd = crate::support::crd(&json!({"type": "object"}));
    crd["spec"]["versions"] = json!([
        version("v1alpha1", true, true, None),
        version("v1beta1", true, true, Some("use v1 and be happy")),
        version("v1", true, false, None),
        version("v2beta1", true, false, None),
        version("v2", false, false, None),
        version("v3", true, true, None),
    ]);
    let rules = wheelwright_rules::Rules::from_crd(&crd).expect("the server takes it");
    let warnings: Vec<Option<&str>> = rules
        .versions()
        .map(|version| version.deprecation_warning())
        .collect();
    assert_eq!(
        warnings,
        [
            Some("example.com/v1alpha1 Widget is deprecated; use example.com/v1 Widget"),
            Some("use v1 and be happy"),
            None,
            None,
            None,
            Some("example.com/v3 Widget is deprecated"),
        ]
    );
}
