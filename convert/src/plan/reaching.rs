//! Mappings of which steps reach into objects that are there for others as well, so that what one loses depends on others.

use super::{CaseContent, FieldsPlan, LeftTo, Node, Place, SidePlan, StepPlan};
use crate::table::Side;

impl FieldsPlan {
    /// Whether steps of the objects around it, or of the root, write members of one side that it does not.
    pub(crate) fn leaves_any(&self, side: Side) -> bool {
        let mut left = self.elsewhere.iter();
        left.any(|left| left.side == side && left.to != LeftTo::TagAlone)
    }

    /// The object at a path that steps only reach into, of this mapping or of one within: its place is as that has it.
    pub(crate) fn parent_at(&self, side: Side, path: &[String]) -> Option<&Place> {
        let mut own = self.sides.of(side).parents.iter();
        let own = own.find(|parent| parent.path == path);
        own.or_else(|| {
            self.steps.iter().find_map(|step| {
                let (Some(Node::Fields(inner)), [place]) =
                    (step.how.nested(), step.places.of(side).as_slice())
                else {
                    return None;
                };
                inner.parent_at(side, path.strip_prefix(&*place.path)?)
            })
        })
    }

    /// Whether steps of it, or of a mapping within, reach into such objects.
    pub(crate) fn reaches(&self) -> bool {
        let is_reached = |side: &SidePlan| {
            let makes = !side.parents.is_empty() || !side.made.is_empty() || !side.flat.is_empty();
            side.reached || makes
        };
        is_reached(&self.sides.spoke)
            || is_reached(&self.sides.hub)
            || self.steps.iter().any(StepPlan::reaches_with_tag)
            || self.steps.iter().any(StepPlan::reaches)
    }
}

impl StepPlan {
    /// A label or annotation that goes into a struct, or comes of one.
    fn reaches_with_tag(&self) -> bool {
        let mut places = self.places.spoke.iter().chain(&self.places.hub);
        let is_tag = places.clone().any(|place| place.is_metadata);
        is_tag && places.any(|place| !place.is_metadata && place.path.len() > 2)
    }

    fn reaches(&self) -> bool {
        self.how.node().is_some_and(Node::reaches)
    }
}

impl Node {
    fn reaches(&self) -> bool {
        match self {
            Self::Copy | Self::Calls(_) => false,
            Self::Fields(plan) => plan.reaches(),
            Self::List(plan) => plan.item.reaches(),
            Self::Map(node) => node.reaches(),
            Self::Value(step) => step.reaches(),
            Self::Variants(plan) => plan.cases.iter().any(|case| match &case.content {
                CaseContent::Unit => false,
                CaseContent::Newtype(node) => node.reaches(),
                CaseContent::Fields(plan) => plan.reaches(),
            }),
        }
    }
}
