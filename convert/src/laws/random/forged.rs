//! Whatever the annotation says, what is read comes back, and what is valid stays so.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    super::check::Subject,
    describe::describe,
    maker::{Maker, Pair, Seed, Steps},
    number, seeds,
    served::Served,
    spoil::spoil,
};
use crate::generate::{Generator, random::Random};

/// What was tried.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    mappings: usize,
    annotations: usize,
    /// Of these, those that changed what is made.
    heeded: usize,
}

/// An object as it is compared.
fn bare(mut object: Value, annotation: &str) -> Value {
    if let Some(metadata) = object["metadata"].as_object_mut() {
        if let Some(Value::Object(annotations)) = metadata.get_mut("annotations") {
            annotations.remove(annotation);
        }
        metadata.retain(|_, value| *value != json!({}));
    }
    object
}

/// Annotations of objects of a pair: of each itself, of another one, and of either with something else in it.
fn forge(pair: &Pair, seed: u64, rounds: u64, tried: &mut Tried) -> Option<Vec<String>> {
    let served = Served::new(pair).ok()?;
    let (rules, converter) = (served.rules(), served.converter);
    let subject = Subject::new(converter, &rules, &served.crd, &[], true, &[]);
    let name = converter.annotation();
    tried.mappings += 1;
    let mut broken = Vec::new();
    let mut random = Random::new(seed);
    let mut known: Vec<Value> = Vec::new();
    for round in 0..rounds {
        for (from, schema) in served.versions() {
            let mut generator = Generator::new(seed.wrapping_mul(1009).wrapping_add(round)).size(3);
            let object = subject.object(from, schema, &mut generator, false);
            if !subject.is_complete(from, &object) {
                continue;
            }
            for (to, _) in served.versions().filter(|(to, _)| *to != from) {
                let Ok(mut there) = subject.along(&object, &[to]) else {
                    continue;
                };
                let own = there["metadata"]["annotations"][name].as_str();
                let own = own.and_then(|text| serde_json::from_str(text).ok());
                known.extend(own);
                let Some(mut kept) = random.pick(&known).cloned() else {
                    continue;
                };
                if !random.one_in(4) {
                    for _ in 0..=random.below(3) {
                        spoil(&mut kept["kept"], &mut random);
                    }
                }
                there["metadata"]["annotations"][name] = kept.to_string().into();
                let bare_there = bare(there.clone(), name);
                let (Ok(back), Ok(plain)) = (
                    subject.along(&there, &[from]),
                    subject.along(&bare_there, &[from]),
                ) else {
                    continue;
                };
                tried.annotations += 1;
                tried.heeded += usize::from(bare(back.clone(), name) != bare(plain.clone(), name));
                let mut tell = |law: &str, what: &Value| {
                    broken.push(format!(
                        "{law} {to} -> {from}\n  of   {there}\n  back {back}\n  {what}"
                    ));
                };
                match subject.along(&back, &[to]) {
                    Ok(again) => {
                        let mut pair = [bare(again, name), bare_there];
                        for object in &mut pair {
                            subject.sort(object, to);
                        }
                        if pair[0] != pair[1] {
                            tell("read back", &pair[0]);
                        }
                    }
                    Err(error) => tell("read back", &json!(error.to_string())),
                }
                let rules = rules.version(from)?;
                let known = rules.validate(&plain);
                let is_known = |error: &_| known.contains(error);
                let errors = rules.validate(&back);
                if let Some(error) = errors.iter().find(|error| !is_known(error)) {
                    tell("valid", &json!(error.to_string()));
                }
            }
        }
    }
    Some(broken)
}

/// `ROUNDS` tries more objects of each.
#[test]
fn whatever_the_annotation_says_what_is_read_comes_back() {
    let seeds = seeds(30);
    let first = seeds.start;
    let rounds = number("ROUNDS").unwrap_or(10);
    let mut tried = Tried::default();
    let mut broken = Vec::new();
    for seed in seeds {
        let of = Seed {
            seed,
            of: if seed % 2 == 0 {
                Steps::WithItems
            } else {
                Steps::All
            },
        };
        let Some(pair) = Maker::pair(of, &BTreeSet::new()) else {
            continue;
        };
        let found = forge(&pair, seed, rounds, &mut tried).unwrap_or_default();
        if let Some(one) = found.first() {
            broken.push(format!(
                "mapping {seed}, {} annotations: {one}\n{}",
                found.len(),
                describe(&pair)
            ));
        }
    }
    println!("from seed {first}: {tried:?}");
    assert!(
        broken.is_empty(),
        "from seed {first}: {} of {tried:?}:\n{}",
        broken.len(),
        broken.join("\n")
    );
    assert!(
        tried.heeded * 20 > tried.annotations,
        "too few tell anything: {tried:?}"
    );
}
