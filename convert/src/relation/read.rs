//! Which places steps read.

use super::seen::is_between;
use crate::{
    memoryless::Segment,
    plan::{FieldsPlan, Node},
    table::Side,
};

/// Whether a step between the two sides reads what stands at a path, or in it or around it, or whether an object is complete depends
/// on it. Where none of that is so, no step makes anything else of the object, whatever stands there.
pub(crate) fn is_read(plan: &FieldsPlan, side: Side, at: &[Segment]) -> bool {
    let mut lists = plan.lists.of(side).iter();
    if lists.any(|list| at.starts_with(&Segment::members(&list.path))) {
        return true;
    }
    let complete = &plan.sides.of(side).complete;
    if let Some(Segment::Member(first)) = at.first()
        && complete.contains(first)
    {
        return true;
    }
    plan.steps
        .iter()
        .filter(|step| is_between(step))
        .any(|step| {
            step.places.of(side).iter().any(|place| {
                let own = Segment::members(&place.path);
                match at.strip_prefix(&own[..]) {
                    None => own.starts_with(at),
                    Some([]) => true,
                    Some(within) => {
                        let node = step.how.nested();
                        node.is_none_or(|node| is_read_in(node, side, within))
                    }
                }
            })
        })
}

fn is_read_in(node: &Node, side: Side, at: &[Segment]) -> bool {
    match (node, at) {
        // Whether it is there at all.
        (_, []) => true,
        (Node::Fields(plan), _) => is_read(plan, side, at),
        (Node::List(plan), [Segment::Item(_), within @ ..]) => is_read_in(&plan.item, side, within),
        (Node::Map(node), [Segment::Member(_), within @ ..]) => is_read_in(node, side, within),
        _ => true,
    }
}
