//! What becomes of the variants of an enum, by what stands in pairs of objects, and by names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::evidence::Seen;

/// A name in Rust, and what it is on the wire.
type Variant = (String, String);

/// What was found of the variants that only one of two enums has.
#[derive(Default)]
pub(super) struct Variants {
    /// Variants that are called otherwise there.
    pub(super) renames: Vec<[Variant; 2]>,
    /// Variants of this version, and what the hub has for them among those of both.
    pub(super) removed: Vec<[Variant; 2]>,
    /// Variants of the hub, in front of them what this version has for them among those of both.
    pub(super) added: Vec<[Variant; 2]>,
    /// Those of which nothing is known, of this version and of the hub.
    pub(super) left: [Vec<Variant>; 2],
}

/// Finds what became of variants.
pub(super) fn variants([own, theirs]: [&[Variant]; 2], seen: &Seen<'_>) -> Variants {
    let lacks = |all: &[Variant], wire: &str| all.iter().all(|(_, other)| other != wire);
    let alone = |one: &[Variant], other: &[Variant]| -> Vec<Variant> {
        let alone = one.iter().filter(|(_, wire)| lacks(other, wire));
        alone.cloned().collect()
    };
    let mut found = Variants::default();
    let (mut lost, mut new) = (alone(own, theirs), alone(theirs, own));
    let [there, here] = [became(seen, false), became(seen, true)];
    lost.retain(|one| {
        let by_pairs = only(&there, &one.1).and_then(|wire| {
            let is_back = only(&here, wire) == Some(one.1.as_str());
            new.iter().position(|other| other.1 == wire && is_back)
        });
        let is_seen = there.contains_key(one.1.as_str());
        let by_name = || {
            let same = |other: &Variant| plain(&other.1) == plain(&one.1);
            let is_one = new.iter().filter(|other| same(other)).count() == 1
                && own.iter().filter(|other| same(other)).count() == 1;
            new.iter().position(same).filter(|_| is_one && !is_seen)
        };
        let Some(at) = by_pairs.or_else(by_name) else {
            return true;
        };
        found.renames.push([one.clone(), new.remove(at)]);
        false
    });
    let rest = |left: &mut Vec<Variant>, known: &[Variant], became: &Became<'_>| {
        let mut all = Vec::new();
        left.retain(|one| {
            let there = only(became, &one.1);
            let there = there.and_then(|wire| known.iter().find(|other| other.1 == wire));
            all.extend(there.map(|there| [one.clone(), there.clone()]));
            there.is_none()
        });
        all
    };
    found.removed = rest(&mut lost, theirs, &there);
    found.added = rest(&mut new, own, &here)
        .into_iter()
        .map(|[their, own]| [own, their])
        .collect();
    found.left = [lost, new];
    found
}

type Became<'p> = BTreeMap<&'p str, BTreeSet<Option<&'p str>>>;

/// What stands there for each text here, or the other way.
fn became<'p>(seen: &Seen<'p>, is_back: bool) -> Became<'p> {
    let mut became = Became::new();
    for [own, their] in seen {
        let [one, other] = if is_back { [their, own] } else { [own, their] };
        if let Some(one) = one.and_then(Value::as_str) {
            let other = other.and_then(Value::as_str);
            became.entry(one).or_default().insert(other);
        }
    }
    became
}

/// The only one that stands there.
fn only<'p>(became: &Became<'p>, wire: &str) -> Option<&'p str> {
    let all = became.get(wire)?;
    let mut all = all.iter();
    match (all.next(), all.next()) {
        (Some(Some(only)), None) => Some(only),
        _ => None,
    }
}

/// A name without what spellings differ in.
fn plain(wire: &str) -> String {
    let letters = wire.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
