//! Values with a stand-in, which are kept as a whole, and steps of the objects around them that reach into them.

use super::{Builder, Result};
use crate::{
    plan::{FieldsPlan, Node, StepPlan},
    table::Side,
};

impl Builder<'_> {
    /// Refuses steps that reach into a value with a stand-in: what they write there makes it another value than the kept
    /// one gives, so that nothing of that would come back.
    pub(super) fn reached_whole(&self) -> Result<()> {
        for side in [Side::Spoke, Side::Hub] {
            for step in &self.plan.steps {
                let places = step.places.of(side).iter();
                let found = places
                    .filter(|place| place.path.len() > 1)
                    .find_map(|place| Some((place, whole_around(&self.plan, side, &place.path)?)));
                let Some((place, depth)) = found else {
                    continue;
                };
                let line = step.table.map_or(0, |table| table.line);
                let around = place.path.get(..depth).unwrap_or_default().join(".");
                let path = place.path.join(".");
                return Err(self.at.error(
                    line,
                    format!("it takes `.{path}`, but `.{around}` has a stand-in (`or`, `or_back`) and is kept as a whole, which this step would change; give stand-ins to the fields within instead"),
                ));
            }
        }
        Ok(())
    }
}

/// How many members lead from the object to a value with a stand-in that maps itself and that a place is within.
fn whole_around(plan: &FieldsPlan, side: Side, path: &[String]) -> Option<usize> {
    plan.steps.iter().find_map(|step| {
        let Some(Node::Fields(inner)) = step.how.nested() else {
            return None;
        };
        let at = &step.places.of(side).first()?.path;
        let rest = path.strip_prefix(&**at).filter(|rest| !rest.is_empty())?;
        if has_stand_in(step) {
            return Some(at.len());
        }
        Some(at.len() + whole_around(inner, side, rest)?)
    })
}

fn has_stand_in(step: &StepPlan) -> bool {
    step.or.spoke.is_some() || step.or.hub.is_some()
}
