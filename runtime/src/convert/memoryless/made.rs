//! Optional objects that exist only for what moves into them: without what they must have there is none.

use super::{
    Mode, Result,
    child::{Ends, plain},
    fields::Work,
    paths, reach,
    step::forward,
};
use crate::{
    convert::{
        json::{Json, Kind},
        plan::{MadeObject, Place, StepPlan},
    },
    table::Side,
};

impl<'a> Work<'a, '_> {
    /// Takes out what was made without all that it must have.
    pub(super) fn unmake(&mut self) -> Result<()> {
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
            {
                continue;
            }
            let Some(names) = &made.among else {
                paths::remove(&mut self.out, &made.path);
                self.stand_again(made);
                continue;
            };
            self.complete(made)?;
            if self.there(made).is_some_and(|there| !made.lacks(&there)) {
                continue;
            }
            for name in names {
                let path = [&*made.path, std::slice::from_ref(name)].concat();
                paths::take_out(&mut self.out, &path);
                // To the API server it is a member of the object around.
                if let Some(default) = self.default_at(made, &path) {
                    paths::write(&mut self.out, &path, default);
                }
            }
        }
        Ok(())
    }

    /// Makes what must stand in an object whose members stand among others, and that is there for something else.
    fn complete(&mut self, made: &'a MadeObject) -> Result<()> {
        for step in self.steps_into(made) {
            let mut places = self.target(step).iter();
            let is_absent = |place: &Place| !paths::is_there(&self.out, &place.path);
            if !places.clone().all(is_absent) || !places.any(|place| made.requires(place)) {
                continue;
            }
            let mode = Mode {
                deep: true,
                ..self.mode
            };
            // One that was refused left its hole when it ran first.
            let outputs = match forward(step, &self.inputs(step), mode) {
                Err(_) if mode.holes.is_some() => continue,
                outputs => outputs?,
            };
            for (place, output) in self.target(step).iter().zip(outputs) {
                if let Some(output) = output {
                    paths::write(&mut self.out, &place.path, output);
                }
            }
        }
        Ok(())
    }

    /// What stands in place of an object that was taken out, and of those around it that went with it: null where that stood,
    /// what they are by themselves, a default, and an empty object where one must be.
    fn stand_again(&mut self, made: &MadeObject) {
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
                let alone = self.alone(around);
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

    /// What becomes of an object at a path by the step that maps it alone. One that is refused is nothing by itself.
    fn alone(&self, path: &[String]) -> Option<Json<'a>> {
        let is_object = |json: &Json| json.kind() == Kind::Object;
        self.plan.steps.iter().find_map(|step| {
            let (Some(node), [from], [to]) = (step.nest(), self.source(step), self.target(step))
            else {
                return None;
            };
            let there = paths::value_within(self.object, &from.path);
            let there = there.filter(|there| to.path == path && is_object(there))?;
            let ends = Ends::places(from, to);
            let output = plain(node, ends, Some(there), self.mode.strict());
            output.ok()?.filter(is_object)
        })
    }

    /// What steps into an object would find at a path by default.
    fn default_at(&self, made: &'a MadeObject, path: &[String]) -> Option<Json<'static>> {
        let mut places = self.steps_into(made).flat_map(|step| self.target(step));
        places.find(|place| place.path == path)?.default()
    }

    /// What stands where an object is that may have been made.
    fn there(&self, made: &MadeObject) -> Option<Json<'a>> {
        made.of(paths::at(&self.out, &made.path)?)
    }

    /// The steps that reach into an object.
    fn steps_into(&self, made: &'a MadeObject) -> impl Iterator<Item = &'a StepPlan> + use<'a> {
        let plan = self.plan;
        made.steps.iter().filter_map(|step| plan.steps.get(*step))
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

    /// Whether an object of the root's that stands among others is there for a step to write into.
    pub(super) fn stands_among(&self, step: &'a StepPlan) -> bool {
        let mut flat = self.plan.sides.of(self.mode.direction.to()).flat.iter();
        flat.any(|made| {
            let mut places = self.target(step).iter();
            places.any(|place| made.has(place)) && self.there(made).is_some()
        })
    }

    /// Whether a label or annotation belongs among the members of such an object that is not there: it alone makes none, and
    /// is not taken out for lack of one.
    pub(super) fn is_among_nothing(&self, step: &'a StepPlan) -> bool {
        let [from, to] = [self.mode.direction.from(), self.mode.direction.to()];
        let is_among = |side: Side, is_there: &dyn Fn(&MadeObject) -> bool| {
            let flat = &self.plan.sides.of(side).flat;
            let mut places = step.places.of(side).iter();
            places.any(|place| flat.iter().any(|made| made.has(place) && !is_there(made)))
        };
        let is_tag = |side: Side| step.places.of(side).iter().all(|place| place.is_metadata);
        is_tag(from) && is_among(to, &|made| self.there(made).is_some())
            || is_tag(to) && is_among(from, &|made| found(made, self.object).is_some())
    }
}

/// An object that steps may have made, in the one that is converted.
pub(crate) fn found(made: &MadeObject, object: &Json) -> Option<Json<'static>> {
    made.of(paths::value_within(object, &made.path)?)
}

/// Whether it is there, as an object.
pub(crate) fn stands(made: &MadeObject, object: &Json) -> bool {
    found(made, object).is_some_and(|there| there.kind() == Kind::Object)
}
