//! Optional objects that exist only for what moves into them: without what they must have there is none, and what would have
//! moved in is kept.

use std::borrow::Cow;

use super::{Mode, Result, child::child, fields::Work, forward, paths, reach, step::run_step};
use crate::convert::{
    json::{Json, Kind, same, same_option},
    kept::Kept,
    memoryless::{Ends, stands},
    plan::{MadeObject, Place, StepPlan},
};

impl<'a, 'k> Work<'a, 'k> {
    /// Whether an object has all the objects that a step's inputs are in.
    pub(super) fn is_within(&self, step: &'a StepPlan, object: &Json) -> bool {
        let from = self.plan.sides.of(self.mode.direction.from());
        self.source(step).iter().all(|place| {
            if place.is_required_among {
                let made = from.made.iter().chain(&from.flat);
                let mut flat = made.filter(|made| made.among.is_some());
                return flat.any(|made| made.has(place) && stands(made, object));
            }
            let around = place
                .path
                .split_last()
                .map_or(&[][..], |(_, around)| around);
            // Metadata is.
            around.is_empty() || place.is_metadata || paths::is_object_within(object, around)
        })
    }

    /// That nothing stood at a path, as nothing stood around it and does not now.
    pub(super) fn absent_around(&self, path: &[String]) -> Option<&'k Kept> {
        let mut around = (1..path.len()).filter_map(|length| path.get(..length));
        let is_absent = around.any(|around| {
            matches!(self.kept_at(around), Some(Kept::Absent))
                && !paths::is_there(&self.out, around)
        });
        is_absent.then_some(&Kept::Absent)
    }

    /// Takes out what was made without all that it must have, of `whole`. `object`: the same, if what is lost is wanted.
    pub(super) fn unmake(
        &mut self,
        object: Option<&Json<'a>>,
        whole: Option<&Json<'a>>,
    ) -> Result<()> {
        if !self.mode.complete {
            return Ok(());
        }
        for made in &self.plan.sides.of(self.mode.direction.to()).made {
            // Null is there by itself.
            let there = self.there(made);
            let Some(there) = there.filter(|there| there.kind() == Kind::Object) else {
                continue;
            };
            if !made.lacks(&there)
                || !(self.is_only_made(made, &there) || self.lacks_of_steps(made, &there))
                || self.stays_absent(made, &there)
            {
                continue;
            }
            if let Some(object) = object.filter(|_| made.among.is_some()) {
                self.complete(made, object)?;
                if self.there(made).is_some_and(|there| !made.lacks(&there)) {
                    continue;
                }
            }
            if let Some(names) = &made.among {
                for name in names {
                    let path = [&*made.path, std::slice::from_ref(name)].concat();
                    paths::take_out(&mut self.out, &path);
                    // To the API server it is a member of the object around.
                    if let Some(default) = self.default_at(made, &path) {
                        paths::write(&mut self.out, &path, default);
                    }
                }
            } else {
                paths::remove(&mut self.out, &made.path);
                self.stand_again(made, whole);
            }
            // Objects around it may have been there without it.
            let parents = &self.plan.sides.of(self.mode.direction.to()).parents;
            for parent in parents.iter().filter(|parent| made.is_within(parent)) {
                self.come_back(parent);
            }
            let Some(object) = object else { continue };
            for step in self.steps_of(made) {
                let inputs = self.inputs(step, object);
                let left = self.target(step).iter();
                let left = left.map(|place| paths::read(&self.out, &place.path));
                let back = forward(step, &left.collect::<Vec<_>>(), self.mode.back());
                let back = back.unwrap_or_else(|_| vec![None; inputs.len()]);
                for ((place, input), back) in self.source(step).iter().zip(inputs).zip(back) {
                    // What was kept of it is what it lost in the object.
                    self.keeping.remove(&place.path);
                    if !same_option(input.as_ref(), back.as_ref()) {
                        let own = input.map(|input| match step.nest() {
                            Some(node) => reach::own(node, input, self.mode.direction),
                            None => input,
                        });
                        self.keeping.insert(&place.path, Kept::of(own.as_ref()));
                    }
                }
            }
        }
        Ok(())
    }

    /// What stands in place of an object that was taken out, and of those around it that went with it: null where that stood,
    /// what they are by themselves, a default, and an empty object where one must be.
    fn stand_again(&mut self, made: &MadeObject, whole: Option<&Json<'a>>) {
        let path = &*made.path;
        let plan = self.plan;
        let parents = &plan.sides.of(self.mode.direction.to()).parents;
        for around in (1..=path.len()).filter_map(|length| path.get(..length)) {
            if paths::is_there(&self.out, around) {
                continue;
            }
            let steps = plan.steps.iter().flat_map(|step| self.target(step));
            let mut places = parents.iter().chain(steps);
            let place = places.find(|place| place.path == around);
            let stands = if self.nulls.iter().any(|null| null == around) {
                Some(Json::NULL)
            } else {
                let alone = self.alone(around, whole);
                let alone = alone.filter(|alone| around.len() < path.len() || !made.lacks(alone));
                alone.or_else(|| {
                    let place = place?;
                    let empty = || place.empty(&self.wanted(parents));
                    let must_be = place.is_required && around.len() < path.len();
                    place.default().or_else(|| must_be.then(empty).flatten())
                })
            };
            let Some(stands) = stands else { return };
            if !paths::has_parent(&self.out, around) {
                return;
            }
            paths::write(&mut self.out, around, stands);
        }
    }

    /// What becomes of an object at a path by the step that maps it alone. Without what was kept that may be refused; then it is
    /// nothing by itself.
    fn alone(&self, path: &[String], whole: Option<&Json<'a>>) -> Option<Json<'a>> {
        let whole = whole?;
        self.plan.steps.iter().find_map(|step| {
            let (Some(node), [from], [to]) = (step.nest(), self.source(step), self.target(step))
            else {
                return None;
            };
            let there = paths::value_within(whole, &from.path).filter(|_| to.path == path)?;
            let is_object = |json: &Json| json.kind() == Kind::Object;
            let input = Some(there).filter(is_object)?;
            let converted = child(node, Ends::places(from, to), Some(input), None, self.mode);
            converted.ok()?.0.filter(is_object)
        })
    }

    /// What steps into an object would find at a path by default.
    fn default_at(&self, made: &'a MadeObject, path: &[String]) -> Option<Json<'static>> {
        let mut places = self.steps_into(made).flat_map(|step| self.target(step));
        let place = places.find(|place| place.path == path)?;
        place.default()
    }

    /// Whether nothing but defaults stands among the members of the object around, and it is kept that no more did.
    fn stays_absent(&self, made: &'a MadeObject, there: &Json) -> bool {
        let is_default = |(name, value): &(Cow<str>, Json)| {
            let path = [&*made.path, &[name.clone().into_owned()]].concat();
            let default = self.default_at(made, &path);
            default.is_some_and(|default| same(&default, value))
        };
        let mut places = self.steps_into(made).flat_map(|step| self.target(step));
        made.among.is_some()
            && places.any(|place| {
                made.requires(place) && matches!(self.kept_at(&place.path), Some(Kept::Absent))
            })
            && there
                .borrowed()
                .into_members()
                .is_ok_and(|members| members.iter().all(is_default))
    }

    /// Makes what came back as absent and must stand in an object that is there for something else. `object`: what is
    /// converted, if what is lost is wanted.
    pub(super) fn make_wanted(&mut self, object: Option<&Json<'a>>) -> Result<()> {
        let (Some(object), true) = (object, self.mode.complete && self.kept.is_some()) else {
            return Ok(());
        };
        for step in &self.plan.steps {
            let is_wanted = |place: &Place| {
                place.is_required
                    && place.path.len() > 1
                    && self.came_back_as_nothing(&place.path)
                    && paths::has_parent(&self.out, &place.path)
                    && !paths::is_there(&self.out, &place.path)
            };
            if self.target(step).iter().any(is_wanted) {
                self.make(step, object)?;
            }
        }
        Ok(())
    }

    fn came_back_as_nothing(&self, path: &[String]) -> bool {
        let kept = self.kept_at(path).or_else(|| self.absent_around(path));
        matches!(kept, Some(Kept::Absent))
    }

    /// Runs a step again as if nothing had been kept for it.
    fn make(&mut self, step: &'a StepPlan, object: &Json<'a>) -> Result<()> {
        let inputs = self.inputs(step, object);
        let mode = Mode {
            deep: true,
            ..self.mode
        };
        let (outputs, lost) = run_step(step, &inputs, &[], true, mode)?;
        for (place, output) in self.target(step).iter().zip(outputs) {
            if let Some(output) = output {
                paths::write(&mut self.out, &place.path, output);
            }
        }
        for place in self.source(step) {
            self.keeping.remove(&place.path);
        }
        self.keep(step, lost);
        Ok(())
    }

    /// The same in an object whose members stand among others.
    fn complete(&mut self, made: &'a MadeObject, object: &Json<'a>) -> Result<()> {
        for step in self.steps_into(made) {
            let mut places = self.target(step).iter();
            let is_absent = |place: &Place| !paths::is_there(&self.out, &place.path);
            if places.clone().all(is_absent) && places.any(|place| made.requires(place)) {
                self.make(step, object)?;
            }
        }
        Ok(())
    }

    /// What stands where an object is that may have been made.
    pub(super) fn there(&self, made: &MadeObject) -> Option<Json<'a>> {
        made.of(paths::at(&self.out, &made.path)?)
    }

    /// The steps that reach into an object.
    pub(super) fn steps_into(
        &self,
        made: &'a MadeObject,
    ) -> impl Iterator<Item = &'a StepPlan> + use<'a> {
        let plan = self.plan;
        made.steps.iter().filter_map(|step| plan.steps.get(*step))
    }

    /// The step that maps an object, if one does, and those that reach into it.
    pub(super) fn steps_of(
        &self,
        made: &'a MadeObject,
    ) -> impl Iterator<Item = &'a StepPlan> + use<'a> {
        let holder = made.holder.and_then(|step| self.plan.steps.get(step));
        holder.into_iter().chain(self.steps_into(made))
    }

    /// Whether it is a step into an object that has not made what the object must have.
    fn lacks_of_steps(&self, made: &'a MadeObject, there: &Json) -> bool {
        let mut places = self.steps_into(made).flat_map(|step| self.target(step));
        made.holder.is_some() && places.any(|place| made.lacks_at(place, there))
    }

    /// Whether an object has nothing but what such steps put into it.
    fn is_only_made(&self, made: &'a MadeObject, there: &Json) -> bool {
        let Some(holder) = made.holder.and_then(|step| self.plan.steps.get(step)) else {
            let is_root = self.plan.sides.of(self.mode.direction.to()).is_root;
            return !is_root || self.is_only_written(made, there);
        };
        if there.is_empty() && self.created.contains(&made.path) {
            return true;
        }
        let node = holder.nest().and_then(reach::mapping);
        let back = self.mode.direction.reverse();
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
        rest.is_empty()
    }

    pub(super) fn inputs(&self, step: &StepPlan, object: &Json) -> Vec<Option<Json<'static>>> {
        let places = self.source(step).iter();
        places
            .map(|place| paths::value_within(object, &place.path))
            .collect()
    }
}
