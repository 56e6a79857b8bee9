//! Objects that map and came to be only by what steps of the objects around them wrote into them: what stands in them by
//! default stands in those, too.

use super::{fields::Work, paths, reach};
use crate::{
    convert::{
        json::{Json, Kind, same},
        kept::Kept,
        plan::{FieldsPlan, Place, StepPlan},
    },
    table::Side,
};

/// What is known of an object within one whose members map.
struct Inner<'p> {
    place: &'p Place,
    /// What maps it; nothing where steps of what maps the object around it only reach into it.
    plan: Option<&'p FieldsPlan>,
    /// Where the objects that map are on the other side: outer ones first, it or the one around it last.
    others: Vec<Vec<String>>,
    /// What maps the object around it, and where it is in that.
    around: (&'p FieldsPlan, &'p [String]),
}

impl<'a> Work<'a, '_> {
    /// Writes a value, and notes the objects that come to be by that.
    pub(super) fn put(&mut self, path: &[String], value: Json<'a>) {
        let side = self.mode.direction.to();
        for length in 1..path.len() {
            let around = &path[..length];
            if inner(self.plan, side, around).is_some() && !paths::is_object(&self.out, around) {
                self.created.push(around.to_vec());
            }
            if paths::find(&self.out, around).is_some_and(|there| there.is_null()) {
                self.nulls.push(around.to_vec());
            }
        }
        paths::write(&mut self.out, path, value);
    }

    /// Gives the objects that came to be what stands in them by default. `object`: what is converted, if what is lost is
    /// wanted.
    pub(super) fn fill(&mut self, object: Option<&Json>) {
        let side = self.mode.direction.to();
        for path in std::mem::take(&mut self.created) {
            let there = paths::read(&self.out, &path);
            let (true, Some(there), Some(inner)) =
                (self.mode.complete, there, inner(self.plan, side, &path))
            else {
                continue;
            };
            let filled = inner.place.filled(there.borrowed());
            let filled = self.without_others(&inner, &path, filled, &there);
            if there.kind() != Kind::Object || same(&filled, &there) {
                continue;
            }
            let filled = filled.into_owned();
            if let Some(object) = object {
                self.keep_absent(&inner, &filled, object);
            }
            paths::write(&mut self.out, &path, filled);
        }
    }

    /// What stands in an object by default, but for what steps around this object's own write into it yet: they see whether
    /// nothing was said of it.
    fn without_others<'j>(
        &self,
        inner: &Inner,
        path: &[String],
        filled: Json<'j>,
        there: &Json,
    ) -> Json<'j> {
        let side = self.plan.sides.of(self.mode.direction.to());
        let Some(plan) = inner.plan.filter(|_| side.reached) else {
            return filled;
        };
        let reads = &plan.sides.of(self.mode.direction.to()).reads;
        let own = side.reads.within(path);
        let is_others = |name: &str| {
            let taken = own.and_then(|own| own.find(name, &mut 0));
            reads.find(name, &mut 0).is_some_and(|read| read.elsewhere) && taken.is_none()
        };
        match filled.into_members() {
            Ok(mut members) => {
                members.retain(|(name, _)| there.member(name).is_some() || !is_others(name));
                Json::Object(members)
            }
            Err(filled) => filled,
        }
    }

    /// Keeps what was there in place of an object that came to be, as its members by default read as something.
    fn keep_absent(&mut self, inner: &Inner, filled: &Json, object: &Json) {
        let direction = self.mode.direction;
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
            self.keeping.insert(other, Kept::of(before.as_ref()));
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
                    self.keeping.insert_new(&path, Kept::Absent);
                }
            }
        }
    }
}

/// The object at a path, where a step of a mapping, or of one within, maps it or reaches into it.
fn inner<'p>(plan: &'p FieldsPlan, side: Side, path: &'p [String]) -> Option<Inner<'p>> {
    plan.steps.iter().find_map(|step| {
        let ends = [side, side.other()].map(|side| step.places.of(side).as_slice());
        let (Some(mapping), [[place], [other]]) = (step.nest().and_then(reach::mapping), ends)
        else {
            return None;
        };
        let rest = path.strip_prefix(&*place.path)?;
        if rest.is_empty() {
            return Some(Inner {
                place,
                plan: Some(mapping),
                others: vec![other.path.clone()],
                around: (plan, path),
            });
        }
        let mut parents = mapping.sides.of(side).parents.iter();
        let parent = parents.find(|parent| parent.path == rest);
        let found = parent.map(|place| Inner {
            place,
            plan: None,
            others: Vec::new(),
            around: (mapping, rest),
        });
        let mut found = found.or_else(|| inner(mapping, side, rest))?;
        let within = std::mem::take(&mut found.others).into_iter();
        let within = within.map(|path| [&*other.path, &path].concat());
        found.others = [other.path.clone()].into_iter().chain(within).collect();
        Some(found)
    })
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
