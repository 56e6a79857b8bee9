//! What stands in an object where nothing was said: objects that steps only reach into, and defaults within those that came to
//! be.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Mode, fields::Work, paths, step::forward};
use crate::convert::{
    json::Json,
    plan::{HowPlan, Place, StepPlan},
};

impl<'a> Work<'a, '_> {
    /// Objects that exist only for steps that reach into them. One that must be there is made though no step writes into it,
    /// and what stands by default does.
    pub(super) fn parents(&mut self) {
        if !self.mode.complete {
            return;
        }
        let parents = &self.plan.sides.of(self.mode.direction.to()).parents;
        let wanted = self.wanted(parents);
        for parent in parents {
            let is_wanted = |work: &Self| {
                !paths::is_there(&work.out, &parent.path)
                    && paths::has_parent(&work.out, &parent.path)
            };
            if parent.is_required
                && is_wanted(self)
                && let Some(value) = parent.empty(&wanted)
            {
                paths::write(&mut self.out, &parent.path, value);
            }
            if parent.has_default
                && is_wanted(self)
                && let Some(default) = parent.default()
            {
                paths::write(&mut self.out, &parent.path, default);
            }
        }
    }

    /// What must stand further within where nothing was said: objects, and values that stand for what is absent.
    pub(super) fn wanted(&self, parents: &'a [Place]) -> Vec<(&'a Place, Value)> {
        if !self.mode.complete || !parents.iter().any(|parent| parent.is_required) {
            return Vec::new();
        }
        let objects = parents.iter().map(|parent| (parent, json!({})));
        let values = self.plan.steps.iter().flat_map(|step| {
            let places = self.target(step).iter().zip(self.made_of_nothing(step));
            places.filter_map(|(place, value)| Some((place, value?.to_value())))
        });
        objects.chain(values).collect()
    }

    /// What a step makes where all that it takes is absent, of what stands for that: for places further within.
    fn made_of_nothing(&self, step: &'a StepPlan) -> Vec<Option<Json<'a>>> {
        let is_wanted = |place: &Place| place.path.len() > 1 && place.wants();
        if matches!(step.how, HowPlan::Only(_) | HowPlan::Calls(_))
            || !self.target(step).iter().any(is_wanted)
        {
            return Vec::new();
        }
        let mode = Mode {
            deep: true,
            ..self.mode
        };
        let nothing = vec![None; self.source(step).len()];
        forward(step, &nothing, mode).unwrap_or_default()
    }

    /// Defaults below objects that turned out to be there.
    pub(super) fn deep_defaults(&mut self) {
        if !self.mode.complete {
            return;
        }
        for step in &self.plan.steps {
            // Of what is made of something, nothing stands in for the rest.
            let is_made = |place: &Place| {
                paths::is_there(&self.out, &place.path) && !self.created.contains(&place.path)
            };
            let made = if self.target(step).iter().any(is_made) {
                Vec::new()
            } else {
                self.made_of_nothing(step)
            };
            for (index, place) in self.target(step).iter().enumerate() {
                let made = made.get(index).cloned().flatten();
                if let Some(default) = self.deep_default(place, made) {
                    paths::write(&mut self.out, &place.path, default);
                }
            }
        }
    }

    /// What stands at a place within an object that is there. `made`: what its step makes of nothing.
    fn deep_default(&self, place: &Place, made: Option<Json<'a>>) -> Option<Json<'a>> {
        let (_, parent @ [_, ..]) = place.path.split_last()? else {
            return None;
        };
        if !place.has_default && made.is_none() || !paths::is_object(&self.out, parent) {
            return None;
        }
        match paths::read(&self.out, &place.path) {
            None => place.default().or(made),
            // Of one that others wrote into, the rest is made.
            Some(there) if self.created.contains(&place.path) => Some(beside(made?, there)),
            Some(_) => None,
        }
    }
}

/// An object with what else was made of it.
pub(crate) fn beside<'a>(made: Json<'a>, there: Json<'a>) -> Json<'a> {
    match (there.into_members(), made.into_members()) {
        (Ok(mut members), Ok(made)) => {
            let mut names: HashSet<_> = members.iter().map(|(name, _)| name.clone()).collect();
            let more = made.into_iter();
            members.extend(more.filter(|(name, _)| names.insert(name.clone())));
            Json::Object(members)
        }
        (Ok(members), Err(_)) => Json::Object(members),
        (Err(there), _) => there,
    }
}
