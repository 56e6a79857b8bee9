//! What an object gets once its steps have run: defaults below, and what was kept of no step.

use super::{Mode, dig::itself, fields::Work, forward, needed::needed, paths, reach};
use crate::convert::{
    json::{Json, get, same_option},
    kept::Kept,
    memoryless::beside,
    plan::{Place, Read, Reads, StepPlan},
};

impl<'a, 'k> Work<'a, 'k> {
    /// Keeps what the value of a step of one place each loses, once it is known what other steps write into it.
    pub(super) fn lose(&mut self, index: usize, lost: Option<Kept>) {
        let (Some(step), Some(lost)) = (self.step(index), lost) else {
            return;
        };
        let ([from], [to]) = (self.built.source(step), self.built.target(step)) else {
            return;
        };
        let side = self.built.plan.sides.of(self.mode.direction.to());
        if step.nest().and_then(reach::mapping).is_some() && side.reads.reaches_into(&to.path) {
            self.reached.push((index, lost));
        } else {
            self.keeping.insert(&from.path, lost);
        }
    }

    /// Keeps what a step loses.
    pub(super) fn keep(&mut self, step: &'a StepPlan, lost: Vec<Option<Kept>>) {
        for (place, lost) in self.built.source(step).iter().zip(lost) {
            if let Some(lost) = lost {
                self.keeping.insert(&place.path, lost);
            }
        }
    }

    /// Keeps what values lose into which steps may have written meanwhile.
    pub(super) fn reached(&mut self) {
        for (index, lost) in std::mem::take(&mut self.reached) {
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
            // Of an object that was taken out again all is kept.
            let is_kept = self.keeping.get(&from.path).and_then(Kept::leaf).is_some();
            if is_kept {
                continue;
            }
            let output = paths::read(&self.built.out, &to.path);
            let direction = self.mode.direction;
            let complete = self.mode.complete && self.mode.back_complete;
            let output = output.as_ref();
            // Where steps around this object write into it yet, they see what is needed.
            let lost = if self.built.plan.sides.of(direction.to()).reached {
                Some(lost)
            } else {
                needed(node, from, lost, output, direction, complete)
            };
            if let Some(lost) = lost {
                self.keeping.insert(&from.path, lost);
            }
        }
    }

    /// Objects that exist only for steps that reach into them: empty ones are kept, and come back where they are still
    /// absent. One that must be there is made though no step writes into it.
    pub(super) fn parents(
        &mut self,
        parents: &'a [Place],
        empty: Vec<Vec<String>>,
        object: Option<&Json>,
    ) {
        if self.mode.keeping {
            for path in empty {
                if self.mode.back_complete && self.is_made(&path) {
                    continue;
                }
                let path = itself(&path);
                self.keeping.insert(&path, Kept::Itself(Json::raw("{}")));
            }
        }
        let wanted = self.built.wanted(parents, self.mode.alone());
        for parent in parents {
            self.come_back(parent);
            if self.mode.complete
                && parent.is_required
                && !paths::is_there(&self.built.out, &parent.path)
                && paths::has_parent(&self.built.out, &parent.path)
                && let Some(value) = parent.empty(&wanted)
            {
                paths::write(&mut self.built.out, &parent.path, value);
                self.absent_below(&parent.path, object);
            }
            self.stand(parent, object);
        }
    }

    /// An object that was there by itself, where there is none.
    pub(super) fn come_back(&mut self, parent: &Place) {
        if let Some(value) = self.returning(parent) {
            paths::write(&mut self.built.out, &parent.path, value.clone());
        }
    }

    /// What an object was that is not there and was there by itself.
    pub(super) fn returning(&self, parent: &Place) -> Option<&'k Json<'static>> {
        let kept = self.kept_at(&parent.path).and_then(Kept::itself)?;
        let is_it = !paths::is_there(&self.built.out, &parent.path)
            && reach::is_nothing(kept)
            && parent.takes_part(kept);
        is_it.then_some(kept)
    }

    /// Keeps what there was of what now stands in an object that was made of nothing. `object`: what is converted, if what is
    /// lost is wanted.
    fn absent_below(&mut self, path: &[String], object: Option<&Json>) {
        let Some(object) = object else { return };
        for step in &self.built.plan.steps {
            let mut places = self.built.target(step).iter();
            let is_made = places
                .any(|place| place.is_below(path) && paths::is_there(&self.built.out, &place.path));
            if is_made {
                for source in self.built.source(step) {
                    let before = paths::value_within(object, &source.path);
                    self.keeping
                        .insert_new(&source.path, Kept::of(before.as_ref()));
                }
            }
        }
    }

    /// Whether the way back makes an empty object by itself: one that must be there or is by default, as must all around it.
    pub(super) fn is_made(&self, path: &[String]) -> bool {
        let parents = &self.built.plan.sides.of(self.mode.direction.from()).parents;
        self.mode.complete
            && (1..=path.len()).all(|length| {
                let mut parents = parents.iter();
                let stands = |parent: &Place| {
                    let default = || parent.default().filter(|_| length == path.len());
                    parent.is_required || default().is_some_and(|default| default.is_empty())
                };
                parents.any(|parent| Some(&*parent.path) == path.get(..length) && stands(parent))
            })
    }

    /// Defaults below objects that turned out to be there. `object`: what is converted, if what is lost is wanted.
    pub(super) fn deep_defaults(&mut self, object: Option<&Json>) {
        if !self.mode.complete {
            return;
        }
        for step in &self.built.plan.steps {
            // Of what is made of something, nothing stands in for the rest.
            let made = self.built.made_below(step, self.mode.alone());
            for (index, place) in self.built.target(step).iter().enumerate() {
                let made = made.get(index).cloned().flatten();
                let Some((_, parent)) = place
                    .path
                    .split_last()
                    .filter(|_| (place.has_default || made.is_some()) && place.path.len() > 1)
                else {
                    continue;
                };
                let parent_is_there = paths::is_object(&self.built.out, parent);
                let there = paths::read(&self.built.out, &place.path);
                // Of one that others wrote into, the rest is made.
                let is_begun = there.is_some() && self.built.created.contains(&place.path);
                if !parent_is_there || there.is_some() && !(is_begun && made.is_some()) {
                    continue;
                }
                // What was absent when it was kept stays so, but for what the API server makes of that: the object may be new.
                let was_absent = matches!(self.kept_at(&place.path), Some(Kept::Absent));
                let made = made.filter(|_| !was_absent);
                let edited = object
                    .filter(|_| was_absent)
                    .and_then(|object| self.edited(step, index, object));
                let rest = made.clone().filter(|_| is_begun);
                let rest = rest.zip(there).map(|(made, there)| beside(made, there));
                let Some(default) = edited
                    .or(rest)
                    .or_else(|| place.default())
                    .or(made.filter(|_| !is_begun))
                else {
                    continue;
                };
                paths::write(&mut self.built.out, &place.path, default);
                let Some(object) = object else { continue };
                let there = self.built.target(step).iter();
                let there = there.map(|place| paths::read(&self.built.out, &place.path));
                let back = Mode {
                    deep: true,
                    ..self.mode.back()
                };
                let back = forward(step, &there.collect::<Vec<_>>(), back).ok();
                // Mostly nothing, or what nothing was made of.
                let before = self.inputs(step, object);
                let is_back = |index: usize| {
                    let back = back.as_ref().and_then(|back| back.get(index));
                    back.is_some_and(|back| same_option(back.as_ref(), before[index].as_ref()))
                };
                let all = (0..before.len()).all(is_back);
                for (index, source) in self.built.source(step).iter().enumerate() {
                    if all && step.nest().is_none() {
                        // The step lost it when nothing stood there.
                        self.keeping.remove(&source.path);
                    } else if !is_back(index) {
                        let before = Kept::of(before[index].as_ref());
                        self.keeping.insert_new(&source.path, before);
                    }
                }
            }
        }
    }

    /// What becomes of a step's values that are there now, at one of its places where it is kept that nothing stood. Nothing
    /// where they are what its default becomes.
    pub(super) fn edited(
        &self,
        step: &'a StepPlan,
        place: usize,
        object: &Json,
    ) -> Option<Json<'a>> {
        let mode = Mode {
            deep: true,
            ..self.mode
        };
        let inputs = self.inputs(step, object);
        let by_default = self.built.target(step).iter();
        let by_default: Vec<_> = by_default
            .map(|place| paths::read(&self.built.out, &place.path).or_else(|| place.default()))
            .collect();
        let back = forward(step, &by_default, mode.back()).ok()?;
        let mut all = inputs.iter().zip(&back);
        if all.all(|(input, back)| same_option(input.as_ref(), back.as_ref())) {
            return None;
        }
        forward(step, &inputs, mode).ok()?.into_iter().nth(place)?
    }

    /// Members without counterpart that were kept: they come back where no step knows them and the schema keeps them.
    pub(super) fn leftovers(&mut self, reads: &Reads) {
        let Some(Kept::Members(members)) = self.kept else {
            return;
        };
        for (name, kept) in members {
            let mut cursor = 0;
            match (reads.find(name, &mut cursor), kept) {
                (None, Kept::Value(value))
                    if get(&self.built.out, name).is_none() && self.takes_beside(&[], value) =>
                {
                    self.built.out.push((name.clone().into(), value.clone()));
                }
                (Some(read), kept) if !read.below.is_empty() => {
                    let mut path = vec![name.clone()];
                    self.leftovers_within(read, kept, &mut path);
                }
                _ => {}
            }
        }
    }

    /// Whether the object at a path takes the value in a member that no step knows.
    fn takes_beside(&self, path: &[String], value: &Json) -> bool {
        let side = self.built.plan.sides.of(self.mode.direction.to());
        let mut others = side.others.iter();
        others.any(|place| place.path == path && place.takes(value))
    }

    fn leftovers_within(&mut self, read: &Read, kept: &Kept, path: &mut Vec<String>) {
        let Kept::Members(members) = kept else {
            return;
        };
        for (name, kept) in members {
            let mut cursor = 0;
            path.push(name.clone());
            match (read.below.find(name, &mut cursor), kept) {
                (None, Kept::Value(value)) if !paths::is_there(&self.built.out, path) => {
                    let parent = path.split_last().map_or(&[][..], |(_, parent)| parent);
                    if self.takes_beside(parent, value) {
                        self.built.put(path, value.clone());
                    }
                }
                (Some(read), kept) if !read.below.is_empty() => {
                    self.leftovers_within(read, kept, path);
                }
                _ => {}
            }
            path.pop();
        }
    }
}
