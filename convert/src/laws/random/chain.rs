//! Chains of three versions: what each of the two mappings makes of its fields, the other copies, moves or lacks.

use super::{
    maker::{Level, Maker, between, nest, stand_ins},
    pool,
    types::{Presence, leak, leaked, sample, structure},
};
use crate::{
    generate::random::Random,
    table::{Field, Fields, Flag, How, Mapping, Place, Scalar, Shape, Side, Spot, Type},
};

/// A struct at each version, the furthest from the hub first, and how each maps to the next.
pub(super) struct Chain {
    pub(super) types: Vec<&'static Type>,
    pub(super) mappings: Vec<&'static Mapping>,
}

impl Maker<'_> {
    /// A mapping, and another one that goes on from its hub.
    pub(super) fn chain(&mut self, seed: u64, depth: usize, mut far: Level) -> Option<Chain> {
        let mut random = Random::new(seed);
        let count = 1 + random.below(2);
        let mut near = self.level(random.next(), depth, count, false, true)?;
        let (of_far, of_near) = (far.hub.fields.clone(), near.spoke.fields.clone());
        for field in &of_far {
            self.follow(&mut random, &mut near, Side::Spoke, field)?;
        }
        for field in &of_near {
            self.follow(&mut random, &mut far, Side::Hub, field)?;
        }
        let middle = structure(self.type_name(), [of_far, of_near].concat());
        let spoke = structure(self.type_name(), far.spoke.fields);
        let hub = structure(self.type_name(), near.hub.fields);
        let mapping = |spoke, hub, steps| {
            leak(Mapping::Fields(Fields {
                spoke,
                hub,
                steps: leaked(steps),
                place: Place::NONE,
            }))
        };
        Some(Chain {
            types: vec![spoke, middle, hub],
            mappings: vec![
                mapping(spoke, middle, far.steps),
                mapping(middle, hub, near.steps),
            ],
        })
    }

    /// What becomes on the other side of a field that this side has besides.
    fn follow(
        &mut self,
        random: &mut Random,
        level: &mut Level,
        side: Side,
        field: &Field,
    ) -> Option<()> {
        let own = Spot::Field(leaked(vec![field.ident]));
        let is_flat = field.flags.has(Flag::Flatten);
        let copy = nest(&Mapping::Same, &[]);
        let push = |level: &mut Level, spots: Vec<Spot>, how: How| {
            level.steps.push(between(side, vec![own], spots, how));
        };
        match random.below(8) {
            4 if !is_flat => {
                let name = self.name();
                let renamed = Field {
                    keys: field.keys,
                    flags: field.flags,
                    default: field.default,
                    ..Field::new(name, field.ty, "1")
                };
                let spot = level.holder(side.other()).spot(name);
                level.holder(side.other()).fields.push(renamed);
                push(level, vec![spot], copy);
            }
            5 => {
                let value = pool::run(serde_json::json!([sample(field.ty, random)]))?;
                let how = if random.one_in(2) {
                    How::Only(Some(value))
                } else {
                    How::Default(value)
                };
                push(level, Vec::new(), how);
            }
            6 if !is_flat => {
                let part = self.name();
                let ty = structure(self.type_name(), vec![*field]);
                let presence = Presence::any(random, ty);
                let of = self.field(random, part, ty, presence)?;
                level.holder(side.other()).fields.push(of);
                let spot = Spot::Field(leaked(vec![part, field.ident]));
                push(level, vec![spot], copy);
                let is_optional = presence.is_option();
                let (fields, optional) = match side {
                    Side::Spoke => ([field, field], [false, is_optional]),
                    Side::Hub => ([field, field], [is_optional, false]),
                };
                stand_ins(random, level.steps.last_mut()?, fields, optional)?;
            }
            7 if !is_flat && field.keys.is_empty() && is_text(field.ty) => {
                let key: &'static str = format!("example.com/{}", self.name()).leak();
                push(level, vec![Spot::Annotation(key)], copy);
            }
            _ => Self::same(level, side, field),
        }
        Some(())
    }

    /// A field that both sides have alike.
    fn same(level: &mut Level, side: Side, field: &Field) {
        level.holder(side.other()).fields.push(*field);
        let spot = Spot::Field(leaked(vec![field.ident]));
        level.steps.push(between(
            side,
            vec![spot],
            vec![spot],
            nest(&Mapping::Same, &[]),
        ));
    }
}

/// Whether it is a text that may be absent.
const fn is_text(ty: &Type) -> bool {
    matches!(ty.shape, Shape::Option(inner) if matches!(inner.shape, Shape::Scalar(Scalar::Text(_))))
}
