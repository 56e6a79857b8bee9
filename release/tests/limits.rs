//! Whatever the CRDs are: no panic, and an answer in time.

mod pair;

use std::time::{Duration, Instant};

use pair::{changed, compared, crd, spec};
use serde_json::{Value, json};
use wheelwright_release::{Options, diff};

/// Without optimization, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);

fn in_time(what: &str, run: impl FnOnce()) {
    let started = Instant::now();
    run();
    assert!(
        started.elapsed() < PATIENCE,
        "{what} took {:?}",
        started.elapsed()
    );
}

/// Ten thousand items of ten thousand items, four times over, are more than anybody has.
#[test]
fn lists_that_no_machine_holds_are_not_made() {
    let list = |most: i64| {
        let mut schema = json!({"type": "integer", "maximum": most});
        for _ in 0..4 {
            schema = json!({"type": "array", "minItems": 10_000, "items": schema});
        }
        json!({"all": schema, "text": {"type": "string", "minLength": 4_000_000_000_u64}})
    };
    in_time("it", || {
        let report = changed(&list(9), &list(5));
        assert!(
            report
                .findings
                .iter()
                .all(|finding| !finding.level.is_breaking()),
            "{report}"
        );
        assert_eq!(report.undecided().count(), 1, "{report}");
    });
}

#[test]
fn deep_schemas_are_walked() {
    let deep = |most: i64| {
        let mut schema = json!({"type": "integer", "maximum": most});
        for _ in 0..50 {
            schema = json!({"type": "object", "properties": {"in": schema}});
        }
        json!({"out": schema})
    };
    in_time("it", || {
        let report = changed(&deep(9), &deep(5));
        assert!(report.verdict().is_breaking(), "{report}");
    });
}

/// As conditions, all of which must hold, this would be 2^40 of them.
#[test]
fn rules_that_multiply_are_not_multiplied() {
    let ruled = |text: &str| {
        let mut spec = spec(
            &json!({"a": {"type": "boolean", "default": true}, "b": {"type": "boolean", "default": true}}),
        );
        spec["x-kubernetes-validations"] = json!([{"rule": text}]);
        crd(&spec)
    };
    let pairs = |of: &str| vec![of; 40].join(" || ");
    in_time("it", || {
        compared(
            &ruled(&pairs("(self.a && self.b)")),
            &ruled(&pairs("(self.b && !self.a)")),
        );
    });
}

#[test]
fn many_differences_are_looked_at_until_it_is_enough() {
    let many = |most: i64| -> Value {
        let all = (0..400).map(|number| {
            (
                format!("field{number}"),
                json!({"type": "integer", "maximum": most}),
            )
        });
        Value::Object(all.collect())
    };
    in_time("it", || {
        let report = changed(&many(9), &many(5));
        assert_eq!(report.findings.len(), 400);
    });
}

#[test]
fn what_is_no_crd_is_an_error() {
    let good = crd(&spec(&json!({"a": {"type": "string"}})));
    let mut broken = vec![
        json!(null),
        json!([1]),
        json!({}),
        json!({"apiVersion": "v1", "kind": "ConfigMap"}),
        json!({"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition"}),
    ];
    for pointer in [
        "/spec",
        "/spec/versions",
        "/spec/versions/0/schema",
        "/spec/versions/0/schema/openAPIV3Schema/properties/spec/type",
    ] {
        for value in [json!(7), json!("x"), json!([{}])] {
            let mut other = good.clone();
            *other.pointer_mut(pointer).expect("it is there") = value;
            broken.push(other);
        }
    }
    for other in broken {
        // Some can be read, and are refused then.
        for (old, new) in [(&other, &good), (&good, &other), (&other, &other)] {
            let _ = diff(old, new, &Options::default());
        }
        if other["kind"] == "ConfigMap"
            || other["apiVersion"] == "apiextensions.k8s.io/v1beta1"
            || other.is_array()
        {
            assert!(diff(&other, &good, &Options::default()).is_err(), "{other}");
        }
    }
}
