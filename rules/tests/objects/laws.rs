//! What holds for every schema and every object.

use serde_json::{Value, json};
use wheelwright_rules::{Admission, Rules, Verdict};

use crate::generate::{Random, fitting, schema, value};
use crate::support::crd;

const SEEDS: u64 = 1_000;

/// A schema at random and an object.
fn parts(seed: u64) -> (Value, Value, Random) {
    let mut random = Random::new(seed);
    let spec = schema(&mut random, 4);
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w"},
        "spec": fitting(&mut random, &spec), "unknown": value(&mut random, 2),
    });
    (
        json!({"type": "object", "properties": {"spec": spec}}),
        object,
        random,
    )
}

/// The rules of a schema at random, whether a server takes it or not, and an object.
fn case(seed: u64) -> (Rules, Value, Random) {
    let (schema, object, random) = parts(seed);
    let rules = Rules::from_stored_crd(&crd(&schema))
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    (rules, object, random)
}

#[test]
fn pruning_twice_prunes_once() {
    for seed in 0..SEEDS {
        let (rules, mut object, _) = case(seed);
        let version = rules.version("v1").expect("there is a version");
        let removed = version.prune(&mut object);
        assert!(removed.contains(&"unknown".to_owned()), "seed {seed}");
        let once = object.clone();
        assert_eq!(version.prune(&mut object), [""; 0], "seed {seed}");
        assert_eq!(object, once, "seed {seed}");
    }
}

#[test]
fn defaulting_twice_defaults_once() {
    for seed in 0..SEEDS {
        let (rules, mut object, _) = case(seed);
        let version = rules.version("v1").expect("there is a version");
        version.prune(&mut object);
        version.default(&mut object);
        let once = object.clone();
        version.default(&mut object);
        assert_eq!(object, once, "seed {seed}");
    }
}

#[test]
fn defaults_bring_in_nothing_to_prune() {
    for seed in 0..SEEDS {
        let (rules, mut object, _) = case(seed);
        let version = rules.version("v1").expect("there is a version");
        version.prune(&mut object);
        version.default(&mut object);
        assert_eq!(version.prune(&mut object), [""; 0], "seed {seed}");
    }
}

/// What is stored is stored again as it is: nothing is unknown or left to default, and only that `1.0` is stored as `1`
/// can make a difference to the verdict.
#[test]
fn what_was_stored_can_be_written_again() {
    let mut accepted = 0;
    for seed in 0..SEEDS {
        let (spec, object, _) = parts(seed);
        let Ok(rules) = Rules::from_crd(&crd(&spec)) else {
            continue;
        };
        let version = rules.version("v1").expect("there is a version");
        let first = version.admit(Admission::create(object));
        let Some(stored) = first.object.clone() else {
            continue;
        };
        let again = version.admit(Admission::create(stored.clone()));
        assert_eq!(again.object, Some(stored.clone()), "seed {seed}");
        assert_eq!(again.unknown_fields, [""; 0], "seed {seed}");
        if again.verdict() == Verdict::Accepted {
            accepted += 1;
            assert_eq!(version.validate(&stored), [], "seed {seed}");
            let mut update = Admission::update(stored.clone(), stored);
            update.object["metadata"]["resourceVersion"] = "1".into();
            assert_eq!(
                version.admit(update).verdict(),
                Verdict::Accepted,
                "seed {seed}"
            );
        }
    }
    assert!(
        accepted > SEEDS / 20,
        "{accepted} objects are not enough to tell"
    );
}

#[test]
fn anything_can_be_judged() {
    for seed in 0..SEEDS {
        let (rules, object, mut random) = case(seed);
        let version = rules.version("v1").expect("there is a version");
        let (any, old) = (value(&mut random, 4), value(&mut random, 4));
        drop(version.validate(&any));
        let mut changed = any.clone();
        drop(version.prune(&mut changed));
        version.default(&mut changed);
        drop(version.admit(Admission::create(any.clone())));
        drop(version.admit(Admission::update(any.clone(), object.clone())));
        drop(version.admit(Admission::update(object.clone(), any)));
        drop(version.admit(Admission::update(object, old)));
    }
}
