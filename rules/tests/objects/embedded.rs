//! Kubernetes documentation, "RawExtension": resources in resources.

use serde_json::json;
use wheelwright_rules::Refusal;

use crate::support::{create, lines, rules_of, stored};

#[test]
fn a_complete_object_is_kept() {
    let rules = rules_of(&json!({"foo": {
        "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
    }}));
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a"}]}});
    let outcome = create(&rules, &json!({ "foo": pod }));
    assert_eq!(stored(&outcome), json!({ "foo": pod }));
    assert!(outcome.refusal.is_none());
}

#[test]
fn type_and_metadata_are_known_without_being_declared() {
    let rules = rules_of(&json!({"foo": {
        "type": "object", "x-kubernetes-embedded-resource": true,
        "properties": {"spec": {"type": "object", "properties": {"a": {"type": "string"}}}},
    }}));
    let outcome = create(
        &rules,
        &json!({"foo": {
            "apiVersion": "v1", "kind": "Pod", "data": 1, "spec": {"a": "x", "b": 1},
            "metadata": {"name": "p", "unknown": 1, "creationTimestamp": null, "labels": {"a": "b"}},
        }}),
    );
    assert_eq!(
        stored(&outcome),
        json!({"foo": {
            "apiVersion": "v1", "kind": "Pod", "spec": {"a": "x"}, "metadata": {"name": "p", "labels": {"a": "b"}},
        }})
    );
    assert_eq!(
        outcome.unknown_fields,
        ["foo.data", "foo.spec.b", "foo.metadata.unknown"]
    );
}

#[test]
fn type_and_metadata_are_validated() {
    let rules = rules_of(&json!({"foo": {
        "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
    }}));
    assert_eq!(
        lines(&create(
            &rules,
            &json!({"foo": {"metadata": {"name": "x/y", "labels": {"a": "b c"}}}})
        ))
        .iter()
        .map(|line| line.split(" (e.g.").next().unwrap_or_default())
        .collect::<Vec<_>>(),
        [
            "foo.apiVersion: Required value",
            "foo.kind: Required value",
            "foo.metadata.name: Invalid value: \"x/y\": may not contain '/'",
            "foo.metadata.labels: Invalid value: \"b c\": a valid label must be an empty string or consist of \
             alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        ]
    );
    let outcome = create(
        &rules,
        &json!({"foo": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": 5}}}),
    );
    assert_eq!(
        outcome.refusal,
        Some(Refusal::BadRequest(
            "foo.metadata: Invalid value: {\"name\":5}: json: cannot unmarshal number into Go struct field \
             ObjectMeta.name of type string"
                .to_owned()
        ))
    );
}

/// What a real server 1.37 says.
#[test]
fn a_manager_needs_an_operation() {
    let rules = rules_of(&json!({"foo": {
        "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
    }}));
    for (entry, expected) in [
        (json!({"operation": "Update"}), vec![]),
        (
            json!({"manager": "m"}),
            vec!["Required value: must not be empty"],
        ),
        (
            json!({"operation": "Watch"}),
            vec!["Unsupported value: \"Watch\": supported values: \"Apply\", \"Update\""],
        ),
    ] {
        let resource =
            json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"managedFields": [entry]}});
        let expected: Vec<String> = expected
            .iter()
            .map(|said| format!("foo.metadata.managedFields[0].operation: {said}"))
            .collect();
        assert_eq!(
            lines(&create(&rules, &json!({ "foo": resource }))),
            expected
        );
    }
}
