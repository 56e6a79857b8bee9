//! Objects with members that map.

use super::{
    Mode, Result,
    building::Building,
    child::{Ends, plain},
    complete::is_complete,
    holder,
    hole::Segment,
    items::{as_lists, as_maps},
    made::found,
    paths,
    step::{NOTHING, forward},
};
use crate::{
    ConversionError,
    json::{Json, get},
    plan::{FieldsPlan, Node, Place, StepPlan},
};

/// Translates an object; lists of which its steps name items are maps for them.
pub(super) fn fields<'a>(plan: &'a FieldsPlan, json: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let [from, to] = [mode.direction.from(), mode.direction.to()].map(|side| plan.lists.of(side));
    let first = mode.holes.map_or(0, |holes| holes.borrow().len());
    let made = if from.is_empty() {
        members(plan, json, mode)?
    } else {
        members(plan, &as_maps(from, json.clone()), mode)?
    };
    Ok(as_lists(to, made, mode, first))
}

fn members<'a>(plan: &'a FieldsPlan, object: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let Some(members) = object.to_members() else {
        return Ok(object.clone());
    };
    let [from, to] = [mode.direction.from(), mode.direction.to()].map(|side| plan.sides.of(side));
    let mode = Mode {
        complete: mode.complete && is_complete(from, &members),
        // Which objects are within this one is known when its steps have run.
        deep: false,
        object: Some(object),
        ..mode
    };
    let mut work = Work {
        mode,
        object,
        built: Building::new(plan, mode.direction, members.len()),
    };
    let mut cursor = 0;
    for (name, value) in members.iter() {
        let Some(read) = from.reads.find(name, &mut cursor) else {
            // No step reads it.
            mode.leave();
            if to.preserves && get(&work.built.out, name).is_none() {
                work.built.out.push((name.clone(), value.clone()));
            }
            continue;
        };
        if let (Some(to), true) = (&read.copied, read.below.is_empty()) {
            if let Some((step, _)) = read.taken {
                work.built.mark(step);
            }
            work.built.out.push((to.as_str().into(), value.clone()));
            continue;
        }
        if !read.below.is_empty() {
            work.dig(read, value);
        }
        if let Some((step, place)) = read.taken {
            work.take(step, place, value)?;
        }
    }
    work.rest()?;
    work.parents();
    work.deep_defaults(&[]);
    work.unmake()?;
    Ok(Json::Object(work.built.out))
}

/// An object that is being translated.
pub(super) struct Work<'a, 'm> {
    pub(super) mode: Mode<'m>,
    /// What is translated.
    pub(super) object: &'m Json<'a>,
    pub(super) built: Building<'a>,
}

impl<'a> Work<'a, '_> {
    /// What a step reads.
    pub(super) fn inputs(&self, step: &'a StepPlan) -> Vec<Option<Json<'a>>> {
        let places = self.built.source(step).iter();
        places
            .map(|place| paths::value_within(self.object, &place.path))
            .collect()
    }

    /// A member at a step's place: run at once if it is all that the step needs.
    fn take(&mut self, index: usize, place: usize, value: &Json<'a>) -> Result<()> {
        let step = self.built.plan.steps.get(index);
        if step.is_none_or(|step| self.built.target(step).is_empty()) {
            self.mode.leave();
        }
        if let Some((node, from, to)) = self.built.at_once(index) {
            return self.nest(index, node, from, to, Some(value));
        }
        self.built.slots.set(index, place, value.clone());
        Ok(())
    }

    /// A step of one place each.
    fn nest(
        &mut self,
        index: usize,
        node: &'a Node,
        from: &'a Place,
        to: &'a Place,
        input: Option<&Json<'a>>,
    ) -> Result<()> {
        self.built.mark(index);
        // Defaults below objects that are not there wait until it is known whether they are.
        let mode = Mode {
            complete: self.mode.complete && (input.is_some() || to.is_within_required),
            ..self.mode
        };
        // Without the object that it would be in, nothing need stand there.
        let is_missing = !to.is_within_required && input.is_some_and(Json::is_null);
        let at = || [&from.path, &to.path].map(|path| Segment::members(path));
        let within = |error: ConversionError| error.within(&from.path.join("."));
        let step = self.built.plan.steps.get(index);
        let is_there = input.is_some();
        let made = mode.seen_from(within, at, || {
            let output = plain(node, Ends::places(from, to), input, mode)?;
            let is_wanted = mode.complete
                && !is_missing
                && to.is_required
                && step.is_some_and(|step| step.maps_each() || step.lacks(mode.direction));
            if output.is_none() && is_wanted {
                return Err(ConversionError::new(NOTHING));
            }
            if is_there && output.is_none() {
                mode.leave();
            }
            Ok(output)
        });
        if let Some(output) = mode.or_hole(made, || at().map(|at| vec![at]), || None)? {
            self.built.put_of(index, &to.path, output);
        }
        Ok(())
    }

    /// The steps that did not run while members were read.
    fn rest(&mut self) -> Result<()> {
        let plan = self.built.plan;
        let direction = self.mode.direction;
        for index in plan.sides.of(direction.to()).order.iter().copied() {
            let Some(step) = plan.steps.get(index) else {
                continue;
            };
            if self.built.done.get(index).copied().unwrap_or(true) {
                continue;
            }
            let mut inputs = self.built.slots.take(index, self.built.source(step).len());
            if let (Some(node), [from], [to]) = (
                step.nest(),
                self.built.source(step),
                self.built.target(step),
            ) && !to.is_metadata
            {
                let input = inputs.pop().flatten();
                let implies = || self.mode.implied(from, to).is_some();
                let is_wanted = || to.has_default || to.is_required || implies();
                if input.is_some() || self.mode.complete && is_wanted() {
                    self.nest(index, node, from, to, input.as_ref())?;
                }
                continue;
            }
            self.built.mark(index);
            let object = Some(self.object);
            if holder::is_missing(plan, step, direction, object, &self.built.out)
                || self.built.is_among_nothing(
                    step,
                    |made| found(made, self.object).is_some(),
                    || false,
                )
                || holder::is_nowhere(plan, step, direction, self.object, &self.built.out)
            {
                continue;
            }
            self.run(index, step, &inputs)?;
        }
        Ok(())
    }

    /// Runs a step of several places, or of a shape of its own.
    fn run(&mut self, index: usize, step: &'a StepPlan, inputs: &[Option<Json<'a>>]) -> Result<()> {
        let mode = Mode {
            deep: self.built.stands_among(step),
            ..self.mode
        };
        for (place, output) in self
            .built
            .target(step)
            .iter()
            .zip(self.forward(step, inputs, mode)?)
        {
            match output {
                // What the object is called makes no object by itself.
                Some(_) if step.is_own() && !paths::has_parent(&self.built.out, &place.path) => {}
                Some(output) => self.built.put_of(index, &place.path, output),
                // It was copied with the rest of the metadata.
                None if place.is_metadata => paths::remove(&mut self.built.out, &place.path),
                None => {}
            }
        }
        Ok(())
    }

    /// The outputs of a step, none where it leaves a hole.
    pub(super) fn forward(
        &self,
        step: &'a StepPlan,
        inputs: &[Option<Json<'a>>],
        mode: Mode,
    ) -> Result<Vec<Option<Json<'a>>>> {
        let places = || {
            let [sources, targets] = [self.built.source(step), self.built.target(step)];
            let paths = |places: &[Place]| {
                let places = places.iter();
                places.map(|place| Segment::members(&place.path)).collect()
            };
            [paths(sources), paths(targets)]
        };
        mode.or_hole(forward(step, inputs, mode), places, Vec::new)
    }
}
