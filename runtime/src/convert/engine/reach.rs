//! Objects that map, and into which steps of the objects around them reach.
//!
//! Such a step makes the object where it is not, and there an empty one says nothing by itself. So an object that was made on the
//! way is none on the way back, and one that was empty before is kept.

use super::paths;
use crate::convert::{
    json::{Json, Kind},
    kept::Kept,
    plan::{Direction, FieldsPlan, Node, Place, Reads, StepPlan},
};

/// The members' mapping of a value.
pub(super) fn mapping(node: &Node) -> Option<&FieldsPlan> {
    match node {
        Node::Fields(plan) => Some(plan),
        _ => None,
    }
}

/// Whether all that an object has belongs to steps of the objects around it, which take it from there.
pub(super) fn is_elsewhere(plan: &FieldsPlan, json: &Json, direction: Direction) -> bool {
    let side = plan.sides.of(direction.from());
    if !side.reached {
        return false;
    }
    are_elsewhere(plan, &side.reads, json, direction)
}

/// The same of the object at a path, which steps only reach into.
pub(super) fn is_of_others(
    plan: &FieldsPlan,
    json: &Json,
    path: &[String],
    direction: Direction,
) -> bool {
    let reads = &plan.sides.of(direction.from()).reads;
    reads
        .within(path)
        .zip(paths::value_within(json, path))
        .is_some_and(|(reads, value)| are_elsewhere(plan, reads, &value, direction))
}

/// The same of an object that may be one that steps only reach into.
fn are_elsewhere(plan: &FieldsPlan, reads: &Reads, json: &Json, direction: Direction) -> bool {
    let Ok(members) = json.borrowed().into_members() else {
        return false;
    };
    let mut cursor = 0;
    !members.is_empty()
        && members.iter().all(|(name, value)| {
            let Some(read) = reads.find(name, &mut cursor) else {
                return false;
            };
            match read.taken {
                Some((step, _)) => {
                    let node = plan.steps.get(step).and_then(StepPlan::nest);
                    let inner = node.and_then(mapping);
                    // What it leaves to others may be left to this plan.
                    read.elsewhere
                        || !has_taken(&read.below, value)
                            && inner.is_some_and(|inner| is_elsewhere(inner, value, direction))
                }
                None => read.elsewhere || are_elsewhere(plan, &read.below, value, direction),
            }
        })
}

/// Whether an object has something that steps of this plan take.
fn has_taken(reads: &Reads, json: &Json) -> bool {
    let members = json.borrowed().into_members().unwrap_or_default();
    let mut cursor = 0;
    !reads.is_empty()
        && members.iter().any(|(name, value)| {
            let read = reads.find(name, &mut cursor);
            read.is_some_and(|read| read.taken.is_some() || has_taken(&read.below, value))
        })
}

/// Whether an object has something that belongs to steps of the objects around it, so that they may have made it.
pub(super) fn is_reached(plan: &FieldsPlan, json: &Json, direction: Direction) -> bool {
    let side = plan.sides.of(direction.from());
    side.reached && has_elsewhere(plan, &side.reads, json, direction)
}

/// The same of an object that may be one that steps only reach into.
fn has_elsewhere(plan: &FieldsPlan, reads: &Reads, json: &Json, direction: Direction) -> bool {
    let members = json.borrowed().into_members().unwrap_or_default();
    let mut cursor = 0;
    members.iter().any(|(name, value)| {
        let Some(read) = reads.find(name, &mut cursor) else {
            return false;
        };
        let nested = read
            .taken
            .and_then(|(step, _)| plan.steps.get(step)?.nest());
        read.elsewhere
            || has_elsewhere(plan, &read.below, value, direction)
            || nested
                .and_then(mapping)
                .is_some_and(|inner| is_reached(inner, value, direction))
    })
}

/// A value without what belongs to steps of the objects around it, which keep that themselves.
pub(super) fn own<'a>(node: &Node, json: Json<'a>, direction: Direction) -> Json<'a> {
    let reached = mapping(node).map(|plan| (plan, plan.sides.of(direction.from())));
    match reached.filter(|(_, side)| side.reached) {
        Some((plan, side)) => own_of(plan, &side.reads, json, direction),
        None => json,
    }
}

/// The same of an object that may be one that steps only reach into.
fn own_of<'a>(plan: &FieldsPlan, reads: &Reads, json: Json<'a>, direction: Direction) -> Json<'a> {
    let members = match json.into_members() {
        Ok(members) => members,
        Err(json) => return json,
    };
    let mut cursor = 0;
    let own = members.into_iter().filter_map(|(name, value)| {
        let Some(read) = reads.find(&name, &mut cursor) else {
            return Some((name, value));
        };
        if read.elsewhere {
            return None;
        }
        let nested = read
            .taken
            .and_then(|(step, _)| plan.steps.get(step)?.nest());
        let value = match nested {
            Some(node) => own(node, value, direction),
            None if read.taken.is_none() => {
                let all = are_elsewhere(plan, &read.below, &value, direction);
                (!all).then(|| own_of(plan, &read.below, value, direction))?
            }
            None => value,
        };
        Some((name, value))
    });
    Json::Object(own.collect())
}

/// An object with only what belongs to steps of the objects around it.
pub(super) fn others<'a>(plan: &FieldsPlan, json: Json<'a>, direction: Direction) -> Json<'a> {
    let side = plan.sides.of(direction.from());
    others_of(plan, &side.reads, json, direction)
}

/// The same of an object that may be one that steps only reach into.
fn others_of<'a>(
    plan: &FieldsPlan,
    reads: &Reads,
    json: Json<'a>,
    direction: Direction,
) -> Json<'a> {
    let members = json.into_members().unwrap_or_default();
    let mut cursor = 0;
    let others = members.into_iter().filter_map(|(name, value)| {
        let read = reads.find(&name, &mut cursor)?;
        if read.elsewhere {
            return Some((name, value));
        }
        let nested = read
            .taken
            .and_then(|(step, _)| plan.steps.get(step)?.nest());
        let value = match nested.and_then(mapping) {
            Some(inner) => others(inner, value, direction),
            None => others_of(plan, &read.below, value, direction),
        };
        (!value.is_empty()).then_some((name, value))
    });
    Json::Object(others.collect())
}

/// Whether a value is an empty object.
pub(super) fn is_empty(json: &Json) -> bool {
    json.kind() == Kind::Object && json.is_empty()
}

/// Whether an object says nothing by itself: it is empty, or null.
pub(super) fn is_nothing(json: &Json) -> bool {
    json.is_null() || is_empty(json)
}

/// What must be kept of what was lost: empty objects and nulls are what they were unless a step reached into them, or the place that they
/// are `from` makes nothing of them. `complete`: the objects around them are.
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
            let members: Vec<_> = members
                .into_iter()
                .filter_map(|(name, lost)| {
                    if let Kept::Itself(_) = lost {
                        return vanishes().then_some((name, lost));
                    }
                    let lost = match member(plan, &name, direction) {
                        Some((node, from, to)) => {
                            let output = output.and_then(|output| output.member(to));
                            needed(node, from, lost, output.as_ref(), direction, false)?
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
