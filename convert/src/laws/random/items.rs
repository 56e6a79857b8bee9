//! Items of a list of one side, by their keys, whose members are fields of the other.

use super::{
    maker::{Level, Maker, between, nest, side, stand_ins},
    types::{Presence, leaked, list, structure, text},
};
use crate::{
    generate::random::Random,
    table::{Field, Key, Mapping, Shape, Side, Spot, Type},
};

/// Keys of which some are those of items that steps name.
const KEY: &Type = &text(&[Key::Pattern("^(k[0-3])$")]);
const NAMED: [&str; 3] = ["[key=k0]", "[key=k1]", "[key=k2]"];

pub(super) fn fill(maker: &mut Maker<'_>, random: &mut Random, level: &mut Level) -> Option<()> {
    let of = side(random);
    let key = maker.field(random, "key", KEY, Presence::Plain)?;
    let ty = maker.shared(random)?;
    let presence = Presence::any(random, ty);
    let value = maker.field(random, "value", ty, presence)?;
    let ty = maker.shared(random)?;
    let presence = Presence::option(random);
    let note = maker.field(random, "note", ty, presence)?;
    let item = structure(maker.type_name(), vec![key, value, note]);
    let several = list(item);
    let presence = Presence::any(random, several);
    let name = maker.name();
    let many = maker.field(random, name, several, presence)?;
    let count = 1 + random.below(3);
    for named in NAMED.into_iter().take(count) {
        place(maker, random, level, of, &[name, named], &value)?;
        if random.one_in(3) {
            place(maker, random, level, of, &[name, named], &note)?;
        }
    }
    level.holder(of).fields.push(many);
    Some(())
}

/// A step between a member of an item of one side, and a field of the other.
fn place(
    maker: &mut Maker<'_>,
    random: &mut Random,
    level: &mut Level,
    of: Side,
    item: &[&'static str],
    member: &Field,
) -> Option<()> {
    let ty = match member.ty.shape {
        Shape::Option(ty) => ty,
        _ => member.ty,
    };
    let presence = Presence::any(random, ty);
    let field = maker.name();
    let own = maker.field(random, field, ty, presence)?;
    let path = [&*level.holder(of).path, item, &[member.ident]].concat();
    let holder = level.holder(of.other());
    let (spot, is_optional) = (holder.spot(field), holder.is_optional);
    holder.fields.push(own);
    let far = Spot::Field(leaked(path));
    let mut step = between(of, vec![far], vec![spot], nest(&Mapping::Same, &[]));
    // What its type says of it; the item may be absent whatever that is.
    let there = Field::new("", member.ty, "1");
    let (fields, optional) = match of {
        Side::Spoke => ([&there, &own], [true, is_optional]),
        Side::Hub => ([&own, &there], [is_optional, true]),
    };
    stand_ins(random, &mut step, fields, optional)?;
    level.steps.push(step);
    Some(())
}
