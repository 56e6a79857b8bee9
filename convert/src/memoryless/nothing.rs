//! What must stand where nothing was said: objects that steps reach into, and what steps make where all that they take is absent.

use serde_json::{Value, json};

use super::{Mode, Values, building::Building, forward, paths};
use crate::{
    json::Json,
    plan::{Place, StepPlan},
};

impl<'a> Building<'a> {
    /// An object that nothing was said of, with what it must have, if the schema takes that.
    pub(super) fn empty(&self, place: &Place, mode: Mode) -> Option<Json<'static>> {
        if !mode.complete {
            return None;
        }
        let wanted = self.wanted(mode).into_iter();
        let within = wanted.filter_map(|(path, value)| {
            let path = path.strip_prefix(&*place.path)?;
            Some((path, value))
        });
        place.empty(within, |path| self.is_left(place, path))
    }

    /// Such an object at a path that steps only reach into, of this mapping or of one within.
    pub(super) fn empty_at(&self, path: &[String], mode: Mode) -> Option<Json<'static>> {
        let parent = self.plan.parent_at(self.direction.to(), path)?;
        if parent.path == path {
            return self.empty(parent, mode);
        }
        parent.empty([], |_| false)
    }

    /// What must stand further within where nothing was said, outer ones first.
    fn wanted(&self, mode: Mode) -> Vec<(&'a [String], Value)> {
        let parents = &self.plan.sides.of(self.direction.to()).parents;
        let objects = parents.iter().filter(|parent| parent.is_required);
        let objects = objects.map(|parent| (&*parent.path, json!({})));
        let values = self.plan.steps.iter().flat_map(|step| {
            let made = self.made_of_nothing(step, mode, 1);
            let places = self.target(step).iter().zip(made);
            places
                .filter(|(place, _)| place.is_required)
                .filter_map(|(place, value)| Some((&*place.path, value?.to_value())))
        });
        let mut wanted: Vec<_> = objects.chain(values).collect();
        wanted.sort_by_key(|(path, _)| path.len());
        wanted
    }

    /// What a step makes where all that it takes is absent, of what stands for that: for places deeper than that.
    pub(super) fn made_of_nothing(
        &self,
        step: &'a StepPlan,
        mode: Mode,
        depth: usize,
    ) -> Values<'a> {
        let is_asked = |place: &Place| place.wants() || mode.says(step, place);
        let is_wanted = |place: &Place| place.path.len() > depth && is_asked(place);
        if step.how.is_of_rust() || !self.target(step).iter().any(is_wanted) {
            return Vec::new();
        }
        let mode = Mode { deep: true, ..mode };
        let nothing = vec![None; self.source(step).len()];
        forward(step, &nothing, mode.strict()).unwrap_or_default()
    }

    /// Whether a step has made something of something.
    pub(super) fn is_made(&self, step: &'a StepPlan) -> bool {
        let is_made = |place: &Place| {
            paths::is_there(&self.out, &place.path) && !self.created.contains(&place.path)
        };
        self.target(step).iter().any(is_made)
    }

    /// Whether steps of the objects around this one, labels and annotations among them, write a path within a place yet: the last
    /// make no object, and the others make no more than their own.
    fn is_left(&self, place: &Place, path: &[&str]) -> bool {
        let side = self.direction.to();
        self.plan.elsewhere.iter().any(|left| {
            let within = left.path.strip_prefix(&*place.path);
            left.side == side && within.is_some_and(|own| own == path)
        })
    }
}
