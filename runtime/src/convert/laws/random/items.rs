//! Items of a list of one side, by their keys, that are fields of the other.

use super::{
    maker::{Level, Maker, between, nest, side, stand_ins},
    types::{Presence, leak, leaked, list, structure, text},
};
use crate::{
    generate::random::Random,
    table::{Field, Key, Mapping, Shape, Side, Spot, Type},
};

/// Keys of which some are those of items that steps name.
const KEY: &Type = &text(&[Key::Pattern("^(k[0-3])")]);
const NAMED: [&str; 4] = ["[key=k0]", "[key=k1]", "[key=k2]", "[key=k3]"];

pub(super) fn fill(maker: &mut Maker<'_>, random: &mut Random, level: &mut Level) -> Option<()> {
    let of = side(random);
    let key = maker.field(random, "key", KEY, Presence::Plain)?;
    let ty = maker.shared(random)?;
    let presence = Presence::any(random, ty);
    let value = maker.field(random, "value", ty, presence)?;
    let mut fields = vec![key, value];
    if random.one_in(2) {
        let ty = maker.shared(random)?;
        let presence = Presence::option(random);
        fields.push(maker.field(random, "note", ty, presence)?);
    }
    let several = list(structure(maker.type_name(), fields));
    let presence = Presence::any(random, several);
    let name = maker.name();
    let many = maker.field(random, name, several, presence)?;
    let around = level.holder(of).path.clone();
    let count = 1 + random.below(3);
    for named in NAMED.iter().take(count) {
        let presence = Presence::any(random, ty);
        let field = maker.name();
        let own = maker.field(random, field, ty, presence)?;
        let path = [&*around, &[name, named, "value"]].concat();
        let holder = level.holder(of.other());
        let (spot, is_optional) = (holder.spot(field), holder.is_optional);
        holder.fields.push(own);
        let far = Spot::Field(leaked(path));
        let mut step = between(of, vec![far], vec![spot], nest(&Mapping::Same, &[]));
        let mut place = Field::new("", ty, "1");
        if matches!(value.ty.shape, Shape::Option(_)) {
            place.ty = leak(Type::of("Option", Shape::Option(ty)));
        }
        // An item may be absent whatever its fields are.
        let (fields, optional) = match of {
            Side::Spoke => ([&place, &own], [true, is_optional]),
            Side::Hub => ([&own, &place], [is_optional, true]),
        };
        stand_ins(random, &mut step, fields, optional)?;
        level.steps.push(step);
    }
    level.holder(of).fields.push(many);
    Some(())
}
