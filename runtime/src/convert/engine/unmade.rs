//! Optional objects that exist only for what moves into them: without what they must have there is none, and what would have
//! moved in is kept.

use std::borrow::Cow;

use super::{Mode, Result, child::child, fields::Work, forward, paths, reach, step::run_step};
use crate::convert::{
    json::{Json, Kind, same, same_option},
    kept::Kept,
    memoryless::{alone, stands},
    plan::{MadeObject, Place, StepPlan},
};

impl<'a, 'k> Work<'a, 'k> {
    /// Whether an object has all the objects that a step's inputs are in.
    pub(super) fn is_within(&self, step: &'a StepPlan, object: &Json) -> bool {
        let from = self.built.plan.sides.of(self.mode.direction.from());
        self.built.source(step).iter().all(|place| {
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
                && !paths::is_there(&self.built.out, around)
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
        for made in &self.built.plan.sides.of(self.mode.direction.to()).made {
            // Null is there by itself.
            let there = self.built.there(made);
            let Some(there) = there.filter(|there| there.kind() == Kind::Object) else {
                continue;
            };
            if !self.built.is_unmade(made, &there) || self.stays_absent(made, &there) {
                continue;
            }
            if let Some(object) = object.filter(|_| made.among.is_some()) {
                self.complete(made, object)?;
                if self
                    .built
                    .there(made)
                    .is_some_and(|there| !made.lacks(&there))
                {
                    continue;
                }
            }
            if let Some(names) = &made.among {
                self.built.take_out(made, names);
            } else {
                paths::remove(&mut self.built.out, &made.path);
                let (plan, mode) = (self.built.plan, self.mode);
                // Without what was kept, what maps it may refuse it; then it is nothing by itself.
                self.built.stand_again(made, mode.alone(), |path| {
                    alone(plan, path, mode.direction, whole?, |node, ends, there| {
                        child(node, ends, Some(there), None, mode).ok()?.0
                    })
                });
            }
            // Objects around it may have been there without it.
            let parents = &self.built.plan.sides.of(self.mode.direction.to()).parents;
            for parent in parents.iter().filter(|parent| made.is_within(parent)) {
                self.come_back(parent);
            }
            let Some(object) = object else { continue };
            for step in self.steps_of(made) {
                let inputs = self.inputs(step, object);
                let left = self.built.target(step).iter();
                let left = left.map(|place| paths::read(&self.built.out, &place.path));
                let back = forward(step, &left.collect::<Vec<_>>(), self.mode.back());
                let back = back.unwrap_or_else(|_| vec![None; inputs.len()]);
                for ((place, input), back) in self.built.source(step).iter().zip(inputs).zip(back) {
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

    /// Whether nothing but defaults stands among the members of the object around, and it is kept that no more did.
    fn stays_absent(&self, made: &'a MadeObject, there: &Json) -> bool {
        let is_default = |(name, value): &(Cow<str>, Json)| {
            let path = [&*made.path, &[name.clone().into_owned()]].concat();
            let default = self.built.default_at(made, &path);
            default.is_some_and(|default| same(&default, value))
        };
        let mut places = self
            .built
            .steps_into(made)
            .flat_map(|step| self.built.target(step));
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
        for step in &self.built.plan.steps {
            let is_wanted = |place: &Place| {
                place.is_required
                    && place.path.len() > 1
                    && self.came_back_as_nothing(&place.path)
                    && paths::has_parent(&self.built.out, &place.path)
                    && !paths::is_there(&self.built.out, &place.path)
            };
            if self.built.target(step).iter().any(is_wanted) {
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
        for (place, output) in self.built.target(step).iter().zip(outputs) {
            if let Some(output) = output {
                paths::write(&mut self.built.out, &place.path, output);
            }
        }
        for place in self.built.source(step) {
            self.keeping.remove(&place.path);
        }
        self.keep(step, lost);
        Ok(())
    }

    /// The same in an object whose members stand among others.
    fn complete(&mut self, made: &'a MadeObject, object: &Json<'a>) -> Result<()> {
        for step in self.built.steps_into(made) {
            let mut places = self.built.target(step).iter();
            let is_absent = |place: &Place| !paths::is_there(&self.built.out, &place.path);
            if places.clone().all(is_absent) && places.any(|place| made.requires(place)) {
                self.make(step, object)?;
            }
        }
        Ok(())
    }

    /// The step that maps an object, if one does, and those that reach into it.
    pub(super) fn steps_of(
        &self,
        made: &'a MadeObject,
    ) -> impl Iterator<Item = &'a StepPlan> + use<'a> {
        let holder = made.holder.and_then(|step| self.built.plan.steps.get(step));
        holder.into_iter().chain(self.built.steps_into(made))
    }

    pub(super) fn inputs(&self, step: &StepPlan, object: &Json) -> Vec<Option<Json<'static>>> {
        let places = self.built.source(step).iter();
        places
            .map(|place| paths::value_within(object, &place.path))
            .collect()
    }
}
