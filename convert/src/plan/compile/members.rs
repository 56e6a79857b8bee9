//! Members that are copied, and those of one side alone.

use super::{
    At, Builder, Result, Sides, copied, drop_on_one_side, flattened::members, member_schema, node,
};
use crate::{
    plan::{
        Both, Node, Place, SerdeDefault, StepPlan,
        member::{Member, of_field, peel},
    },
    steps::{Nested, Only},
    table::{How, Mapping, Run, Shape, Side, Step, Struct, Type},
};

/// The plan of an object that is the same on both sides, but may have members beside its own: those are not its to copy.
pub(in crate::plan) fn own_members(ty: &'static Type, schemas: Sides, at: &At) -> Result<Node> {
    let own = at.schema_of(ty)?;
    let has_names = own.get("properties").is_some();
    let takes_any = own.get("additionalProperties").is_some()
        || own.get("x-kubernetes-preserve-unknown-fields").is_some();
    if !has_names && takes_any || own.get("type").is_none() {
        return node(&Mapping::Same, schemas, at);
    }
    let mut builder = Builder::new(schemas, at.clone());
    for name in members(ty, &own) {
        let member = schemas.each(|schema| member_schema(schema, &name));
        copied(member, 0, at)?;
        builder.copy_member(&name, &Both::default());
    }
    Ok(Node::Fields(Box::new(builder.finish(false)?)))
}

impl Builder<'_> {
    /// A value at one place of each side.
    pub(super) fn value(
        &mut self,
        mapping: &'static Mapping,
        path: Both<Vec<String>>,
        is_status: bool,
        stand_ins: Both<Option<Run>>,
    ) -> Result<()> {
        let schemas = Both::by(|side| self.schema_at(side, path.of(side)));
        let how = Box::new(Nested(node(mapping, schemas, &self.at)?));
        let place = |side: Side, path: Vec<String>| {
            let mut place = Place::new(path, *schemas.of(side))
                .within(*self.schemas.of(side))
                .or(*stand_ins.of(side))
                .read_by_serde_as(self.around.of(side).clone());
            place.is_status = is_status;
            place
        };
        let mut places = Both {
            spoke: vec![place(Side::Spoke, path.spoke)],
            hub: vec![place(Side::Hub, path.hub)],
        };
        drop_on_one_side(&mut places);
        self.plan.steps.push(StepPlan::new(places, how, None));
        Ok(())
    }

    pub(super) fn copy(&mut self, path: &Both<Vec<String>>, table: Option<&'static Step>) {
        let places = Both::by(|side| {
            let path = path.of(side);
            vec![Place::new(path.clone(), self.schema_at(side, path))]
        });
        let how = Box::new(Nested(Node::Copy));
        self.plan.steps.push(StepPlan::new(places, how, table));
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
                for name in members(ty, &self.at.schema_of(ty)?) {
                    self.copy_member(&name, prefix);
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
        match &peel(ty).shape {
            Shape::Struct(Struct {
                fields,
                tag,
                default,
                ..
            }) => {
                for field in fields.iter() {
                    let serde_default = SerdeDefault::of(&field, *default);
                    if let Member::Flat(ty) = of_field(field) {
                        self.members_of_one_side(ty, side, prefix, step)?;
                    } else {
                        let name = field.wire;
                        self.member_of_one_side(name, serde_default, side, prefix, step, false);
                    }
                }
                if let Some((tag, _)) = tag {
                    self.member_of_one_side(tag, None, side, prefix, step, false);
                }
                Ok(())
            }
            Shape::Enum(_) => {
                for name in members(ty, &self.at.schema_of(ty)?) {
                    self.member_of_one_side(&name, None, side, prefix, step, true);
                }
                Ok(())
            }
            _ => Err(self.at.error(
                step.line,
                "of what is flattened, only the fields of structs and the variants of enums can be of one version alone",
            )),
        }
    }

    /// `of_enum`: it is a variant's, and no schema says of a single one that it must be there.
    fn member_of_one_side(
        &mut self,
        wire: &str,
        serde_default: Option<SerdeDefault>,
        side: Side,
        prefix: &[String],
        step: &'static Step,
        of_enum: bool,
    ) {
        let mut path = prefix.to_vec();
        path.push(wire.to_owned());
        let place = Place::new(path.clone(), self.schema_at(side, &path))
            .within(self.schema_at(side, prefix))
            .read_by_serde_as(vec![serde_default])
            .among_others();
        let run = match step.how {
            How::Only(run) => run,
            How::Default(run) => (of_enum || place.wants()).then_some(run),
            _ => None,
        };
        let mut places: Both<Vec<Place>> = Both::default();
        places.of_mut(side).push(place);
        let how = Box::new(Only(run));
        self.plan.steps.push(StepPlan::new(places, how, Some(step)));
    }

    pub(super) fn copy_member(&mut self, wire: &str, prefix: &Both<Vec<String>>) {
        let mut path = prefix.clone();
        path.spoke.push(wire.to_owned());
        path.hub.push(wire.to_owned());
        self.copy(&path, None);
    }
}
