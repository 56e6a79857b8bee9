//! Objects of which nothing becomes by themselves: what was kept of them, and what is lost of them.

use super::{
    Mode, Result,
    child::{held, maps_to_live, takes},
    reach,
};
use crate::convert::{
    json::{Json, same, same_option},
    kept::Kept,
    memoryless::Ends,
    plan::{Node, Place},
};

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
                (is_nothing || is_alone(node, ends, json, kept, mode)) && takes(ends, kept, mode)
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
