//! Places that say what the object is called.

use super::{fields::Work, paths};
use crate::convert::{
    json::{Json, get},
    kept::Kept,
    plan::Place,
};

impl Work<'_, '_> {
    /// What is lost of a place that says what the object is called, where that makes no object by itself: the value in an
    /// object that has nothing else, and nothing where no object is.
    pub(super) fn lost_of_own(
        &self,
        lost: Option<Kept>,
        object: &Json,
        place: &Place,
    ) -> Option<Kept> {
        let Some((_, parent @ [_, ..])) = place.path.split_last() else {
            return lost;
        };
        let parent = paths::read_within(object, parent)?;
        if lost.is_some() {
            return lost;
        }
        let side = self.mode.direction.from();
        let is_own = |name: &str| {
            let mut path = place.path.clone();
            path.pop();
            path.push(name.to_owned());
            let mut own = self.built.plan.steps.iter().filter(|step| step.is_own());
            own.any(|step| step.places.of(side).iter().any(|place| place.path == path))
        };
        let members = parent.borrowed().into_members().ok()?;
        let value = get(&members, place.name())?;
        let is_alone = members.iter().all(|(name, _)| is_own(name));
        is_alone.then(|| Kept::of(Some(value)))
    }
}
