//! Steps of flattened fields, whose members stand among those of the object around them.

use serde_json::Value;

use super::{Builder, Result, Target, variants};
use crate::{
    plan::{Both, Node, Place, StepPlan, member::peel},
    steps::Flattened,
    table::{Content, How, Mapping, Shape, Side, Step, Tagging, Type, Variant, Variants},
};

impl Builder<'_> {
    pub(super) fn flattened(
        &mut self,
        step: &'static Step,
        targets: &Both<Vec<Target>>,
    ) -> Result<()> {
        if step.up_or.is_some() || step.down_or.is_some() {
            return Err(self.at.error(
                step.line,
                "nothing stands in for a flattened field, which has no place of its own: make it an `Option` in both versions or in neither, without `or` and `or_back`",
            ));
        }
        if let (How::Nest(nest), [spoke], [hub]) = (&step.how, &*targets.spoke, &*targets.hub) {
            let prefix = Both {
                spoke: spoke.path.clone(),
                hub: hub.path.clone(),
            };
            return match (nest.through, nest.mapping) {
                ([], Mapping::Fields(map)) => {
                    let holders = Both::of_types(map);
                    self.steps(map.steps, &holders, &prefix)
                }
                ([], Mapping::Variants(map)) => self.flattened_variants(step, map, spoke, hub),
                (_, Mapping::Same) => match spoke.ty.or(hub.ty) {
                    Some(ty) => self.copy_members(ty, &prefix),
                    None => Ok(()),
                },
                _ => Err(self.at.error(
                    step.line,
                    "what is flattened maps field by field, or variant by variant: derive `Spoke` on it, without a list or map around it and without functions for the whole of it",
                )),
            };
        }
        let is_one = step.spoke.len() + step.hub.len() == 1;
        if is_one && matches!(step.how, How::Only(_) | How::Default(_)) {
            for side in [Side::Spoke, Side::Hub] {
                for target in targets.of(side) {
                    if let (true, Some(ty)) = (target.flat, target.ty) {
                        self.members_of_one_side(ty, side, &target.path, step)?;
                    }
                }
            }
            return Ok(());
        }
        Err(self.at.error(
            step.line,
            "a flattened field takes part in no step but one to one: name the fields within it",
        ))
    }

    /// An enum among the members of another object, on one side or on both: its members are taken together.
    fn flattened_variants(
        &mut self,
        step: &'static Step,
        map: &'static Variants,
        spoke: &Target,
        hub: &Target,
    ) -> Result<()> {
        let (of_spoke, of_hub) = (self.at.schema_of(map.spoke)?, self.at.schema_of(map.hub)?);
        let schemas = Both {
            spoke: Some(&of_spoke),
            hub: Some(&of_hub),
        };
        let plan = variants::compile(map, schemas)?;
        let places = Both {
            spoke: self.places_of(Side::Spoke, spoke, map.spoke, &of_spoke, step)?,
            hub: self.places_of(Side::Hub, hub, map.hub, &of_hub, step)?,
        };
        let how = Flattened {
            flat: Both {
                spoke: spoke.flat,
                hub: hub.flat,
            },
            node: Node::Variants(Box::new(plan)),
        };
        let how = Box::new(how);
        self.plan.steps.push(StepPlan::new(places, how, Some(step)));
        Ok(())
    }

    /// Where the members that any variant writes stand, or the enum itself.
    fn places_of(
        &self,
        side: Side,
        target: &Target,
        ty: &'static Type,
        schema: &Value,
        step: &Step,
    ) -> Result<Vec<Place>> {
        if !target.flat {
            let place = Place::new(target.path.clone(), target.schema);
            return Ok(vec![
                place
                    .within(target.parent)
                    .read_by_serde_as(target.serde_defaults.clone()),
            ]);
        }
        if schema
            .get("additionalProperties")
            .is_some_and(|values| values != &Value::Bool(false))
        {
            return Err(self.at.error(
                step.line,
                "a variant of what is flattened takes members of any name, of which nobody can tell whose they are; give the field a name of its own in both versions",
            ));
        }
        let parent = self.schema_at(side, &target.path);
        Ok(members(ty, schema)
            .into_iter()
            .map(|name| {
                let mut path = target.path.clone();
                path.push(name);
                let schema = self.schema_at(side, &path);
                Place::new(path, schema).within(parent)
            })
            .collect())
    }
}

/// The members that an enum writes into an object that is not its own. Its own schema lacks those of variants that are a text by
/// themselves: among other members they are one without value.
pub(super) fn members(ty: &'static Type, schema: &Value) -> Vec<String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut names: Vec<String> = properties
        .into_iter()
        .flat_map(|members| members.keys().cloned())
        .collect();
    if let Shape::Enum(of) = &peel(ty).shape
        && matches!(of.tagging, Tagging::External)
    {
        let is_text = |variant: &&Variant| matches!(variant.content, Content::Unit);
        for variant in of.variants.iter().filter(is_text) {
            if !variant.untagged && names.iter().all(|name| name != variant.wire) {
                names.push(variant.wire.to_owned());
            }
        }
    }
    names
}
