//! What stands in an object where nothing was said: objects that steps only reach into, and defaults within those that came to
//! be.

use super::{building::merge, fields::Work, paths};
use crate::{json::Json, plan::Place};

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
                && !self.imply_within(parent)
                && let Some(default) = parent.default()
            {
                paths::write(&mut self.built.out, &parent.path, default);
            }
        }
    }

    /// Writes into an object that stands by default what serde reads where nothing stands in the other version; nothing else
    /// of that default is meant then. `false`: there is nothing such.
    fn imply_within(&mut self, parent: &Place) -> bool {
        let mut is_any = false;
        for step in &self.built.plan.steps {
            let targets = self.built.target(step);
            let is_implied =
                |place: &Place| place.is_below(&parent.path) && self.mode.implies(step, place);
            if !targets.iter().any(is_implied) {
                continue;
            }
            let made = self.built.made_of_nothing(step, self.mode, 1);
            for (place, made) in targets.iter().zip(made) {
                if let Some(made) = made.filter(|_| place.is_below(&parent.path)) {
                    self.built.put(&place.path, made);
                    is_any = true;
                }
            }
        }
        is_any
    }

    /// Defaults below objects that turned out to be there.
    pub(super) fn deep_defaults(&mut self) {
        if !self.mode.complete {
            return;
        }
        for step in &self.built.plan.steps {
            // Of what is made of something, nothing stands in for the rest.
            let made = self.built.made_below(step, self.mode);
            for (index, place) in self.built.target(step).iter().enumerate() {
                let made = made.get(index).cloned().flatten();
                if let Some(default) = self.deep_default(place, made) {
                    paths::write(&mut self.built.out, &place.path, default);
                }
            }
        }
    }

    /// What stands at a place within an object that is there. `made`: what its step makes of nothing.
    fn deep_default(&self, place: &Place, made: Option<Json<'a>>) -> Option<Json<'a>> {
        let (_, parent @ [_, ..]) = place.path.split_last()? else {
            return None;
        };
        if !place.has_default && made.is_none() || !paths::is_object(&self.built.out, parent) {
            return None;
        }
        match paths::read(&self.built.out, &place.path) {
            None => made.or_else(|| place.default()),
            // Of one that others wrote into, the rest is made.
            Some(there) if self.built.created.contains(&place.path) => Some(merge(made?, there)),
            Some(_) => None,
        }
    }
}
