//! Values that are written in a step, held against the schema of the place that they are for: objects with one that it
//! refuses would be taken by no server.

use crate::{plan::StepPlan, table::Side};

/// What is wrong with the first that is refused.
pub(super) fn refused(step: &StepPlan) -> Option<String> {
    let mut sides = [Side::Spoke, Side::Hub].into_iter();
    sides.find_map(|side| {
        let (what, value, place) = step.how.written(step, side)?;
        let whose = match side {
            Side::Spoke => "this version",
            Side::Hub => "the hub",
        };
        Some(format!(
            "{what} `{value}`, which the schema of {whose} refuses at `{}`; write a value that it takes",
            place.path.join(".")
        ))
    })
}
