//! Which places steps read.

use super::seen::is_between;
use crate::{
    memoryless::{Segment, reach::mapping_at},
    plan::FieldsPlan,
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
                    Some(within) => {
                        let inner = step.how.nested();
                        let inner = inner.and_then(|node| mapping_at(node, within));
                        inner.is_none_or(|(plan, within)| is_read(plan, side, within))
                    }
                }
            })
        })
}
