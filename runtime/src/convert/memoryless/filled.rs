//! Objects that map and came to be only by what steps of the objects around them wrote into them: what stands in them by
//! default stands in those, too.

use super::{building::Building, paths, reach};
use crate::{
    convert::{
        json::{Json, Kind, same},
        plan::{FieldsPlan, Place},
    },
    table::Side,
};

/// What is known of an object within one whose members map.
pub(in crate::convert) struct Inner<'p> {
    pub(in crate::convert) place: &'p Place,
    /// What maps it; nothing where steps of what maps the object around it only reach into it.
    pub(in crate::convert) plan: Option<&'p FieldsPlan>,
    /// Where the objects that map are on the other side: outer ones first, it or the one around it last.
    pub(in crate::convert) others: Vec<Vec<String>>,
}

impl<'a> Building<'a> {
    /// Writes a value, and notes the objects that come to be by that.
    pub(in crate::convert) fn put(&mut self, path: &[String], value: Json<'a>) {
        let side = self.direction.to();
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

    /// Gives the objects that came to be what stands in them by default. `each`: is told of one, and what it is with that.
    pub(in crate::convert) fn fill(&mut self, mut each: impl FnMut(&Inner, &Json)) {
        let side = self.direction.to();
        for path in std::mem::take(&mut self.created) {
            let there = paths::read(&self.out, &path);
            let there = there.filter(|there| there.kind() == Kind::Object);
            if let (Some(there), Some(inner)) = (there, inner(self.plan, side, &path)) {
                let filled = inner.place.filled(there.borrowed());
                let filled = self.without_others(&inner, &path, filled, &there);
                if !same(&filled, &there) {
                    let filled = filled.into_owned();
                    each(&inner, &filled);
                    paths::write(&mut self.out, &path, filled);
                }
            }
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
        let side = self.plan.sides.of(self.direction.to());
        let Some(plan) = inner.plan.filter(|_| side.reached) else {
            return filled;
        };
        let reads = &plan.sides.of(self.direction.to()).reads;
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
            });
        }
        let mut parents = mapping.sides.of(side).parents.iter();
        let parent = parents.find(|parent| parent.path == rest);
        let found = parent.map(|place| Inner {
            place,
            plan: None,
            others: Vec::new(),
        });
        let mut found = found.or_else(|| inner(mapping, side, rest))?;
        let within = std::mem::take(&mut found.others).into_iter();
        let within = within.map(|path| [&*other.path, &path].concat());
        found.others = [other.path.clone()].into_iter().chain(within).collect();
        Some(found)
    })
}
