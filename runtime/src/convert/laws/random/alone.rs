//! The memoryless translation, beside the engine that keeps: of an object of which nothing is kept they make the same.

use std::{
    collections::BTreeSet,
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use wheelwright_rules::Rules;

use super::{
    super::check::Subject,
    describe::describe,
    maker::{Maker, Pair, Seed},
    served::Served,
};
use crate::{
    convert::{converter::Core, json::Json},
    generate::{Generator, random::Random},
};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    mappings: usize,
    objects: usize,
    /// Of these, those that a step refuses.
    refused: usize,
}

/// How an object is made.
#[derive(Clone, Copy, Debug)]
enum Make {
    /// Whole, and with what the API server sets.
    Stored,
    /// Whole, as a client writes it.
    Written,
    /// A part, as server-side apply sends it.
    Part,
    /// The same with a name, so that it goes for a whole one.
    NamedPart,
    /// Whole, and something in it is not as it was.
    Spoiled,
}

const MAKES: [Make; 5] = [
    Make::Stored,
    Make::Written,
    Make::Part,
    Make::NamedPart,
    Make::Spoiled,
];

/// An object of a version.
fn object(
    subject: &Subject,
    rules: &Rules,
    (version, schema): (&str, &Value),
    make: Make,
    seed: u64,
) -> Value {
    let generator = Generator::new(seed).size(3);
    let (mut generator, is_part) = match make {
        Make::Stored | Make::Written | Make::Spoiled => (generator, false),
        Make::Part | Make::NamedPart => (generator.sparse(), true),
    };
    match make {
        Make::Written => {
            let mut object = subject.object(version, schema, &mut generator, true);
            object["metadata"]["name"] = json!("written");
            object
        }
        Make::NamedPart => {
            let mut object = subject.object(version, schema, &mut generator, is_part);
            object["metadata"]["name"] = json!("part");
            object
        }
        Make::Spoiled => {
            let mut object = subject.object(version, schema, &mut generator, is_part);
            let mut random = Random::new(seed);
            for _ in 0..=random.below(3) {
                let member = ["spec", "status"][random.below(2)];
                if let Some(member) = object.get_mut(member) {
                    spoil(member, &mut random);
                }
            }
            if let (Some(version), true) = (rules.version(version), random.one_in(2)) {
                version.default(&mut object);
            }
            object
        }
        Make::Stored | Make::Part => subject.object(version, schema, &mut generator, is_part),
    }
}

/// Takes a value out, or puts another in its place, at some depth.
pub(super) fn spoil(value: &mut Value, random: &mut Random) {
    let within: Vec<String> = match &*value {
        Value::Object(members) => members.keys().cloned().collect(),
        Value::Array(items) => (0..items.len()).map(|index| index.to_string()).collect(),
        _ => Vec::new(),
    };
    let others = [
        json!(null),
        json!({}),
        json!([]),
        json!(""),
        json!(7),
        json!("other"),
    ];
    let Some(name) = random.pick(&within).filter(|_| !random.one_in(4)) else {
        *value = others[random.below(others.len())].clone();
        return;
    };
    match value {
        Value::Object(members) if random.one_in(3) => {
            members.remove(name);
        }
        Value::Object(members) => {
            if let Some(member) = members.get_mut(name) {
                spoil(member, random);
            }
        }
        Value::Array(items) => {
            let index: usize = name.parse().expect("it was made of one");
            spoil(&mut items[index], random);
        }
        _ => {}
    }
}

/// Compares a pair's versions. Nothing where there is no such CRD, or no such mapping.
fn compare(pair: &Pair, seed: u64, rounds: u64, compared: &mut Compared) -> Option<Vec<String>> {
    let served = Served::new(pair).ok()?;
    let (rules, converter) = (served.rules(), served.converter);
    let subject = Subject::new(converter, &rules, &served.crd, true);
    compared.mappings += 1;
    let mut differing = Vec::new();
    for (round, make) in (0..rounds).zip(MAKES.into_iter().cycle()) {
        for (version, schema) in served.versions() {
            let seed = seed.wrapping_mul(1009).wrapping_add(round);
            let object = object(&subject, &rules, (version, schema), make, seed);
            for (other, _) in served.versions().filter(|(other, _)| *other != version) {
                let text = object.to_string();
                let Some(both) = converter.both(&Json::raw(&text), version, other) else {
                    continue;
                };
                compared.objects += 1;
                compared.refused += usize::from(both.keeping.is_err());
                if !both.agree() {
                    differing.push(format!(
                        "{make:?} {version} -> {other}\n  of      {object}\n  keeping {:?}\n  alone   {}\n  holes   {:?}",
                        both.keeping, both.alone, both.holes,
                    ));
                }
            }
        }
    }
    Some(differing)
}

/// A mapping with an object, spoiled, of which both ways ask each other what is made anew: a hop to and fro had no end.
const TELLING: u64 = 197;

/// `SEED` and `COUNT` try others than a few new ones, `ROUNDS` more objects of each.
#[test]
fn nothing_kept_is_what_the_memoryless_translation_makes() {
    let number = |name: &str| {
        let text = std::env::var(name).ok();
        text.map(|text| text.parse::<u64>().expect("it is a number"))
    };
    let now = || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(1, |now| {
            now.as_secs() * 1000 + u64::from(now.subsec_millis())
        })
    };
    let (first, count) = (
        number("SEED").unwrap_or_else(now),
        number("COUNT").unwrap_or(40),
    );
    let rounds = number("ROUNDS").unwrap_or(10);
    println!("from seed {first}");
    let mut compared = Compared::default();
    let mut differing = Vec::new();
    for seed in (first..first + count).chain([TELLING]) {
        let Some(pair) = Maker::pair(
            Seed {
                seed,
                with_items: seed % 2 == 0,
                core: Core::Noting,
            },
            &BTreeSet::new(),
        ) else {
            continue;
        };
        let found = compare(&pair, seed, rounds, &mut compared).unwrap_or_default();
        if let Some(one) = found.first() {
            differing.push(format!(
                "mapping {seed}, {} objects: {one}\n{}",
                found.len(),
                describe(&pair)
            ));
        }
    }
    println!(
        "from seed {first}: {compared:?}, {} mappings differ",
        differing.len()
    );
    assert!(
        differing.is_empty(),
        "from seed {first}: {} of {compared:?}:\n{}",
        differing.len(),
        differing
            .iter()
            .take(5)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n")
    );
    assert!(
        compared.mappings as u64 * 4 > count * 3,
        "too few are mappings: {compared:?}"
    );
}
