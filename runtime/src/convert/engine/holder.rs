//! Steps of objects that neither version has.
//!
//! Labels and annotations may be fields of a spec or status at the other version, of objects that have none. They alone make no
//! spec: what they say stays in them, as they are copied with the rest of the metadata.

use super::{paths, reach};
use crate::{
    convert::{
        json::{Json, Members, get},
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

/// Whether the object at a path is mapped by a step of its own, at whatever depth.
fn is_mapped(plan: &FieldsPlan, path: &[String], side: Side) -> bool {
    plan.steps.iter().any(|step| {
        let (HowPlan::Nest(node), [place]) = (&step.how, step.places.of(side).as_slice()) else {
            return false;
        };
        match (path.strip_prefix(&*place.path), reach::mapping(node)) {
            (Some([]), Some(_)) => true,
            (Some(rest), Some(inner)) => is_mapped(inner, rest, side),
            _ => false,
        }
    })
}

/// Whether a step only has to do with objects that are mapped themselves, and are neither in `object` nor in what becomes of
/// it: what functions make of nothing makes no such object.
pub(super) fn is_nowhere(
    plan: &FieldsPlan,
    step: &StepPlan,
    direction: Direction,
    object: &Json,
    out: &Members,
) -> bool {
    let fields = |side: Side| {
        let places = step.places.of(side).iter();
        places.filter(|place| !place.is_metadata).map(|place| {
            place
                .path
                .split_last()
                .map_or(&[][..], |(_, parent)| parent)
        })
    };
    let [from, to] = [direction.from(), direction.to()];
    fields(from).next().is_some()
        && fields(to).next().is_some()
        && fields(to).all(|parent| is_mapped(plan, parent, to) && !paths::is_object(out, parent))
        && fields(from).all(|parent| paths::read_within(object, parent).is_none())
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
