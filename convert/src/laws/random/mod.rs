//! The laws of mappings that nobody wrote: tables made at random.
//!
//! `SEED=1 COUNT=10000 cargo test --release -p wheelwright-convert --lib random` tries ten thousand.

mod chain;
mod describe;
mod forged;
mod functions;
mod items;
mod maker;
mod nested;
mod part;
mod pool;
mod read;
mod served;
mod several;
mod shown;
mod spoil;
mod steps;
mod types;
mod variants;

use std::{collections::BTreeSet, fmt::Write as _};

use super::{Laws, Violation};
use crate::{
    Converter,
    assert::absent_in,
    converter::came_back,
    table::{How, Mapping, VariantContent, panic_message},
};
use describe::describe;
use maker::{Maker, Pair, Seed, Steps};
use served::Served;

/// What became of a pair.
#[derive(Debug)]
enum Outcome {
    Holds,
    /// There is no such CRD, no such mapping, or no object to try it on.
    Refused(String),
    Broken(Box<Violation>),
}

fn outcome(pair: &Pair, rounds: usize) -> Outcome {
    let served = match Served::new(pair) {
        Ok(served) => served,
        Err(why) => return Outcome::Refused(why),
    };
    let laws = Laws::new(served.manifest, Ok(served.converter), Vec::new()).of_types_alone();
    match laws.rounds(rounds).check() {
        Ok(0) => Outcome::Refused("no object of it could be tried".to_owned()),
        Ok(_) => Outcome::Holds,
        Err(violation) => Outcome::Broken(violation),
    }
}

/// Why the derive would refuse a mapping: what may be absent, and must be there.
fn refused(mapping: &'static Mapping) -> Option<String> {
    match mapping {
        Mapping::Fields(fields) => fields.steps.iter().find_map(|step| {
            let checked = std::panic::catch_unwind(|| {
                absent_in(fields, step, step.up_or.is_some(), step.down_or.is_some());
            });
            match (checked, &step.how) {
                (Err(why), _) => Some(panic_message("the derive refuses it", &*why)),
                (Ok(()), How::Nest(nest)) => refused(nest.mapping),
                (Ok(()), _) => None,
            }
        }),
        Mapping::Variants(of) => of
            .variants
            .iter()
            .find_map(|variant| match variant.content {
                VariantContent::Newtype(nest) => refused(nest.mapping),
                _ => None,
            }),
        _ => None,
    }
}

/// Leaves out slots as long as a law is still broken.
fn smallest(seed: Seed, rounds: usize) -> BTreeSet<u64> {
    let mut dropped = BTreeSet::new();
    loop {
        let Some(pair) = Maker::pair(seed, &dropped) else {
            return dropped;
        };
        let fewer = pair.slots.iter().find(|slot| {
            let mut fewer = dropped.clone();
            fewer.insert(**slot);
            Maker::pair(seed, &fewer)
                .is_some_and(|pair| matches!(outcome(&pair, rounds), Outcome::Broken(_)))
        });
        match fewer {
            Some(slot) => dropped.insert(*slot),
            None => return dropped,
        };
    }
}

/// What is broken, of which mapping, and what becomes of the object with and without what is kept of it.
fn report(of: Seed, pair: &Pair, violation: &Violation) -> String {
    let Seed { seed, of } = of;
    let mut text = format!(
        "mapping {seed} (`SEED={seed} COUNT=1` makes it again, of {of:?}): {violation}\n{}",
        describe(pair)
    );
    let Ok(converter) = Converter::new(&pair.roots, &pair.mappings, true) else {
        return text;
    };
    let mut bare = violation.object.clone();
    if let Some(metadata) = bare["metadata"].as_object_mut() {
        metadata.remove("annotations");
    }
    for object in [&violation.object, &bare] {
        let mut at = object.to_string();
        for version in violation.route.iter().skip(1) {
            match converter.convert_text(&at, version) {
                Ok(there) => {
                    _ = writeln!(text, "{version}: {there}");
                    at = there;
                }
                Err(error) => _ = writeln!(text, "{version}: {error}"),
            }
        }
    }
    text
}

/// Beyond the first ones, those that showed what no case of the tests does: an edit that is kept itself beside an object that was
/// kept as a whole; places that are tied through a version between theirs; a map that a version in between has in another order;
/// structs that labels and steps from further out write into, and that must have more than these give; parts of variants, which
/// the schema refuses at another member than the one that they lack; two values that one step writes, beside alternatives of
/// the object around them; a struct that must be there for a label alone; a struct that lacks what a step from further out
/// does not give; values that only seem contradicted, for another that is; a list that was kept whole, of which one item is
/// edited.
const TELLING: [u64; 14] = [
    421,
    893,
    896,
    3201,
    100_163,
    200_963,
    400_028,
    400_552,
    500_563,
    501_314,
    506_940,
    530_165,
    553_961,
    1_795_758_552,
];
/// With items: one that no step names, beside an edit of another; a list by default in a struct that a step from further out
/// writes into, and in the default of a struct; an object of several entries beside one that an edit contradicts.
const TELLING_OF_ITEMS: [u64; 4] = [400_037, 400_084, 552_833, 1_795_758_510];

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok();
    text.map(|text| text.parse().expect("it is a number"))
}

/// The seeds of a test: the first ones, or those that `SEED` and `COUNT` say.
fn seeds(count: u64) -> std::ops::Range<u64> {
    let first = number("SEED").unwrap_or(1);
    first..first + number("COUNT").unwrap_or(count)
}

fn keep_them(seeds: impl IntoIterator<Item = Seed>) {
    let (mut count, mut tried, mut broken) = (0, 0, Vec::new());
    for seed in seeds {
        count += 1;
        let pair = Maker::pair(seed, &BTreeSet::new());
        match pair.map(|pair| outcome(&pair, 30)) {
            Some(Outcome::Holds) => tried += 1,
            Some(Outcome::Broken(violation)) => {
                let pair = Maker::pair(seed, &smallest(seed, 60));
                let pair = pair.as_ref().expect("it was made before");
                let violation = match outcome(pair, 60) {
                    Outcome::Broken(smaller) => smaller,
                    _ => violation,
                };
                broken.push(report(seed, pair, &violation));
            }
            Some(Outcome::Refused(why)) => println!("{seed:?} is no mapping: {why}"),
            None => println!("{seed:?} has more values than there is place for"),
        }
    }
    assert!(
        broken.is_empty(),
        "{} of {count}:\n{}",
        broken.len(),
        broken.join("\n")
    );
    assert!(
        tried * 4 > count * 3,
        "only {tried} of {count} are mappings"
    );
}

/// Tries a law on mappings of a kind. Returns how many objects it was tried on.
fn hold(
    seeds: impl IntoIterator<Item = u64>,
    of: Steps,
    broken: impl Fn(&Pair, u64, &mut usize) -> Option<String>,
) -> usize {
    let (mut tried, mut failed) = (0, Vec::new());
    for seed in seeds {
        let Some(pair) = Maker::pair(Seed { seed, of }, &BTreeSet::new()) else {
            continue;
        };
        if let Some(what) = broken(&pair, seed, &mut tried) {
            let pair = describe(&pair);
            failed.push(format!("mapping {seed} of {of:?}: {what}\n{pair}"));
        }
    }
    println!("{tried} objects");
    let failures = failed.join("\n");
    assert!(failed.is_empty(), "{}:\n{failures}", failed.len());
    tried
}

/// Beyond the first ones, those that told something, unless others are asked for.
#[test]
fn mappings_that_nobody_wrote_keep_them() {
    let telling = TELLING.into_iter().filter(|_| number("SEED").is_none());
    keep_them(seeds(100).chain(telling).map(|seed| Seed {
        seed,
        of: Steps::All,
    }));
}

/// Those with items of lists, by their keys, beside what they have without.
#[test]
fn mappings_of_items_keep_them() {
    let telling = TELLING_OF_ITEMS.into_iter();
    let telling = telling.filter(|_| number("SEED").is_none());
    keep_them(seeds(50).chain(telling).map(|seed| Seed {
        seed,
        of: Steps::WithItems,
    }));
}

/// Those that reach into structs within structs from several structs around.
#[test]
fn mappings_that_reach_keep_them() {
    keep_them(seeds(50).map(|seed| Seed {
        seed,
        of: Steps::Reaching,
    }));
}

/// Those that only call fields otherwise: what is said of them without a look agrees with what the way back makes.
#[test]
fn mappings_that_move_come_back() {
    let before = came_back();
    keep_them(seeds(50).map(|seed| Seed {
        seed,
        of: Steps::Moves,
    }));
    let count = came_back() - before;
    let is_one = number("SEED").is_some();
    assert!(
        count > 1000 || is_one,
        "only {count} came back without a look"
    );
}
