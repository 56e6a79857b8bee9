//! An object while steps write into it: what they reach, what they have made, and what is left without that.

use std::collections::HashSet;

use super::{Mode, Slots, paths, reach};
use crate::{
    json::{Json, Kind, Members},
    plan::{Direction, FieldsPlan, MadeObject, Node, Place, StepPlan},
    table::Side,
};

/// An object that steps of a mapping are writing.
pub(crate) struct Building<'a> {
    pub(crate) plan: &'a FieldsPlan,
    pub(crate) direction: Direction,
    pub(crate) out: Members<'a>,
    /// Steps that have run.
    pub(crate) done: Vec<bool>,
    /// Those that have written something.
    pub(crate) wrote: Vec<bool>,
    pub(crate) slots: Slots<'a>,
    /// Objects that came to be when steps of this object wrote into them.
    pub(crate) created: Vec<Vec<String>>,
    /// Where null stood before steps of this object wrote into it.
    pub(crate) nulls: Vec<Vec<String>>,
}

impl<'a> Building<'a> {
    /// Nothing yet, of an object with so many members.
    pub(crate) fn new(plan: &'a FieldsPlan, direction: Direction, members: usize) -> Self {
        Self {
            plan,
            direction,
            out: Vec::with_capacity(members + 2),
            done: vec![false; plan.steps.len()],
            wrote: vec![false; plan.steps.len()],
            slots: Slots::new(plan.steps.len()),
            created: Vec::new(),
            nulls: Vec::new(),
        }
    }

    pub(crate) fn mark(&mut self, step: usize) {
        if let Some(done) = self.done.get_mut(step) {
            *done = true;
        }
    }

    /// Writes what a step made.
    pub(crate) fn put_of(&mut self, step: usize, path: &[String], value: Json<'a>) {
        if let Some(wrote) = self.wrote.get_mut(step) {
            *wrote = true;
        }
        self.put(path, value);
    }

    /// Whether a step has written something within a place.
    pub(crate) fn is_written_below(&self, place: &Place) -> bool {
        let mut steps = self.plan.steps.iter().zip(&self.wrote);
        steps.any(|(step, wrote)| {
            let mut targets = self.target(step).iter();
            *wrote && targets.any(|target| target.is_below(&place.path))
        })
    }

    pub(crate) fn target(&self, step: &'a StepPlan) -> &'a [Place] {
        step.places.of(self.direction.to())
    }

    pub(crate) fn source(&self, step: &'a StepPlan) -> &'a [Place] {
        step.places.of(self.direction.from())
    }

    /// A step that needs no more than one member, and writes a member: what is deeper waits until the objects around it are
    /// there.
    pub(crate) fn at_once(&self, index: usize) -> Option<(&'a Node, &'a Place, &'a Place)> {
        let step = self.plan.steps.get(index)?;
        let ([from], [to]) = (self.source(step), self.target(step)) else {
            return None;
        };
        Some((step.nest()?, from, to)).filter(|_| to.path.len() == 1)
    }

    /// Writes a value, and notes the objects that come to be by that.
    pub(crate) fn put(&mut self, path: &[String], value: Json<'a>) {
        let side = self.direction.to();
        for length in 1..path.len() {
            let around = &path[..length];
            if is_mapped(self.plan, side, around) && !paths::is_object(&self.out, around) {
                self.created.push(around.to_vec());
            }
            if paths::find(&self.out, around).is_some_and(|there| there.is_null()) {
                self.nulls.push(around.to_vec());
            }
        }
        paths::write(&mut self.out, path, value);
    }

    /// Takes out an object that steps have made whose members stand among others.
    pub(crate) fn take_out(&mut self, made: &'a MadeObject, names: &[String]) {
        for name in names {
            let path = [&*made.path, std::slice::from_ref(name)].concat();
            paths::take_out(&mut self.out, &path);
            // To the API server it is a member of the object around.
            if let Some(default) = self.default_at(made, &path) {
                paths::write(&mut self.out, &path, default);
            }
        }
    }

    /// Takes out an object that steps have made, and the objects around it that are left empty and came to be with it: one that
    /// a mapping of its own has made stays.
    pub(super) fn take_made(&mut self, path: &[String]) {
        paths::take_out(&mut self.out, path);
        for around in (1..path.len())
            .rev()
            .filter_map(|length| path.get(..length))
        {
            let is_own = around.len() + 1 == path.len()
                && !is_mapped(self.plan, self.direction.to(), around);
            let came_to_be = is_own || self.created.iter().any(|created| created == around);
            let there = paths::find(&self.out, around);
            let is_empty =
                there.is_some_and(|there| there.kind() == Kind::Object && there.is_empty());
            if !came_to_be || !is_empty {
                return;
            }
            paths::take_out(&mut self.out, around);
        }
    }

    /// What stands in place of an object that was taken out, and of those around it that went with it: null where that stood,
    /// what they are by themselves, a default, and an empty object where one must be. `alone`: what becomes of an object at a
    /// path by the step that maps it alone. Returns what stands by default.
    pub(crate) fn stand_again<'p>(
        &mut self,
        made: &'p MadeObject,
        mode: Mode,
        alone: impl Fn(&[String]) -> Option<Json<'a>>,
    ) -> Vec<&'p [String]> {
        let mut by_default = Vec::new();
        let path = &*made.path;
        for around in (1..=path.len()).filter_map(|length| path.get(..length)) {
            if paths::is_there(&self.out, around) {
                continue;
            }
            let stands = if self.is_null(around) {
                Some(Json::NULL)
            } else {
                let alone = alone(around);
                let alone = alone.filter(|alone| around.len() < path.len() || !made.lacks(alone));
                alone.or_else(|| {
                    by_default.push(around);
                    let place = self.place_at(around)?;
                    let empty = || self.empty(place, mode);
                    let must_be = place.is_required && around.len() < path.len();
                    place.default().or_else(|| must_be.then(empty).flatten())
                })
            };
            let Some(stands) = stands.filter(|_| paths::has_parent(&self.out, around)) else {
                break;
            };
            paths::write(&mut self.out, around, stands);
        }
        by_default
    }

    /// Writes what steps made of an object into what stands there by default, if the schema takes that then.
    pub(crate) fn write_into_default(&mut self, made: &MadeObject, there: &Json<'a>) {
        let default = self.there(made);
        let Some(mut whole) = default.filter(|default| default.kind() == Kind::Object) else {
            return;
        };
        for (step, wrote) in self.plan.steps.iter().zip(&self.wrote) {
            for target in self.target(step).iter().filter(|_| *wrote) {
                let Some(within) = target.path.strip_prefix(&*made.path) else {
                    continue;
                };
                if within.is_empty() {
                    whole = merge(whole, there.clone());
                } else if let Some(value) = paths::value_within(there, within)
                    && let Some(members) = whole.members_mut()
                {
                    paths::write(members, within, value);
                }
            }
        }
        let is_taken = || {
            let place = self.place_at(&made.path);
            place.is_none_or(|place| place.takes(&whole))
        };
        if !made.lacks(&whole) && is_taken() {
            paths::write(&mut self.out, &made.path, whole);
        }
    }

    /// Whether null stood at a path before steps wrote into it.
    fn is_null(&self, path: &[String]) -> bool {
        self.nulls.iter().any(|null| null == path)
    }

    /// The place at a path: of an object that steps reach into, or of a step.
    fn place_at(&self, path: &[String]) -> Option<&'a Place> {
        let plan = self.plan;
        let parents = &plan.sides.of(self.direction.to()).parents;
        let steps = plan.steps.iter().flat_map(|step| self.target(step));
        let mut places = parents.iter().chain(steps);
        places.find(|place| place.path == path)
    }

    /// What steps into an object would find at a path by default.
    pub(crate) fn default_at(
        &self,
        made: &'a MadeObject,
        path: &[String],
    ) -> Option<Json<'static>> {
        let mut places = self.steps_into(made).flat_map(|step| self.target(step));
        places.find(|place| place.path == path)?.default()
    }

    /// What stands where an object is that may have been made.
    pub(crate) fn there(&self, made: &MadeObject) -> Option<Json<'a>> {
        made.of(paths::at(&self.out, &made.path)?)
    }

    /// The steps that reach into an object.
    pub(crate) fn steps_into(
        &self,
        made: &'a MadeObject,
    ) -> impl Iterator<Item = &'a StepPlan> + use<'a> {
        let plan = self.plan;
        made.steps.iter().filter_map(|step| plan.steps.get(*step))
    }

    /// Whether an object lacks what it must have, and has nothing but what steps into it have put there, or lacks that for one
    /// of them.
    pub(crate) fn is_incomplete(&self, made: &'a MadeObject, there: &Json) -> bool {
        made.lacks(there) && (self.is_only_made(made, there) || self.lacks_of_steps(made, there))
    }

    /// Whether it is a step into an object that has not made what the object must have.
    fn lacks_of_steps(&self, made: &'a MadeObject, there: &Json) -> bool {
        let mut places = self.steps_into(made).flat_map(|step| self.target(step));
        made.holder.is_some() && places.any(|place| made.lacks_at(place, there))
    }

    /// Whether an object has nothing but what such steps put into it.
    fn is_only_made(&self, made: &'a MadeObject, there: &Json) -> bool {
        let Some(holder) = made.holder.and_then(|step| self.plan.steps.get(step)) else {
            let is_root = self.plan.sides.of(self.direction.to()).is_root;
            return !is_root || self.is_only_written(made, there);
        };
        if there.is_empty() && self.created.contains(&made.path) {
            return true;
        }
        let node = holder.nest().and_then(reach::mapping);
        let back = self.direction.reverse();
        node.is_some_and(|plan| reach::is_elsewhere(plan, there, back))
    }

    /// Whether an object has nothing but what steps that reach into it have written: what maps the object around it, at a root,
    /// may have written more.
    fn is_only_written(&self, made: &'a MadeObject, there: &Json) -> bool {
        let mut rest = there.clone();
        for place in self.steps_into(made).flat_map(|step| self.target(step)) {
            let within = place.path.strip_prefix(&*made.path);
            if let Some((path, members)) = within.zip(rest.members_mut()) {
                paths::remove(members, path);
            }
        }
        self.holds_created(&made.path, &rest)
    }

    /// Whether an object has nothing, or only objects that came to be when steps wrote into them and have nothing.
    fn holds_created(&self, path: &[String], object: &Json) -> bool {
        let mut members = object.each_member();
        object.kind() == Kind::Object
            && members.all(|(name, member)| {
                let path = [path, &[name.into_owned()]].concat();
                self.created.contains(&path) && self.holds_created(&path, &member)
            })
    }

    /// Whether an object of the root's that stands among others is there for a step to write into.
    pub(crate) fn stands_among(&self, step: &'a StepPlan) -> bool {
        let mut flat = self.plan.sides.of(self.direction.to()).flat.iter();
        flat.any(|made| {
            let mut places = self.target(step).iter();
            places.any(|place| made.has(place)) && self.there(made).is_some()
        })
    }

    /// Whether a label or annotation belongs among the members of such an object that is not there: it alone makes none, and
    /// is not taken out for lack of one. `was_there`: of one that is converted. `comes_back`: whether one stands all the same.
    pub(crate) fn is_among_nothing(
        &self,
        step: &'a StepPlan,
        was_there: impl Fn(&MadeObject) -> bool,
        comes_back: impl FnOnce() -> bool,
    ) -> bool {
        let [from, to] = [self.direction.from(), self.direction.to()];
        let is_among = |side: Side, is_there: &dyn Fn(&MadeObject) -> bool| {
            let flat = &self.plan.sides.of(side).flat;
            let mut places = step.places.of(side).iter();
            places.any(|place| flat.iter().any(|made| made.has(place) && !is_there(made)))
        };
        let is_tag = |side: Side| step.places.of(side).iter().all(|place| place.is_metadata);
        is_tag(from) && is_among(to, &|made| self.there(made).is_some()) && !comes_back()
            || is_tag(to) && is_among(from, &was_there)
    }
}

/// Whether a step of a mapping, or of one within, maps the object at a path or reaches into it.
fn is_mapped(plan: &FieldsPlan, side: Side, path: &[String]) -> bool {
    plan.steps.iter().any(|step| {
        let [place] = step.places.of(side).as_slice() else {
            return false;
        };
        let mapping = step.nest().and_then(reach::mapping);
        let rest = path.strip_prefix(&*place.path);
        mapping.zip(rest).is_some_and(|(mapping, rest)| {
            let mut parents = mapping.sides.of(side).parents.iter();
            rest.is_empty()
                || parents.any(|parent| parent.path == rest)
                || is_mapped(mapping, side, rest)
        })
    })
}

/// An object with what else was made of it.
pub(crate) fn merge<'a>(made: Json<'a>, there: Json<'a>) -> Json<'a> {
    match (there.into_members(), made.into_members()) {
        (Ok(mut members), Ok(made)) => {
            let mut names: HashSet<_> = members.iter().map(|(name, _)| name.clone()).collect();
            let more = made.into_iter();
            members.extend(more.filter(|(name, _)| names.insert(name.clone())));
            Json::Object(members)
        }
        (Ok(members), Err(_)) => Json::Object(members),
        (Err(there), _) => there,
    }
}
