//! What steps read of a value: without what only one side has, and in no order that does not travel.

use std::borrow::Cow;

use crate::{
    json::Json,
    memoryless::{as_maps, case_of, paths},
    plan::{CaseContent, FieldsPlan, Node, StepPlan},
    table::Side,
};

/// What a mapping reads of a value.
pub(crate) fn of_node<'j>(node: &'j Node, side: Side, json: Json<'j>) -> Json<'j> {
    match node {
        Node::Copy | Node::Calls(_) => json,
        Node::Fields(plan) => of_fields(plan, side, json),
        Node::List(plan) => each_item(json, |item| of_node(&plan.item, side, item)),
        Node::Map(node) => each_member(json, |value| of_node(node, side, value)),
        Node::Value(step) => step.how.seen(vec![Some(json)], side, step),
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

/// What a step reads at its places. Where none of its own has anything, its labels and annotations of the other side are copied
/// with the rest of the metadata, and go back as they are.
pub(super) fn of_step<'j>(
    step: &'j StepPlan,
    side: Side,
    mut values: Vec<Option<Json<'j>>>,
) -> Json<'j> {
    let own = values.len().saturating_sub(*step.mirrored.of(side));
    let copies = values.split_off(own);
    let is_copied = values.iter().all(Option::is_none) && copies.iter().any(Option::is_some);
    let seen = step.how.seen(values, side, step);
    if !is_copied {
        return seen;
    }
    Json::Object(vec![("own".into(), seen), ("copies".into(), raw(copies))])
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

/// The first of a step's values.
pub(crate) fn first(values: Vec<Option<Json<'_>>>) -> Option<Json<'_>> {
    values.into_iter().next().flatten()
}

/// Values as they are, those that are there.
pub(crate) fn raw(values: Vec<Option<Json<'_>>>) -> Json<'_> {
    let there = values.into_iter().enumerate();
    let there = there.filter_map(|(index, value)| Some((index.to_string().into(), value?)));
    Json::Object(there.collect())
}

/// A value that may be absent.
pub(crate) fn one<'j>(value: Option<Json<'j>>, seen: impl Fn(Json<'j>) -> Json<'j>) -> Json<'j> {
    let members = value.map(|value| ("".into(), seen(value)));
    Json::Object(members.into_iter().collect())
}

pub(crate) fn each_item<'j>(json: Json<'j>, seen: impl Fn(Json<'j>) -> Json<'j>) -> Json<'j> {
    match json.into_items() {
        Ok(items) => Json::Array(items.into_iter().map(seen).collect()),
        Err(json) => json,
    }
}

pub(crate) fn each_member<'j>(json: Json<'j>, seen: impl Fn(Json<'j>) -> Json<'j>) -> Json<'j> {
    match json.into_members() {
        Ok(members) => {
            let members = members.into_iter();
            Json::Object(members.map(|(name, value)| (name, seen(value))).collect())
        }
        Err(json) => json,
    }
}

/// The value at a path in an object.
pub(crate) fn within_path<'j>(json: Json<'j>, path: &[String]) -> Option<Json<'j>> {
    path.iter().try_fold(json, |json, name| {
        let [member] = json.into_members_of([name]).ok()?;
        member
    })
}
