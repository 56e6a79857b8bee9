//! Objects of which nothing becomes by themselves: steps of the objects around them take all that they have, and make them
//! again on the way back.

use super::{Mode, child::Ends, reach};
use crate::{
    json::Json,
    plan::{Node, Place},
};

/// Whether nothing becomes of an object by itself, and nothing must stand where it goes, nor does by default.
pub(crate) fn vanishes(node: &Node, ends: Ends, json: &Json, mode: Mode) -> bool {
    !stands(ends, mode)
        && reach::mapping(node).is_some_and(|plan| reach::is_elsewhere(plan, json, mode.direction))
}

fn stands(ends: Ends, mode: Mode) -> bool {
    let stands = |place: &Place| place.is_required || place.has_default;
    mode.complete && ends.to.is_some_and(stands)
}
