//! What a step is made of, besides what the table says of its kind.

use serde_json::Value;

use super::{Builder, Holder, Result, Sides, Target, alike, copied, list_map_keys, nest};
use crate::{
    plan::{
        Both, ListPlan, Node, Place, PlanError, SerdeDefault, StepPlan,
        member::{Member, member_of, peel},
    },
    steps,
    table::{How, Mapping, Nest, Shape, Side, Type},
};

/// Where a step comes from: its line in the table, and where its places lead.
pub(crate) struct Origin<'b> {
    pub(super) builder: &'b Builder<'b>,
    pub(super) line: u32,
    pub(super) targets: &'b Both<Vec<Target<'b>>>,
}

impl<'b> Origin<'b> {
    pub(crate) fn error(&self, what: impl Into<String>) -> PlanError {
        self.builder.at.error(self.line, what)
    }

    fn target(&self, side: Side) -> Option<&'b Target<'b>> {
        self.targets.of(side).first()
    }

    /// Whether a value must stand at any of its places, and none does by itself.
    pub(crate) fn wants(&self) -> bool {
        let mut targets = self.targets.spoke.iter().chain(&self.targets.hub);
        targets.any(Target::wants)
    }

    pub(crate) fn schema(&self, side: Side) -> Option<&'b Value> {
        let target = self.target(side)?;
        let is_metadata = target.metadata.is_some();
        target.schema.or_else(|| is_metadata.then(Place::tag))
    }

    pub(crate) fn schemas(&self) -> Sides<'b> {
        Both::by(|side| self.schema(side))
    }

    /// Whether a value of this kind stands on a side, as far as its schema says.
    pub(crate) fn is(&self, side: Side, wanted: &str) -> bool {
        alike::other_than(self.schema(side), wanted).is_none()
    }

    /// Refuses sides that are not as the step takes them, as every value would be left out.
    pub(crate) fn expect(&self, sides: &[(Side, &str)], hint: &str) -> Result<()> {
        let other = |(side, wanted): &(Side, &str)| alike::other_than(self.schema(*side), wanted);
        match sides.iter().find_map(other) {
            None => Ok(()),
            Some(what) => Err(self.error(format!("{what}{hint}"))),
        }
    }

    /// Expects types of a step whose sides may be the other way round.
    pub(crate) fn expect_reversible(&self, sides: [(Side, &str); 2]) -> Result<()> {
        const REVERSED: &str = "; if the sides are the other way round, write `reversed`";
        self.expect(&sides, REVERSED)
    }

    /// The member that a Rust name means in the value of a side, or in each item of its list.
    pub(crate) fn member(&self, side: Side, name: &str, in_items: bool) -> Result<String> {
        let ty = self.target(side).and_then(|target| target.ty);
        match ty.map(|ty| member_of(inner_type(ty, in_items), name)) {
            None | Some(Some(Member::Unknown)) => Ok(name.to_owned()),
            Some(Some(Member::Named(field))) => Ok(field.wire.to_owned()),
            _ => Err(self.error(format!("the type has no field `{name}`"))),
        }
    }

    /// What serde reads where that is absent.
    pub(crate) fn absent(&self, side: Side, name: &str, in_items: bool) -> Option<SerdeDefault> {
        let ty = inner_type(self.target(side)?.ty?, in_items);
        let Some(Member::Named(field)) = member_of(ty, name) else {
            return None;
        };
        SerdeDefault::of(&field, Holder::Type(ty).default())
    }

    /// What becomes of the value.
    pub(crate) fn nest(&self, map: &Nest, schemas: Sides) -> Result<Node> {
        nest(map, schemas, &self.builder.at)
    }

    /// What becomes of values that the step holds; where they are copied, its line is where it is said.
    pub(crate) fn held(&self, map: &Nest, schemas: Sides) -> Result<Node> {
        if !is_copied(map) {
            return self.nest(map, schemas);
        }
        copied(schemas, self.line, &self.builder.at).map(|()| Node::Copy)
    }

    /// Refuses to copy what stands at any place of a side, where it is another value than this schema's.
    pub(crate) fn each_copied(&self, side: Side, other: Option<&Value>) -> Result<()> {
        self.targets.of(side).iter().try_for_each(|target| {
            let mut schemas = Both::by(|_| other);
            *schemas.of_mut(side) = target.schema;
            copied(schemas, self.line, &self.builder.at)
        })
    }

    /// What becomes of each item of a list, or of each value of a map.
    pub(crate) fn each(&self, how: &'static How) -> Result<Node> {
        let schema = |side: Side| self.target(side).and_then(|target| target.schema);
        let is = |what| {
            let mut sides = [Side::Spoke, Side::Hub].into_iter();
            sides.all(|side| alike::other_than(schema(side), what).is_none())
        };
        let (keyword, is_list) = match (is("a list"), is("a map")) {
            (true, _) => ("items", true),
            (_, true) => ("additionalProperties", false),
            _ => return Err(self.error("`each` takes lists on both sides, or maps")),
        };
        let item = |side: Side| {
            let ty = self.target(side).and_then(|target| target.ty);
            Target {
                path: vec![keyword.to_owned()],
                schema: schema(side).and_then(|schema| schema.get(keyword)),
                ty: ty.and_then(|ty| match &peel(ty).shape {
                    Shape::List(list) => Some(list.items),
                    Shape::Map(map) => Some(map.value),
                    _ => None,
                }),
                ..Target::default()
            }
        };
        let items = Both::by(|side| vec![item(side)]);
        let targets = &items;
        let how = steps::compile(how, &Origin { targets, ..*self })?;
        let places = Both::by(|side| {
            let item = item(side);
            let place = Place::new(item.path, item.schema).of_type(item.ty);
            vec![place.always_there()]
        });
        let value = Node::Value(Box::new(StepPlan::new(places, how, None)));
        Ok(if is_list {
            Node::List(Box::new(ListPlan {
                item: value,
                keys: Both::by(|side| list_map_keys(schema(side))),
            }))
        } else {
            Node::Map(Box::new(value))
        })
    }
}

/// Whether what is nested is the same on both sides.
pub(crate) const fn is_copied(nest: &Nest) -> bool {
    matches!(nest.mapping, Mapping::Same) && nest.through.is_empty()
}

fn inner_type(ty: &'static Type, in_items: bool) -> &'static Type {
    match &peel(ty).shape {
        Shape::List(list) if in_items => peel(list.items),
        _ => peel(ty),
    }
}
