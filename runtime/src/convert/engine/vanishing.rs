//! Objects of which nothing becomes by themselves: steps of the objects around them take all that they have, and make them
//! again on the way back.

use super::{
    Mode, Result,
    child::{Ends, held, maps_to_live},
    reach,
};
use crate::convert::{
    json::{Json, same, same_option},
    kept::Kept,
    plan::{FieldsPlan, Node, Place},
};

/// Whether nothing becomes of an object by itself, and nothing must stand where it goes, nor does by default.
pub(super) fn vanishes(node: &Node, ends: Ends, json: &Json, mode: Mode) -> bool {
    !stands(ends, mode)
        && reach::mapping(node).is_some_and(|plan| reach::is_elsewhere(plan, json, mode.direction))
}

/// The same of an object without members that steps of the objects around it will write into on the side it comes from.
pub(super) fn vanishes_beside_others(node: &Node, ends: Ends, json: &Json, mode: Mode) -> bool {
    let is_reached = |plan: &FieldsPlan| plan.sides.of(mode.direction.from()).reached;
    reach::is_empty(json) && reach::mapping(node).is_some_and(is_reached) && !stands(ends, mode)
}

fn stands(ends: Ends, mode: Mode) -> bool {
    let stands = |place: &Place| place.is_required || place.has_default;
    mode.complete && ends.to.is_some_and(stands)
}

/// What becomes of such an object, and what the side it comes from loses: it came to be when steps wrote into it, unless one
/// was there before that is nothing by itself.
pub(super) fn vanished<'a>(
    node: &'a Node,
    ends: Ends,
    json: &Json<'a>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<(Option<Json<'a>>, Option<Kept>)> {
    let leaf = kept.and_then(Kept::leaf);
    let (output, lost) = match (leaf, kept.filter(|kept| !kept.is_leaf())) {
        (Some(before), _) => {
            let before = before.filter(|kept| {
                let maps_to = |live| maps_to_live(node, ends, Some(kept), live, mode);
                let is_nothing = reach::is_nothing(kept) || maps_to(None) || maps_to(Some(json));
                (is_nothing || is_alone(node, ends, json, kept, mode)) && ends.takes(kept, mode)
            });
            (before.cloned(), None)
        }
        (None, Some(_)) => held(node, ends, json.clone(), kept, mode)?,
        (None, None) => (None, None),
    };
    let is_there = |value: &Json| leaf.is_some() || !reach::is_empty(value);
    if output.as_ref().is_some_and(is_there) {
        return Ok((output, lost));
    }
    Ok((None, other_than_default(node, ends, json, mode)))
}

/// Whether the kept object is what the live one becomes by itself.
fn is_alone(node: &Node, ends: Ends, live: &Json, kept: &Json, mode: Mode) -> bool {
    let mode = Mode {
        keeping: false,
        ..mode
    };
    let back = mode.back().direction;
    held(node, ends, live.borrowed(), None, mode).is_ok_and(|(output, _)| {
        let output = output.map(|output| reach::own(node, output, back));
        same_option(output.as_ref(), Some(kept))
    })
}

/// What is to be kept of an object that becomes nothing, where another stands by default on the way back.
fn other_than_default(node: &Node, ends: Ends, json: &Json, mode: Mode) -> Option<Kept> {
    let own = |json: Json<'_>| reach::own(node, json, mode.direction).into_owned();
    let is_filled = mode.keeping && mode.back().complete;
    let default = ends.from.filter(|_| is_filled).and_then(Place::default)?;
    let live = own(json.clone());
    (!same(&own(default), &live)).then(|| Kept::with_itself(None, &live))
}
