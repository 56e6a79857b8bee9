//! Optional structs of a spec or status whose members stand among others, and of which labels or annotations are some: those
//! alone make none, and are there where one is.

use super::{fields::Work, paths};
use crate::{
    convert::{
        json::Json,
        kept::Kept,
        memoryless::found,
        plan::{MadeObject, Place, StepPlan},
    },
    table::Side,
};

impl<'a> Work<'a, '_> {
    /// Whether an object of the root's that stands among others is there for a step to write into.
    pub(super) fn stands_among(&self, step: &StepPlan) -> bool {
        let mut flat = self.plan.sides.of(self.mode.direction.to()).flat.iter();
        flat.any(|made| {
            let mut places = step.places.of(self.mode.direction.to()).iter();
            places.any(|place| made.has(place)) && self.there(made).is_some()
        })
    }

    /// Whether a label or annotation belongs among the members of such an object that is not there: it alone makes none, and
    /// is not taken out for lack of one. Where it is kept that one stood, it is there. `object`: what is converted, if what is
    /// lost is wanted.
    pub(super) fn is_among_nothing(&self, step: &'a StepPlan, object: Option<&Json>) -> bool {
        let [from, to] = [self.mode.direction.from(), self.mode.direction.to()];
        let is_among = |side: Side, is_there: &dyn Fn(&MadeObject) -> bool| {
            let flat = &self.plan.sides.of(side).flat;
            let mut places = step.places.of(side).iter();
            places.any(|place| flat.iter().any(|made| made.has(place) && !is_there(made)))
        };
        let is_tag = |side: Side| step.places.of(side).iter().all(|place| place.is_metadata);
        let comes_back = || {
            let mut places = step.places.of(to).iter();
            places.any(|place| {
                let flat = &self.plan.sides.of(to).flat;
                let mut around = flat.iter().filter(|made| made.has(place));
                self.kept_at(&place.path).is_some_and(Kept::has_value)
                    && around.all(|made| self.is_all_there_beside(made, place))
            })
        };
        is_tag(from) && is_among(to, &|made| self.there(made).is_some()) && !comes_back()
            || is_tag(to)
                && is_among(from, &|made| {
                    object.is_none_or(|object| found(made, object).is_some())
                })
    }

    /// Whether such an object has what it must have, but for the value at a place.
    fn is_all_there_beside(&self, made: &MadeObject, place: &Place) -> bool {
        made.required.iter().all(|within| {
            let path = [&*made.path, within].concat();
            path == place.path || paths::is_there(&self.out, &path)
        })
    }
}
