//! What steps read of a value: without what only one side has, and in no order that does not travel.

use std::borrow::Cow;

use super::Value;
use crate::{
    convert::{
        json::{Json, Members, get},
        memoryless::{as_maps, case_of, paths},
        plan::{CaseContent, FieldsPlan, HowPlan, Node, StepPlan},
        steps::together,
    },
    table::Side,
};

/// What a mapping reads of a value.
pub(super) fn of_node(node: &Node, side: Side, json: Value) -> Value {
    match node {
        Node::Copy | Node::Calls(_) => json,
        Node::Fields(plan) => of_fields(plan, side, json),
        Node::List(plan) => each_item(json, |item| of_node(&plan.item, side, item)),
        Node::Map(node) => each_member(json, |value| of_node(node, side, value)),
        Node::Value(step) => of_step(step, side, vec![Some(json)]),
        Node::Variants(plan) => {
            let case = plan
                .enums
                .of(side)
                .0
                .and_then(|of| case_of(plan, of, &json, side));
            let Some((case, content)) = case else {
                return json;
            };
            let name = case.variants.of(side).map_or("", |variant| variant.wire);
            let content = content.map(|content| match &case.content {
                CaseContent::Newtype(node) => of_node(node, side, content),
                CaseContent::Fields(plan) => of_fields(plan, side, content),
                CaseContent::Unit => content,
            });
            let mut members = vec![("variant".into(), Json::string(name))];
            members.extend(content.map(|content| ("content".into(), content)));
            Json::Object(members)
        }
    }
}

/// What the steps of a mapping read of an object, each by itself.
fn of_fields(plan: &FieldsPlan, side: Side, json: Value) -> Value {
    if json.each_member().next().is_none() && !json.is_empty() {
        return json;
    }
    let json = as_maps(plan.lists.of(side), json);
    let steps = plan.steps.iter().enumerate();
    let both = steps.filter(|(_, step)| is_between(step));
    let read = both.map(|(index, step)| {
        let values = values(plan, index, side, &json);
        (Cow::Owned(index.to_string()), of_step(step, side, values))
    });
    Json::Object(read.collect())
}

/// Whether a step is of both sides; what is of one alone is not looked at.
pub(super) fn is_between(step: &StepPlan) -> bool {
    !step.places.spoke.is_empty() && !step.places.hub.is_empty()
}

/// The values of a step's places, in an object whose lists are maps. What is copied is without what other steps have of it.
pub(super) fn values(
    plan: &FieldsPlan,
    index: usize,
    side: Side,
    object: &Value,
) -> Vec<Option<Value>> {
    let Some(step) = plan.steps.get(index) else {
        return Vec::new();
    };
    let places = step.places.of(side).iter();
    places
        .map(|place| {
            let value = paths::value_within(object, &place.path)?;
            if !step.is_copied() {
                return Some(value);
            }
            let others = plan.steps.iter().flat_map(|step| step.places.of(side));
            let within = others.filter(|other| other.is_below(&place.path));
            Some(within.fold(value, |value, other| {
                let rest = other.path.get(place.path.len()..).unwrap_or_default();
                without(value, rest)
            }))
        })
        .collect()
}

/// An object without what stands at a path in it, and without what that leaves empty.
fn without(mut json: Value, path: &[String]) -> Value {
    if let Some(members) = json.members_mut() {
        paths::remove(members, path);
    }
    json
}

/// What a step reads of its values, as one.
pub(super) fn of_step(step: &StepPlan, side: Side, values: Vec<Option<Value>>) -> Value {
    let first = |values: Vec<Option<Value>>| values.into_iter().next().flatten();
    let one = |value: Option<Value>, seen: &dyn Fn(Value) -> Value| {
        let members = value.map(|value| ("".into(), seen(value)));
        Json::Object(members.into_iter().collect())
    };
    let raw = |values: Vec<Option<Value>>| {
        let there = values.into_iter().enumerate();
        let there = there.filter_map(|(index, value)| Some((index.to_string().into(), value?)));
        Json::Object(there.collect())
    };
    match &step.how {
        HowPlan::Nest(node) => one(first(values), &|value| of_node(node, side, value)),
        HowPlan::WrapList { node, .. } | HowPlan::WrapObject { node, .. } => {
            let value = first(values);
            // A list of another length is none that was made of a value.
            match value
                .as_ref()
                .map(|value| opened(&step.how, side, value.clone()))
            {
                Some(None) if matches!(step.how, HowPlan::WrapList { .. }) => raw(vec![value]),
                opened => one(opened.flatten(), &|value| of_node(node, side, value)),
            }
        }
        HowPlan::Counted(plan) => one(first(values), &|value| {
            each_item(value, |item| {
                if plan.counts != side {
                    return of_node(&plan.node, side, item);
                }
                let member = |name: &str| item.member(name).map(Json::into_owned);
                let counted = member(&plan.item).map(|item| of_node(&plan.node, side, item));
                let members = [("item", counted), ("count", member(&plan.count))];
                let members = members.into_iter();
                Json::Object(
                    members
                        .filter_map(|(name, value)| Some((name.into(), value?)))
                        .collect(),
                )
            })
        }),
        HowPlan::Keyed {
            map,
            key,
            value,
            node,
            ..
        } => one(first(values), &|json| {
            if *map == side {
                return each_member(json, |value| of_node(node, side, value));
            }
            by_key(&json, key, value.as_deref()).map_or(json, |entries| {
                let entries = entries.into_iter();
                let seen = entries.map(|(name, value)| (name, of_node(node, side, value)));
                Json::Object(seen.collect())
            })
        }),
        HowPlan::Flattened { flat, node } => {
            let value = together(*flat.of(side), step.places.of(side), &values);
            let value = value.map(Json::into_owned);
            one(value, &|value| of_node(node, side, value))
        }
        HowPlan::Gathered { map, keys, .. } if *map == side => {
            let Some(value) = first(values) else {
                return raw(Vec::new());
            };
            let Ok(entries) = value.clone().into_members() else {
                return raw(vec![Some(value)]);
            };
            let known = |key: &&str| get(&entries, key).cloned();
            raw(keys.iter().map(known).collect())
        }
        HowPlan::Keys { node, .. } => one(first(values), &|value| {
            each_member(value, |value| of_node(node, side, value))
        }),
        HowPlan::Only(_)
        | HowPlan::Format { .. }
        | HowPlan::Delimited { .. }
        | HowPlan::Gathered { .. }
        | HowPlan::Values(_)
        | HowPlan::Coerced
        | HowPlan::Factor { .. }
        | HowPlan::Duration { .. }
        | HowPlan::Quantity { .. }
        | HowPlan::Calls(_) => raw(values),
    }
}

/// The value that a list or an object was made around.
pub(super) fn opened(how: &HowPlan, side: Side, json: Value) -> Option<Value> {
    match how {
        HowPlan::WrapList { list, .. } if *list == side => {
            let [item] = <[Value; 1]>::try_from(json.into_items().ok()?).ok()?;
            Some(item)
        }
        HowPlan::WrapObject { object, member, .. } if *object == side => {
            json.member(member).map(Json::into_owned)
        }
        _ => Some(json),
    }
}

/// The items of a list by the text of a member: the rest of each, or another member. Nothing where a member is no text or there
/// twice.
pub(super) fn by_key(list: &Value, key: &str, value: Option<&str>) -> Option<Members<'static>> {
    let mut entries: Members<'static> = Vec::new();
    for item in list.clone().into_items().ok()? {
        let mut members = item.into_members().ok()?;
        let name = get(&members, key)?.as_str()?.into_owned();
        if get(&entries, &name).is_some() {
            return None;
        }
        let held = if let Some(value) = value {
            get(&members, value)?.clone()
        } else {
            members.retain(|(name, _)| name != key);
            Json::Object(members)
        };
        entries.push((name.into(), held));
    }
    Some(entries)
}

fn each_item(json: Value, seen: impl Fn(Value) -> Value) -> Value {
    match json.into_items() {
        Ok(items) => Json::Array(items.into_iter().map(seen).collect()),
        Err(json) => json,
    }
}

fn each_member(json: Value, seen: impl Fn(Value) -> Value) -> Value {
    match json.into_members() {
        Ok(members) => {
            let members = members.into_iter();
            Json::Object(members.map(|(name, value)| (name, seen(value))).collect())
        }
        Err(json) => json,
    }
}
