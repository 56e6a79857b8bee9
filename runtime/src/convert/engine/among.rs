//! Optional structs of a spec or status whose members stand among others, and of which labels or annotations are some: those
//! alone make none, and are there where one is.

use super::{fields::Work, paths};
use crate::convert::{
    json::Json,
    kept::Kept,
    memoryless::found,
    plan::{MadeObject, Place, StepPlan},
};

impl<'a> Work<'a, '_> {
    /// Whether a label or annotation belongs among the members of such an object that is not there: it alone makes none, and
    /// is not taken out for lack of one. Where it is kept that one stood, it is there. `object`: what is converted, if what is
    /// lost is wanted.
    pub(super) fn is_among_nothing(&self, step: &'a StepPlan, object: Option<&Json>) -> bool {
        let to = self.mode.direction.to();
        let comes_back = || {
            let mut places = step.places.of(to).iter();
            places.any(|place| {
                let flat = &self.built.plan.sides.of(to).flat;
                let mut around = flat.iter().filter(|made| made.has(place));
                self.kept_at(&place.path).is_some_and(Kept::has_value)
                    && around.all(|made| self.is_all_there_beside(made, place))
            })
        };
        let was_there =
            |made: &MadeObject| object.is_none_or(|object| found(made, object).is_some());
        self.built.is_among_nothing(step, was_there, comes_back)
    }

    /// Whether such an object has what it must have, but for the value at a place.
    fn is_all_there_beside(&self, made: &MadeObject, place: &Place) -> bool {
        made.required.iter().all(|within| {
            let path = [&*made.path, within].concat();
            path == place.path || paths::is_there(&self.built.out, &path)
        })
    }
}
