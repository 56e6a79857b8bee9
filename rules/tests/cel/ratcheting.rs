//! What an update may leave as it is.

use serde_json::{Value, json};
use wheelwright_rules::{Admission, Outcome, Rules};

use crate::lines;

fn rules(spec: &Value) -> Rules {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
            }],
        },
    });
    Rules::from_crd(&crd).expect("the server takes the CRD")
}

fn object(spec: &Value) -> Value {
    json!({
        "apiVersion": "example.com/v1", "kind": "Widget",
        "metadata": {"name": "w", "resourceVersion": "1"}, "spec": spec,
    })
}

fn update(rules: &Rules, old: &Value, new: &Value) -> Outcome {
    let version = rules.version("v1").expect("the CRD has it");
    version.admit(Admission::update(object(new), object(old)))
}

/// Kubernetes documentation, "Validation ratcheting": a rule that does not look at the old value forgives what did not
/// change, and one that does forgives nothing.
#[test]
fn a_broken_rule_is_forgiven_where_nothing_changed() {
    let rules = rules(&json!({
        "type": "object",
        "properties": {
            "a": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > 0"}]},
            "b": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > oldSelf"}]},
            "c": {"type": "string"},
        },
    }));
    let outcome = update(
        &rules,
        &json!({"a": -1, "c": "x"}),
        &json!({"a": -1, "c": "y"}),
    );
    assert_eq!(lines(outcome.errors()), [""; 0]);
    assert_eq!(
        lines(&outcome.forgiven),
        ["spec.a: Invalid value: -1: failed rule: self > 0"]
    );
    let outcome = update(&rules, &json!({"a": -1}), &json!({"a": -2}));
    assert_eq!(
        lines(outcome.errors()),
        ["spec.a: Invalid value: -2: failed rule: self > 0"]
    );
    assert_eq!(outcome.forgiven, []);
    let outcome = update(&rules, &json!({"b": 1}), &json!({"b": 1}));
    assert_eq!(
        lines(outcome.errors()),
        ["spec.b: Invalid value: 1: failed rule: self > oldSelf"]
    );
}

/// Items of a set have no old value of their own: the whole list counts.
#[test]
fn items_without_keys_are_forgiven_with_their_list() {
    let rules = rules(&json!({
        "type": "object",
        "properties": {"l": {
            "type": "array", "maxItems": 5,
            "items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > 0"}]},
        }},
    }));
    let outcome = update(&rules, &json!({"l": [-1, 2]}), &json!({"l": [-1, 2]}));
    assert_eq!((outcome.errors().len(), outcome.forgiven.len()), (0, 1));
    let outcome = update(&rules, &json!({"l": [-1, 2]}), &json!({"l": [-1, 3]}));
    assert_eq!((outcome.errors().len(), outcome.forgiven.len()), (1, 0));
}

/// Items of a list-map are found by their keys, wherever they stand.
#[test]
fn items_with_keys_see_the_old_item_with_the_same() {
    let rules = rules(&json!({
        "type": "object",
        "properties": {"l": {
            "type": "array", "maxItems": 5,
            "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "items": {
                "type": "object", "required": ["k"],
                "properties": {"k": {"type": "string"}, "v": {"type": "integer"}},
                "x-kubernetes-validations": [{"rule": "self.v >= oldSelf.v", "fieldPath": ".v", "reason": "FieldValueForbidden"}],
            },
        }},
    }));
    let old = json!({"l": [{"k": "a", "v": 3}, {"k": "b", "v": 1}]});
    let outcome = update(
        &rules,
        &old,
        &json!({"l": [{"k": "b", "v": 2}, {"k": "a", "v": 2}, {"k": "c", "v": 0}]}),
    );
    assert_eq!(
        lines(outcome.errors()),
        ["spec.l[1].v: Forbidden: failed rule: self.v >= oldSelf.v"]
    );
}

/// A text of `format: byte` that the server reads as none in CEL (its alphabet there is that of URLs) is an error where it is the
/// left side of a comparison, and equals nothing where it is the right one: seen on a server of 1.36, found by generated rules.
#[test]
fn an_old_text_that_cel_cannot_read_equals_nothing() {
    let text = json!({"type": "string", "format": "byte", "maxLength": 9});
    let same = json!([{"rule": "self == oldSelf"}]);
    let schema = json!({
        "type": "object",
        "properties": {
            "map": {
                "type": "object", "maxProperties": 2, "additionalProperties": text,
                "x-kubernetes-validations": same,
            },
            "list": {"type": "array", "maxItems": 2, "items": text, "x-kubernetes-validations": same},
            "struct": {"type": "object", "properties": {"a": text}, "x-kubernetes-validations": same},
        },
    });
    let rules = rules(&schema);
    let of = |text: &str| json!({"map": {"a": text}, "list": [text], "struct": {"a": text}});
    let names = ["list", "map", "struct"];
    assert_eq!(
        lines(update(&rules, &of("/+8="), &of("YQ==")).errors()),
        names.map(|name| format!("spec.{name}: Invalid value: failed rule: self == oldSelf"))
    );
    let unread = "Invalid byte formatted string /+8=: illegal base64 data at input byte 0";
    assert_eq!(
        lines(update(&rules, &of("YQ=="), &of("/+8=")).errors()),
        names.map(|name| {
            let value = if name == "list" { "array" } else { "object" };
            format!(
                "spec.{name}: Invalid value: {value:?}: {unread} evaluating rule: self == oldSelf"
            )
        })
    );
}
