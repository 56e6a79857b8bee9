//! Objects that map and came to be only by what steps of the objects around them wrote into them: what stands in them by
//! default stands in those, too, and what must stand in them and their own steps make of nothing.

use super::{
    Mode,
    building::Building,
    items::{as_lists, as_maps},
    paths, reach,
};
use crate::{
    json::{ByName, Json, Kind, same},
    plan::{FieldsPlan, ListItems, Place},
    table::Side,
};

/// What is known of an object within one whose members map.
pub(super) struct Inner<'p> {
    pub(super) place: &'p Place,
    /// What maps it; nothing where steps of what maps the object around it only reach into it.
    plan: Option<&'p FieldsPlan>,
    /// The mapping whose place it is.
    of: &'p FieldsPlan,
}

impl<'p> Inner<'p> {
    /// The lists within it that are maps to that mapping.
    fn lists(&self, side: Side) -> Vec<ListItems> {
        let lists = self.of.lists.of(side).iter();
        let within = lists.filter_map(|list| {
            let path = list.path.strip_prefix(&*self.place.path)?;
            Some(ListItems {
                path: path.to_vec(),
                ..list.clone()
            })
        });
        within.collect()
    }

    /// The steps that write into it, with where it is to their mapping.
    fn steps(&self) -> (&'p FieldsPlan, &'p [String]) {
        match self.plan {
            Some(plan) => (plan, &[]),
            None => (self.of, &self.place.path),
        }
    }
}

impl<'a> Building<'a> {
    /// Writes a value, and notes the objects that come to be by that.
    pub(crate) fn put(&mut self, path: &[String], value: Json<'a>) {
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

    /// Gives the objects that came to be what stands in them by default, and what must and is made of nothing.
    pub(super) fn fill(&mut self, mode: Mode) {
        let side = self.direction.to();
        for path in std::mem::take(&mut self.created) {
            let there = paths::read(&self.out, &path);
            let there = there.filter(|there| there.kind() == Kind::Object);
            if let (Some(there), Some(inner)) = (there, inner(self.plan, side, &path)) {
                let lists = inner.lists(side);
                let before = as_maps(&lists, there.borrowed());
                let filled = inner.place.filled(before.borrowed());
                let filled = self.without_others(&inner, &path, filled, &before);
                let filled = self.with_wanted(&inner, filled, mode);
                let filled = as_lists(&lists, filled, mode.strict(), 0);
                if !same(&filled, &there) {
                    let filled = filled.into_owned();
                    paths::write(&mut self.out, &path, filled);
                }
            }
        }
    }

    /// An object with what must stand in it and steps make of nothing.
    fn with_wanted<'j>(&self, inner: &Inner<'a>, object: Json<'j>, mode: Mode) -> Json<'j> {
        let (plan, within) = inner.steps();
        let mut members = match object.into_members() {
            Ok(members) => members,
            Err(object) => return object,
        };
        for step in &plan.steps {
            let places = self.target(step).iter();
            let places: Option<Vec<&[String]>> = places
                .map(|place| place.path.strip_prefix(within))
                .collect();
            let Some(places) = places else { continue };
            if places
                .iter()
                .any(|path| path.is_empty() || paths::is_there(&members, path))
            {
                continue;
            }
            for (path, made) in places.iter().zip(self.made_of_nothing(step, mode, 0)) {
                if let Some(made) = made.filter(|_| paths::has_parent(&members, path)) {
                    paths::write(&mut members, path, made.into_owned());
                }
            }
        }
        Json::Object(members)
    }

    /// What stands in an object by default, but for what steps around this object's own write into it yet: they see whether
    /// nothing was said of it.
    fn without_others<'j>(
        &self,
        inner: &Inner<'_>,
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
                let there = there.members().unwrap_or_default();
                let there = ByName::new(&there);
                members.retain(|(name, _)| there.get(name).is_some() || !is_others(name));
                Json::Object(members)
            }
            Err(filled) => filled,
        }
    }
}

/// The object at a path, where a step of a mapping, or of one within, maps it or reaches into it.
pub(super) fn inner<'p>(plan: &'p FieldsPlan, side: Side, path: &[String]) -> Option<Inner<'p>> {
    plan.steps.iter().find_map(|step| {
        let [place] = step.places.of(side).as_slice() else {
            return None;
        };
        let mapping = step.nest().and_then(reach::mapping)?;
        let rest = path.strip_prefix(&*place.path)?;
        if rest.is_empty() {
            return Some(Inner {
                place,
                plan: Some(mapping),
                of: plan,
            });
        }
        let mut parents = mapping.sides.of(side).parents.iter();
        let parent = parents.find(|parent| parent.path == rest);
        let found = parent.map(|place| Inner {
            place,
            plan: None,
            of: mapping,
        });
        found.or_else(|| inner(mapping, side, rest))
    })
}
