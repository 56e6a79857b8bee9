//! Values that one step writes together.

use crate::{
    memoryless::Segment,
    plan::{FieldsPlan, Node},
    table::Side,
};

/// The step of several places that writes what stands at a path: how deep the object is that it is a step of, and which of
/// that object's it is. What was kept of one of its places may make sense only with what was kept of the others.
pub(crate) fn writer(plan: &FieldsPlan, side: Side, at: &[Segment]) -> Option<(usize, usize)> {
    plan.steps.iter().enumerate().find_map(|(index, step)| {
        let places = step.places.of(side);
        places.iter().find_map(|place| {
            let own = Segment::members(&place.path);
            let within = at.strip_prefix(&own[..])?;
            if places.len() > 1 {
                return Some((0, index));
            }
            writer_in(step.how.nested()?, side, within, own.len())
        })
    })
}

fn writer_in(node: &Node, side: Side, at: &[Segment], depth: usize) -> Option<(usize, usize)> {
    match (node, at) {
        (Node::Fields(plan), _) => {
            let (within, step) = writer(plan, side, at)?;
            Some((depth + within, step))
        }
        (Node::List(plan), [Segment::Item(_), within @ ..]) => {
            writer_in(&plan.item, side, within, depth + 1)
        }
        (Node::Map(values), [Segment::Member(_), within @ ..]) => {
            writer_in(values, side, within, depth + 1)
        }
        _ => None,
    }
}
