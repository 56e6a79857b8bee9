//! What steps took for granted of the objects around their places, and is not so once all have run: they run anew.

use super::{Mode, Result, child::child, fields::Work, forward, paths, reach, step::run_step};
use crate::convert::{
    json::{Json, get, same},
    kept::Kept,
    memoryless::{Ends, named, stands},
    plan::{FieldsPlan, Place, StepPlan},
};

impl<'a> Work<'a, '_> {
    /// Converts objects that came back as absent, though steps of this one made them by reaching into them: what they are by
    /// themselves stands beside that.
    pub(super) fn stand_beside(&mut self) -> Result<()> {
        for (index, input) in std::mem::take(&mut self.absent) {
            let Some(step) = self.step(index) else {
                continue;
            };
            let (Some(node), [from], [to]) = (
                step.nest(),
                self.built.source(step),
                self.built.target(step),
            ) else {
                continue;
            };
            let Some(there) = paths::read(&self.built.out, &to.path) else {
                continue;
            };
            let ends = Ends::places(from, to);
            let converted = child(node, ends, Some(input), None, self.mode);
            let (output, lost) = named(converted, &from.path.join("."))?;
            self.lose(index, lost);
            if let Some(own) = output {
                paths::write(&mut self.built.out, &to.path, beside(own, there));
            }
        }
        Ok(())
    }

    /// Runs steps anew that took what they read to stand there by default, in an object that the way back does not make: what
    /// was kept as making nothing is not what the object comes of. `object`: what is converted, if what is lost is wanted.
    pub(super) fn retain(&mut self, object: Option<&Json<'a>>) -> Result<()> {
        let Some(object) = object else {
            return Ok(());
        };
        let parents = &self.built.plan.sides.of(self.mode.direction.from()).parents;
        let vanished = self.vanished(object);
        let vanished = vanished.iter().map(|(path, plan)| (path, *plan));
        let parents = parents.iter().rev().map(|parent| (&parent.path, None));
        for (path, plan) in vanished.chain(parents) {
            let Some(there) = paths::read_within(object, path) else {
                continue;
            };
            let steps = self.built.plan.steps.iter();
            let steps: Vec<_> = steps
                .filter(|step| self.below(step, path).next().is_some())
                .collect();
            let by_default = |place: &Place| place.has_default || place.is_required;
            let may_be_lost = steps
                .iter()
                .any(|step| self.below(step, path).any(by_default));
            if !may_be_lost
                || there.is_empty()
                || self.is_made(path)
                || self.is_noted(path)
                || self.comes_back(path, plan, &there, &steps)
            {
                continue;
            }
            for step in steps {
                self.run_anew(step, object)?;
            }
        }
        Ok(())
    }

    /// The same of optional structs whose members stand among others.
    pub(super) fn retain_among(&mut self, object: Option<&Json<'a>>) -> Result<()> {
        let Some(object) = object else {
            return Ok(());
        };
        let made = self
            .built
            .plan
            .sides
            .of(self.mode.direction.from())
            .made
            .iter();
        for made in made.filter(|made| made.among.is_some()) {
            let steps: Vec<_> = self.built.steps_into(made).collect();
            let mut all = steps.iter();
            if !stands(made, object) || all.any(|step| self.is_remade(step, &|at| made.has(at))) {
                continue;
            }
            for step in steps {
                self.run_anew(step, object)?;
            }
        }
        Ok(())
    }

    /// Objects that map, or are within one that does, and became nothing by themselves, inner ones first: the way back makes
    /// them if steps of this object that reach into them do.
    fn vanished(&self, object: &Json) -> Vec<Vanished<'a>> {
        let there = |path: &[String]| paths::read(&self.built.out, path).map(Json::into_owned);
        let mut found = Vec::new();
        vanished(self.built.plan, self.mode, object, &there, &[], &mut found);
        found
    }

    /// Whether the way back makes an object: of what has become of it, or of what is kept.
    fn comes_back(
        &self,
        path: &[String],
        plan: Option<&FieldsPlan>,
        there: &Json,
        steps: &[&'a StepPlan],
    ) -> bool {
        let parents = &self.built.plan.sides.of(self.mode.direction.from()).parents;
        let is_kept = |place: &Place| {
            let kept = self.keeping.get(&place.path).and_then(Kept::itself);
            kept.is_some() && place.path.starts_with(path)
        };
        let mut all = steps.iter();
        all.any(|step| self.is_remade(step, &|place| place.is_below(path)))
            || parents.iter().any(is_kept)
            || self.has_unknown(path, plan, there)
    }

    /// Whether the way back writes any of a step's values at the places that are looked at: of what has become of them, or of
    /// what is kept.
    fn is_remade(&self, step: &'a StepPlan, is_looked_at: &dyn Fn(&Place) -> bool) -> bool {
        // What the way back copies without a look at it comes back whatever it is.
        let reads = &self.built.plan.sides.of(self.mode.direction.to()).reads;
        let is_copied = |place: &Place| match place.path.as_slice() {
            [name] if get(&self.built.out, name).is_some() => {
                let read = reads.find(name, &mut 0);
                read.is_some_and(|read| read.copied.is_some() && read.below.is_empty())
            }
            _ => false,
        };
        if self.built.target(step).iter().any(is_copied) {
            return self.built.source(step).iter().any(is_looked_at);
        }
        let mode = Mode {
            deep: false,
            ..self.mode.back()
        };
        let values = self.built.target(step).iter();
        let values: Vec<_> = values
            .map(|place| paths::read(&self.built.out, &place.path))
            .collect();
        let back = forward(step, &values, mode).unwrap_or_default();
        let made = self.built.source(step).iter().zip(back);
        let mut made = made.filter(|(_, value)| value.is_some());
        let kept = |place: &Place| self.keeping.get(&place.path);
        made.any(|(place, _)| is_looked_at(place) && !matches!(kept(place), Some(Kept::Absent)))
            || self
                .built
                .source(step)
                .iter()
                .any(|place| is_looked_at(place) && kept(place).is_some_and(Kept::has_value))
    }

    /// Whether it is kept, or may be yet, that something stood at a path.
    fn is_noted(&self, path: &[String]) -> bool {
        let mut pending = self.reached.iter().filter_map(|(index, lost)| {
            let place = self.built.source(self.step(*index)?).first()?;
            lost.get(path.strip_prefix(&*place.path)?)
        });
        self.keeping.get(path).is_some_and(Kept::has_value) || pending.any(Kept::has_value)
    }

    /// Whether an object has members that no step of this one knows, and neither its own mapping, where it has one.
    fn has_unknown(&self, path: &[String], plan: Option<&FieldsPlan>, object: &Json) -> bool {
        let side = self.mode.direction.from();
        let inner = plan.map(|plan| &plan.sides.of(side).reads);
        let is_own = |name: &str| {
            let read = inner.and_then(|inner| inner.find(name, &mut 0));
            read.is_some_and(|read| !read.elsewhere)
        };
        let reads = &self.built.plan.sides.of(side).reads;
        let members = object.borrowed().into_members().unwrap_or_default();
        reads.within(path).is_some_and(|reads| {
            let mut members = members.iter();
            members.any(|(name, _)| reads.find(name, &mut 0).is_none() && !is_own(name))
        })
    }

    /// The places of a step that are within the object at a path.
    fn below(&self, step: &'a StepPlan, path: &[String]) -> impl Iterator<Item = &'a Place> {
        let places = self.built.source(step).iter();
        places.filter(move |place| place.is_below(path))
    }

    /// Runs a step by what is there alone. `object`: what it reads.
    fn run_anew(&mut self, step: &'a StepPlan, object: &Json) -> Result<()> {
        let inputs = self.inputs(step, object);
        let (outputs, lost) = run_step(step, &inputs, &[], false, self.mode)?;
        for (place, output) in self.built.target(step).iter().zip(outputs) {
            match output {
                Some(output) => drop(paths::write(&mut self.built.out, &place.path, output)),
                None => paths::remove(&mut self.built.out, &place.path),
            }
        }
        self.keep(step, lost);
        Ok(())
    }
}

/// Where an object is that became nothing, and what maps it.
type Vanished<'p> = (Vec<String>, Option<&'p FieldsPlan>);

/// `there`: what stands at a path of the other side. `path`: where the object is in that whose steps run.
fn vanished<'p>(
    plan: &'p FieldsPlan,
    mode: Mode,
    object: &Json,
    there: &dyn Fn(&[String]) -> Option<Json<'static>>,
    path: &[String],
    found: &mut Vec<Vanished<'p>>,
) {
    let direction = mode.direction;
    for step in &plan.steps {
        let places = [direction.from(), direction.to()].map(|side| step.places.of(side).as_slice());
        let (Some(inner), [[from], [to]]) = (step.nest().and_then(reach::mapping), places) else {
            continue;
        };
        if !inner.sides.of(direction.from()).reached {
            continue;
        }
        let Some(value) = paths::read_within(object, &from.path) else {
            continue;
        };
        let path = [path, &from.path].concat();
        let output = there(&to.path);
        let there = |path: &[String]| paths::value_within(output.as_ref()?, path);
        vanished(inner, mode, &value, &there, &path, found);
        let parents = inner.sides.of(direction.from()).parents.iter().rev();
        let parents = parents.map(|parent| &parent.path);
        let others = parents.filter(|parent| reach::is_of_others(inner, &value, parent, direction));
        found.extend(others.map(|parent| ([&path[..], parent].concat(), None)));
        // What came back as absent, or null, was taken to be made by the steps that reach into it.
        let comes_by_default = output.is_none()
            && mode.back().complete
            && from.default().is_some_and(|default| same(&default, &value));
        if output.is_none_or(|output| output.is_null()) && !comes_by_default {
            found.push((path, Some(inner)));
        }
    }
}

/// An object with what another has of the same members in their place, at any depth.
pub(super) fn beside<'a>(own: Json<'a>, other: Json<'a>) -> Json<'a> {
    let (mut own, other) = match (own.into_members(), other.into_members()) {
        (Ok(own), Ok(other)) => (own, other),
        (_, Ok(other)) => return Json::Object(other),
        (_, Err(other)) => return other,
    };
    for (name, value) in other {
        match own.iter_mut().find(|(member, _)| *member == name) {
            Some((_, place)) => {
                let before = std::mem::replace(place, Json::NULL);
                *place = beside(before, value);
            }
            None => own.push((name, value)),
        }
    }
    Json::Object(own)
}
