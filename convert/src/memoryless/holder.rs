//! Steps of objects that neither version has.
//!
//! Labels and annotations may be fields of a spec or status at the other version, or of structs within, of objects that have
//! none. They alone make none: what they say stays in them, as they are copied with the rest of the metadata.

use super::{paths, reach};
use crate::{
    json::{Json, Members},
    plan::{Direction, FieldsPlan, Place, StepPlan},
    table::Side,
};

/// What maps the object at a path by a step of its own, at whatever depth.
fn mapping<'p>(plan: &'p FieldsPlan, path: &[String], side: Side) -> Option<&'p FieldsPlan> {
    plan.steps.iter().find_map(|step| {
        let (Some(node), [place]) = (step.how.nested(), step.places.of(side).as_slice()) else {
            return None;
        };
        let (rest, inner) = (path.strip_prefix(&*place.path)?, reach::mapping(node)?);
        if rest.is_empty() {
            return Some(inner);
        }
        mapping(inner, rest, side)
    })
}

/// Whether a place is in an object that maps and is not there, and that no step which reaches into it makes.
fn lacks_holder(
    plan: &FieldsPlan,
    place: &Place,
    side: Side,
    is_there: &dyn Fn(&[String]) -> bool,
) -> bool {
    let mut around = (1..place.path.len()).filter_map(|length| place.path.get(..length));
    around.any(|path| {
        let inner = mapping(plan, path, side);
        inner.is_some_and(|inner| !inner.sides.of(side).reached) && !is_there(path)
    })
}

/// Whether a step only has to do with objects that are mapped themselves, and are neither in `object` nor in what becomes of
/// it: what functions make of nothing makes no such object.
pub(crate) fn is_nowhere(
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
        && fields(to)
            .all(|parent| mapping(plan, parent, to).is_some() && !paths::is_object(out, parent))
        && fields(from).all(|parent| !paths::is_object_within(object, parent))
}

/// Whether all fields of a step with labels or annotations are within a spec or status, or a struct in it, that the one object
/// did not have and the other does not get. `object`: the one, if what is lost is wanted.
pub(crate) fn is_missing(
    plan: &FieldsPlan,
    step: &StepPlan,
    direction: Direction,
    object: Option<&Json>,
    out: &Members,
) -> bool {
    let [from, to] = [direction.from(), direction.to()];
    let [sources, targets] = [from, to].map(|side| step.places.of(side));
    let (tags, fields): (Vec<&Place>, Vec<&Place>) = sources
        .iter()
        .chain(targets)
        .partition(|place| place.is_metadata);
    let was_there =
        |path: &[String]| object.is_none_or(|object| paths::is_object_within(object, path));
    !tags.is_empty()
        && !fields.is_empty()
        && sources
            .iter()
            .all(|place| place.is_metadata || lacks_holder(plan, place, from, &was_there))
        && targets.iter().all(|place| {
            place.is_metadata || lacks_holder(plan, place, to, &|path| paths::is_object(out, path))
        })
}
