//! What is kept of optional objects that are not there: it comes back where the way back makes none still, and is forgotten where
//! it would make none by itself.

use super::{
    anew::beside, child::plain, fields::Work, forward, merge::merge, merge_items::Lists, paths,
    reach,
};
use crate::convert::{
    json::{Json, Kind, same_option},
    kept::Kept,
    memoryless::{Ends, found, stands},
    plan::{MadeObject, Node, Place, StepPlan},
};

impl<'a> Work<'a, '_> {
    /// Gives back what did not make an object at the other side, where there is none still. `object`: that which is converted.
    pub(super) fn remake(&mut self, object: Option<&Json>) {
        let (Some(object), true) = (object, self.kept.is_some()) else {
            return;
        };
        for made in &self.built.plan.sides.of(self.mode.direction.from()).made {
            if stands(made, object) {
                continue;
            }
            let kept = |place: &Place| {
                let kept = self.kept_at(&place.path).and_then(Kept::leaf);
                let takes = |kept: &Json| self.mode.admits(place.takes(kept));
                kept.filter(|kept| kept.is_none_or(takes))
            };
            let steps = self.steps_of(made);
            let places =
                steps.flat_map(|step| self.built.target(step).iter().map(move |to| (step, to)));
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
                None => paths::read(&self.built.out, &place.path),
            });
            let would_be = would_be.or_else(|| self.by_itself(made, &back));
            if back.is_empty() || !would_be.is_some_and(|would_be| made.lacks(&would_be)) {
                continue;
            }
            for (place, kept) in back {
                match kept {
                    Some(kept) => drop(paths::write(&mut self.built.out, &place.path, kept)),
                    None => paths::remove(&mut self.built.out, &place.path),
                }
            }
        }
    }

    /// What was kept of an object, with what steps of the objects around it have made of it now.
    fn beside_others(&self, node: &Node, place: &Place, kept: Json<'a>) -> Json<'a> {
        let back = self.mode.direction.reverse();
        // What else they took of it is not there.
        let bare = reach::bare(node, kept, back);
        match paths::read(&self.built.out, &place.path) {
            Some(there) => {
                let own = reach::bare(node, there.clone(), back);
                let schema = place.schema();
                let merged = merge(schema.as_ref(), Lists::Paired, [&own, &bare, &there]);
                // Objects that were made for what they took are those that they took it from.
                beside(bare, merged)
            }
            None => bare,
        }
    }

    /// Forgets that nothing stood in an object that is absent, where the way back does not make it.
    pub(super) fn forget(&mut self, object: Option<&Json>) {
        let Some(object) = object else { return };
        for made in &self.built.plan.sides.of(self.mode.direction.from()).made {
            // Null is left where nothing is made.
            if found(made, object).is_some_and(|there| !there.is_null()) {
                continue;
            }
            let is_noted = |place: &Place| {
                made.has(place) && matches!(self.keeping.get(&place.path), Some(Kept::Absent))
            };
            let noted: Vec<_> = self
                .built
                .steps_into(made)
                .filter(|step| self.built.source(step).iter().any(is_noted))
                .collect();
            if noted.is_empty() {
                continue;
            }
            let there = |place: &Place| paths::read(&self.built.out, &place.path);
            let would_be = self.would_be(made, there);
            if !would_be.is_some_and(|would_be| made.lacks(&would_be)) {
                continue;
            }
            for step in noted {
                let needless = self.needless(made, step, object);
                for place in self.built.source(step) {
                    let is_absent = matches!(self.keeping.get(&place.path), Some(Kept::Absent));
                    if needless || is_absent && made.has(place) {
                        self.keeping.remove(&place.path);
                    }
                }
            }
        }
    }

    /// Whether a step's values all come back once the way back has taken out an object that it reaches into.
    fn needless(&self, made: &MadeObject, step: &'a StepPlan, object: &Json) -> bool {
        let there = self.built.target(step).iter();
        let there: Vec<_> = there
            .map(|place| paths::read(&self.built.out, &place.path))
            .collect();
        let back = forward(step, &there, self.mode.back()).unwrap_or_default();
        let inputs = self.inputs(step, object);
        let mut pairs = self.built.source(step).iter().zip(&inputs).zip(&back);
        back.len() == inputs.len()
            && pairs.all(|((place, input), back)| {
                let back = back.as_ref().filter(|_| !made.has(place));
                same_option(input.as_ref(), back)
            })
    }

    /// The same of what is to come back in its place, by the step that maps it alone.
    fn by_itself(
        &self,
        made: &'a MadeObject,
        back: &[(&Place, Option<Json<'a>>)],
    ) -> Option<Json<'a>> {
        let holder = self.built.plan.steps.get(made.holder?)?;
        let (node, [from], [to]) = (
            holder.nest()?,
            self.built.source(holder),
            self.built.target(holder),
        ) else {
            return None;
        };
        let (_, value) = back.iter().find(|(place, _)| std::ptr::eq(*place, to))?;
        let output = plain(
            node,
            Ends::places(to, from),
            value.clone(),
            self.mode.back(),
        );
        let output = output.ok().flatten();
        output.filter(|output| output.kind() == Kind::Object)
    }

    /// The object that the way back makes of values of the places that its steps have here.
    fn would_be(
        &self,
        made: &'a MadeObject,
        value: impl Fn(&Place) -> Option<Json<'a>>,
    ) -> Option<Json<'a>> {
        let mut object = Vec::new();
        for step in self.built.steps_into(made) {
            let values: Vec<_> = self.built.target(step).iter().map(&value).collect();
            let outputs = forward(step, &values, self.mode.back()).unwrap_or_default();
            for (place, output) in self.built.source(step).iter().zip(outputs) {
                if let Some(output) = output {
                    paths::write(&mut object, &place.path, output);
                }
            }
        }
        made.of(paths::at(&object, &made.path)?)
    }
}
