//! What steps read of a value: without what only one side has, and in no order that does not travel.

use std::borrow::Cow;

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
pub(super) fn of_node<'j>(node: &'j Node, side: Side, json: Json<'j>) -> Json<'j> {
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
fn of_fields<'j>(plan: &'j FieldsPlan, side: Side, json: Json<'j>) -> Json<'j> {
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
pub(super) fn values<'j>(
    plan: &FieldsPlan,
    index: usize,
    side: Side,
    object: &Json<'j>,
) -> Vec<Option<Json<'j>>> {
    let Some(step) = plan.steps.get(index) else {
        return Vec::new();
    };
    let places = step.places.of(side).iter();
    places
        .map(|place| {
            let value = within_path(object.clone(), &place.path)?;
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
fn without<'j>(mut json: Json<'j>, path: &[String]) -> Json<'j> {
    if let Some(members) = json.members_mut() {
        paths::remove(members, path);
    }
    json
}

/// What a step reads of its values, as one.
pub(super) fn of_step<'j>(
    step: &'j StepPlan,
    side: Side,
    values: Vec<Option<Json<'j>>>,
) -> Json<'j> {
    let first = |values: Vec<Option<Json<'j>>>| values.into_iter().next().flatten();
    let raw = |values: Vec<Option<Json<'j>>>| {
        let there = values.into_iter().enumerate();
        let there = there.filter_map(|(index, value)| Some((index.to_string().into(), value?)));
        Json::Object(there.collect())
    };
    match &step.how {
        HowPlan::Nest(node) => one(first(values), |value| of_node(node, side, value)),
        HowPlan::WrapList { node, .. } | HowPlan::WrapObject { node, .. } => {
            let value = first(values);
            // A list of another length is none that was made of a value.
            match value
                .as_ref()
                .map(|value| opened(&step.how, side, value.clone()))
            {
                Some(None) if matches!(step.how, HowPlan::WrapList { .. }) => raw(vec![value]),
                opened => one(opened.flatten(), |value| of_node(node, side, value)),
            }
        }
        HowPlan::Counted(plan) => one(first(values), |value| {
            each_item(value, |item| {
                if plan.counts != side {
                    return of_node(&plan.node, side, item);
                }
                let member = |name: &str| within_path(item.clone(), &[name.to_owned()]);
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
        } => one(first(values), |json| {
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
            one(value, |value| of_node(node, side, value))
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
        HowPlan::Keys { node, .. } => one(first(values), |value| {
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

/// A value that may be absent.
fn one<'j>(value: Option<Json<'j>>, seen: impl Fn(Json<'j>) -> Json<'j>) -> Json<'j> {
    let members = value.map(|value| ("".into(), seen(value)));
    Json::Object(members.into_iter().collect())
}

/// The value that a list or an object was made around.
pub(super) fn opened<'j>(how: &HowPlan, side: Side, json: Json<'j>) -> Option<Json<'j>> {
    match how {
        HowPlan::WrapList { list, .. } if *list == side => {
            let [item] = <[Json; 1]>::try_from(json.into_items().ok()?).ok()?;
            Some(item)
        }
        HowPlan::WrapObject { object, member, .. } if *object == side => {
            within_path(json, std::slice::from_ref(member))
        }
        _ => Some(json),
    }
}

/// The items of a list by the text of a member: the rest of each, or another member. Nothing where a member is no text or there
/// twice.
pub(super) fn by_key<'j>(list: &Json<'j>, key: &str, value: Option<&str>) -> Option<Members<'j>> {
    let mut entries: Members<'j> = Vec::new();
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

fn each_item<'j>(json: Json<'j>, seen: impl Fn(Json<'j>) -> Json<'j>) -> Json<'j> {
    match json.into_items() {
        Ok(items) => Json::Array(items.into_iter().map(seen).collect()),
        Err(json) => json,
    }
}

fn each_member<'j>(json: Json<'j>, seen: impl Fn(Json<'j>) -> Json<'j>) -> Json<'j> {
    match json.into_members() {
        Ok(members) => {
            let members = members.into_iter();
            Json::Object(members.map(|(name, value)| (name, seen(value))).collect())
        }
        Err(json) => json,
    }
}

/// The value at a path in an object.
pub(super) fn within_path<'j>(json: Json<'j>, path: &[String]) -> Option<Json<'j>> {
    path.iter().try_fold(json, |json, name| {
        let [member] = json.into_members_of([name]).ok()?;
        member
    })
}
