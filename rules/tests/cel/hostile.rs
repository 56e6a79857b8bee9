//! What is written to bring a judge down.

use serde_json::{Map, Value, json};
use wheelwright_rules::{Admission, KubeVersion, Rules, cel::Place};

fn place(schema: &Value) -> Place {
    Place::of(schema, false, KubeVersion::default()).expect("the schema can be read")
}

/// A list of a million items with a rule on each ends with the budget, and with one error for it.
#[test]
fn the_budget_of_an_object_ends_the_evaluation() {
    let place = place(&json!({
        "type": "array",
        "items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 > 0"}]},
    }));
    let items: Vec<Value> = (0..1_000_000).map(Value::from).collect();
    let verdict = place.validate("l", &items.into(), None);
    let last = verdict.errors.last().expect("the budget is not enough");
    assert_eq!(
        last.detail,
        "validation failed due to running out of cost budget, no further validation rules will be run"
    );
    assert_eq!(verdict.errors.len(), 1);
}

/// Errors are listed up to a bound.
#[test]
fn a_rule_that_fails_everywhere_is_not_reported_everywhere() {
    let place = place(&json!({
        "type": "array",
        "items": {"type": "string", "x-kubernetes-validations": [{"rule": "false"}]},
    }));
    let items: Vec<Value> = (0..200_000).map(|_| Value::from("x".repeat(100))).collect();
    let verdict = place.validate("l", &items.into(), None);
    assert!(!verdict.errors.is_empty() && verdict.errors.len() <= 10_000);
}

/// Whether a list changed is found out once, not once for each of its items.
#[test]
fn unchanged_lists_are_compared_once() {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object",
                "properties": {"l": {
                    "type": "array",
                    "items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self < 0"}]},
                }},
            }}}],
        },
    });
    let rules = Rules::from_crd(&crd).expect("the server takes the CRD");
    let version = rules.version("v1").expect("the CRD has it");
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Widget",
        "metadata": {"name": "w", "resourceVersion": "1"}, "l": (0..100_000).collect::<Vec<_>>(),
    });
    let outcome = version.admit(Admission::update(object.clone(), object));
    assert_eq!(outcome.errors(), []);
    assert!(!outcome.forgiven.is_empty());
}

/// A schema as deep as JSON may be, with a rule at each level.
#[test]
fn deep_schemas_do_not_overflow() {
    let mut schema = json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self < 0"}]});
    let mut value = json!(1);
    for _ in 0..60 {
        schema = json!({
            "type": "object", "properties": {"p": schema},
            "x-kubernetes-validations": [{"rule": "has(self.p)"}],
        });
        value = Value::Object(Map::from_iter([("p".to_owned(), value)]));
    }
    let verdict = place(&schema).validate("d", &value, None);
    assert_eq!(verdict.errors.len(), 1);
}
