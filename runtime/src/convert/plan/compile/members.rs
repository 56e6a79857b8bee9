//! Members that are copied, and those of one side alone.

use serde_json::Value;

use super::{Builder, Result, drop_on_one_side, node};
use crate::{
    convert::plan::{
        Both, HowPlan, Node, Place, StepPlan,
        member::{Member, of_field, peel},
    },
    table::{Mapping, Run, Shape, Side, Step, Struct, Type},
};

impl Builder<'_> {
    /// A value at one place of each side.
    pub(super) fn value(
        &mut self,
        mapping: &'static Mapping,
        path: Both<Vec<String>>,
        is_status: bool,
        stand_ins: Both<Option<Run>>,
    ) -> Result<()> {
        let schemas = Both {
            spoke: self.schema_at(Side::Spoke, &path.spoke),
            hub: self.schema_at(Side::Hub, &path.hub),
        };
        let how = HowPlan::Nest(node(mapping, schemas, &self.at)?);
        let place = |side: Side, path: Vec<String>| {
            let mut place = Place::new(path, *schemas.of(side))
                .within(*self.schemas.of(side))
                .or(*stand_ins.of(side));
            place.is_status = is_status;
            place
        };
        let mut places = Both {
            spoke: vec![place(Side::Spoke, path.spoke)],
            hub: vec![place(Side::Hub, path.hub)],
        };
        drop_on_one_side(&mut places);
        self.plan.steps.push(StepPlan {
            places,
            how,
            mirrored: Both::default(),
            or: Both::default(),
            table: None,
        });
        Ok(())
    }

    pub(super) fn copy(&mut self, path: &Both<Vec<String>>, table: Option<&'static Step>) {
        let places = Both {
            spoke: vec![Place::new(
                path.spoke.clone(),
                self.schema_at(Side::Spoke, &path.spoke),
            )],
            hub: vec![Place::new(
                path.hub.clone(),
                self.schema_at(Side::Hub, &path.hub),
            )],
        };
        self.plan.steps.push(StepPlan {
            places,
            how: HowPlan::Nest(Node::Copy),
            mirrored: Both::default(),
            or: Both::default(),
            table,
        });
    }

    /// Copies the members that a type writes into an object that is not its own.
    pub(super) fn copy_members(
        &mut self,
        ty: &'static Type,
        prefix: &Both<Vec<String>>,
    ) -> Result<()> {
        match &peel(ty).shape {
            Shape::Struct(Struct { fields, tag, .. }) => {
                for field in fields.iter() {
                    match of_field(field) {
                        Member::Flat(ty) => self.copy_members(ty, prefix)?,
                        _ => self.copy_member(field.wire, prefix),
                    }
                }
                if let Some((tag, _)) = tag {
                    self.copy_member(tag, prefix);
                }
                Ok(())
            }
            Shape::Enum(_) => {
                // Every member that any variant writes.
                let schema = crate::schema::of(ty).map_err(|problems| {
                    let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
                    self.at.error(0, texts.join("; "))
                })?;
                let members = schema.schema.get("properties").and_then(Value::as_object);
                for name in members.into_iter().flat_map(|members| members.keys()) {
                    self.copy_member(name, prefix);
                }
                Ok(())
            }
            // Members that no field has: they are copied because both sides keep what they do not know.
            _ => Ok(()),
        }
    }

    /// Members that a type writes into an object that is not its own, and that the other side lacks.
    pub(super) fn members_of_one_side(
        &mut self,
        ty: &'static Type,
        side: Side,
        prefix: &[String],
        step: &'static Step,
    ) -> Result<()> {
        let Shape::Struct(Struct { fields, .. }) = &peel(ty).shape else {
            return Err(self.at.error(
                step.line,
                "of what is flattened, only the fields of structs can be of one version alone",
            ));
        };
        for field in fields.iter() {
            if let Member::Flat(ty) = of_field(field) {
                self.members_of_one_side(ty, side, prefix, step)?;
                continue;
            }
            let mut path = prefix.to_vec();
            path.push(field.wire.to_owned());
            let place = Place::new(path.clone(), self.schema_at(side, &path));
            let mut places: Both<Vec<Place>> = Both::default();
            places
                .of_mut(side)
                .push(place.read_by_serde_as(field.default));
            self.plan.steps.push(StepPlan {
                places,
                how: HowPlan::Only(None),
                or: Both::default(),
                mirrored: Both::default(),
                table: Some(step),
            });
        }
        Ok(())
    }

    pub(super) fn copy_member(&mut self, wire: &str, prefix: &Both<Vec<String>>) {
        let mut path = prefix.clone();
        path.spoke.push(wire.to_owned());
        path.hub.push(wire.to_owned());
        self.copy(&path, None);
    }
}
