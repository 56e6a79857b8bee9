//! Values that one step writes together.

use crate::{
    memoryless::{Segment, reach::mapping_at},
    plan::FieldsPlan,
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
            let (inner, rest) = mapping_at(step.how.nested()?, within)?;
            let (depth, step) = writer(inner, side, rest)?;
            Some((at.len() - rest.len() + depth, step))
        })
    })
}
