//! A list of items ↔ a map from one member of the items to the rest of them, or to another member.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    slice,
};

use serde_json::Value;

use super::{
    Both, Compiled, ConversionError, Elsewhere, Inward, Json, Kind, LIST, Members, Mode, Nest,
    Node, OBJECT, One, OneWay, Origin, Pair, Pass, Place, Result, Segment, Side, StepKind,
    StepPlan, Stop, Values, Walk, below, get, member_schema, nested, schema::is_keyed_by, seen,
    unlike,
};
use crate::{
    plan::{SerdeDefault, is_copied},
    relation::together,
};

/// A map of a list's items.
#[derive(Debug)]
pub(crate) struct Keyed {
    map: Side,
    key: String,
    /// The member that is the value by itself.
    value: Option<String>,
    /// What serde reads where that is absent.
    absent: Option<SerdeDefault>,
    node: Node,
}

impl Keyed {
    /// `value`: empty where all members but the key are.
    pub(super) fn compile(
        map: Side,
        [key, value]: [&str; 2],
        nest: &Nest,
        of: &Origin,
    ) -> Compiled<Self> {
        let list = map.other();
        of.expect_reversible([(map, "a map"), (list, "a list")])?;
        let schemas = of.schemas().inside(list, |schema| schema.get("items"));
        let schemas = schemas.inside(map, |schema| schema.get("additionalProperties"));
        let key = of.member(list, key, true)?;
        if !value.is_empty() {
            let absent = of.absent(list, value, true);
            let value = of.member(list, value, true)?;
            let schemas = schemas.inside(list, |schema| member_schema(schema, &value));
            return Ok(Self {
                map,
                key,
                node: of.held(nest, schemas)?,
                value: Some(value),
                absent,
            });
        }
        let is_copied = is_copied(nest);
        let keyless = |side: Side| {
            let schema = (*schemas.of(side))?;
            Some(match side == list {
                _ if is_copied => without(schema, &key),
                // Items are whole without their key.
                true => lacking(schema, &key),
                false => schema.clone(),
            })
        };
        let (spoke, hub) = (keyless(Side::Spoke), keyless(Side::Hub));
        let (spoke, hub) = (spoke.as_ref(), hub.as_ref());
        Ok(Self {
            map,
            node: of.held(nest, Both { spoke, hub })?,
            key,
            value: None,
            absent: None,
        })
    }

    fn to_list<'a>(&'a self, input: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
        // In whatever order entries are written, the map is the same.
        let Ok(mut entries) = input.clone().into_members() else {
            return unlike();
        };
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        let item = |(name, held): (Cow<'a, str>, Json<'a>)| {
            let held = nested(&self.node, &held, mode)
                .map_err(|stop| stop.seen_from(|error| error.within(&name)))?;
            let mut members = vec![(Cow::Borrowed(&*self.key), Json::string(&name))];
            if let Some(value) = &self.value {
                members.push((Cow::Borrowed(value), held));
                return Ok(Json::Object(members));
            }
            match held.into_members() {
                Ok(rest) => members.extend(rest.into_iter().filter(|(name, _)| *name != self.key)),
                Err(held) if held.is_null() => {}
                Err(_) => return unlike(),
            }
            Ok(Json::Object(members))
        };
        let items = entries.into_iter().map(item).collect::<Result<_>>()?;
        Ok(Json::Array(items))
    }

    fn to_map<'a>(&'a self, input: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
        let Ok(items) = input.clone().into_items() else {
            return unlike();
        };
        let mut entries: Members = Vec::with_capacity(items.len());
        let mut names = HashSet::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            let Ok(mut members) = item.into_members() else {
                return unlike();
            };
            let name = get(&members, &self.key).and_then(|key| key.as_str().map(Cow::into_owned));
            let Some(name) = name else {
                return unlike();
            };
            let held = if let Some(value) = &self.value {
                // What else the item has is kept.
                let held = get(&members, value).cloned();
                let absent = || self.absent.as_ref().filter(|_| mode.complete)?.json();
                match held.or_else(absent) {
                    Some(held) => held,
                    None if !mode.complete => return unlike(),
                    None => {
                        let what = format!("{name:?} has no value, and no map can say so");
                        let error = ConversionError::new(what);
                        return Err(Stop::Refused(error.within(value).at(index)));
                    }
                }
            } else {
                members.retain(|(name, _)| *name != self.key);
                Json::Object(members)
            };
            if !names.insert(name.clone()) {
                let what = format!("{name:?} is there twice, which no map can hold");
                let error = ConversionError::new(what);
                return Err(Stop::Refused(error.within(&self.key).at(index)));
            }
            let seen_from = |error: ConversionError| match &self.value {
                Some(value) => error.within(value).at(index),
                None => error.at(index),
            };
            let held = nested(&self.node, &held, mode).map_err(|stop| stop.seen_from(seen_from))?;
            entries.push((Cow::Owned(name), held));
        }
        // As an API server stores it: the order of the list does not survive there, and is kept where it was another.
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(Json::Object(entries))
    }

    /// The items of a list by the text of the key: the rest of each, or the other member. Nothing where the key is no text or
    /// there twice.
    fn by_key<'j>(&self, list: &Json<'j>) -> Option<Members<'j>> {
        let mut entries: Members<'j> = Vec::new();
        for item in list.clone().into_items().ok()? {
            let mut members = item.into_members().ok()?;
            let name = get(&members, &self.key)?.as_str()?.into_owned();
            if get(&entries, &name).is_some() {
                return None;
            }
            let held = if let Some(value) = &self.value {
                get(&members, value)?.clone()
            } else {
                members.retain(|(name, _)| *name != self.key);
                Json::Object(members)
            };
            entries.push((name.into(), held));
        }
        Some(entries)
    }
}

impl StepKind for Keyed {
    fn node(&self) -> Option<&Node> {
        Some(&self.node)
    }

    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        let (to_map, mode) = (self.map == pass.way.to(), pass.mode);
        let to_list = || self.to_list(input, mode);
        Ok(Some(if to_map {
            self.to_map(input, mode)?
        } else {
            to_list()?
        }))
    }

    fn empty(&self, side: Side) -> Option<Json<'static>> {
        Some(if self.map == side { OBJECT } else { LIST })
    }

    fn makes_objects(&self, to: Side) -> bool {
        self.map != to && self.value.is_some()
    }

    /// A list that is a map on the other side may name one key twice.
    fn may_fail(&self, way: OneWay) -> bool {
        self.map == way.to()
    }

    /// Of an item it takes what is the entry's key.
    fn left(&self, left: Elsewhere) -> Option<Elsewhere> {
        let is_key = left.side != self.map && left.path == [self.key.as_str()];
        (!is_key).then(|| left.each())
    }

    fn inward(&self, side: Side) -> Vec<Inward<'_>> {
        if self.map == side {
            return vec![Inward::Entries];
        }
        let value = self.value.as_ref().map(Inward::Member);
        let items = Inward::Items(slice::from_ref(&self.key));
        [items].into_iter().chain(value).collect()
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let value = self.value.as_ref().map(|value| format!(" → \"{value}\""));
        let detail = format!("\"{}\"{}", self.key, value.unwrap_or_default());
        ("keyed", detail)
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        let order = "the order of the items, which is that of their keys";
        (self.map == way.to()).then(|| order.to_owned())
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        let list = way.source().and_then(Place::schema);
        let may_repeat = self.map == way.to() && !is_keyed_by(list.as_ref(), &self.key);
        may_repeat.then(|| format!("two items of one `{}`", self.key))
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, _: &'j StepPlan) -> Json<'j> {
        seen::one(seen::first(values), |json| {
            let of_node = |value| seen::of_node(&self.node, side, value);
            if self.map == side {
                return seen::each_member(json, of_node);
            }
            match self.by_key(&json) {
                Some(entries) => seen::each_member(Json::Object(entries), of_node),
                None => json,
            }
        })
    }

    fn decides(&self, walk: &mut Walk, pair: &Pair, at: &[Segment]) -> bool {
        let Some(all) = pair.all() else { return false };
        let entries = all.map(|json| match json.kind() {
            Kind::Object => json.clone().into_members().ok(),
            _ => self.by_key(json),
        });
        let Some(entries) = together(entries) else {
            return false;
        };
        let names = entries[4].iter().enumerate().rev();
        let of_plain: HashMap<String, usize> = names
            .map(|(index, (name, _))| (name.to_string(), index))
            .collect();
        let is_map = self.map == walk.direction.to();
        walk.entries(&self.node, &entries, |name| {
            if is_map {
                return below(at, Some(Segment::Member(name.to_owned())));
            }
            let index = of_plain.get(name).copied();
            let item = below(at, index.map(Segment::Item));
            below(&item, self.value.clone().map(Segment::Member))
        })
    }
}

/// The schema of an object without a member, which is the key that the object is found by.
fn without(schema: &Value, member: &str) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.remove(member);
    }
    schema
}

/// The schema of an object that need not have a member, which is the key that the object is found by.
fn lacking(schema: &Value, member: &str) -> Value {
    let mut schema = schema.clone();
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| name != member);
    }
    let property = schema
        .pointer_mut("/properties")
        .and_then(|of| of.get_mut(member));
    if let Some(Value::Object(property)) = property {
        property.remove("default");
    }
    schema
}
