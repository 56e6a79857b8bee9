//! A kind with every shape of field, in two versions, and random objects of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::random::Random;

pub(crate) mod v2 {
    use super::*;
    use wheelwright::{CustomResource, Schema};

    /// Where pizzas are made.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Kitchen",
        namespaced,
        storage,
        derive(PartialEq),
        also(version = "v2beta1")
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct KitchenSpec {
        #[schema(min_length = 1)]
        pub(crate) title: String,
        pub(crate) size: Size,
        pub(crate) ovens: std::num::NonZeroU32,
        pub(crate) opened: jiff::Timestamp,
        pub(crate) note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) ratio: Option<f64>,
        #[serde(default)]
        pub(crate) steps: Vec<String>,
        #[serde(default)]
        pub(crate) tags: BTreeSet<String>,
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub(crate) shelves: Vec<Shelf>,
        #[serde(default)]
        pub(crate) visits: Vec<Visit>,
        #[serde(default)]
        pub(crate) limits: BTreeMap<String, u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) oven: Option<Oven>,
        /// Read in another order than written.
        #[schema(as = Vec<Visit>)]
        #[serde(default, deserialize_with = "sorted")]
        pub(crate) guests: Vec<Visit>,
        #[schema(default = { celsius: 200, fan: true })]
        #[serde(default = "hearth")]
        pub(crate) hearth: Oven,
        pub(crate) fire: Fire,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Size {
        Small,
        Large,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Shelf {
        pub(crate) name: String,
        #[schema(default = 1)]
        #[serde(default = "one")]
        pub(crate) width: u32,
        /// Serde writes null for nothing, and the server drops it.
        #[schema(nullable = false)]
        pub(crate) label: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Visit {
        pub(crate) by: String,
        pub(crate) day: u8,
        #[serde(default)]
        pub(crate) fine: bool,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Oven {
        #[schema(default = 220)]
        #[serde(default = "hot")]
        pub(crate) celsius: u16,
        #[serde(default)]
        pub(crate) fan: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub(crate) enum Fire {
        Wood(Wood),
        Gas(Gas),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Wood {
        pub(crate) kind: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Gas {
        pub(crate) bars: u8,
    }

    fn one() -> u32 {
        1
    }

    fn hot() -> u16 {
        220
    }

    pub(super) fn hearth() -> Oven {
        Oven {
            celsius: 200,
            fan: Some(true),
        }
    }

    pub(crate) fn order(left: &Visit, right: &Visit) -> std::cmp::Ordering {
        (&left.by, left.day, left.fine).cmp(&(&right.by, right.day, right.fine))
    }

    pub(super) fn sorted<'de, D: serde::Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<Visit>, D::Error> {
        let mut visits = Vec::<Visit>::deserialize(from)?;
        visits.sort_by(order);
        Ok(visits)
    }
}

pub(crate) mod v1 {
    use super::*;
    use wheelwright::{CustomResource, Schema, Spoke};

    pub(crate) use super::v2::{Fire, Oven, Shelf, Size, Visit};

    /// Where pizzas are made.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v2::Kitchen, version = "v1", derive(PartialEq))]
    #[spoke(hub = super::v2::KitchenSpec, added("note", "limits"))]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct KitchenSpec {
        #[spoke(rename = "title")]
        #[schema(min_length = 1)]
        pub(crate) name: String,
        pub(crate) size: Size,
        pub(crate) ovens: std::num::NonZeroU32,
        pub(crate) opened: jiff::Timestamp,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) ratio: Option<f64>,
        #[serde(default)]
        pub(crate) steps: Vec<String>,
        #[serde(default)]
        pub(crate) tags: BTreeSet<String>,
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub(crate) shelves: Vec<Shelf>,
        #[serde(default)]
        pub(crate) visits: Vec<Visit>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) oven: Option<Oven>,
        /// Read in another order than written.
        #[schema(as = Vec<Visit>)]
        #[serde(default, deserialize_with = "super::v2::sorted")]
        pub(crate) guests: Vec<Visit>,
        #[schema(default = { celsius: 200, fan: true })]
        #[serde(default = "super::v2::hearth")]
        pub(crate) hearth: Oven,
        pub(crate) fire: Fire,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) color: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Kitchens = v2::Kitchen, [v1::Kitchen]);

pub(crate) use v2::{Fire, Gas, Kitchen, KitchenSpec, Oven, Shelf, Size, Visit, Wood};

pub(crate) fn text(random: &mut Random) -> String {
    ["a", "b", "c/d", "e~f", "é"][random.below(5) as usize].to_owned()
}

fn list<T>(random: &mut Random, mut item: impl FnMut(&mut Random) -> T) -> Vec<T> {
    (0..random.below(5)).map(|_| item(random)).collect()
}

fn maybe<T>(random: &mut Random, item: impl FnOnce(&mut Random) -> T) -> Option<T> {
    random.coin().then(|| item(random))
}

fn shelf(random: &mut Random) -> Shelf {
    Shelf {
        name: text(random),
        width: random.below(3) as u32,
        label: maybe(random, Random::text),
    }
}

fn visit(random: &mut Random) -> Visit {
    Visit {
        by: text(random),
        day: random.below(3) as u8,
        fine: random.coin(),
    }
}

fn oven(random: &mut Random) -> Oven {
    Oven {
        celsius: [220, 180][random.below(2) as usize],
        fan: maybe(random, Random::coin),
    }
}

fn shelves(random: &mut Random) -> Vec<Shelf> {
    let mut names = BTreeSet::new();
    let mut shelves = list(random, shelf);
    shelves.retain(|shelf| names.insert(shelf.name.clone()));
    shelves
}

pub(crate) fn spec(random: &mut Random) -> KitchenSpec {
    KitchenSpec {
        title: text(random),
        size: [Size::Small, Size::Large][random.below(2) as usize],
        ovens: std::num::NonZeroU32::new(1 + random.below(3) as u32).unwrap(),
        opened: jiff::Timestamp::from_second(random.below(1 << 30) as i64).unwrap(),
        note: maybe(random, Random::text),
        ratio: maybe(random, |random| random.below(4) as f64 / 2.0),
        steps: list(random, text),
        tags: list(random, text).into_iter().collect(),
        shelves: shelves(random),
        visits: list(random, visit),
        limits: list(random, |random| (text(random), random.below(3) as u8))
            .into_iter()
            .collect(),
        oven: maybe(random, oven),
        guests: list(random, visit),
        hearth: oven(random),
        fire: if random.coin() {
            Fire::Wood(Wood { kind: text(random) })
        } else {
            Fire::Gas(Gas {
                bars: random.below(3) as u8,
            })
        },
    }
}

/// Changes some of it, in small and in large.
pub(crate) fn change(spec: &mut KitchenSpec, random: &mut Random) {
    let mut other = self::spec(random);
    for _ in 0..random.below(4) {
        match random.below(19) {
            0 => std::mem::swap(&mut spec.title, &mut other.title),
            1 => std::mem::swap(&mut spec.size, &mut other.size),
            2 => std::mem::swap(&mut spec.ovens, &mut other.ovens),
            3 => std::mem::swap(&mut spec.opened, &mut other.opened),
            4 => std::mem::swap(&mut spec.note, &mut other.note),
            5 => std::mem::swap(&mut spec.ratio, &mut other.ratio),
            6 => std::mem::swap(&mut spec.steps, &mut other.steps),
            7 => std::mem::swap(&mut spec.tags, &mut other.tags),
            8 => std::mem::swap(&mut spec.shelves, &mut other.shelves),
            9 => std::mem::swap(&mut spec.visits, &mut other.visits),
            10 => std::mem::swap(&mut spec.limits, &mut other.limits),
            11 => std::mem::swap(&mut spec.oven, &mut other.oven),
            12 => std::mem::swap(&mut spec.fire, &mut other.fire),
            13 => {
                let at = random.below(spec.steps.len() as u64 + 1) as usize;
                spec.steps.insert(at, text(random));
            }
            14 => random.shuffle(&mut spec.shelves),
            15 => drop(spec.guests.pop()),
            16 => std::mem::swap(&mut spec.guests, &mut other.guests),
            17 => spec.hearth.celsius += 1,
            _ => {
                let length = spec.visits.len() as u64;
                if length > 0 {
                    let at = random.below(length) as usize;
                    if random.coin() {
                        spec.visits.remove(at);
                    } else {
                        spec.visits[at].fine ^= true;
                    }
                }
            }
        }
    }
    spec.guests.sort_by(v2::order);
}

/// An object as a client may write it: without what serde writes for nothing, with members that nobody knows, numbers and
/// times in another form, and now and then without something that is required.
pub(crate) fn raw(spec: &KitchenSpec, random: &mut Random) -> Value {
    let mut spec = serde_json::to_value(spec).unwrap();
    rough(&mut spec, random);
    if random.below(4) == 0 {
        let required = ["title", "size", "ovens", "opened", "fire"];
        spec.as_object_mut()
            .unwrap()
            .remove(required[random.below(5) as usize]);
    }
    let mut object = json!({
        "apiVersion": "example.com/v2", "kind": "Kitchen", "metadata": {"name": "k", "unknown": 1}, "spec": spec,
    });
    match random.below(12) {
        0 => object["spec"] = Value::Null,
        1 => drop(object.as_object_mut().unwrap().remove("spec")),
        _ => {}
    }
    object
}

fn rough(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !matches!(member, Value::Null) || random.coin());
            members
                .values_mut()
                .for_each(|member| rough(member, random));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rough(item, random)),
        Value::Number(number) if number.is_f64() && random.coin() => {
            if let Some(float) = number.as_f64().filter(|float| float.fract() == 0.0) {
                *value = json!(float as i64);
            }
        }
        Value::String(text) if text.ends_with('Z') && random.coin() => {
            *text = format!("{}.000Z", text.trim_end_matches('Z'));
        }
        _ => {}
    }
}
