//! Releases of a CRD, made for tests.

use serde_json::{Value, json};
use wheelwright_release::{Finding, Options, Report, diff};

/// A CRD with one version, whose `spec` has a schema.
pub(crate) fn crd(spec: &Value) -> Value {
    of_versions(&json!([version("v1", true, spec)]))
}

pub(crate) fn of_versions(versions: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "pizzas.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Pizza", "plural": "pizzas", "singular": "pizza", "listKind": "PizzaList"},
            "scope": "Namespaced",
            "versions": versions,
        },
    })
}

pub(crate) fn version(name: &str, storage: bool, spec: &Value) -> Value {
    json!({
        "name": name, "served": true, "storage": storage,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
    })
}

/// A spec with some properties.
#[allow(dead_code, reason = "not all programs of tests need it")]
pub(crate) fn spec(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties})
}

pub(crate) fn compared(old: &Value, new: &Value) -> Report {
    diff(old, new, &Options::default()).expect("both can be read")
}

/// What is found if the properties of the spec change.
#[allow(dead_code, reason = "not all programs of tests need it")]
pub(crate) fn changed(old: &Value, new: &Value) -> Report {
    compared(&crd(&spec(old)), &crd(&spec(new)))
}

/// The finding of a kind.
#[allow(dead_code, reason = "not all programs of tests need it")]
pub(crate) fn found<'r>(report: &'r Report, id: &str) -> &'r Finding {
    let mut findings = report.findings.iter();
    findings
        .find(|finding| finding.id == id)
        .unwrap_or_else(|| panic!("{id} is found in\n{report}"))
}
