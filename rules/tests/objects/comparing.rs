//! What two states of a CRD do to objects, held against what is said to differ between them.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wheelwright_rules::crd::compare::{Comparison, Difference, Direction, Kind, compare};
use wheelwright_rules::{Admission, Outcome, Rules, Verdict};

use crate::generate::{Random, fitting, schema};
use crate::mutate::mutated;
use crate::support::{crd, stored, widget};

const SEEDS: u64 = 2_000;
const OBJECTS: usize = 12;

/// A schema and a changed one, as CRDs that a server takes.
fn pair(seed: u64) -> Option<(Value, Value, Random)> {
    let mut random = Random::new(seed);
    let mut spec = schema(&mut random, 3);
    if seed % 2 == 1 {
        lenient(&mut spec);
    }
    let changed = mutated(&mut random, &spec, 2);
    let whole = |spec: &Value| crd(&json!({"type": "object", "properties": {"spec": spec}}));
    let is_taken = |crd: &Value| Rules::from_crd(crd).is_ok();
    let (old, new) = (whole(&spec), whole(&changed));
    (is_taken(&old) && is_taken(&new)).then_some((old, new, random))
}

/// Takes out what refuses most objects, so that what is dropped and set shows.
fn lenient(schema: &mut Value) {
    let members = schema.as_object_mut().expect("a schema is an object");
    members.retain(|name, _| {
        matches!(
            name.as_str(),
            "type"
                | "items"
                | "properties"
                | "additionalProperties"
                | "default"
                | "nullable"
                | "x-kubernetes-preserve-unknown-fields"
        )
    });
    for (name, inner) in members {
        match name.as_str() {
            "items" | "additionalProperties" if inner.is_object() => lenient(inner),
            "properties" => inner
                .as_object_mut()
                .into_iter()
                .flatten()
                .for_each(|(_, inner)| lenient(inner)),
            _ => {}
        }
    }
}

/// Puts null in the place of some members.
fn with_nulls(random: &mut Random, value: &mut Value) {
    match value {
        Value::Object(members) => {
            for member in members.values_mut() {
                if random.one_in(3) {
                    *member = Value::Null;
                } else {
                    with_nulls(random, member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| with_nulls(random, item)),
        _ => {}
    }
}

fn spec_of(crd: &Value) -> &Value {
    &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
}

fn create(rules: &Rules, spec: &Value) -> Outcome {
    let version = rules.version("v1").expect("there is a version");
    version.admit(Admission::create(widget(&json!({ "spec": spec }))))
}

fn compared(old: &Value, new: &Value) -> Comparison {
    compare(old, new).expect("both are CRDs")
}

/// The verdicts are those of the rules for objects, which know nothing of the comparison.
#[test]
fn what_becomes_of_an_object_differs_only_where_it_is_said() {
    let (mut refused, mut reread) = (0, 0);
    for seed in 0..SEEDS {
        let Some((old, new, mut random)) = pair(seed) else {
            continue;
        };
        let comparison = compared(&old, &new);
        let [before, after] =
            [&old, &new].map(|crd| Rules::from_crd(crd).expect("a server takes it"));
        let goes = |directions: &[Direction]| {
            let mut differences = comparison.differences.iter();
            differences.any(|difference| directions.contains(&difference.direction))
        };
        for number in 0..OBJECTS {
            let base = if number % 2 == 0 { &old } else { &new };
            let mut object = fitting(&mut random, spec_of(base));
            if number % 3 == 0 {
                with_nulls(&mut random, &mut object);
            }
            let (before, after) = (create(&before, &object), create(&after, &object));
            // What was not declared was dropped, and nobody counts on it.
            if before.verdict() != Verdict::Accepted || !before.unknown_fields.is_empty() {
                continue;
            }
            let about = || {
                format!(
                    "seed {seed}: {object}\n{old}\n{new}\n{comparison}\n{:?}",
                    after.errors()
                )
            };
            if after.verdict() == Verdict::Accepted {
                if stored(&before) != stored(&after) {
                    reread += 1;
                    // A field that was kept and is declared is checked, and what it does not declare is dropped.
                    let is_declared = |difference: &Difference| {
                        matches!(difference.kind, Kind::Field | Kind::Type)
                    };
                    assert!(
                        goes(&[
                            Direction::Reread,
                            Direction::Pruned,
                            Direction::Changed,
                            Direction::Loosened
                        ]) || comparison.differences.iter().any(is_declared),
                        "{}",
                        about()
                    );
                }
            } else {
                refused += 1;
                assert!(
                    goes(&[
                        Direction::Tightened,
                        Direction::Changed,
                        Direction::Pruned,
                        Direction::Reread
                    ]),
                    "{}",
                    about()
                );
            }
        }
    }
    assert!(refused > 200 && reread > 30, "{refused} {reread}");
}

#[test]
fn a_crd_does_not_differ_from_itself() {
    for seed in 0..SEEDS {
        if let Some((old, _, _)) = pair(seed) {
            assert_eq!(compared(&old, &old), Comparison::default(), "seed {seed}");
        }
    }
}

/// What one tightens the other way loosens.
#[test]
fn the_way_back_goes_the_other_way() {
    let kinds = [
        Kind::Required,
        Kind::Enum,
        Kind::Bound,
        Kind::Length,
        Kind::Pattern,
        Kind::Count,
        Kind::ListType,
        Kind::Combinator,
    ];
    let going = |comparison: &Comparison, direction: Direction| -> BTreeSet<(Kind, String)> {
        let of_kinds = |difference: &&Difference| kinds.contains(&difference.kind);
        let found = comparison.of(direction).filter(of_kinds);
        found
            .map(|difference| (difference.kind, difference.field.clone()))
            .collect()
    };
    let mut seen = BTreeSet::new();
    for seed in 0..SEEDS {
        let Some((old, new, _)) = pair(seed) else {
            continue;
        };
        let (there, back) = (compared(&old, &new), compared(&new, &old));
        let tightened = going(&there, Direction::Tightened);
        assert_eq!(
            tightened,
            going(&back, Direction::Loosened),
            "seed {seed}\n{old}\n{new}\n{there}\n{back}"
        );
        seen.extend(tightened.into_iter().map(|(kind, _)| kind));
    }
    assert_eq!(seen, BTreeSet::from(kinds));
}
