//! Places that a step of an enclosing object takes, and the mapping of the object that they are in as well.

use super::{Builder, Result};
use crate::{
    plan::{FieldsPlan, Node, Place, StepPlan},
    table::Side,
};

impl Builder<'_> {
    /// Refuses steps that reach into objects whose own mapping has the same place: one would write over the other.
    pub(super) fn taken_twice(&self) -> Result<()> {
        for side in [Side::Spoke, Side::Hub] {
            let steps = &self.plan.steps;
            let nested = steps.iter().filter_map(|step| match step.how.nested() {
                Some(Node::Fields(inner)) => Some((step.places.of(side).first()?, inner)),
                _ => None,
            });
            for (outer, inner) in nested {
                for step in steps {
                    let places = step.places.of(side).iter();
                    let within = places.filter_map(|place| place.path.strip_prefix(&*outer.path));
                    let Some(path) = within
                        .filter(|path| !path.is_empty())
                        .find(|path| takes(inner, side, path))
                    else {
                        continue;
                    };
                    let line = step.table.map_or(0, |table| table.line);
                    let (place, path) = (outer.path.join("."), path.join("."));
                    let say = match side {
                        Side::Spoke => "`elsewhere` on that field",
                        Side::Hub => "`elsewhere(…)` with that field",
                    };
                    return Err(self.at.error(
                        line,
                        format!("it takes `.{place}.{path}`, which the mapping of `.{place}` takes, too; leave it to one of them: say {say} in that mapping"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Refuses two steps of a root that have one label or annotation of a side: the one would write over what the other wrote.
    pub(super) fn tagged_twice(&self) -> Result<()> {
        for side in [Side::Spoke, Side::Hub] {
            let mut seen: Vec<(&Place, &StepPlan)> = Vec::new();
            for step in &self.plan.steps {
                for tag in step.places.of(side).iter().filter(|tag| tag.is_metadata) {
                    let Some((_, before)) = seen.iter().find(|(seen, _)| seen.path == tag.path)
                    else {
                        seen.push((tag, step));
                        continue;
                    };
                    let line = step.table.map_or(0, |table| table.line);
                    let (tag, one, other) = (tag.path.join("."), about(before), about(step));
                    return Err(self.at.error(
                        line,
                        format!("both {one} and {other} read or write `.{tag}`, which can say but one of them; say `removed` of the field, or give one of the two types another name for it"),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The fields of a step.
fn about(step: &StepPlan) -> String {
    let places = step.places.spoke.iter().chain(&step.places.hub);
    let fields = places.filter(|place| !place.is_metadata);
    let fields: Vec<_> = fields
        .map(|place| format!("`.{}`", place.path.join(".")))
        .collect();
    match &*fields {
        [] => "another step".to_owned(),
        fields => fields.join(" and "),
    }
}

/// Whether a mapping has a step for exactly this place.
fn takes(plan: &FieldsPlan, side: Side, path: &[String]) -> bool {
    plan.steps.iter().any(|step| {
        let mut places = step.places.of(side).iter();
        let inner = match step.how.nested() {
            Some(Node::Fields(inner)) => Some(inner),
            _ => None,
        };
        places.any(|place| match path.strip_prefix(&*place.path) {
            Some([]) => true,
            Some(rest) => inner.is_some_and(|inner| takes(inner, side, rest)),
            None => false,
        })
    })
}
