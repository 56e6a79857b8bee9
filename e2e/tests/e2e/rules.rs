//! The API server's rules for CRDs: what the server says of good ones, and of the same with one fault.

use e2e::{Cluster, Result};
use serde_json::{Value, json};

fn good() -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "spokes.rules.e2e.example.com"},
        "spec": {
            "group": "rules.e2e.example.com",
            "names": {"kind": "Spoke", "plural": "spokes"},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {
                    "type": "object",
                    "properties": {
                        "length": {"type": "integer", "default": 300, "minimum": 1},
                        "metal": {"type": "string", "enum": ["steel", "titanium"]},
                    },
                }}}},
            }],
        },
    })
}

/// The good CRD with the value at the JSON pointer set.
fn with(pointer: &str, value: Value) -> Value {
    let mut crd = good();
    let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
    match crd.pointer_mut(parent) {
        Some(Value::Array(items)) => items.push(value),
        Some(Value::Object(members)) => drop(members.insert(key.to_owned(), value)),
        _ => panic!("the CRD has nothing at {parent}"),
    }
    crd
}

const SPEC: &str = "/spec/versions/0/schema/openAPIV3Schema/properties/spec";

/// What is set in the good CRD, and what each cause is to be about, as the API's documentation has it.
fn cases() -> Vec<(Value, Vec<(&'static str, &'static str)>)> {
    const INVALID: &str = "FieldValueInvalid";
    let second = json!({
        "name": "v2", "served": true, "storage": true,
        "schema": {"openAPIV3Schema": {"type": "object"}},
    });
    let spec = |rest: &str| format!("{SPEC}/{rest}");
    vec![
        (good(), vec![]),
        (
            with(&spec("properties/metal/format"), json!("colour")),
            vec![],
        ),
        (
            with("/spec/group", json!("else.example.com")),
            vec![(INVALID, "metadata.name")],
        ),
        (
            with("/spec/scope", json!("Global")),
            vec![("FieldValueNotSupported", "spec.scope")],
        ),
        (
            with("/spec/names/listKind", json!("Spoke")),
            vec![(INVALID, "spec.names.listKind")],
        ),
        (
            with("/spec/versions/-", second),
            vec![
                (INVALID, "spec.versions"),
                (INVALID, "status.storedVersions"),
            ],
        ),
        (
            with(&spec("properties/length/default"), json!(0)),
            vec![(
                INVALID,
                "spec.validation.openAPIV3Schema.properties[spec].properties[length].default",
            )],
        ),
        (
            with(&spec("properties/length/default"), json!("long")),
            vec![(
                "FieldValueTypeInvalid",
                "spec.validation.openAPIV3Schema.properties[spec].properties[length].default",
            )],
        ),
        (
            with(&spec("properties/length/type"), json!("")),
            vec![(
                "FieldValueRequired",
                "spec.validation.openAPIV3Schema.properties[spec].properties[length].type",
            )],
        ),
        (
            with(&spec("properties/metal/pattern"), json!("(?<=a)b")),
            vec![(
                INVALID,
                "spec.validation.openAPIV3Schema.properties[spec].properties[metal].pattern",
            )],
        ),
        (
            with(&spec("uniqueItems"), json!(true)),
            vec![(
                "FieldValueForbidden",
                "spec.validation.openAPIV3Schema.properties[spec].uniqueItems",
            )],
        ),
    ]
}

#[tokio::test]
async fn each_fault_is_refused_for_its_own_cause() -> Result {
    let cluster = Cluster::shared().await?;
    for (crd, expected) in cases() {
        let verdict = cluster.verdict(&crd).await?;
        let causes: Vec<(&str, &str)> = verdict
            .causes
            .iter()
            .map(|cause| (cause.kind.as_str(), cause.field.as_str()))
            .collect();
        assert_eq!(
            (verdict.accepted, &causes),
            (expected.is_empty(), &expected),
            "{crd}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn what_the_server_cannot_read_has_no_causes_and_what_it_dislikes_has_warnings() -> Result {
    let cluster = Cluster::shared().await?;
    let unreadable = cluster.verdict(&with("/spec/names/kind", json!(3))).await?;
    assert!(
        !unreadable.accepted && unreadable.causes.is_empty(),
        "{unreadable:?}"
    );
    assert!(
        unreadable.message.contains("cannot unmarshal number"),
        "{}",
        unreadable.message
    );

    let unusual = cluster
        .verdict(&with(
            &format!("{SPEC}/properties/metal/format"),
            json!("colour"),
        ))
        .await?;
    assert_eq!(unusual.warnings, ["unrecognized format \"colour\""]);
    Ok(())
}
