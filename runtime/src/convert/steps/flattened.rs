//! An enum whose members stand among those of the object around it.

use std::borrow::Cow;

use super::{Result, Values, first, nested, one, unlike};
use crate::convert::{
    json::{Json, get},
    memoryless::Mode,
    plan::{Both, Node, Place, StepPlan},
};

/// The value of an enum on one side: its members together, or itself.
pub(crate) fn together<'a>(
    flat: bool,
    places: &'a [Place],
    values: &[Option<Json<'a>>],
) -> Option<Json<'a>> {
    if !flat {
        return first(values).cloned();
    }
    let members = places
        .iter()
        .zip(values)
        .filter_map(|(place, value)| Some((Cow::Borrowed(place.name()), value.clone()?)));
    Some(Json::Object(members.collect()))
}

pub(super) fn run<'a>(
    flat: Both<bool>,
    node: &'a Node,
    step: &'a StepPlan,
    inputs: &[Option<Json<'a>>],
    mode: Mode,
) -> Result<Values<'a>> {
    let (from, to) = (mode.direction.from(), mode.direction.to());
    let input = match together(*flat.of(from), step.places.of(from), inputs) {
        Some(input) if !input.is_null() => input,
        _ => return Ok(Vec::new()),
    };
    let output = nested(node, &input, mode)?;
    if !flat.of(to) {
        return Ok(one(Some(output)));
    }
    // A variant without content is a text by itself, and a member without value among others.
    let members = match output.as_str() {
        Some(name) => vec![(Cow::Owned(name.into_owned()), Json::NULL)],
        None => match output.into_members() {
            Ok(members) => members,
            Err(_) => return unlike(),
        },
    };
    let places = step.places.of(to).iter();
    Ok(places
        .map(|place| get(&members, place.name()).cloned())
        .collect())
}
