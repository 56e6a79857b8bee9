//! What stands in an object where nothing was said: objects that steps only reach into, and defaults within those that came to
//! be.

use super::{building::merge, fields::Work, paths};
use crate::{
    json::{Json, same},
    plan::Place,
};

impl<'a> Work<'a, '_> {
    /// Objects that exist only for steps that reach into them. One that must be there is made though no step writes into it,
    /// and what stands by default does.
    pub(super) fn parents(&mut self) {
        if !self.mode.complete {
            return;
        }
        let parents = &self.built.plan.sides.of(self.mode.direction.to()).parents;
        for parent in parents {
            let is_wanted = |work: &Self| {
                !paths::is_there(&work.built.out, &parent.path)
                    && paths::has_parent(&work.built.out, &parent.path)
            };
            if parent.is_required
                && is_wanted(self)
                && let Some(value) = self.built.empty(parent, self.mode)
            {
                paths::write(&mut self.built.out, &parent.path, value);
            }
            // One that only serde makes stays absent, unless the other version means something else than serde reads.
            if (parent.has_default || parent.serde_default().is_some())
                && is_wanted(self)
                && !self.say_within(parent)
                && let Some(default) = parent.default()
            {
                paths::write(&mut self.built.out, &parent.path, default);
            }
        }
    }

    /// Writes into an object that stands by default what is meant there where nothing stands in the other version, if that is
    /// something else than it has by default; nothing else of that default is meant then. `false`: there is nothing such.
    fn say_within(&mut self, parent: &Place) -> bool {
        let (by_default, said) = (parent.default(), self.said_below(parent));
        let is_other = |(place, made): &(&'a Place, Json)| {
            let depth = parent.path.len();
            let read = match &by_default {
                Some(default) => paths::value_within(default, &place.path[depth..]),
                None => place.read_without(depth - 1),
            };
            read.is_none_or(|read| !same(&read, made))
        };
        let is_any = said.iter().any(is_other);
        for (place, made) in said.into_iter().filter(|_| is_any) {
            self.built.put(&place.path, made);
        }
        is_any
    }

    /// What such steps say within an object where nothing stands in the other version.
    fn said_below(&self, around: &Place) -> Vec<(&'a Place, Json<'a>)> {
        let mut said = Vec::new();
        for step in &self.built.plan.steps {
            let targets = self.built.target(step);
            let is_said =
                |place: &Place| place.is_below(&around.path) && self.mode.says(step, place);
            if !targets.iter().any(is_said) {
                continue;
            }
            let made = self.built.made_of_nothing(step, self.mode, 1);
            let made = targets.iter().zip(made);
            said.extend(made.filter_map(|(place, made)| {
                Some((place, made?)).filter(|_| place.is_below(&around.path))
            }));
        }
        said
    }

    /// What stands below objects within one that turned out to be there: defaults, and what is meant where nothing stands in the
    /// other version.
    pub(super) fn deep_defaults(&mut self, around: &[String]) {
        if !self.mode.complete {
            return;
        }
        for (index, step) in self.built.plan.steps.iter().enumerate() {
            let targets = self.built.target(step);
            let is_deep = |place: &Place| place.path.len() > 1 && place.is_below(around);
            if !targets.iter().any(is_deep) {
                continue;
            }
            let says = |place: &Place| self.mode.says(step, place);
            let is_absent = |input: &Option<Json>| input.as_ref().is_none_or(Json::is_null);
            let is_nothing = self.built.wrote.get(index) == Some(&false)
                && targets.iter().any(says)
                && self.inputs(step).iter().all(is_absent);
            // Of what is made of something, nothing stands in for the rest.
            let is_made = !is_nothing && self.built.is_made(step);
            let made = if is_made {
                Vec::new()
            } else {
                self.built.made_of_nothing(step, self.mode, 1)
            };
            let places = targets.iter().enumerate();
            for (index, place) in places.filter(|(_, place)| is_deep(place)) {
                let made = made.get(index).cloned().flatten();
                let is_meant = is_nothing && says(place);
                if let Some(default) = self.deep_default(place, made, is_meant) {
                    paths::write(&mut self.built.out, &place.path, default);
                }
            }
        }
    }

    /// What stands at a place within an object that is there. `made`: what its step makes of nothing. `is_meant`: it is said by
    /// that, whatever the object has there by default.
    fn deep_default(
        &self,
        place: &Place,
        made: Option<Json<'a>>,
        is_meant: bool,
    ) -> Option<Json<'a>> {
        let (_, parent @ [_, ..]) = place.path.split_last()? else {
            return None;
        };
        if !place.has_default && made.is_none() || !paths::is_object(&self.built.out, parent) {
            return None;
        }
        match paths::read(&self.built.out, &place.path) {
            None => made
                .filter(|made| !place.leaves_to_serde(made))
                .or_else(|| place.default()),
            // Of one that others wrote into, the rest is made.
            Some(there) if self.built.created.contains(&place.path) => Some(merge(made?, there)),
            Some(_) => made.filter(|_| is_meant && !self.built.is_written_below(place)),
        }
    }
}
