//! What names, types and descriptions say of where a field has gone, without a pair of objects.

use std::collections::BTreeMap;

use super::evidence::{self, Found, Move, Seen, Way};
use super::holds::{UNITS, tried};
use super::renames::description;
use super::ways::peeled;
use crate::model::{Field, Ty, Type};

/// Where fields that only this version has are beyond doubt: a place of the hub that only it has, of the same name and described
/// alike, or of the same name with a unit behind it. `sure`: fields that are renamed already.
pub(super) fn moves<'f>(
    types: &'f [Type],
    [own, theirs]: [&[&'f Field]; 2],
    sure: &BTreeMap<&str, &Field>,
    seen: &Seen<'_>,
) -> Vec<Move<'f>> {
    let lacks = |all: &[&Field], field: &Field| all.iter().all(|other| other.wire != field.wire);
    let own: Vec<Vec<&Field>> = own
        .iter()
        .filter(|own| lacks(theirs, own) && !sure.contains_key(own.wire.as_str()))
        .map(|own| vec![*own])
        .collect();
    let alone = theirs.iter().filter(|their| {
        let is_renamed = sure.values().any(|sure| sure.wire == their.wire);
        own.iter().all(|own| own[0].wire != their.wire) && !is_renamed
    });
    let known = theirs;
    let places: Vec<Vec<&Field>> = alone
        .filter(|their| known.iter().any(|known| known.wire == their.wire))
        .flat_map(|their| evidence::places(types, &[their]))
        .collect();
    search(types, &own, &places, seen, &|_, _| true)
}

/// The pairs of places that are one beyond doubt.
pub(super) fn search<'f>(
    types: &[Type],
    own: &[Vec<&'f Field>],
    places: &[Vec<&'f Field>],
    seen: &Seen<'_>,
    may_be: &dyn Fn(&[&Field], &[&Field]) -> bool,
) -> Vec<Move<'f>> {
    let mut all: Vec<Move<'f>> = Vec::new();
    for one in own {
        for path in places.iter().filter(|path| may_be(one, path)) {
            let (Some(field), Some(their)) = (one.last(), path.last()) else {
                continue;
            };
            if let Some(way) = same(field, their)
                && !is_contradicted(types, [one, path], seen, &way)
            {
                let (own, path) = (one.clone(), path.clone());
                let found = Found { way, exceptions: 0 };
                all.push(Move { own, path, found });
            }
        }
    }
    let is_one = |of: &Move<'_>| {
        let count = |side: fn(&Move<'_>) -> String| {
            all.iter().filter(|other| side(other) == side(of)).count()
        };
        count(|of| evidence::joined(&of.own)) == 1 && count(|of| evidence::joined(&of.path)) == 1
    };
    all.iter().filter(|of| is_one(of)).cloned().collect()
}

/// The way between two fields that are one by what they are called and how they are described.
fn same(own: &Field, their: &Field) -> Option<Way> {
    let is_described = || {
        let (one, other) = (description(own), description(their));
        one.is_some() && one == other
    };
    if own.wire == their.wire && own.place.ty == their.place.ty && is_described() {
        return Some(Way::Alike);
    }
    let (text, number, is_reversed) = match [own, their].map(|field| peeled(&field.place.ty)) {
        [Ty::Text, Ty::Int(_)] => (own, their, false),
        [Ty::Int(_), Ty::Text] => (their, own, true),
        _ => return None,
    };
    let unit = UNITS
        .iter()
        .find(|unit| number.wire.strip_suffix(unit.name) == Some(text.wire.as_str()))?;
    Some(unit.duration(is_reversed))
}

/// Whether a pair has both, and they are not each other.
fn is_contradicted(
    types: &[Type],
    [own, path]: [&[&Field]; 2],
    seen: &Seen<'_>,
    way: &Way,
) -> bool {
    let (Some(field), Some(their)) = (own.last(), path.last()) else {
        return true;
    };
    let seen = evidence::of_paths(seen, own, path);
    let tried = tried(types, [&field.place, &their.place], &seen);
    let holds = tried.iter().find(|(tried, _)| tried == way);
    holds.is_none_or(|(_, holds)| {
        let mut both = seen
            .iter()
            .filter_map(|[own, their]| Some([(*own)?, (*their)?]));
        both.any(|[own, their]| holds(own, their) == Some(false))
    })
}
