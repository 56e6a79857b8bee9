//! Where the places of a step are.

use std::sync::Arc;

use serde_json::Value;

use super::{
    Builder, Holder, Result, Target,
    items::Items,
    schema::{known_member, member_schema},
};
use crate::{
    plan::{
        Both, ListItems, Place, SerdeDefault,
        member::{Member, must},
    },
    table::{Flag, Side, Spot, Step, item},
};

impl Target<'_> {
    /// One member further within, and what serde reads where that is absent.
    fn step_into(&mut self, member: &str, own: Option<SerdeDefault>) {
        for around in &mut self.serde_defaults {
            *around = around.take().map(|around| around.within(member));
        }
        self.serde_defaults.push(own);
    }

    /// An item of the list that it is so far: absent from one that is there, nothing is read of it.
    fn step_into_item(&mut self, lists: &[ListItems], name: &str) {
        let list = lists.iter().find(|list| list.path == self.path);
        let list = list.cloned().map(Arc::new);
        for around in &mut self.serde_defaults {
            *around = around
                .take()
                .zip(list.as_ref())
                .map(|(around, list)| around.within_item(list, name));
        }
        self.serde_defaults.push(None);
    }
}

impl<'s> Builder<'s> {
    pub(super) fn targets(
        &self,
        step: &'static Step,
        side: Side,
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
    ) -> Result<Vec<Target<'s>>> {
        let spots = match side {
            Side::Spoke => step.spoke,
            Side::Hub => step.hub,
        };
        spots
            .iter()
            .map(|spot| match spot {
                Spot::Label(key) => Ok(metadata("labels", key)),
                Spot::Annotation(key) => Ok(metadata("annotations", key)),
                Spot::Field(names) => {
                    self.target(names, *holders.of(side), prefix.of(side), side, step.line)
                }
            })
            .collect()
    }

    pub(super) fn target(
        &self,
        names: &[&str],
        holder: Holder,
        prefix: &[String],
        side: Side,
        line: u32,
    ) -> Result<Target<'s>> {
        let mut target = Target {
            path: prefix.to_vec(),
            schema: self.schema_at(side, prefix),
            flat: true,
            serde_defaults: self.around.of(side).clone(),
            ..Target::default()
        };
        let mut holder = Some(holder);
        for name in names {
            let member = match holder {
                Some(holder) => holder.member(name).ok_or_else(|| {
                    self.at.error(
                        line,
                        format!(
                            "`{}` leads to no field: `{name}` is unknown",
                            names.join(".")
                        ),
                    )
                })?,
                None => Member::Unknown,
            };
            let (wire, ty) = match member {
                Member::Flat(ty) => {
                    target.ty = Some(ty);
                    target.flat_ones.push((target.path.clone(), ty));
                    holder = Some(Holder::Type(ty));
                    continue;
                }
                Member::Named(field) => {
                    let container = holder.and_then(Holder::default);
                    target.skips = field.flags.has(Flag::SkipIf);
                    target.must = field.default.is_none() && container.is_none() && must(field.ty);
                    target.step_into(field.wire, SerdeDefault::of(&field, container));
                    (field.wire.to_owned(), Some(field.ty))
                }
                Member::Entry(ty) => {
                    target.must = false;
                    target.step_into(name, None);
                    ((*name).to_owned(), Some(ty))
                }
                Member::Unknown if !item::is_item(name) => {
                    target.serde_defaults = vec![None];
                    (known_member(target.schema, name), None)
                }
                Member::Item(_) | Member::Unknown => {
                    let ty = match member {
                        Member::Item(ty) => Some(ty),
                        _ => None,
                    };
                    let schema = target.schema.and_then(item_schema);
                    let wire = Items { ty, schema }.name(name);
                    target.must = false;
                    target.step_into_item(self.plan.lists.of(side), &wire);
                    (wire, ty)
                }
            };
            target.flat = false;
            target.parent = target.schema;
            target.schema = target
                .schema
                .and_then(|schema| member_schema(schema, &wire));
            target.path.push(wire);
            target.ty = ty;
            holder = ty.map(Holder::Type);
        }
        // Whether the last name is that of a flattened field.
        if target.path.len() == prefix.len() {
            target.flat = true;
        }
        Ok(target)
    }

    pub(super) fn schema_at(&self, side: Side, path: &[String]) -> Option<&'s Value> {
        path.iter()
            .try_fold((*self.schemas.of(side))?, |schema, name| {
                member_schema(schema, name)
            })
    }
}

/// The schema of the items of a list that steps see as a map.
fn item_schema(map: &Value) -> Option<&Value> {
    map.get("additionalProperties")
}

fn metadata<'s>(member: &str, key: &str) -> Target<'s> {
    Target {
        path: vec!["metadata".to_owned(), member.to_owned(), key.to_owned()],
        metadata: Some(Place::metadata(member, key)),
        ..Target::default()
    }
}
