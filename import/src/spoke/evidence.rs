//! What pairs of objects say: which field of the stored version has a field's values, and by which key of `Spoke`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wheelwright_grammar::duration;

use super::ways::{members, peeled};
use crate::default;
use crate::model::{Field, Place, Says, Shape, Ty, Type};

/// What stands at a place of the version and at one of the hub, in each pair.
pub(crate) type Seen<'p> = Vec<[Option<&'p Value>; 2]>;

/// How far within structs that only the hub has a field is looked for.
const DEPTH: usize = 4;

/// How values of one place are those of another.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Way {
    /// As they are, or as their types map.
    Alike,
    /// By a key, which refuses texts of this version, of the hub, or none.
    Key(String, [bool; 2]),
}

/// A field of the version, and where the hub has it.
pub(super) struct Move<'f> {
    pub(super) own: &'f Field,
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
    /// Fields whose values several of the hub have, or that share one.
    pub(super) unsure: Vec<(&'f str, Vec<String>)>,
}

impl<'f> Moves<'f> {
    pub(super) fn of(&self, own: &Field) -> Option<&Move<'f>> {
        self.found.iter().find(|found| found.own.wire == own.wire)
    }

    /// Whether another field than that of its name has become this one of the hub, or what is within it.
    pub(super) fn takes(&self, their: &Field) -> bool {
        let mut first = self.found.iter().filter_map(|found| found.path.first());
        first.any(|first| first.wire == their.wire)
    }
}

/// Where the hub has fields that it has not under their names, or under whose names it has other values.
pub(super) fn moves<'f>(
    types: &'f [Type],
    [fields, theirs]: [&'f [Field]; 2],
    seen: &Seen<'_>,
) -> Moves<'f> {
    let mut moves = Moves::default();
    if seen.is_empty() {
        return moves;
    }
    let is_elsewhere = |own: &Field, their: &Field| {
        let seen = of_fields(seen, own, &[their]);
        own.wire == their.wire && is_refuted(types, own, their, &seen)
    };
    let own: Vec<&Field> = fields
        .iter()
        .filter(|own| {
            let their = theirs.iter().find(|their| their.wire == own.wire);
            their.is_none_or(|their| is_elsewhere(own, their))
        })
        .collect();
    let places: Vec<Vec<&Field>> = theirs
        .iter()
        .filter(|their| {
            let own = fields.iter().find(|own| own.wire == their.wire);
            own.is_none_or(|own| is_elsewhere(own, their))
        })
        .flat_map(|their| places(types, their))
        .collect();
    let mut all: Vec<Move<'f>> = Vec::new();
    for own in own {
        let found: Vec<Move<'f>> = places
            .iter()
            .filter_map(|path| {
                let found = agreement(types, own, path, &of_fields(seen, own, path))?;
                let path = path.clone();
                Some(Move { own, path, found })
            })
            .collect();
        match plainest(found) {
            Ok(Some(found)) => all.push(found),
            Ok(None) => {}
            Err(several) => {
                let paths = several.iter().map(|found| joined(&found.path));
                moves.unsure.push((own.wire.as_str(), paths.collect()));
            }
        }
    }
    let is_contested = |of: &Move<'_>| {
        let same = |other: &&Move<'_>| {
            let (one, other) = (joined(&of.path), joined(&other.path));
            one == other
                || one.starts_with(&format!("{other}."))
                || other.starts_with(&format!("{one}."))
        };
        all.iter().filter(same).count() > 1
    };
    let contested: Vec<bool> = all.iter().map(is_contested).collect();
    for (found, is_contested) in all.into_iter().zip(contested) {
        if is_contested {
            let path = vec![joined(&found.path)];
            moves.unsure.push((found.own.wire.as_str(), path));
        } else {
            moves.found.push(found);
        }
    }
    moves
}

/// The only one that needs no key, else the only one; of several the only one whose name has the field's own within it. Else all.
fn plainest(mut found: Vec<Move<'_>>) -> Result<Option<Move<'_>>, Vec<Move<'_>>> {
    if found.iter().any(|found| found.found.way == Way::Alike) {
        found.retain(|found| found.found.way == Way::Alike);
    }
    if found.len() > 1 {
        let is_alike = |found: &Move<'_>| {
            let there = found.path.last().map(|field| field.wire.to_lowercase());
            there.is_some_and(|there| there.contains(&found.own.wire.to_lowercase()))
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

/// A field of the hub, and all within the structs in it.
fn places<'f>(types: &'f [Type], field: &'f Field) -> Vec<Vec<&'f Field>> {
    let mut all = vec![vec![field]];
    let mut at = 0;
    while let Some(path) = all.get(at).cloned() {
        at += 1;
        let last = path.last().map(|field| peeled(&field.place.ty));
        let inner = last.and_then(|ty| members(ty, types)).unwrap_or_default();
        if path.len() >= DEPTH {
            continue;
        }
        for field in inner {
            let is_within_itself = path
                .iter()
                .any(|around| peeled(&around.place.ty) == peeled(&field.place.ty))
                && matches!(peeled(&field.place.ty), Ty::Named(_));
            if !is_within_itself {
                all.push([path.as_slice(), &[field]].concat());
            }
        }
    }
    all
}

/// What stands at a field of this version's struct, and at a path within the hub's, where both are there.
pub(super) fn of_fields<'p>(seen: &Seen<'p>, own: &Field, path: &[&Field]) -> Seen<'p> {
    let both = seen
        .iter()
        .filter_map(|[own, their]| Some([(*own)?, (*their)?]));
    both.map(|[one, other]| {
        let mut path = path.iter();
        let there = path.try_fold(other, |value, field| value.get(&field.wire));
        [one.get(&own.wire), there].map(|value| value.filter(|value| !value.is_null()))
    })
    .collect()
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

/// Whether a value of this version is one of the hub; nothing where the two do not say.
type Holds<'t> = Box<dyn Fn(&Value, &Value) -> Option<bool> + 't>;

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
        let exceptions = exceptions(&holds, defaults, seen)?;
        Some(Found { way, exceptions })
    })
}

/// In how many pairs a way does not hold, if it is borne out by the others.
fn exceptions(holds: &Holds<'_>, defaults: [&Option<Value>; 2], seen: &Seen<'_>) -> Option<usize> {
    const RARELY: usize = 20;
    let (mut different, mut has_neither) = (BTreeSet::new(), false);
    let (mut for_it, mut against) = (0, 0);
    for pair in seen {
        match held(holds, defaults, pair) {
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
fn is_refuted(types: &[Type], own: &Field, their: &Field, seen: &Seen<'_>) -> bool {
    const ENOUGH: usize = 2;
    // Two places may have one value by chance.
    const RARELY: usize = 4;
    let tried = tried(types, [&own.place, &their.place], seen);
    let defaults = [&own.place.default, &their.place.default];
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
    against >= ENOUGH && against > for_it * RARELY
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

/// The ways that there are between two types, the plainest first.
fn tried<'t>(types: &'t [Type], places: [&Place; 2], seen: &Seen<'_>) -> Vec<(Way, Holds<'t>)> {
    let [own, their] = places.map(|place| peeled(&place.ty));
    if own == their {
        return vec![(Way::Alike, Box::new(|own, their| Some(own == their)))];
    }
    if is_mapped(own, their, types) {
        return vec![(Way::Alike, Box::new(is_alike))];
    }
    let key = |key: String, refuses, holds: fn(&Value, &Value) -> bool| -> (Way, Holds<'t>) {
        let holds = move |own: &Value, their: &Value| Some(holds(own, their));
        (Way::Key(key, refuses), Box::new(holds))
    };
    let durations = |is_reversed: bool| {
        UNITS
            .into_iter()
            .map(move |(unit, length)| -> (Way, Holds<'t>) {
                let holds = move |own: &Value, their: &Value| {
                    let [text, number] = if is_reversed {
                        [their, own]
                    } else {
                        [own, their]
                    };
                    Some(is_duration(text, number, length))
                };
                let key = format!("duration = \"{unit}\"");
                (Way::Key(key, [!is_reversed, is_reversed]), Box::new(holds))
            })
    };
    let coerced = || key("coerced".to_owned(), [true, false], is_spelled);
    let coerced_back = || {
        key("coerced".to_owned(), [false, true], |own, their| {
            is_spelled(their, own)
        })
    };
    match (own, their) {
        (Ty::Text, Ty::Int(_)) => durations(false).chain([coerced()]).collect(),
        (Ty::Int(_), Ty::Text) => durations(true).chain([coerced_back()]).collect(),
        (Ty::Text, Ty::Bool | Ty::Float(_)) => vec![coerced()],
        (Ty::Bool | Ty::Float(_), Ty::Text) => vec![coerced_back()],
        (Ty::Int(_), Ty::Int(_)) => {
            let factor = factor(seen).map(|factor| -> (Way, Holds<'t>) {
                let holds = move |own: &Value, their: &Value| {
                    let whole = own.as_i64().and_then(|own| own.checked_mul(factor));
                    Some(whole.is_some() && whole == their.as_i64())
                };
                let key = format!("factor = {factor}");
                (Way::Key(key, [false; 2]), Box::new(holds))
            });
            factor.into_iter().collect()
        }
        (own, Ty::List(item)) if peeled(item) == own => {
            vec![key("wrap".to_owned(), [false; 2], |own, their| {
                their
                    .as_array()
                    .is_some_and(|items| items.as_slice() == [own.clone()])
            })]
        }
        (Ty::List(item), their) if peeled(item) == their => {
            vec![key("unwrap".to_owned(), [false; 2], |own, their| {
                own.get(0) == Some(their)
            })]
        }
        (Ty::Map(value), Ty::List(item)) => keyed([value, item], places[1], false, types).collect(),
        (Ty::List(item), Ty::Map(value)) => keyed([value, item], places[0], true, types).collect(),
        _ => {
            let wrap = of_type(their, own, types).map(|field| -> (Way, Holds<'t>) {
                let holds = |own: &Value, their: &Value| Some(their.get(&field.wire) == Some(own));
                let key = format!("wrap = {:?}", field.name);
                (Way::Key(key, [false; 2]), Box::new(holds))
            });
            let unwrap = of_type(own, their, types).map(|field| -> (Way, Holds<'t>) {
                let holds = |own: &Value, their: &Value| Some(own.get(&field.wire) == Some(their));
                let key = format!("unwrap = {:?}", field.name);
                (Way::Key(key, [false; 2]), Box::new(holds))
            });
            wrap.chain(unwrap).collect()
        }
    }
}

/// A map of values, and a list of structs of a text and such a value.
fn keyed<'t>(
    [value, item]: [&Ty; 2],
    list: &Place,
    is_reversed: bool,
    types: &'t [Type],
) -> impl Iterator<Item = (Way, Holds<'t>)> {
    let fields = match members(peeled(item), types) {
        Some([one, other]) => vec![[one, other], [other, one]],
        _ => Vec::new(),
    };
    let (value, keys) = (peeled(value).clone(), list.keys.clone());
    let fields = fields.into_iter().filter(move |[key, of]| {
        *peeled(&key.place.ty) == Ty::Text && *peeled(&of.place.ty) == value
    });
    fields.map(move |[key, of]| -> (Way, Holds<'t>) {
        let holds = move |own: &Value, their: &Value| {
            let [map, list] = if is_reversed {
                [their, own]
            } else {
                [own, their]
            };
            let items = list.as_array().into_iter().flatten();
            let entries = items.filter_map(|item| {
                let key = item.get(&key.wire)?.as_str()?.to_owned();
                Some((key, item.get(&of.wire).cloned().unwrap_or_default()))
            });
            let entries: serde_json::Map<String, Value> = entries.collect();
            Some(map.as_object() == Some(&entries))
        };
        // Else two items may have one key, and a map holds one.
        let is_told_apart = keys.iter().any(|of| {
            let names = Says::Names(vec![key.wire.clone()]);
            of.name == "list_map_keys" && of.says == names
        });
        let refuses = [is_reversed, !is_reversed].map(|refuses| refuses && !is_told_apart);
        let key = format!("keyed({:?}, {:?})", key.name, of.name);
        (Way::Key(key, refuses), Box::new(holds))
    })
}

const UNITS: [(&str, i64); 4] = [
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// The number of units of a duration; what is less than one is cut off.
fn is_duration(text: &Value, number: &Value, unit: i64) -> bool {
    let count = text
        .as_str()
        .and_then(duration::parse)
        .map(|all| all / unit);
    count.is_some() && count == number.as_i64()
}

fn is_spelled(text: &Value, value: &Value) -> bool {
    text.as_str() == Some(value.to_string().as_str())
}

/// What the hub's number may be a multiple by, from the first pair that has both.
fn factor(seen: &Seen<'_>) -> Option<i64> {
    let mut both = seen.iter().filter_map(|[own, their]| {
        let [own, their] = [(*own)?.as_i64()?, (*their)?.as_i64()?];
        (own != 0 && their % own == 0).then(|| their / own)
    });
    both.next().filter(|factor| *factor > 0)
}

/// The fields of a struct that have a type.
fn of_type<'t>(of: &Ty, inner: &Ty, types: &'t [Type]) -> impl Iterator<Item = &'t Field> {
    let (fields, inner) = (members(of, types).unwrap_or_default(), inner.clone());
    fields
        .iter()
        .filter(move |field| *peeled(&field.place.ty) == inner)
}

/// Whether both are structs, or lists or maps of structs.
fn is_mapped(own: &Ty, their: &Ty, types: &[Type]) -> bool {
    match (peeled(own), peeled(their)) {
        (Ty::List(own), Ty::List(their)) | (Ty::Map(own), Ty::Map(their)) => {
            own == their || is_mapped(own, their, types)
        }
        (own, their) => [own, their].iter().all(|ty| match ty {
            Ty::Named(id) => {
                let ty = types.get(*id);
                ty.is_some_and(|ty| matches!(ty.shape, Shape::Struct { .. }))
            }
            // One of Kubernetes is given up for a struct of its own where the other is none.
            ty => matches!(ty, Ty::K8s(_)),
        }),
    }
}

/// Whether two structs, or lists or maps of them, have more values alike under their names than other ones.
fn is_alike(own: &Value, their: &Value) -> Option<bool> {
    let (alike, unlike) = counts(own, their);
    (alike + unlike > 0).then_some(alike > unlike)
}

fn counts(own: &Value, their: &Value) -> (usize, usize) {
    let sum = |counts: Vec<(usize, usize)>| {
        let counts = counts.into_iter();
        counts.fold((0, 0), |(alike, unlike), (more, others)| {
            (alike + more, unlike + others)
        })
    };
    match (own, their) {
        (Value::Object(own), Value::Object(their)) => {
            let both = own
                .iter()
                .filter_map(|(name, own)| Some((own, their.get(name)?)));
            sum(both.map(|(own, their)| counts(own, their)).collect())
        }
        (Value::Array(own), Value::Array(their)) if own.len() == their.len() => {
            let pairs = own.iter().zip(their);
            sum(pairs.map(|(own, their)| counts(own, their)).collect())
        }
        _ if own == their => (1, 0),
        _ => (0, 1),
    }
}

/// Whether nothing stands at the hub's place where one of the structs around it does not.
pub(super) fn may_lack(path: &[&Field]) -> bool {
    path.iter().any(|field| default::is_option(field))
}
