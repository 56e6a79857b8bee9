//! Values that are written in a step, held against the schema of the place that they are for: objects with one that it
//! refuses would be taken by no server.

use serde_json::Value;

use crate::{
    convert::{
        json::Json,
        plan::{HowPlan, Node, Place, StepPlan},
    },
    table::Side,
};

/// What is wrong with the first that is refused.
pub(super) fn refused(step: &StepPlan) -> Option<String> {
    let mut sides = [Side::Spoke, Side::Hub].into_iter();
    sides.find_map(|side| of_table(step, side).or_else(|| of_alone(step, side)))
}

/// A row of a table, on the step or in its `each`, that has no stand-in.
fn of_table(step: &StepPlan, side: Side) -> Option<String> {
    if step.or.of(side).is_some() {
        return None;
    }
    let at = step.places.of(side).first()?;
    let step = match &step.how {
        HowPlan::Nest(Node::List(list)) => of_each(&list.item)?,
        HowPlan::Nest(Node::Map(value)) => of_each(value)?,
        _ => step,
    };
    let HowPlan::Values(rows) = &step.how else {
        return None;
    };
    let place = step.places.of(side).first()?;
    rows.iter()
        .filter_map(|(spoke, hub)| match side {
            Side::Spoke => spoke.as_ref(),
            Side::Hub => hub.as_ref(),
        })
        .find(|value| !is_taken(place, value))
        .map(|value| format!("`values` has {}", told(at, value, side)))
}

fn of_each(node: &Node) -> Option<&StepPlan> {
    match node {
        Node::Value(step) => Some(step),
        _ => None,
    }
}

/// What a field of one side alone is.
fn of_alone(step: &StepPlan, side: Side) -> Option<String> {
    let HowPlan::Only(run) = step.how else {
        return None;
    };
    let values = run?.caught().ok()?;
    let mut pairs = step.places.of(side).iter().zip(values.as_array()?);
    let (place, value) = pairs.find(|(place, value)| !is_taken(place, value))?;
    Some(format!(
        "the value of a field that only one version has is {}",
        told(place, value, side)
    ))
}

/// Of objects and lists other steps may make the rest; what a label cannot hold is kept, and so is what becomes absent.
fn is_taken(place: &Place, value: &Value) -> bool {
    let is_left_out = value.is_null() || value == "" && place.drops_empty;
    let is_whole = !value.is_array() && !value.is_object();
    is_left_out || !is_whole || place.is_label || place.takes(&Json::of_value(value))
}

fn told(place: &Place, value: &Value, side: Side) -> String {
    let whose = match side {
        Side::Spoke => "this version",
        Side::Hub => "the hub",
    };
    format!(
        "`{value}`, which the schema of {whose} refuses at `{}`; write a value that it takes",
        place.path.join(".")
    )
}
