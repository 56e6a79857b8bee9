//! The ways in which values of one type may be those of another, each with what tells whether two values are.

use serde_json::Value;
use wheelwright_grammar::{duration, quantity};

use super::evidence::{Key, Keyed, Seen, Way, of_items};
use super::ways::{is_of_each, members, peeled};
use crate::model::{Field, Place, Says, Shape, Ty, Type};

/// Whether a value of this version is one of the hub; nothing where the two do not say.
pub(super) type Holds<'t> = Box<dyn Fn(&Value, &Value) -> Option<bool> + 't>;

/// The ways that there are between two types, the plainest first.
pub(super) fn tried<'t>(
    types: &'t [Type],
    places: [&Place; 2],
    seen: &Seen<'_>,
) -> Vec<(Way, Holds<'t>)> {
    let [own, their] = places.map(|place| peeled(&place.ty));
    if own == their {
        let alike: (Way, Holds<'t>) = (Way::Alike, Box::new(|own, their| Some(own == their)));
        let is_number = matches!(own, Ty::Int(_));
        let is_of_units = |factor: i64| RATIOS.contains(&factor);
        let factor = is_number.then(|| multiple(seen, is_of_units)).flatten();
        return [alike].into_iter().chain(factor).collect();
    }
    if is_mapped(own, their, types) {
        return vec![(Way::Alike, Box::new(is_alike))];
    }
    let key = |text: String, refuses, holds: fn(&Value, &Value) -> bool| -> (Way, Holds<'t>) {
        let holds = move |own: &Value, their: &Value| Some(holds(own, their));
        (by(text, refuses, false), Box::new(holds))
    };
    let durations = |is_reversed: bool| {
        UNITS.iter().map(move |unit| -> (Way, Holds<'t>) {
            let holds = move |own: &Value, their: &Value| {
                let [text, number] = turned(is_reversed, [own, their]);
                Some(is_duration(text, number, unit.nanoseconds))
            };
            (unit.duration(is_reversed), Box::new(holds))
        })
    };
    let coerced = || key("coerced".to_owned(), [true, false], is_spelled);
    let coerced_back = || {
        key("coerced".to_owned(), [false, true], |own, their| {
            is_spelled(their, own)
        })
    };
    match (own, their) {
        (Ty::Text, Ty::Int(_)) => durations(false)
            .chain([coerced()])
            .chain(quantities(false))
            .collect(),
        (Ty::Int(_), Ty::Text) => durations(true)
            .chain([coerced_back()])
            .chain(quantities(true))
            .collect(),
        (Ty::IntOrString, Ty::Int(_)) => quantities(false).collect(),
        (Ty::Int(_), Ty::IntOrString) => quantities(true).collect(),
        (Ty::Text, Ty::Bool | Ty::Float(_)) => vec![coerced()],
        (Ty::Bool | Ty::Float(_), Ty::Text) => vec![coerced_back()],
        (Ty::Int(_), Ty::Int(_)) => multiple(seen, |_| true).into_iter().collect(),
        (own, Ty::List(item)) if peeled(item) == own => {
            let wrap = key("wrap".to_owned(), [false; 2], |own, their| {
                their
                    .as_array()
                    .is_some_and(|items| items.as_slice() == [own.clone()])
            });
            let delimited = delimited(true).filter(|_| *own == Ty::Text);
            [wrap].into_iter().chain(delimited).collect()
        }
        (Ty::List(item), their) if peeled(item) == their => {
            let unwrap = key("unwrap".to_owned(), [false; 2], |own, their| {
                own.get(0) == Some(their)
            });
            let delimited = delimited(false).filter(|_| *their == Ty::Text);
            [unwrap].into_iter().chain(delimited).collect()
        }
        (Ty::Map(value), Ty::List(item)) => keyed([value, item], places[1], false, types)
            .chain(keyed_structs([value, item], places[1], false, types))
            .collect(),
        (Ty::List(item), Ty::Map(value)) => keyed([value, item], places[0], true, types)
            .chain(keyed_structs([value, item], places[0], true, types))
            .collect(),
        (Ty::List(item), Ty::List(other)) => counted([item, other], false, types)
            .chain(counted([other, item], true, types))
            .chain(each(places, seen, types))
            .collect(),
        (Ty::Map(_), Ty::Map(_)) => each(places, seen, types),
        (Ty::Bool, Ty::Named(id)) => switch(*id, false, seen, types).into_iter().collect(),
        (Ty::Named(id), Ty::Bool) => switch(*id, true, seen, types).into_iter().collect(),
        _ => {
            let wrap = of_type(their, own, types).map(|field| -> (Way, Holds<'t>) {
                let holds = |own: &Value, their: &Value| Some(their.get(&field.wire) == Some(own));
                let key = format!("wrap = {:?}", field.name);
                (by(key, [false; 2], false), Box::new(holds))
            });
            let unwrap = of_type(own, their, types).map(|field| -> (Way, Holds<'t>) {
                let holds = |own: &Value, their: &Value| Some(own.get(&field.wire) == Some(their));
                let key = format!("unwrap = {:?}", field.name);
                (by(key, [false; 2], false), Box::new(holds))
            });
            wrap.chain(unwrap).collect()
        }
    }
}

/// Values of this version and of the hub; `is_reversed`: the hub's first.
fn turned<T>(is_reversed: bool, [own, their]: [T; 2]) -> [T; 2] {
    if is_reversed {
        [their, own]
    } else {
        [own, their]
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
            let [map, list] = turned(is_reversed, [own, their]);
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
        (by(key, refuses, is_reversed), Box::new(holds))
    })
}

/// A map of structs, and a list of structs that have one more member, which says what the entry is called.
fn keyed_structs<'t>(
    [value, item]: [&Ty; 2],
    list: &Place,
    is_list: bool,
    types: &'t [Type],
) -> impl Iterator<Item = (Way, Holds<'t>)> {
    let is_struct = members(peeled(value), types).is_some();
    let fields = members(peeled(item), types).filter(|_| is_struct);
    let keys = list.keys.clone();
    let names = fields.unwrap_or_default().iter();
    names
        .filter(|field| *peeled(&field.place.ty) == Ty::Text)
        .map(move |field| -> (Way, Holds<'t>) {
            let wire = &field.wire;
            let holds = move |own: &Value, their: &Value| {
                let [map, list] = turned(is_list, [own, their]);
                let (map, list) = (map.as_object()?, list.as_array()?);
                let named: Option<Vec<(&str, &Value)>> = list
                    .iter()
                    .map(|item| Some((item.get(wire)?.as_str()?, item)))
                    .collect();
                let named = named?;
                if map.is_empty() && named.is_empty() {
                    return None;
                }
                let is_whole = map.len() == named.len();
                let is_same = |(name, item): &(&str, &Value)| {
                    let entry = map.get(*name);
                    entry.is_some_and(|entry| is_alike(entry, item) != Some(false))
                };
                Some(is_whole && named.iter().all(is_same))
            };
            let is_told_apart = keys
                .iter()
                .any(|of| of.name == "list_map_keys" && of.says == Says::Names(vec![wire.clone()]));
            let keyed = Keyed {
                name: field.name.clone(),
                wire: wire.clone(),
                is_list,
                refuses: [is_list, !is_list].map(|refuses| refuses && !is_told_apart),
            };
            (Way::Keyed(keyed), Box::new(holds))
        })
}

/// A list of values, and one of structs that say how often each of them is there.
fn counted<'t>(
    [repeats, counts]: [&Ty; 2],
    is_reversed: bool,
    types: &'t [Type],
) -> impl Iterator<Item = (Way, Holds<'t>)> {
    let fields = match members(peeled(counts), types) {
        Some([one, other]) => vec![[one, other], [other, one]],
        _ => Vec::new(),
    };
    let repeats = peeled(repeats).clone();
    let fields = fields.into_iter().filter(move |[item, count]| {
        *peeled(&item.place.ty) == repeats && matches!(peeled(&count.place.ty), Ty::Int(_))
    });
    fields.map(move |[item, count]| -> (Way, Holds<'t>) {
        let holds = move |own: &Value, their: &Value| {
            let [repeats, counts] = turned(is_reversed, [own, their]);
            let repeats = repeats.as_array()?;
            let mut of: Vec<(&Value, u64)> = Vec::new();
            for value in repeats {
                match of.iter_mut().find(|(known, _)| *known == value) {
                    Some((_, count)) => *count += 1,
                    None => of.push((value, 1)),
                }
            }
            let counts: Option<Vec<(&Value, u64)>> = counts
                .as_array()?
                .iter()
                .map(|of| Some((of.get(&item.wire)?, of.get(&count.wire)?.as_u64()?)))
                .collect();
            Some(counts.is_some_and(|counts| counts == of))
        };
        let key = if is_reversed {
            format!(
                "counted(item = {:?}, count = {:?}, reversed)",
                item.name, count.name
            )
        } else {
            format!("counted(item = {:?}, count = {:?})", item.name, count.name)
        };
        (by(key, [false; 2], false), Box::new(holds))
    })
}

/// What texts are put together with.
const DELIMITERS: [&str; 7] = [", ", ",", ";", ":", "|", "\n", " "];

/// A list of texts, and a text of all of them.
fn delimited<'t>(is_text: bool) -> impl Iterator<Item = (Way, Holds<'t>)> {
    DELIMITERS
        .into_iter()
        .map(move |between| -> (Way, Holds<'t>) {
            let holds = move |own: &Value, their: &Value| {
                let [list, text] = turned(is_text, [own, their]);
                let items: Option<Vec<&str>> = list.as_array()?.iter().map(Value::as_str).collect();
                let items = items?;
                // One by itself says nothing of what stands between several.
                let is_one = items.len() == 1 && text.as_str() == Some(items[0]);
                (!is_one).then(|| text.as_str() == Some(items.join(between).as_str()))
            };
            let key = format!("delimited = {between:?}");
            (by(key, [false; 2], !is_text), Box::new(holds))
        })
}

/// Lists or maps whose items are each other's one by one.
fn each<'t>(places: [&Place; 2], seen: &Seen<'_>, types: &'t [Type]) -> Vec<(Way, Holds<'t>)> {
    let inner = places.map(|place| match peeled(&place.ty) {
        Ty::List(inner) | Ty::Map(inner) => {
            let ty = peeled(inner).clone();
            let (keys, description, default) = (Vec::new(), None, None);
            Some(Place {
                ty,
                keys,
                description,
                nullable: false,
                default,
            })
        }
        _ => None,
    });
    let [Some(own), Some(their)] = inner else {
        return Vec::new();
    };
    let ways = tried(types, [&own, &their], &of_items(seen)).into_iter();
    ways.filter_map(|(way, holds)| -> Option<(Way, Holds<'t>)> {
        let Way::Key(key) = way else {
            return None;
        };
        let all = move |own: &Value, their: &Value| match (own, their) {
            (Value::Array(own), Value::Array(their)) => Some(
                own.len() == their.len()
                    && own
                        .iter()
                        .zip(their)
                        .all(|(own, their)| holds(own, their) != Some(false)),
            ),
            (Value::Object(own), Value::Object(their)) => Some(
                own.len() == their.len()
                    && own.iter().all(|(name, own)| {
                        let their = their.get(name);
                        their.is_some_and(|their| holds(own, their) != Some(false))
                    }),
            ),
            _ => None,
        };
        (!key.is_of_each && is_of_each(&key.text)).then(|| {
            let is_of_each = true;
            (
                Way::Key(Key { is_of_each, ..key }),
                Box::new(all) as Holds<'t>,
            )
        })
    })
    .collect()
}

/// A boolean, and an enum of two values of which each is always one of the two.
fn switch<'t>(
    id: usize,
    is_enum: bool,
    seen: &Seen<'_>,
    types: &'t [Type],
) -> Option<(Way, Holds<'t>)> {
    let Shape::Enum(variants) = &types.get(id)?.shape else {
        return None;
    };
    let [(_, one), (_, other)] = variants.as_slice() else {
        return None;
    };
    let first = seen.iter().find_map(|[own, their]| {
        let [switch, word] = turned(is_enum, [own, their]);
        Some(((*switch)?.as_bool()?, (*word)?.as_str()?))
    });
    let (switch, word) = first?;
    let (yes, no) = if (word == one) == switch {
        (one, other)
    } else {
        (other, one)
    };
    let holds = move |own: &Value, their: &Value| {
        let [switch, word] = turned(is_enum, [own, their]);
        let meant = if switch.as_bool()? { yes } else { no };
        Some(word.as_str() == Some(meant))
    };
    let key = if is_enum {
        format!("values({yes:?} = true, {no:?} = false)")
    } else {
        format!("values(true = {yes:?}, false = {no:?})")
    };
    Some((by(key, [false; 2], false), Box::new(holds)))
}

fn by(text: String, refuses: [bool; 2], is_reversed: bool) -> Way {
    Way::Key(Key {
        text,
        is_of_each: false,
        refuses,
        is_reversed,
    })
}

/// A unit of time.
pub(super) struct Unit {
    /// What a name ends with that says it.
    pub(super) name: &'static str,
    key: &'static str,
    nanoseconds: i64,
}

pub(super) const UNITS: [Unit; 4] = [
    Unit {
        name: "Seconds",
        key: "s",
        nanoseconds: 1_000_000_000,
    },
    Unit {
        name: "Milliseconds",
        key: "ms",
        nanoseconds: 1_000_000,
    },
    Unit {
        name: "Minutes",
        key: "m",
        nanoseconds: 60_000_000_000,
    },
    Unit {
        name: "Hours",
        key: "h",
        nanoseconds: 3_600_000_000_000,
    },
];

impl Unit {
    /// The way from a duration's text to a number of them, or back.
    pub(super) fn duration(&self, is_reversed: bool) -> Way {
        let key = format!("duration = {:?}", self.key);
        by(key, [!is_reversed, is_reversed], is_reversed)
    }
}

/// The suffixes of quantities that numbers are units of, those that are used most first.
const SUFFIXES: [&str; 12] = [
    "Mi", "Gi", "Ki", "", "M", "G", "k", "m", "Ti", "T", "Pi", "P",
];

/// A quantity's text and a number of its units.
fn quantities<'t>(is_reversed: bool) -> impl Iterator<Item = (Way, Holds<'t>)> {
    SUFFIXES.into_iter().map(move |suffix| -> (Way, Holds<'t>) {
        let holds = move |own: &Value, their: &Value| {
            let [text, number] = turned(is_reversed, [own, their]);
            is_quantity(text, number, suffix)
        };
        let key = format!("quantity = {suffix:?}");
        let refuses = [!is_reversed, is_reversed];
        (by(key, refuses, is_reversed), Box::new(holds))
    })
}

/// Whether a quantity is so many units, and nothing beyond; a number by itself says of no unit, and may be a version.
fn is_quantity(text: &Value, number: &Value, suffix: &str) -> Option<bool> {
    let text = text.as_str().filter(|text| {
        let last = text.chars().next_back();
        last.is_some_and(|last| !last.is_ascii_digit() && last != '.')
    })?;
    let count = quantity::parse(text).zip(quantity::unit(suffix));
    let count = count.and_then(|(all, unit)| (all % unit == 0).then(|| all / unit));
    Some(count.is_some() && count == number.as_i64().map(i128::from))
}

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

/// How many of one unit another has: of time, of a thousand, of a whole in percent, of bytes.
const RATIOS: [i64; 15] = [
    60,
    3600,
    86_400,
    24,
    1440,
    7,
    1000,
    1_000_000,
    1_000_000_000,
    100,
    10_000,
    1 << 10,
    1 << 20,
    1 << 30,
    1 << 40,
];

/// Numbers of which the one is a multiple of the other, by the first pair that has both. `is_one`: which multiples count.
fn multiple<'t>(seen: &Seen<'_>, is_one: impl Fn(i64) -> bool) -> Option<(Way, Holds<'t>)> {
    let mut both = seen.iter().filter_map(|[own, their]| {
        let [own, their] = [(*own)?.as_i64()?, (*their)?.as_i64()?];
        (own != 0 && their != 0).then_some([own, their])
    });
    let [own, their] = both.next()?;
    let times = |of: i64, by: i64| {
        let times = of
            .checked_rem(by)
            .filter(|rest| *rest == 0)
            .map(|_| of / by);
        times.filter(|times| *times > 0 && is_one(*times))
    };
    let (key, over, under) = match (times(their, own), times(own, their)) {
        (Some(over), _) => (format!("factor = {over}"), over, 1),
        (None, Some(under)) => (format!("factor(1, {under})"), 1, under),
        (None, None) => return None,
    };
    let holds = move |own: &Value, their: &Value| {
        let whole = own.as_i64().and_then(|own| own.checked_mul(over));
        // What is less than one of the larger unit is cut off, as by the key.
        let whole = whole.map(|whole| whole / under);
        Some(whole.is_some() && whole == their.as_i64())
    };
    Some((by(key, [false; 2], false), Box::new(holds)))
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
