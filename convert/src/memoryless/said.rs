//! What one step says, whatever stands around it.

use super::{Mode, Segment, items::as_maps, paths, step::forward};
use crate::{
    json::Json,
    plan::{FieldsPlan, Node},
};

/// What the step that writes a place makes of an object, if nothing is left out for want of what it would stand in.
pub(crate) fn said<'a>(
    plan: &'a FieldsPlan,
    object: &Json<'a>,
    mode: Mode,
    at: &[Segment],
) -> Option<Json<'a>> {
    let [from, to] = [mode.direction.from(), mode.direction.to()];
    let object = as_maps(plan.lists.of(from), object.clone());
    plan.steps.iter().find_map(|step| {
        let (sources, targets) = (step.places.of(from), step.places.of(to));
        let mut places = targets.iter();
        if let Some(own) = places.position(|place| Segment::members(&place.path) == at) {
            let inputs: Vec<Option<Json>> = sources
                .iter()
                .map(|place| paths::value_within(&object, &place.path))
                .collect();
            let mode = Mode {
                deep: true,
                object: Some(&object),
                ..mode
            };
            let outputs = forward(step, &inputs, mode.strict()).ok()?;
            return outputs.into_iter().nth(own).flatten();
        }
        let (Some(Node::Fields(inner)), [source], [target]) =
            (step.how.nested(), sources.as_slice(), targets.as_slice())
        else {
            return None;
        };
        let within = at.strip_prefix(&Segment::members(&target.path)[..])?;
        said(
            inner,
            &paths::value_within(&object, &source.path)?,
            mode,
            within,
        )
    })
}
