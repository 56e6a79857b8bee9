//! Labels and annotations that are fields of a spec or status at the other version, of objects that have none.
//!
//! They alone make no spec: what they say stays in them, as they are copied with the rest of the metadata.

use crate::{
    convert::{
        json::{Members, get},
        plan::{Direction, FieldsPlan, HowPlan, Place, StepPlan},
    },
    table::Side,
};

/// The step that maps the whole spec or status that a place is within.
fn holder(plan: &FieldsPlan, place: &Place, side: Side) -> Option<usize> {
    let [name, _, ..] = place.path.as_slice() else {
        return None;
    };
    plan.steps.iter().position(|step| {
        matches!(step.how, HowPlan::Nest(_))
            && matches!(step.places.of(side).as_slice(), [place] if place.path == [name.as_str()])
    })
}

/// Whether a place that a label or annotation says is within a spec or status that the object does not get.
pub(super) fn is_missing(
    plan: &FieldsPlan,
    step: &StepPlan,
    place: &Place,
    direction: Direction,
    out: &Members,
) -> bool {
    let sources = step.places.of(direction.from());
    !place.is_metadata
        && !sources.is_empty()
        && sources.iter().all(|place| place.is_metadata)
        && holder(plan, place, direction.to()).is_some()
        && place
            .path
            .first()
            .is_some_and(|holder| get(out, holder).is_none())
}

/// The way back of [`is_missing`]: whether the step's fields are within a spec or status that the object did not have,
/// so that nothing is lost of them. `were_there`: the steps whose value was there.
pub(super) fn was_missing(
    plan: &FieldsPlan,
    step: &StepPlan,
    direction: Direction,
    were_there: &[bool],
) -> bool {
    let [sources, targets] = [direction.from(), direction.to()].map(|side| step.places.of(side));
    let is_mixed = |places: &[Place]| {
        let tags = places.iter().filter(|place| place.is_metadata).count();
        tags > 0 && tags < places.len()
    };
    is_mixed(sources)
        && targets.iter().all(|place| place.is_metadata)
        && sources.iter().all(|place| {
            let holder = holder(plan, place, direction.from());
            place.is_metadata || holder.is_some_and(|step| were_there.get(step) == Some(&false))
        })
}
