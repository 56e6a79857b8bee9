//! Labels and annotations of one side, which objects of the other have too.

use crate::{
    plan::{Both, Place, StepPlan},
    table::Side,
};

/// Adds to the places of each side the labels and annotations of the other, unless another step has them there.
///
/// They are copied with the rest of the metadata, so that without these places a step would write over what stood there, and
/// the way back would leave what it wrote.
pub(super) fn add(steps: &mut [StepPlan]) {
    for index in 0..steps.len() {
        for (side, place) in tags(steps, index) {
            let is_taken = steps
                .iter()
                .flat_map(|step| step.places.of(side))
                .any(|taken| taken.path == place.path);
            if let (false, Some(step)) = (is_taken, steps.get_mut(index)) {
                step.places.of_mut(side).push(place);
                *step.mirrored.of_mut(side) += 1;
            }
        }
    }
}

/// The labels and annotations of a step, each with the side that it is not of.
fn tags(steps: &[StepPlan], index: usize) -> Vec<(Side, Place)> {
    let Some(step) = steps.get(index) else {
        return Vec::new();
    };
    let Both { spoke, hub } = &step.places;
    let spoke = spoke.iter().map(|place| (Side::Hub, place));
    let hub = hub.iter().map(|place| (Side::Spoke, place));
    spoke
        .chain(hub)
        .filter_map(|(side, place)| match place.path.as_slice() {
            [_, member, key] if place.is_metadata => Some((side, Place::metadata(member, key))),
            _ => None,
        })
        .collect()
}
