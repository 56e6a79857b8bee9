//! What is made of live values.

use crate::{
    json::Json,
    memoryless::{Segment, as_maps, step_into, value_at},
    plan::{Direction, FieldsPlan, Node, Place},
};

/// The places that steps make of live values at a place and within it, from there on.
pub(super) fn made_of(
    plan: &FieldsPlan,
    direction: Direction,
    live: &Json,
    at: &[Segment],
) -> Vec<Vec<Segment>> {
    let [from, to] = [direction.from(), direction.to()];
    let live = as_maps(plan.lists.of(from), live.borrowed());
    let there = |place: &Place| value_at(&live, &Segment::members(&place.path));
    let mut made = Vec::new();
    for step in &plan.steps {
        let [sources, targets] = [from, to].map(|side| step.places.of(side).as_slice());
        let paths = targets.iter().map(|place| Segment::members(&place.path));
        let within: Vec<Vec<Segment>> = paths
            .filter_map(|path| Some(path.strip_prefix(at)?.to_vec()))
            .collect();
        if !within.is_empty() && sources.iter().any(|place| there(place).is_some()) {
            made.extend(within);
        }
        if let (Some(node), [source], [target]) = (step.how.nested(), sources, targets)
            && let Some(within) = at.strip_prefix(&Segment::members(&target.path)[..])
            && !within.is_empty()
            && let Some(live) = there(source)
        {
            made.extend(made_in(node, direction, &live, within));
        }
    }
    made
}

fn made_in(node: &Node, direction: Direction, live: &Json, at: &[Segment]) -> Vec<Vec<Segment>> {
    let (node, within) = match (node, at) {
        (Node::Fields(plan), _) => return made_of(plan, direction, live, at),
        (Node::List(plan), [Segment::Item(_), within @ ..]) => (&plan.item, within),
        (Node::Map(node), [Segment::Member(_), within @ ..]) => (&**node, within),
        // What is not told apart is made as a whole.
        _ => return vec![Vec::new()],
    };
    let live = at.first().and_then(|first| step_into(live, first));
    match live {
        Some(_) if within.is_empty() => vec![Vec::new()],
        Some(live) => made_in(node, direction, &live, within),
        None => Vec::new(),
    }
}
