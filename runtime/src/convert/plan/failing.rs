//! Which steps may refuse a value.

use super::{Case, CaseContent, Direction, FieldsPlan, HowPlan, Node, StepPlan, VariantsPlan};
use crate::table::Side;

impl FieldsPlan {
    /// Whether any step may refuse a value and has nothing to stand in.
    pub(crate) fn may_fail(&self) -> bool {
        [Direction::Up, Direction::Down]
            .into_iter()
            .any(|direction| self.steps.iter().any(|step| step.may_fail(direction)))
    }
}

impl StepPlan {
    /// Whether the step may refuse a value in this direction and has nothing to stand in.
    pub(crate) fn may_fail(&self, direction: Direction) -> bool {
        if self.or.of(direction.to()).is_some() {
            return false;
        }
        let to_text = |text: Side| direction.to() == text;
        match &self.how {
            HowPlan::Nest(node)
            | HowPlan::WrapList { node, .. }
            | HowPlan::WrapObject { node, .. }
            | HowPlan::Keys { node, .. }
            | HowPlan::Flattened { node, .. } => node.may_fail(direction),
            HowPlan::Counted(plan) => {
                plan.node.may_fail(direction)
                    || direction.from() == plan.counts && plan.is_unbounded()
            }
            HowPlan::Format { text, .. } => !to_text(*text),
            HowPlan::Delimited { text, .. } => to_text(*text),
            // A list that is a map on the other side may name one key twice.
            HowPlan::Keyed { map, node, .. } => direction.to() == *map || node.may_fail(direction),
            HowPlan::Duration { text, .. } | HowPlan::Quantity { text, .. } => !to_text(*text),
            HowPlan::Coerced => true,
            HowPlan::Calls(calls) => match direction {
                Direction::Up => calls.up_may_fail,
                Direction::Down => calls.down_may_fail,
            },
            HowPlan::Only(_)
            | HowPlan::Gathered { .. }
            | HowPlan::Values(_)
            | HowPlan::Factor { .. } => false,
        }
    }
}

impl Node {
    fn may_fail(&self, direction: Direction) -> bool {
        match self {
            Self::Copy => false,
            Self::Fields(plan) => plan.steps.iter().any(|step| step.may_fail(direction)),
            Self::List(plan) => plan.item.may_fail(direction),
            Self::Map(node) => node.may_fail(direction),
            Self::Variants(plan) => plan.may_fail(direction),
            Self::Calls(calls) => match direction {
                Direction::Up => calls.up_may_fail,
                Direction::Down => calls.down_may_fail,
            },
        }
    }
}

impl VariantsPlan {
    fn may_fail(&self, direction: Direction) -> bool {
        self.cases.iter().any(|case| case.may_fail(direction))
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
