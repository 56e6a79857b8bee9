//! What a mapping knows of a place.

use crate::{
    json::Json,
    memoryless::{Segment, reach::mapping_at, step_into, value_at},
    plan::{Direction, FieldsPlan, ListItems, Node, Place},
    table::Side,
};

/// The object at a place, if steps reach into it or map it.
pub(super) fn parent_at<'p>(plan: &'p FieldsPlan, side: Side, at: &[Segment]) -> Option<&'p Place> {
    in_plans(plan, side, at, &|plan, at| {
        let parents = plan.sides.of(side).parents.iter();
        let mapped = plan.steps.iter().filter(|step| step.how.nested().is_some());
        let mapped = mapped.flat_map(|step| step.places.of(side));
        let mut places = parents.chain(mapped);
        places.find(|place| Segment::members(&place.path) == at)
    })
}

/// The list at a place, if steps name its items.
pub(super) fn list_at<'p>(
    plan: &'p FieldsPlan,
    side: Side,
    at: &[Segment],
) -> Option<&'p ListItems> {
    in_plans(plan, side, at, &|plan, at| {
        let mut lists = plan.lists.of(side).iter();
        lists.find(|list| Segment::members(&list.path) == at)
    })
}

/// What is found at a place in the mapping that is of it, or of something around it.
pub(super) fn in_plans<'p, T>(
    plan: &'p FieldsPlan,
    side: Side,
    at: &[Segment],
    find: &dyn Fn(&'p FieldsPlan, &[Segment]) -> Option<T>,
) -> Option<T> {
    find(plan, at).or_else(|| {
        plan.steps.iter().find_map(|step| {
            let (Some(node), [place]) = (step.how.nested(), step.places.of(side).as_slice()) else {
                return None;
            };
            let within = at.strip_prefix(&Segment::members(&place.path)[..])?;
            let (inner, within) = mapping_at(node, within)?;
            in_plans(inner, side, within, find)
        })
    })
}

/// What stands on the other side where a place is mapped by itself.
pub(super) fn source(
    plan: &FieldsPlan,
    direction: Direction,
    object: &Json,
    at: &[Segment],
) -> Option<Json<'static>> {
    plan.steps.iter().find_map(|step| {
        let places = [direction.from(), direction.to()].map(|side| step.places.of(side).as_slice());
        let (Some(node), [[source], [target]]) = (step.how.nested(), places) else {
            return None;
        };
        let within = at.strip_prefix(&Segment::members(&target.path)[..])?;
        let value = value_at(object, &Segment::members(&source.path))?;
        source_within(node, direction, &value, within)
    })
}

fn source_within(
    node: &Node,
    direction: Direction,
    value: &Json,
    at: &[Segment],
) -> Option<Json<'static>> {
    let Some((first, rest)) = at.split_first() else {
        return Some(value.clone().into_owned());
    };
    match node {
        Node::Fields(plan) => source(plan, direction, value, at),
        Node::Copy => value_at(value, at),
        Node::List(plan) => source_within(&plan.item, direction, &step_into(value, first)?, rest),
        Node::Map(node) => source_within(node, direction, &step_into(value, first)?, rest),
        Node::Variants(_) | Node::Value(_) | Node::Calls(_) => None,
    }
}
