//! The rules of a version, one by one.

use serde_json::{Value, json};
use wheelwright_rules::cel::{RuleOutcome, RuleRun};
use wheelwright_rules::{KubeVersion, Rules};

fn rules(schema: &Value) -> Rules {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Widget", "plural": "widgets"},
            "scope": "Namespaced",
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    });
    Rules::from_stored_crd_on(&crd, KubeVersion::default()).expect("it has a schema")
}

fn rule(text: &str) -> Value {
    json!([{"rule": text}])
}

fn everywhere() -> Rules {
    rules(&json!({
        "type": "object",
        "x-kubernetes-validations": rule("self.metadata.name.size() < 9"),
        "properties": {"spec": {
            "type": "object",
            "allOf": [
                {"required": ["a.b"]},
                {"properties": {"list": {"x-kubernetes-validations": rule("self.size() < 3")}}},
            ],
            "properties": {
                "a.b": {"type": "integer", "x-kubernetes-validations": [{"rule": " "}, {"rule": "self > 1"}]},
                "list": {
                    "type": "array", "maxItems": 7,
                    "items": {
                        "type": "object", "maxProperties": 3,
                        "additionalProperties": {"type": "string", "x-kubernetes-validations": rule("self == 'x'")},
                    },
                },
            },
        }},
    }))
}

#[test]
fn rules_are_listed_wherever_they_stand() {
    let rules = everywhere();
    let listed = rules.version("v1").expect("it is there").rules();
    let places: Vec<_> = listed
        .iter()
        .map(|rule| {
            let cost = rule.cost().map(|cost| cost.cardinality);
            (
                rule.path().to_string(),
                rule.schema_path().to_string(),
                cost,
            )
        })
        .collect();
    let at = |path: &str, schema: &str, cardinality| {
        (
            path.to_owned(),
            format!("openAPIV3Schema.{schema}"),
            cardinality,
        )
    };
    let spec = "properties[spec]";
    assert_eq!(
        places,
        [
            at(".", "x-kubernetes-validations[0]", Some(1)),
            // What stands in `allOf` runs, and is not charged.
            at(
                ".spec.list",
                &format!("{spec}.allOf[1].properties[list].x-kubernetes-validations[0]"),
                None
            ),
            at(
                ".spec['a.b']",
                &format!("{spec}.properties[a.b].x-kubernetes-validations[1]"),
                Some(1)
            ),
            at(
                ".spec.list[*][*]",
                &format!(
                    "{spec}.properties[list].items.additionalProperties.x-kubernetes-validations[0]"
                ),
                Some(21)
            ),
        ]
    );
}

/// A rule by itself says of a value what the version says of an object with that value alone.
#[test]
fn a_rule_says_what_is_said_of_the_whole_object() {
    let rules = everywhere();
    let version = rules.version("v1").expect("it is there");
    for (index, value, object, is_kept) in [
        (
            0,
            json!({"metadata": {"name": "short"}}),
            json!({"metadata": {"name": "short"}}),
            true,
        ),
        (
            0,
            json!({"metadata": {"name": "far too long"}}),
            json!({"metadata": {"name": "far too long"}}),
            false,
        ),
        (
            1,
            json!([{}, {}]),
            json!({"metadata": {"name": "n"}, "spec": {"a.b": 2, "list": [{}, {}]}}),
            true,
        ),
        (
            1,
            json!([{}, {}, {}]),
            json!({"metadata": {"name": "n"}, "spec": {"a.b": 2, "list": [{}, {}, {}]}}),
            false,
        ),
        (
            2,
            json!(2),
            json!({"metadata": {"name": "n"}, "spec": {"a.b": 2}}),
            true,
        ),
        (
            2,
            json!(1),
            json!({"metadata": {"name": "n"}, "spec": {"a.b": 1}}),
            false,
        ),
        (
            3,
            json!("x"),
            json!({"metadata": {"name": "n"}, "spec": {"a.b": 2, "list": [{"k": "x"}]}}),
            true,
        ),
        (
            3,
            json!("y"),
            json!({"metadata": {"name": "n"}, "spec": {"a.b": 2, "list": [{"k": "y"}]}}),
            false,
        ),
    ] {
        let RuleRun { outcome, .. } = version.rules()[index].run(value.clone(), None);
        let errors = version.validate(&object);
        match outcome {
            RuleOutcome::Kept => {
                assert!(is_kept && errors.is_empty(), "{index} {value}: {errors:?}");
            }
            RuleOutcome::Broken(error) => {
                assert!(!is_kept, "{index} {value}");
                assert_eq!(errors.len(), 1, "{errors:?}");
                assert_eq!(errors[0].body(), error.body());
            }
            other => panic!("{index} {value}: {other:?}"),
        }
    }
}

#[test]
fn values_that_a_server_does_not_get_to_are_no_answer() {
    let rules = everywhere();
    let listed = rules.version("v1").expect("it is there").rules();
    let outcome = |index: usize, value| listed[index].run(value, None).outcome;
    let RuleOutcome::Mistyped(errors) = outcome(2, json!("2")) else {
        panic!("it is no integer")
    };
    assert_eq!(
        errors[0].to_string(),
        "spec.a.b: Invalid value: \"string\": spec.a.b in body must be of type integer: \"string\""
    );
    assert!(matches!(outcome(2, Value::Null), RuleOutcome::Mistyped(_)));
}
