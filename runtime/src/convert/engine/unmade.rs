//! Optional objects that exist only for what moves into them: without what they must have there is none, and what would have
//! moved in is kept.

use std::borrow::Cow;

use super::{Mode, Result, fields::Work, forward, merge::merge, paths, reach, step::run_step};
use crate::convert::{
    json::{Json, Kind, same, same_option},
    kept::Kept,
    plan::{MadeObject, Node, Place, StepPlan},
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
            around.is_empty() || place.is_metadata || paths::read_within(object, around).is_some()
        })
    }

    /// That nothing stood at a path, as nothing stood around it and does not now.
    pub(super) fn absent_around(&self, path: &[String]) -> Option<&'k Kept> {
        let mut around = (1..path.len()).filter_map(|length| path.get(..length));
        let is_absent = around.any(|around| {
            matches!(self.kept_at(around), Some(Kept::Absent))
                && paths::read(&self.out, around).is_none()
        });
        is_absent.then_some(&Kept::Absent)
    }

    /// Takes out what was made without all that it must have. `object`: what it was made of, if what is lost is wanted.
    pub(super) fn unmake(&mut self, object: Option<&Json<'a>>) -> Result<()> {
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
                self.stand_again(&made.path);
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

    /// What stood in place of an object that was taken out, or of one around it that went with it: null, or a default.
    fn stand_again(&mut self, path: &[String]) {
        let around = (1..=path.len()).filter_map(|length| path.get(..length));
        let mut gone = around.filter(|path| paths::read(&self.out, path).is_none());
        let Some(path) = gone.next() else { return };
        let is_null = self.nulls.iter().any(|null| null == path);
        let stands = is_null.then_some(Json::NULL).or_else(|| {
            let parents = self.plan.sides.of(self.mode.direction.to()).parents.iter();
            let steps = self.plan.steps.iter().flat_map(|step| self.target(step));
            parents
                .chain(steps)
                .find(|place| place.path == path)?
                .default()
        });
        if let Some(stands) = stands {
            paths::write(&mut self.out, path, stands);
        }
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
                let around = place.path.split_last().map(|(_, around)| around);
                let there = around.and_then(|around| paths::read(&self.out, around));
                place.is_required
                    && place.path.len() > 1
                    && self.came_back_as_nothing(&place.path)
                    && there.is_some_and(|there| {
                        there.kind() == Kind::Object && there.member(place.name()).is_none()
                    })
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
            let is_absent = |place: &Place| paths::read(&self.out, &place.path).is_none();
            if places.clone().all(is_absent) && places.any(|place| made.requires(place)) {
                self.make(step, object)?;
            }
        }
        Ok(())
    }

    /// Gives back what did not make an object at the other side, where there is none still. `object`: that which is converted.
    pub(super) fn remake(&mut self, object: Option<&Json>) {
        let (Some(object), true) = (object, self.kept.is_some()) else {
            return;
        };
        for made in &self.plan.sides.of(self.mode.direction.from()).made {
            if stands(made, object) {
                continue;
            }
            let kept = |place: &Place| {
                let kept = self.kept_at(&place.path).and_then(Kept::leaf);
                let takes = |kept: &Json| self.mode.admits(place.takes(kept));
                kept.filter(|kept| kept.is_none_or(takes))
            };
            let steps = self.steps_of(made);
            let places = steps.flat_map(|step| self.target(step).iter().map(move |to| (step, to)));
            let back: Vec<_> = places
                .filter_map(|(step, place)| {
                    let kept = kept(place)?.cloned();
                    let bare = |value| match step.nest() {
                        Some(node) => self.beside_others(node, place, value),
                        None => value,
                    };
                    Some((place, kept.map(bare)))
                })
                .collect();
            // What the object would have, made of what was kept and of what else is there.
            let would_be = self.would_be(made, |place| match kept(place) {
                Some(kept) => kept.cloned(),
                None => paths::read(&self.out, &place.path),
            });
            if back.is_empty() || !would_be.is_some_and(|would_be| made.lacks(&would_be)) {
                continue;
            }
            for (place, kept) in back {
                match kept {
                    Some(kept) => drop(paths::write(&mut self.out, &place.path, kept)),
                    None => paths::remove(&mut self.out, &place.path),
                }
            }
        }
    }

    /// What was kept of an object, with what steps of the objects around it have made of it now.
    fn beside_others(&self, node: &Node, place: &Place, kept: Json<'a>) -> Json<'a> {
        let back = self.mode.direction.reverse();
        // What else they took of it is not there.
        let bare = reach::bare(node, kept, back);
        match paths::read(&self.out, &place.path) {
            Some(there) => merge(&reach::bare(node, there.clone(), back), &bare, &there),
            None => bare,
        }
    }

    /// Forgets that nothing stood in an object that is absent, where the way back does not make it.
    pub(super) fn forget(&mut self, object: Option<&Json>) {
        let Some(object) = object else { return };
        for made in &self.plan.sides.of(self.mode.direction.from()).made {
            // Null is left where nothing is made.
            if found(made, object).is_some_and(|there| !there.is_null()) {
                continue;
            }
            let is_below = |place: &&Place| made.has(place);
            let places = self.steps_into(made);
            let places = places.flat_map(|step| self.source(step).iter().filter(is_below));
            let noted: Vec<&Place> = places
                .filter(|place| matches!(self.keeping.get(&place.path), Some(Kept::Absent)))
                .collect();
            if noted.is_empty() {
                continue;
            }
            let would_be = self.would_be(made, |place| paths::read(&self.out, &place.path));
            if would_be.is_some_and(|would_be| made.lacks(&would_be)) {
                for place in noted {
                    self.keeping.remove(&place.path);
                }
            }
        }
    }

    /// The object that the way back makes of values of the places that its steps have here.
    fn would_be(
        &self,
        made: &'a MadeObject,
        value: impl Fn(&Place) -> Option<Json<'a>>,
    ) -> Option<Json<'a>> {
        let mut object = Vec::new();
        for step in self.steps_into(made) {
            let values: Vec<_> = self.target(step).iter().map(&value).collect();
            let outputs = forward(step, &values, self.mode.back()).unwrap_or_default();
            for (place, output) in self.source(step).iter().zip(outputs) {
                if let Some(output) = output {
                    paths::write(&mut object, &place.path, output);
                }
            }
        }
        made.of(paths::at(&object, &made.path)?)
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
    fn steps_of(&self, made: &'a MadeObject) -> impl Iterator<Item = &'a StepPlan> + use<'a> {
        let holder = made.holder.and_then(|step| self.plan.steps.get(step));
        holder.into_iter().chain(self.steps_into(made))
    }

    /// Whether it is a step into an object that has not made what the object must have.
    fn lacks_of_steps(&self, made: &'a MadeObject, there: &Json) -> bool {
        let mut places = self.steps_into(made).flat_map(|step| self.target(step));
        made.holder.is_some()
            && places.any(|place| made.requires(place) && there.member(place.name()).is_none())
    }

    /// Whether an object has nothing but what such steps put into it.
    fn is_only_made(&self, made: &MadeObject, there: &Json) -> bool {
        let Some(holder) = made.holder.and_then(|step| self.plan.steps.get(step)) else {
            return true;
        };
        let node = holder.nest().and_then(reach::mapping);
        let back = self.mode.direction.reverse();
        node.is_some_and(|plan| reach::is_elsewhere(plan, there, back))
    }

    pub(super) fn inputs(&self, step: &StepPlan, object: &Json) -> Vec<Option<Json<'static>>> {
        let places = self.source(step).iter();
        places
            .map(|place| paths::value_within(object, &place.path))
            .collect()
    }
}

/// An object that steps may have made, in the one that is converted.
pub(super) fn found(made: &MadeObject, object: &Json) -> Option<Json<'static>> {
    made.of(paths::value_within(object, &made.path)?)
}

/// Whether it is there, as an object.
pub(super) fn stands(made: &MadeObject, object: &Json) -> bool {
    found(made, object).is_some_and(|there| there.kind() == Kind::Object)
}
