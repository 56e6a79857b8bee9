//! One value at one place, mapped one to one or by a nested plan: a member, an item of a list, an entry of a map.

use super::{
    Mode, Result, filled::filled, merge::merge, merge_items::Lists, reach, value,
    vanishing::vanished,
};
use crate::convert::{
    json::{Json, same_option},
    kept::Kept,
    memoryless::{self, Ends, are_alike, vanishes, vanishes_beside_others},
    plan::{Node, Place},
};

/// That it maps to the live value shows whose it is; whether a part of an object is whole, nobody can tell.
pub(super) fn takes(ends: Ends, value: &Json, mode: Mode) -> bool {
    mode.admits(ends.to.is_none_or(|place| place.takes_part(value)))
}

/// A value converted, with what was kept within it. Nothing where it is no whole value of the type that functions take, or
/// says no variant; an item cannot be nothing.
pub(super) fn held<'a>(
    node: &'a Node,
    ends: Ends,
    json: Json<'a>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<(Option<Json<'a>>, Option<Kept>)> {
    if node.is_opaque() {
        let held = memoryless::held(node, ends, json, mode.alone());
        return held.map(|held| (held, None));
    }
    let (json, lost) = value(node, json, kept, mode)?;
    Ok((Some(json), lost))
}

/// What one value becomes, without a look at what was kept or what is lost.
pub(super) fn plain<'a>(
    node: &'a Node,
    ends: Ends,
    input: Option<Json<'a>>,
    mode: Mode,
) -> Result<Option<Json<'a>>> {
    memoryless::plain(node, ends, input, mode.alone())
}

/// Converts a value that may be absent. Returns it, and what the side it comes from loses.
pub(super) fn child<'a>(
    node: &'a Node,
    ends: Ends,
    input: Option<Json<'a>>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<(Option<Json<'a>>, Option<Kept>)> {
    if let (Node::Copy, None, Some(json)) = (node, kept, &input)
        && !ends.drops(json)
        && !ends.back().drops(json)
    {
        return Ok((input, None));
    }
    let leaf = kept.and_then(Kept::leaf);
    // Of an object that was there by itself, more may be kept within.
    let tree = kept.filter(|kept| !kept.is_leaf());
    if let Some(json) = &input
        && vanishes(node, ends, json, mode.alone())
    {
        return vanished(node, ends, json, kept, mode);
    }
    // What became nothing was kept as a whole, while steps made an object in its place.
    let whole = leaf.flatten().filter(|_| {
        let json = input.as_ref();
        json.is_some_and(|json| {
            reach::mapping(node).is_some_and(|plan| reach::is_reached(plan, json, mode.direction))
        })
    });
    let parts = whole.and_then(Kept::members_of);
    let tree = tree.or(parts.as_ref());
    let original = mode.keeping.then(|| input.clone());
    let (mut output, mut lost): (Option<Json>, Option<Kept>) = match input.clone() {
        Some(json) if json.is_null() => (Some(json), None),
        Some(json) => match held(node, ends, json, tree, mode) {
            Ok(held) => held,
            // What it was made of, or that it was made of nothing, may be known though it has no counterpart by itself.
            Err(error) => {
                let kept = leaf.ok_or(error.clone())?;
                let live = input.as_ref();
                let restored = restore(kept, None, live, ends, mode, node);
                return restored.map(|restored| (restored, None)).ok_or(error);
            }
        },
        None => (ends.implied(node, mode.alone()), None),
    };
    let dropped = output.as_ref().is_some_and(|value| ends.drops(value));
    if dropped {
        // Nothing is left to keep parts of it beside.
        (output, lost) = (None, None);
    }
    if output.is_none() && mode.complete && ends.to_has_default() {
        output = ends.to.and_then(Place::default);
    }
    let back = |candidate: Option<Json<'a>>| plain(node, ends.back(), candidate, mode.back());
    if let Some(kept) = leaf {
        let restored = restore(kept, output.as_ref(), input.as_ref(), ends, mode, node);
        if let Some(restored) = restored {
            output = restored;
            lost = None;
        }
    }
    if let (Node::Fields(plan), true, Some(json)) = (node, mode.keeping, &input)
        && plan.sides.of(mode.direction.to()).reached
    {
        let makes = |back: Option<Json>| same_option(back.as_ref(), Some(json));
        let is_made = output.is_none() && back(None).is_ok_and(makes);
        let is_bare = output.as_ref().is_some_and(reach::is_empty);
        // What else it has is there by default, and nothing becomes of it.
        if reach::is_nothing(json) && !is_made || is_bare && lost.is_none() {
            let own = reach::own(node, json.clone(), mode.direction);
            lost = Some(Kept::with_itself(lost, &own));
        }
    }
    if let Some(original) = original
        && (node.is_opaque()
            || lost.is_none()
                && (dropped
                    || is_suspicious(original.as_ref(), output.as_ref())
                    || original
                        .as_ref()
                        .is_some_and(|json| ends.back().drops(json))))
    {
        let own = |json: Json<'a>| reach::own(node, json, mode.direction);
        let created = created(node, ends, original.as_ref(), mode).map(own);
        let returned = back(output.clone()).map(|returned| match (returned, created) {
            // Steps that reach into it make it again.
            (returned, Some(created))
                if mode.back().complete && returned.as_ref().is_none_or(Json::is_null) =>
            {
                Some(created)
            }
            (returned, _) => returned.map(own),
        });
        let original = original.map(own);
        if !returned.is_ok_and(|returned| same_option(returned.as_ref(), original.as_ref())) {
            lost = Some(Kept::of(original.as_ref()));
        }
    }
    Ok((output, lost))
}

/// Whether absence or null changed on the way, which only the way back can tell to matter.
fn is_suspicious(input: Option<&Json>, output: Option<&Json>) -> bool {
    let kind = |json: Option<&Json>| json.map(Json::is_null);
    kind(input) != kind(output)
}

/// Whether the live value may have been made of this one.
pub(super) fn maps_to_live<'a>(
    node: &'a Node,
    ends: Ends,
    candidate: Option<&Json<'a>>,
    live: Option<&Json<'a>>,
    mode: Mode,
) -> bool {
    // What steps of the objects around it take says nothing of it.
    let own = |json: Option<Json<'a>>| json.map(|json| reach::own(node, json, mode.direction));
    let created = created(node, ends, live, mode);
    let [live, created] = [live.cloned(), created].map(own);
    mode.may_be_made(|way| {
        plain(node, ends.back(), candidate.cloned(), way).is_ok_and(|returned| {
            let is_made = way.complete && returned.as_ref().is_none_or(Json::is_null);
            same_option(own(returned).as_ref(), live.as_ref())
                || is_made && created.is_some() && same_option(created.as_ref(), live.as_ref())
        })
    })
}

/// What a live object would be if steps of the objects around it had made it.
fn created<'a>(node: &Node, ends: Ends, live: Option<&Json<'a>>, mode: Mode) -> Option<Json<'a>> {
    let (plan, live, from) = (reach::mapping(node)?, live?, ends.from?);
    reach::is_reached(plan, live, mode.direction).then(|| {
        let others = reach::others(plan, live.clone(), mode.direction);
        filled(plan, from, others, mode.direction.from())
    })
}

/// The value that was kept, or its absence, if it maps to the live value; else the live value with what of the kept one
/// no edit touched. Nothing if neither does.
#[expect(
    clippy::option_option,
    reason = "no decision, or a decision for nothing"
)]
fn restore<'a>(
    kept: Option<&Json<'static>>,
    output: Option<&Json<'a>>,
    live: Option<&Json<'a>>,
    ends: Ends,
    mode: Mode,
    node: &'a Node,
) -> Option<Option<Json<'a>>> {
    // A status that is absent may be an empty one of a version that takes it; none other comes of nothing.
    let empty_is_absent = ends.from.is_some_and(|place| place.drops_empty);
    if ends.to.is_some_and(|place| place.is_status) && live.is_none() && !empty_is_absent {
        return None;
    }
    let candidate: Option<Json<'a>> = kept.cloned();
    if candidate
        .as_ref()
        .is_some_and(|value| !takes(ends, value, mode))
    {
        return None;
    }
    let maps_to_live =
        |candidate: &Option<Json<'a>>| maps_to_live(node, ends, candidate.as_ref(), live, mode);
    if maps_to_live(&candidate) {
        // What steps of the objects around it took, they make again, or an edit has taken it out.
        let bare = |value: Json<'a>| reach::bare(node, value, mode.direction.reverse());
        return Some(candidate.map(bare));
    }
    if let (None, Some(value)) = (live, &candidate)
        && vanishes_beside_others(node, ends.back(), value, mode.back().alone())
    {
        let filled = ends.to.filter(|_| mode.complete);
        return Some(match filled {
            Some(to) => Some(to.filled(value.clone())),
            None => candidate,
        });
    }
    // Edited: three ways, with what the kept value reads back as in the middle.
    let (Some(mine), Some(theirs), true) = (&candidate, output, node.is_opaque()) else {
        return None;
    };
    if let Node::Variants(plan) = node
        && !are_alike(plan, mine, theirs, mode.direction.to())
    {
        // What was kept is of another variant.
        return None;
    }
    let there = plain(node, ends.back(), Some(mine.clone()), mode.back());
    let base = there.and_then(|there| {
        plain(
            node,
            ends,
            there,
            Mode {
                keeping: false,
                ..mode
            },
        )
    });
    let Ok(Some(base)) = base else {
        return None;
    };
    let schema = ends.to.and_then(Place::schema);
    Lists::ALL.into_iter().find_map(|lists| {
        let merged = merge(schema.as_ref(), lists, [&base, mine, theirs]).into_owned();
        let valid = takes(ends, &merged, mode);
        let merged = Some(merged);
        (valid && maps_to_live(&merged)).then_some(merged)
    })
}
