//! Objects that map and came to be only by what steps of the objects around them wrote into them: what stands in them by
//! default stands in those, too.

use super::{fields::Work, paths, reach};
use crate::{
    convert::{
        json::Json,
        kept::{Keeping, Kept},
        memoryless::Inner,
        plan::{Direction, FieldsPlan, Place, StepPlan},
    },
    table::Side,
};

impl Work<'_, '_> {
    /// Gives the objects that came to be what stands in them by default. `object`: what is converted, if what is lost is
    /// wanted.
    pub(super) fn fill(&mut self, object: Option<&Json>) {
        if !self.mode.complete {
            return;
        }
        let (keeping, direction) = (&mut self.keeping, self.mode.direction);
        self.built.fill(|inner, filled| {
            if let Some(object) = object {
                keep_absent(keeping, direction, inner, filled, object);
            }
        });
    }
}

/// Keeps what was there in place of an object that came to be, as its members by default read as something.
fn keep_absent(
    keeping: &mut Keeping,
    direction: Direction,
    inner: &Inner,
    filled: &Json,
    object: &Json,
) {
    let (plan, path) = inner.around;
    let Some(other) = inner.others.last() else {
        return;
    };
    if inner.plan.is_some() {
        // Those around it may have come to be as well.
        let mut others = inner.others.iter();
        let outermost = others.find(|other| paths::value_within(object, other).is_none());
        let other = outermost.unwrap_or(other);
        let before = paths::value_within(object, other);
        keeping.insert(other, Kept::of(before.as_ref()));
        return;
    }
    for step in &plan.steps {
        let mut places = step.places.of(direction.to()).iter();
        let is_filled = places.any(|place| {
            let within = place.path.strip_prefix(path);
            within.is_some_and(|path| paths::value_within(filled, path).is_some())
        });
        for source in step
            .places
            .of(direction.from())
            .iter()
            .filter(|_| is_filled)
        {
            let path = [&**other, &source.path].concat();
            if paths::value_within(object, &path).is_none() {
                keeping.insert_new(&path, Kept::Absent);
            }
        }
    }
}

/// An object that has only what steps of the objects around it wrote into it, with what stands there by default.
pub(super) fn filled<'a>(plan: &FieldsPlan, place: &Place, json: Json<'a>, side: Side) -> Json<'a> {
    let nested = plan.steps.iter().filter_map(|step: &StepPlan| {
        match (
            step.nest().and_then(reach::mapping),
            step.places.of(side).as_slice(),
        ) {
            (Some(inner), [place]) => Some((Some(inner), place)),
            _ => None,
        }
    });
    let parents = plan
        .sides
        .of(side)
        .parents
        .iter()
        .map(|place| (None, place));
    let mut members = match json.into_members() {
        Ok(members) => members,
        Err(json) => return json,
    };
    for (inner, place) in nested.chain(parents) {
        let Some(there) = paths::read(&members, &place.path) else {
            continue;
        };
        let there = match inner {
            Some(inner) => filled(inner, place, there, side),
            None => place.filled(there),
        };
        paths::write(&mut members, &place.path, there);
    }
    place.filled(Json::Object(members))
}
