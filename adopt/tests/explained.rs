//! What is lost is never called the same, nor better.

use serde_json::{Value, json};
use wheelwright_adopt::{Fate, explain};

fn crd(spec: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "pizzas.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Pizza", "plural": "pizzas"},
            "scope": "Cluster",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
            }],
        },
    })
}

/// The fates of what differs between two schemas of a field.
fn fates(before: &Value, after: &Value) -> Vec<Fate> {
    let spec = |field: &Value| crd(&json!({"type": "object", "properties": {"x": field}}));
    let explained = explain(&spec(before), &spec(after)).unwrap();
    explained.iter().map(|one| one.fate).collect()
}

#[test]
fn what_is_lost_is_to_be_decided() {
    for keyword in [
        json!({"pattern": "^a"}),
        json!({"minLength": 1}),
        json!({"maxLength": 3}),
        json!({"enum": ["a"]}),
        json!({"default": "a"}),
        json!({"format": "date-time"}),
        json!({"anyOf": [{"minLength": 1}, {"pattern": "b"}]}),
        json!({"not": {"enum": ["a"]}}),
        json!({"x-kubernetes-validations": [{"rule": "self != ''"}]}),
    ] {
        let mut with = keyword.clone();
        with["type"] = json!("string");
        let fates = fates(&with, &json!({"type": "string"}));
        assert!(!fates.is_empty(), "{keyword}");
        assert!(
            fates.iter().all(|fate| *fate == Fate::Decide),
            "{keyword}: {fates:?}"
        );
    }
    for (before, after) in [
        (
            json!({"type": "integer", "minimum": 1}),
            json!({"type": "integer"}),
        ),
        (
            json!({"type": "array", "maxItems": 3, "items": {"type": "string"}}),
            json!({"type": "array", "items": {"type": "string"}}),
        ),
        (
            json!({"type": "string"}),
            json!({"x-kubernetes-int-or-string": true}),
        ),
        (
            json!({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}),
            json!({"type": "array", "items": {"type": "string"}}),
        ),
    ] {
        assert_eq!(fates(&before, &after), [Fate::Decide], "{before} {after}");
    }
}

#[test]
fn a_field_that_may_be_absent_or_is_gone_is_to_be_decided() {
    let object = |required: &Value, properties: &Value| {
        crd(&json!({"type": "object", "required": required, "properties": properties}))
    };
    let text = json!({"x": {"type": "string"}, "y": {"type": "string"}});
    let fates = |before: &Value, after: &Value| -> Vec<Fate> {
        explain(before, after)
            .unwrap()
            .iter()
            .map(|one| one.fate)
            .collect()
    };
    let both = object(&json!(["x", "y"]), &text);
    assert_eq!(fates(&both, &object(&json!(["x"]), &text)), [Fate::Decide]);
    assert_eq!(
        fates(
            &object(&json!(["x"]), &text),
            &object(&json!(["x"]), &json!({"x": {"type": "string"}}))
        ),
        [Fate::Decide]
    );
    // The server fills it in, so that it is there all the same.
    let filled = object(
        &json!(["x"]),
        &json!({"x": {"type": "string"}, "y": {"type": "string", "default": ""}}),
    );
    let found = fates(&both, &filled);
    assert!(!found.contains(&Fate::Decide), "{found:?}");
}

#[test]
fn another_scope_or_name_is_to_be_decided() {
    let before = crd(&json!({"type": "object"}));
    for (place, value) in [
        ("/spec/scope", "Namespaced"),
        ("/spec/names/plural", "pizze"),
        ("/spec/group", "example.org"),
    ] {
        let mut after = before.clone();
        *after.pointer_mut(place).unwrap() = json!(value);
        let explained = explain(&before, &after).unwrap();
        assert_eq!(explained[0].fate, Fate::Decide, "{place}");
    }
    assert!(explain(&before, &json!({"kind": "Pod"})).is_err());
}
