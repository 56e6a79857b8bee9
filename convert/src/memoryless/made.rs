//! Optional objects that exist only for what moves into them: without what they must have there is none.

use super::{
    Mode, Result,
    building::merge,
    child::{Ends, held, plain},
    fields::Work,
    paths,
    step::forward,
};
use crate::{
    json::{Json, Kind},
    plan::{Direction, FieldsPlan, MadeObject, Node, Place},
};

impl<'a> Work<'a, '_> {
    /// Takes out what was made without all that it must have.
    pub(super) fn unmake(&mut self) -> Result<()> {
        if !self.mode.complete {
            return Ok(());
        }
        for made in &self.built.plan.sides.of(self.mode.direction.to()).made {
            // Null is there by itself.
            let there = self.built.there(made);
            let Some(there) = there.filter(|there| there.kind() == Kind::Object) else {
                continue;
            };
            if !self.built.is_incomplete(made, &there) {
                continue;
            }
            self.complete(made)?;
            let there = self.built.there(made);
            let Some(there) = there.filter(|there| made.lacks(there)) else {
                continue;
            };
            let Some(names) = &made.among else {
                self.built.take_made(&made.path);
                let (plan, direction) = (self.built.plan, self.mode.direction);
                let (object, mode) = (self.object, self.mode.strict());
                let by_default = self.built.stand_again(made, mode, |path| {
                    alone(plan, path, direction, object, |node, ends, there| {
                        plain(node, ends, Some(&there), mode).ok()?
                    })
                });
                if let Some(around) = by_default.first() {
                    self.built.write_into_default(made, &there);
                    self.deep_defaults(around);
                }
                continue;
            };
            self.built.take_out(made, names);
        }
        Ok(())
    }

    /// Makes what becomes of an object by the step that maps it, though that says nothing alone: others write into it.
    fn complete_by_itself(&mut self, made: &'a MadeObject) {
        let (plan, direction, mode) = (self.built.plan, self.mode.direction, self.mode.strict());
        let Some(there) = self.built.there(made) else {
            return;
        };
        let whole = alone(
            plan,
            &made.path,
            direction,
            self.object,
            |node, ends, own| {
                let own = held(node, ends, &own, mode).ok()??;
                Some(merge(own, there.clone()))
                    .filter(|whole| ends.to.is_some_and(|to| to.takes(whole)))
            },
        );
        if let Some(whole) = whole {
            paths::write(&mut self.built.out, &made.path, whole);
        }
    }

    /// Makes what must stand in an object that is there for something else.
    fn complete(&mut self, made: &'a MadeObject) -> Result<()> {
        self.complete_by_itself(made);
        for step in self.built.steps_into(made) {
            let Some(there) = self.built.there(made) else {
                return Ok(());
            };
            let mut places = self.built.target(step).iter();
            let is_absent = |place: &Place| !paths::is_there(&self.built.out, &place.path);
            if !places.clone().all(is_absent) || !places.any(|place| made.asks_for(place, &there)) {
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
            for (place, output) in self.built.target(step).iter().zip(outputs) {
                if let Some(output) = output {
                    paths::write(&mut self.built.out, &place.path, output);
                }
            }
        }
        for path in made.required_paths() {
            if !paths::is_there(&self.built.out, &path)
                && paths::has_parent(&self.built.out, &path)
                && let Some(empty) = self.built.empty_at(&path, self.mode)
            {
                paths::write(&mut self.built.out, &path, empty);
            }
        }
        Ok(())
    }
}

/// What becomes of an object at a path by the step that maps it alone: `made` says it of the object that comes there. One that
/// is refused is nothing by itself.
pub(crate) fn alone<'a>(
    plan: &'a FieldsPlan,
    path: &[String],
    direction: Direction,
    object: &Json<'a>,
    made: impl Fn(&'a Node, Ends<'a>, Json<'a>) -> Option<Json<'a>>,
) -> Option<Json<'a>> {
    let is_object = |json: &Json| json.kind() == Kind::Object;
    plan.steps.iter().find_map(|step| {
        let [from, to] = [direction.from(), direction.to()].map(|side| step.places.of(side));
        let (Some(node), [from], [to]) = (step.nest(), from.as_slice(), to.as_slice()) else {
            return None;
        };
        let there = paths::value_within(object, &from.path);
        let there = there.filter(|there| to.path == path && is_object(there))?;
        made(node, Ends::places(from, to), there).filter(is_object)
    })
}

/// An object that steps may have made, in the one that is converted.
pub(crate) fn found(made: &MadeObject, object: &Json) -> Option<Json<'static>> {
    made.of(paths::value_within(object, &made.path)?)
}
