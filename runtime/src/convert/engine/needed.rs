//! What must be kept of objects into which steps of the objects around them reach.

use super::reach::{is_elsewhere, is_empty, mapping};
use crate::convert::{
    json::Json,
    kept::Kept,
    memoryless::is_complete,
    plan::{Direction, FieldsPlan, Node, Place},
};

/// What must be kept of what was lost: empty objects and nulls are what they were unless a step reached into them, or the place
/// that they are `from` makes nothing of them. `complete`: the objects around them are.
pub(super) fn needed(
    node: &Node,
    from: &Place,
    lost: Kept,
    output: Option<&Json>,
    direction: Direction,
    complete: bool,
) -> Option<Kept> {
    let Some(plan) = mapping(node) else {
        return Some(lost);
    };
    // Where it must stand, or does by default, the way back makes it.
    let stands = complete && (from.is_required || from.has_default);
    let vanishes = || {
        let back = direction.reverse();
        !stands && output.is_some_and(|output| is_elsewhere(plan, output, back))
    };
    match lost {
        Kept::Value(value) if is_empty(&value) && !from.drops(&value) => {
            (output.is_none() || vanishes()).then_some(Kept::Value(value))
        }
        Kept::Absent if vanishes() => None,
        Kept::Value(value) if value.is_null() => {
            let is_same = output.is_some_and(Json::is_null);
            (!is_same).then_some(Kept::Value(value))
        }
        Kept::Members(members) => {
            let whole = complete
                && output.is_some_and(|output| {
                    let side = plan.sides.of(direction.to());
                    let members = output.borrowed().into_members();
                    members.is_ok_and(|members| is_complete(side, &members))
                });
            let members: Vec<_> = members
                .into_iter()
                .filter_map(|(name, lost)| {
                    if let Kept::Itself(_) = lost {
                        return vanishes().then_some((name, lost));
                    }
                    let lost = match member(plan, &name, direction) {
                        Some((node, from, to)) => {
                            let output = output.and_then(|output| output.member(to));
                            needed(node, from, lost, output.as_ref(), direction, whole)?
                        }
                        None => lost,
                    };
                    Some((name, lost))
                })
                .collect();
            (!members.is_empty()).then_some(Kept::Members(members))
        }
        other => Some(other),
    }
}

/// What a member becomes, its place, and under which name, where that is one member too.
fn member<'p>(
    plan: &'p FieldsPlan,
    name: &str,
    direction: Direction,
) -> Option<(&'p Node, &'p Place, &'p str)> {
    let read = plan.sides.of(direction.from()).reads.find(name, &mut 0)?;
    let step = plan.steps.get(read.taken?.0)?;
    let [from, to] = [direction.from(), direction.to()].map(|side| step.places.of(side).as_slice());
    match (step.nest(), from, to) {
        (Some(node), [from], [to]) if to.path.len() == 1 => Some((node, from, to.name())),
        _ => None,
    }
}
