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

/// Whether all fields of a step with labels or annotations are within a spec or status that the one object did not have and
/// the other does not get. `were_there`: the steps whose value was there.
pub(super) fn is_missing(
    plan: &FieldsPlan,
    step: &StepPlan,
    direction: Direction,
    were_there: &[bool],
    out: &Members,
) -> bool {
    let [from, to] = [direction.from(), direction.to()];
    let [sources, targets] = [from, to].map(|side| step.places.of(side));
    let (tags, fields): (Vec<&Place>, Vec<&Place>) = sources
        .iter()
        .chain(targets)
        .partition(|place| place.is_metadata);
    !tags.is_empty()
        && !fields.is_empty()
        && sources.iter().all(|place| {
            let holder = holder(plan, place, from);
            place.is_metadata || holder.is_some_and(|step| were_there.get(step) == Some(&false))
        })
        && targets.iter().all(|place| {
            let is_absent = |name: &String| get(out, name).is_none();
            place.is_metadata
                || holder(plan, place, to).is_some() && place.path.first().is_some_and(is_absent)
        })
}
