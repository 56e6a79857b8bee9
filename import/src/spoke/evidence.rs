//! What pairs of objects say: which field of the stored version has a field's values, and by which key of `Spoke`.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Value, json};

use super::holds::{Holds, tried};
use super::splits::Split;
use super::ways::{members, peeled};
use crate::default;
use crate::model::{Field, Ty, Type};

/// What stands at a place of the version and at one of the hub, in each pair.
pub(crate) type Seen<'p> = Vec<[Option<&'p Value>; 2]>;

/// How far within structs that only one version has a field is looked for.
const DEPTH: usize = 4;

/// One pair of so many may be an exception.
pub(super) const RARELY: usize = 20;

/// How many structs around one another are compared by what becomes of their members.
const LEVELS: usize = 2;

/// How values of one place are those of another.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Way {
    /// As they are, or as their types map.
    Alike,
    /// By a key.
    Key(Key),
    /// A list of structs and a map of structs, by a member of the list's.
    Keyed(Keyed),
}

/// A key by which values become each other's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    /// What becomes of a value, or of each item.
    pub(super) text: String,
    pub(super) is_of_each: bool,
    /// Whether it refuses values of this version, and of the hub.
    pub(super) refuses: [bool; 2],
    /// Whether the hub has what the key is about, the text or the map: a step between places says so.
    pub(super) is_reversed: bool,
}

impl Key {
    /// As it stands on a field.
    pub(super) fn on_field(&self) -> String {
        if self.is_of_each {
            format!("each({})", self.text)
        } else {
            self.text.clone()
        }
    }

    /// As it stands in a step between places, whose types no macro sees.
    pub(super) fn in_step(&self) -> String {
        let text = if self.is_reversed {
            format!("{}, reversed", self.text)
        } else {
            self.text.clone()
        };
        let said = Self {
            text,
            ..self.clone()
        };
        said.on_field()
    }
}

/// The member of the items of a list that entries of a map are called by.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Keyed {
    pub(super) name: String,
    pub(super) wire: String,
    /// Whether this version has the list.
    pub(super) is_list: bool,
    pub(super) refuses: [bool; 2],
}

/// A field of the version, and where the hub has it.
#[derive(Clone)]
pub(super) struct Move<'f> {
    /// Fields from the version's struct inwards.
    pub(super) own: Vec<&'f Field>,
    /// Fields from the hub's struct inwards.
    pub(super) path: Vec<&'f Field>,
    pub(super) found: Found,
}

/// A way, and in how many pairs it is not so: what converts may lose or set something now and then.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) way: Way,
    pub(super) exceptions: usize,
}

/// What was found out of the fields of two structs.
#[derive(Default)]
pub(super) struct Moves<'f> {
    pub(super) found: Vec<Move<'f>>,
    /// Texts that the other version has in parts.
    pub(super) splits: Vec<Split<'f>>,
    /// Fields whose values several of the hub have, or that share one, by their paths.
    pub(super) unsure: Vec<(Vec<&'f Field>, Vec<Vec<&'f Field>>)>,
}

impl<'f> Moves<'f> {
    /// Where a field has gone as a whole.
    pub(super) fn of(&self, own: &Field) -> Option<&Move<'f>> {
        let is_own = |found: &&Move<'_>| matches!(*found.own, [of] if of.wire == own.wire);
        self.found.iter().find(is_own)
    }

    /// Whether a field, or part of it, has gone elsewhere.
    pub(super) fn leaves(&self, own: &Field) -> bool {
        let mut first = self.firsts(0);
        first.any(|first| first.wire == own.wire)
    }

    /// Whether another field than that of its name has become this one of the hub, or what is within it.
    pub(super) fn takes(&self, their: &Field) -> bool {
        let mut first = self.firsts(1);
        first.any(|first| first.wire == their.wire)
    }

    /// The fields of a side's struct that places lie at or within.
    fn firsts(&self, side: usize) -> impl Iterator<Item = &Field> {
        self.places(side).filter_map(|path| path.first().copied())
    }

    /// All places of a side.
    pub(super) fn places(&self, side: usize) -> impl Iterator<Item = &[&'f Field]> {
        let moved = self.found.iter().map(move |found| match side {
            0 => found.own.as_slice(),
            _ => found.path.as_slice(),
        });
        let split = self.splits.iter().flat_map(move |split| {
            let [own, theirs] = split.places();
            if side == 0 { own } else { theirs }
        });
        moved.chain(split)
    }
}

/// Where the hub has fields that it has not under their names, or under whose names it has other values.
pub(super) fn moves<'f>(types: &'f [Type], fields: [&'f [Field]; 2], seen: &Seen<'_>) -> Moves<'f> {
    moves_within(types, fields, seen, LEVELS)
}

fn moves_within<'f>(
    types: &'f [Type],
    [fields, theirs]: [&'f [Field]; 2],
    seen: &Seen<'_>,
    levels: usize,
) -> Moves<'f> {
    if seen.is_empty() {
        return Moves::default();
    }
    let is_elsewhere = |own: &Field, their: &Field| {
        own.wire == their.wire && is_refuted(types, own, their, &of_paths(seen, &[own], &[their]))
    };
    let own: Vec<Vec<&Field>> = fields
        .iter()
        .filter(|own| {
            let their = theirs.iter().find(|their| their.wire == own.wire);
            their.is_none_or(|their| is_elsewhere(own, their))
        })
        .map(|own| vec![own])
        .collect();
    let places: Vec<Vec<&Field>> = theirs
        .iter()
        .filter(|their| {
            let own = fields.iter().find(|own| own.wire == their.wire);
            own.is_none_or(|own| is_elsewhere(own, their))
        })
        .flat_map(|their| places(types, &[their]))
        .collect();
    search(types, own, &places, seen, levels, &|_, _| true)
}

/// Where the hub has what is at places of this version, and in structs there whose members went to several places. `may_be`: which
/// pairs of places are tried.
pub(super) fn search<'f>(
    types: &'f [Type],
    own: Vec<Vec<&'f Field>>,
    places: &[Vec<&'f Field>],
    seen: &Seen<'_>,
    levels: usize,
    may_be: &dyn Fn(&[&Field], &[&Field]) -> bool,
) -> Moves<'f> {
    let mut moves = Moves::default();
    let mut all: Vec<Move<'f>> = Vec::new();
    let mut open = VecDeque::from(own);
    while let Some(own) = open.pop_front() {
        let Some(field) = own.last() else { continue };
        let inner = members(peeled(&field.place.ty), types).unwrap_or_default();
        if let Some(found) = reshaped(types, (&own, inner), places, seen, levels, may_be) {
            all.push(found);
            continue;
        }
        let found: Vec<Move<'f>> = places
            .iter()
            .filter(|path| may_be(&own, path))
            .filter_map(|path| {
                let found = agreement(types, field, path, &of_paths(seen, &own, path))?;
                // Of several members each goes by itself.
                let is_unwrapped =
                    matches!(&found.way, Way::Key(key) if key.text.starts_with("unwrap = "));
                if is_unwrapped && inner.len() > 1 {
                    return None;
                }
                // A step between places has no mapping of types.
                let is_said = own.len() == 1
                    || found.way != Way::Alike && !matches!(found.way, Way::Keyed(_))
                    || path
                        .last()
                        .is_some_and(|their| peeled(&their.place.ty) == peeled(&field.place.ty));
                let (own, path) = (own.clone(), path.clone());
                is_said.then_some(Move { own, path, found })
            })
            .collect();
        match plainest(found) {
            Ok(Some(found)) => all.push(found),
            Ok(None) => {
                if own.len() < DEPTH {
                    let inner = inner.iter().filter(|inner| !is_within_itself(&own, inner));
                    open.extend(inner.map(|inner| [own.as_slice(), &[inner]].concat()));
                }
            }
            Err(several) => {
                let paths = several.into_iter().map(|found| found.path);
                moves.unsure.push((own, paths.collect()));
            }
        }
    }
    let is_contested = |of: &Move<'_>| {
        let same = |other: &&Move<'_>| {
            is_within(&of.path, &other.path) || is_within(&other.path, &of.path)
        };
        all.iter().filter(same).count() > 1
    };
    let contested: Vec<bool> = all.iter().map(is_contested).collect();
    for (found, is_contested) in all.into_iter().zip(contested) {
        if is_contested {
            moves.unsure.push((found.own, vec![found.path]));
        } else {
            moves.found.push(found);
        }
    }
    moves
}

/// The one struct of the hub whose members have what most members of a struct have, whatever they are called there.
fn reshaped<'f>(
    types: &'f [Type],
    (own, fields): (&[&'f Field], &'f [Field]),
    places: &[Vec<&'f Field>],
    seen: &Seen<'_>,
    levels: usize,
    may_be: &dyn Fn(&[&Field], &[&Field]) -> bool,
) -> Option<Move<'f>> {
    const FEW: usize = 2;
    if levels == 0 || own.len() != 1 || fields.len() < FEW {
        return None;
    }
    let mut best: Vec<(usize, Move<'f>)> = Vec::new();
    for path in places.iter().filter(|path| may_be(own, path)) {
        let their = path.last()?;
        let Some(theirs) = members(peeled(&their.place.ty), types) else {
            continue;
        };
        let inner = of_paths(seen, own, path);
        let Some(exceptions) = together(&inner) else {
            continue;
        };
        let moves = moves_within(types, [fields, theirs], &inner, levels - 1);
        let is_found = |field: &&Field| {
            moves.leaves(field)
                || theirs.iter().any(|their| {
                    let seen = of_paths(&inner, &[field], &[their]);
                    their.wire == field.wire && agreement(types, field, &[their], &seen).is_some()
                })
        };
        let says = |field: &&Field| {
            let mut values = inner.iter().filter_map(|[own, _]| (*own)?.get(&field.wire));
            values.any(|value| !is_nothing(value))
        };
        let (found, all) = (
            fields.iter().filter(is_found).count(),
            fields.iter().filter(says).count(),
        );
        if found >= FEW && found * 2 > all {
            let way = Way::Alike;
            let found_here = Move {
                own: own.to_vec(),
                path: path.clone(),
                found: Found { way, exceptions },
            };
            best.push((found, found_here));
        }
    }
    let most = best.iter().map(|(found, _)| *found).max()?;
    best.retain(|(found, _)| *found == most);
    // Of one within the other, the innermost has it all.
    best.sort_by_key(|(_, found)| found.path.len());
    let (_, last) = best.pop()?;
    let has_it = |(_, other): &(usize, Move<'_>)| is_within(&last.path, &other.path);
    best.iter().all(has_it).then_some(last)
}

/// Whether a path leads to a place or within it.
pub(super) fn is_within(path: &[&Field], place: &[&Field]) -> bool {
    path.len() >= place.len()
        && path
            .iter()
            .zip(place)
            .all(|(one, other)| one.wire == other.wire)
}

/// In how many pairs only one of two places says something, if those are few.
fn together(seen: &Seen<'_>) -> Option<usize> {
    let says = |value: Option<&Value>| value.is_some_and(|value| !is_nothing(value));
    let said = seen.iter().map(|pair| pair.map(says));
    let both = said.clone().filter(|says| *says == [true; 2]).count();
    let one = said.filter(|[own, their]| own != their).count();
    (both > 1 && one * RARELY <= both).then_some(one)
}

/// The only one that needs no key, else the only one; of several the only one whose name has the field's own within it. Else all.
fn plainest(mut found: Vec<Move<'_>>) -> Result<Option<Move<'_>>, Vec<Move<'_>>> {
    if found.iter().any(|found| found.found.way == Way::Alike) {
        found.retain(|found| found.found.way == Way::Alike);
    }
    if found.len() > 1 {
        let is_alike = |found: &Move<'_>| {
            let [there, own] = [&found.path, &found.own]
                .map(|path| path.last().map(|field| field.wire.to_lowercase()));
            there
                .zip(own)
                .is_some_and(|(there, own)| there.contains(&own))
        };
        let alike = found.iter().filter(|found| is_alike(found)).count();
        if alike != 1 {
            return Err(found);
        }
        found.retain(is_alike);
    }
    Ok(found.pop())
}

/// A path by its wire names.
pub(super) fn joined(path: &[&Field]) -> String {
    let names: Vec<&str> = path.iter().map(|field| field.wire.as_str()).collect();
    names.join(".")
}

/// A place, and all within the structs there.
pub(super) fn places<'f>(types: &'f [Type], path: &[&'f Field]) -> Vec<Vec<&'f Field>> {
    let mut all = vec![path.to_vec()];
    let mut at = 0;
    while let Some(path) = all.get(at).cloned() {
        at += 1;
        let last = path.last().map(|field| peeled(&field.place.ty));
        let inner = last.and_then(|ty| members(ty, types)).unwrap_or_default();
        if path.len() < all[0].len() + DEPTH - 1 {
            let inner = inner.iter().filter(|inner| !is_within_itself(&path, inner));
            all.extend(inner.map(|inner| [path.as_slice(), &[inner]].concat()));
        }
    }
    all
}

/// Whether a field is of a type that one around it is of.
fn is_within_itself(path: &[&Field], field: &Field) -> bool {
    let of = peeled(&field.place.ty);
    matches!(of, Ty::Named(_)) && path.iter().any(|around| peeled(&around.place.ty) == of)
}

/// What stands at a path within this version's struct, and at one within the hub's, where both structs are there.
pub(super) fn of_paths<'p>(seen: &Seen<'p>, own: &[&Field], path: &[&Field]) -> Seen<'p> {
    let both = seen
        .iter()
        .filter_map(|[own, their]| Some([(*own)?, (*their)?]));
    both.map(|[one, other]| [(one, own), (other, path)].map(|(of, path)| at_path(of, path)))
        .collect()
}

fn at_path<'p>(of: &'p Value, path: &[&Field]) -> Option<&'p Value> {
    let mut path = path.iter();
    let there = path.try_fold(of, |value, field| value.get(&field.wire));
    there.filter(|value| !value.is_null())
}

/// What stands in the items of lists that have as many, and in the entries of maps.
pub(super) fn of_items<'p>(seen: &Seen<'p>) -> Seen<'p> {
    let mut items = Seen::new();
    for pair in seen {
        match pair {
            [Some(Value::Array(own)), Some(Value::Array(their))] if own.len() == their.len() => {
                let pairs = own.iter().zip(their);
                items.extend(pairs.map(|(own, their)| [Some(own), Some(their)]));
            }
            [Some(Value::Object(own)), Some(Value::Object(their))] => {
                items.extend(own.iter().map(|(key, own)| [Some(own), their.get(key)]));
            }
            _ => {}
        }
    }
    items
}

/// What stands in the entries of a map, and in the items of a list that are called like them.
pub(super) fn of_entries<'p>(seen: &Seen<'p>, key: &Keyed) -> Seen<'p> {
    let mut items = Seen::new();
    for [own, their] in seen {
        let [list, map] = if key.is_list {
            [own, their]
        } else {
            [their, own]
        };
        let (Some(Value::Array(list)), Some(Value::Object(map))) = (list, map) else {
            continue;
        };
        for item in list {
            let name = item.get(&key.wire).and_then(Value::as_str);
            let entry = name.and_then(|name| map.get(name));
            items.push(if key.is_list {
                [Some(item), entry]
            } else {
                [entry, Some(item)]
            });
        }
    }
    items
}

/// The way by which the values of a field are those at a path of the hub in nearly all pairs, if two different ones are, or one
/// where another pair has neither.
pub(super) fn agreement(
    types: &[Type],
    own: &Field,
    path: &[&Field],
    seen: &Seen<'_>,
) -> Option<Found> {
    let their = path.last()?;
    let tried = tried(types, [&own.place, &their.place], seen);
    let defaults = [&own.place.default, &their.place.default];
    let mut tried = tried.into_iter();
    tried.find_map(|(way, holds)| {
        // Of a struct, only what the other does not have may be there.
        let is_struct = way == Way::Alike
            && [own, their].iter().all(|of| {
                let ty = peeled(&of.place.ty);
                matches!(ty, Ty::K8s(_)) || members(ty, types).is_some()
            });
        let exceptions = exceptions(&holds, defaults, seen, is_struct)?;
        Some(Found { way, exceptions })
    })
}

/// In how many pairs a way does not hold, if it is borne out by the others. `may_lack`: whether a pair that has only one says
/// nothing.
fn exceptions(
    holds: &Holds<'_>,
    defaults: [&Option<Value>; 2],
    seen: &Seen<'_>,
    may_lack: bool,
) -> Option<usize> {
    let (mut different, mut has_neither) = (BTreeSet::new(), false);
    let (mut for_it, mut against) = (0, 0);
    for pair in seen {
        let held =
            held(holds, defaults, pair).filter(|_| !may_lack || pair.iter().all(Option::is_some));
        match held {
            // Of many places nearly all are another's: few pairs say so.
            Some(false) if against * RARELY >= seen.len() => return None,
            Some(false) => against += 1,
            Some(true) => {
                for_it += 1;
                different.extend(pair[0].map(Value::to_string));
            }
            None => has_neither |= pair.iter().all(Option::is_none),
        }
    }
    let is_borne_out = different.len() > 1 || different.len() == 1 && has_neither;
    (is_borne_out && against * RARELY <= for_it).then_some(against)
}

/// Whether a pair bears a way out: not where it says nothing, as what says nothing itself is often left out by either side.
fn held(
    holds: &Holds<'_>,
    [own_default, their_default]: [&Option<Value>; 2],
    pair: &[Option<&Value>; 2],
) -> Option<bool> {
    let is_silent = |value: &Value, default: &Option<Value>| {
        is_nothing(value) || default.as_ref() == Some(value)
    };
    match *pair {
        [Some(own), Some(their)] => match holds(own, their) {
            Some(true) if is_nothing(own) => None,
            held => held,
        },
        [None, None] => None,
        [Some(own), None] => {
            let nothing = [json!(0), json!(""), json!(false), json!([]), json!({})];
            let becomes = |their: &Value| holds(own, their) == Some(true);
            let is_left_out = is_silent(own, own_default) || nothing.iter().any(becomes);
            (!is_left_out).then_some(false)
        }
        [None, Some(their)] => (!is_silent(their, their_default)).then_some(false),
    }
}

/// Whether fields of one name have other values almost wherever one of them has any.
pub(super) fn is_refuted(types: &[Type], own: &Field, their: &Field, seen: &Seen<'_>) -> bool {
    const ENOUGH: usize = 2;
    // Two places may have one value by chance.
    const BY_CHANCE: usize = 4;
    let mut tried = tried(types, [&own.place, &their.place], seen);
    let defaults = [&own.place.default, &their.place.default];
    // Where values may be the same, any two numbers are multiples once.
    let may_be_same = tried.iter().any(|(way, _)| *way == Way::Alike);
    tried.retain(|(way, _)| !may_be_same || *way == Way::Alike);
    let (mut for_it, mut against) = (0, 0);
    for pair in seen {
        let held: Vec<Option<bool>> = tried
            .iter()
            .map(|(_, holds)| held(holds, defaults, pair))
            .collect();
        for_it += usize::from(held.contains(&Some(true)));
        let is_said = pair.iter().flatten().any(|value| !is_nothing(value));
        against += usize::from(is_said && held.iter().all(|held| *held == Some(false)));
    }
    against >= ENOUGH && against > for_it * BY_CHANCE
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(value) => value.as_f64() == Some(0.0),
        Value::String(value) => value.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.values().all(is_nothing),
    }
}

/// What one version has wherever the other has nothing, if it is the same in all of several pairs; `is_hub`: whether the hub has it.
pub(super) fn stand_in<'p>(seen: &Seen<'p>, is_hub: bool) -> Option<&'p Value> {
    let mut found = seen.iter().filter_map(|[own, their]| match (own, their) {
        (None, Some(value)) if is_hub => Some(*value),
        (Some(value), None) if !is_hub => Some(*value),
        _ => None,
    });
    let (first, second) = (found.next()?, found.next()?);
    (first == second && found.all(|other| other == first)).then_some(first)
}

/// Whether nothing stands at the hub's place where one of the structs around it does not.
pub(super) fn may_lack(path: &[&Field]) -> bool {
    path.iter().any(|field| default::is_option(field))
}
