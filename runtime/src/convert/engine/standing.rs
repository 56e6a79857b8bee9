//! Objects that steps only reach into, and that stand there by default with members that steps read: of an absent one as of
//! one that is its default nothing was said.

use super::{
    Mode, Result,
    child::{child, plain},
    fields::Work,
    forward, paths,
};
use crate::convert::{
    json::{Json, Members, same, same_option},
    kept::Kept,
    memoryless::{Ends, named},
    plan::{Node, Place, StepPlan},
};

/// A value that came to stand though nothing was said of it.
pub(super) struct Stood<'a> {
    /// The step that it is of.
    index: usize,
    node: &'a Node,
    ends: Ends<'a>,
    to: &'a Place,
    /// The value, if it came back and may only stand beside others.
    hollow: Option<Json<'a>>,
}

impl<'a> Work<'a, '_> {
    /// Writes what stands by default where there is no object, and keeps what steps would read of that instead. `object`: what
    /// is converted, if what is lost is wanted.
    pub(super) fn stand(&mut self, parent: &Place, object: Option<&Json>) {
        let is_wanted = self.mode.complete
            && parent.has_default
            && !paths::is_there(&self.built.out, &parent.path)
            && paths::has_parent(&self.built.out, &parent.path);
        let Some(default) = parent.default().filter(|_| is_wanted) else {
            return;
        };
        if self.is_other(parent, &default) {
            return;
        }
        paths::write(&mut self.built.out, &parent.path, default);
        if let Some(object) = object {
            self.stand_edited(&parent.path, object);
        }
        self.keep_unsaid(&parent.path, object);
    }

    /// Whether an object within comes back that stood there by itself, as something else than in the default: then that did not
    /// stand, either.
    fn is_other(&self, parent: &Place, default: &Json) -> bool {
        let parents = &self.built.plan.sides.of(self.mode.direction.to()).parents;
        parents.iter().any(|inner| {
            let path = inner.path.strip_prefix(&*parent.path);
            let path = path.filter(|path| !path.is_empty());
            let before = path.and_then(|path| Some((path, self.returning(inner)?)));
            before.is_some_and(|(path, before)| {
                let by_default = paths::value_within(default, path);
                by_default.is_some_and(|by_default| !same(before, &by_default))
            })
        })
    }

    /// What came back as absent is not absent in an object that stands by default: where the default is not what the live
    /// values are, those are written.
    fn stand_edited(&mut self, path: &[String], object: &Json) {
        for step in &self.built.plan.steps {
            for (index, place) in self.built.target(step).iter().enumerate() {
                let was_absent = matches!(self.kept_at(&place.path), Some(Kept::Absent));
                if was_absent
                    && place.is_below(path)
                    && let Some(value) = self.edited(step, index, object)
                {
                    paths::write(&mut self.built.out, &place.path, value);
                }
            }
        }
    }

    /// Notes that a value came to stand though nothing was said of it, where steps of this object reach into it.
    pub(super) fn note_stood(
        &mut self,
        index: usize,
        node: &'a Node,
        ends: Ends<'a>,
        kept: Option<&Kept>,
        output: &Json<'a>,
    ) {
        let reads = &self.built.plan.sides.of(self.mode.direction.to()).reads;
        let Some(to) = ends.to.filter(|to| reads.reaches_into(&to.path)) else {
            return;
        };
        let came_back = matches!(kept.and_then(Kept::leaf), Some(Some(_)));
        let by_itself = || plain(node, ends.back(), Some(output.clone()), self.mode.back());
        let is_hollow = came_back && by_itself().is_ok_and(|back| back.is_some());
        let hollow = is_hollow.then(|| output.clone());
        self.stood.push(Stood {
            index,
            node,
            ends,
            to,
            hollow,
        });
    }

    /// The same of objects that map, and came to stand by default when they were. Of those that came back, none stays that no
    /// step wrote into: there is what would be if nothing had been kept.
    pub(super) fn stood(&mut self, object: Option<&Json>) -> Result<()> {
        for stood in std::mem::take(&mut self.stood) {
            let path = &stood.to.path;
            let is_hollow = stood.hollow.as_ref().is_some_and(|hollow| {
                same_option(paths::find(&self.built.out, path).as_deref(), Some(hollow))
            });
            if is_hollow {
                paths::remove(&mut self.built.out, path);
                let Stood {
                    index, node, ends, ..
                } = stood;
                let again = child(node, ends, None, None, self.mode);
                let (output, lost) = named(again, &path.join("."))?;
                let Some(output) = output else { continue };
                self.lose(index, lost);
                self.built.put(path, output);
            }
            self.keep_unsaid(path, object);
        }
        Ok(())
    }

    /// Keeps what steps would read of an object that stands by default.
    fn keep_unsaid(&mut self, path: &[String], object: Option<&Json>) {
        let Some(object) = object else { return };
        let plan = self.built.plan;
        let mode = Mode {
            deep: true,
            ..self.mode.back()
        };
        for step in &plan.steps {
            let places = self.built.target(step);
            if !places.iter().any(|place| place.is_below(path)) {
                continue;
            }
            let there = places.iter();
            let there: Vec<_> = there
                .map(|place| paths::read(&self.built.out, &place.path))
                .collect();
            let inputs = self.inputs(step, object);
            let back = forward(step, &there, mode);
            let mut pairs = inputs.iter().zip(back.iter().flatten());
            if back.is_ok() && pairs.all(|(a, b)| same_option(a.as_ref(), b.as_ref())) {
                // What the step lost was lost when nothing stood there.
                if places.iter().all(|place| place.is_below(path)) && step.nest().is_none() {
                    for place in self.built.source(step) {
                        self.keeping.remove(&place.path);
                    }
                }
                continue;
            }
            for (place, input) in self.built.source(step).iter().zip(&inputs) {
                self.keeping.insert(&place.path, Kept::of(input.as_ref()));
            }
        }
    }

    /// Takes out the objects that are what stands there by default, where it is kept that nothing, or what makes nothing,
    /// stood at the other side. Returns the object that is left besides, if it took any.
    pub(super) fn without_defaults(&self, members: Members<'a>) -> (Members<'a>, Option<Json<'a>>) {
        let from = self.built.plan.sides.of(self.mode.direction.from());
        let parents = from.parents.iter().filter(|parent| parent.has_default);
        let mut parents = parents
            .filter(|parent| self.is_kept_below(parent))
            .peekable();
        if !self.mode.complete || parents.peek().is_none() {
            return (members, None);
        }
        let mut json = Json::Object(members);
        let mut is_less = false;
        for parent in parents {
            let Some(there) = paths::read_within(&json, &parent.path) else {
                continue;
            };
            let is_default = parent
                .default()
                .is_some_and(|default| same(&default, &there));
            if is_default
                && self.comes_of_nothing(parent, &json)
                && let Some(members) = json.members_mut()
            {
                paths::take_out(members, &parent.path);
                is_less = true;
            }
        }
        let left = is_less.then(|| json.clone());
        (json.into_members().unwrap_or_default(), left)
    }

    /// Whether something is kept of what becomes of the values in an object.
    fn is_kept_below(&self, parent: &Place) -> bool {
        self.steps_below(parent).any(|step| {
            let mut places = self.built.target(step).iter();
            places.any(|place| self.kept_leaf(place).is_some())
        })
    }

    /// Whether nothing would become of what is kept in place of the values in an object, so that it stands there by default.
    fn comes_of_nothing(&self, parent: &Place, json: &Json<'a>) -> bool {
        let back = self.mode.back();
        self.steps_below(parent).all(|step| {
            let inputs = self.inputs(step, json);
            let mut places = self.built.target(step).iter();
            let is_kept = places.any(|place| self.kept_leaf(place).is_some());
            if !is_kept && inputs.iter().all(Option::is_none) {
                // It keeps that itself, if something stands at the other side by default.
                return true;
            }
            let outputs = forward(step, &inputs, self.mode).unwrap_or_default();
            let places = self.built.target(step).iter().enumerate();
            let values: Vec<_> = places
                .map(|(index, place)| match self.kept_leaf(place) {
                    Some(kept) => kept.cloned(),
                    None => outputs.get(index).cloned().flatten(),
                })
                .collect();
            let sources = self.built.source(step).iter().zip(inputs);
            // A value that maps by itself makes the object that it goes into, and so does null, of which a default may become.
            let back = Mode {
                deep: step.nest().is_some() && values.iter().any(Option::is_some),
                ..back
            };
            forward(step, &values, back).is_ok_and(|back| {
                sources.zip(back).all(|((place, input), back)| {
                    let before = input.filter(|_| !place.is_below(&parent.path));
                    same_option(before.as_ref(), back.as_ref())
                })
            })
        })
    }

    fn steps_below(&self, parent: &Place) -> impl Iterator<Item = &'a StepPlan> {
        let is_within = |step: &&'a StepPlan| {
            let mut places = self.built.source(step).iter();
            places.any(|place| place.is_below(&parent.path))
        };
        self.built.plan.steps.iter().filter(is_within)
    }

    #[expect(
        clippy::option_option,
        reason = "nothing is kept, or that nothing stood here"
    )]
    fn kept_leaf(&self, place: &Place) -> Option<Option<&Json<'static>>> {
        self.kept_at(&place.path)?.leaf()
    }
}
