//! Objects of which nothing becomes by themselves: steps of the objects around them take all that they have, and make them
//! again on the way back.

use super::{Mode, child::Ends, reach};
use crate::convert::{
    json::Json,
    plan::{FieldsPlan, Node, Place},
};

/// Whether nothing becomes of an object by itself, and nothing must stand where it goes, nor does by default.
pub(crate) fn vanishes(node: &Node, ends: Ends, json: &Json, mode: Mode) -> bool {
    !stands(ends, mode)
        && reach::mapping(node).is_some_and(|plan| reach::is_elsewhere(plan, json, mode.direction))
}

/// The same of an object without members that steps of the objects around it will write into on the side it comes from.
pub(crate) fn vanishes_beside_others(node: &Node, ends: Ends, json: &Json, mode: Mode) -> bool {
    let is_reached = |plan: &FieldsPlan| plan.sides.of(mode.direction.from()).reached;
    reach::is_empty(json) && reach::mapping(node).is_some_and(is_reached) && !stands(ends, mode)
}

fn stands(ends: Ends, mode: Mode) -> bool {
    let stands = |place: &Place| place.is_required || place.has_default;
    mode.complete && ends.to.is_some_and(stands)
}
