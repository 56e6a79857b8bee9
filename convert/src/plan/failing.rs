//! Which steps may refuse a value.

use super::{Case, CaseContent, Direction, FieldsPlan, Node, Place, StepPlan};
use crate::table::How;

impl FieldsPlan {
    /// Whether any step may refuse a value and has nothing to stand in.
    pub(crate) fn may_fail(&self) -> bool {
        [Direction::Up, Direction::Down]
            .into_iter()
            .any(|direction| self.steps.iter().any(|step| step.may_fail(direction)))
    }
}

impl StepPlan {
    /// Whether all that it takes may be absent and nothing is made of that, while something must be there on the other side.
    pub(crate) fn lacks(&self, direction: Direction) -> bool {
        let (from, to) = (direction.from(), direction.to());
        let wanted = |place: &&Place| place.is_within_required && place.wants();
        let Some(target) = self.places.of(to).iter().find(wanted) else {
            return false;
        };
        let is_moved = self.how.nested().is_some() && target.is_read;
        if self.or.of(to).is_some() || !self.asks_for_values() && !is_moved {
            return false;
        }
        let mut sources = self.places.of(from).iter();
        let may_lack = |place: &Place| place.may_lack() || self.how.may_hold_nothing(place, from);
        !self.how.makes_of_nothing(direction, target) && sources.all(may_lack)
    }

    /// Whether the step maps the items of a list, or the values of a map, of which none is made of nothing.
    pub(crate) fn maps_each(&self) -> bool {
        self.table
            .is_some_and(|table| matches!(table.how, How::Each(_)))
    }

    /// Whether the step makes values of values by itself.
    pub(crate) fn asks_for_values(&self) -> bool {
        let how = &self.how;
        let is_within = how.nested().is_some() || how.flat().is_some();
        self.maps_each() || !is_within && !how.is_of_rust()
    }

    /// Whether the step may refuse a value in this direction and has nothing to stand in.
    pub(crate) fn may_fail(&self, direction: Direction) -> bool {
        if self.or.of(direction.to()).is_some() {
            return false;
        }
        if self.lacks(direction) {
            return true;
        }
        let way = self.one_way(direction);
        let within = self.how.node();
        self.how.may_fail(way) || within.is_some_and(|node| node.may_fail(direction))
    }
}

impl Node {
    fn may_fail(&self, direction: Direction) -> bool {
        match self {
            Self::Copy => false,
            Self::Fields(plan) => plan.steps.iter().any(|step| step.may_fail(direction)),
            Self::List(plan) => plan.item.may_fail(direction),
            Self::Map(node) => node.may_fail(direction),
            Self::Variants(plan) => plan.cases.iter().any(|case| case.may_fail(direction)),
            Self::Value(step) => step.may_fail(direction),
            Self::Calls(plan) => plan.calls.refused_by(direction).is_some(),
        }
    }
}

impl Case {
    fn may_fail(&self, direction: Direction) -> bool {
        let leads_nowhere = self.variants.of(direction.to()).is_none()
            && self.variants.of(direction.from()).is_some();
        match &self.content {
            _ if leads_nowhere => self.stand_in.is_none(),
            CaseContent::Unit => false,
            CaseContent::Newtype(node) => node.may_fail(direction),
            CaseContent::Fields(plan) => plan.steps.iter().any(|step| step.may_fail(direction)),
        }
    }
}
