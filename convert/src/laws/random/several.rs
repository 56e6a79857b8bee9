//! Steps of several fields of one side: a text of them by a format, and a map of them.

use serde_json::Value;

use super::{
    maker::{Level, Maker, between},
    pool,
    types::{INTEGER, PARTED, Presence, TEXT, leaked, map, sample},
};
use crate::{
    generate::random::Random,
    table::{Field, How, Run, Shape, Side, Step},
};

/// One text here, several values there.
pub(super) fn format(
    maker: &mut Maker<'_>,
    random: &mut Random,
    level: &mut Level,
    text: Side,
) -> Option<()> {
    let count = 2 + random.below(2);
    let presence = presence(random);
    let name = maker.name();
    let one = maker.field(random, name, PARTED, presence)?;
    let mut parts = Vec::new();
    let mut empty = Vec::new();
    for nth in 0..count {
        let ty = [TEXT, INTEGER][random.below(2)];
        let presence = self::presence(random);
        if presence.is_option() && random.one_in(2) {
            empty.push(nth);
        }
        let name = maker.name();
        parts.push(maker.field(random, name, ty, presence)?);
    }
    let literals: [&[_]; 2] = [&["", ":", ""], &["", ":", "/", ""]];
    let how = How::Format {
        text,
        literals: literals[count - 2],
        parts: leaked((0..count).collect()),
        empty: leaked(empty),
    };
    let mut step = put(level, text, &[one], &parts, how);
    // A text may be of another form.
    *stand_in(&mut step, text.other()) = Some(values(random, &parts)?);
    if parts.iter().any(may_be_absent) || level.holder(text.other()).is_optional {
        *stand_in(&mut step, text) = Some(values(random, &[one])?);
    }
    level.steps.push(step);
    Some(())
}

/// One map here, several of its entries there.
pub(super) fn gathered(
    maker: &mut Maker<'_>,
    random: &mut Random,
    level: &mut Level,
    of: Side,
) -> Option<()> {
    let ty = maker.shared(random)?;
    let presence = presence(random);
    let name = maker.name();
    let one = maker.field(random, name, map(ty), presence)?;
    let mut entries = Vec::new();
    for _ in 0..2 {
        let presence = if random.one_in(3) {
            Presence::Plain
        } else {
            Presence::any(random, ty)
        };
        let name = maker.name();
        entries.push(maker.field(random, name, ty, presence)?);
    }
    let how = How::Gathered {
        map: of,
        keys: &["a", "b"],
    };
    let mut step = put(level, of, &[one], &entries, how);
    if entries.iter().any(|field| !may_be_absent(field)) {
        *stand_in(&mut step, of.other()) = Some(values(random, &entries)?);
    }
    level.steps.push(step);
    Some(())
}

fn presence(random: &mut Random) -> Presence {
    [
        Presence::Plain,
        Presence::Plain,
        Presence::Default,
        Presence::Optional,
        Presence::Nullable,
    ][random.below(5)]
}

fn put(level: &mut Level, side: Side, own: &[Field], others: &[Field], how: How) -> Step {
    let mut spots = |side: Side, fields: &[Field]| {
        let holder = level.holder(side);
        holder.fields.extend_from_slice(fields);
        let spots = fields.iter().map(|field| holder.spot(field.ident));
        spots.collect::<Vec<_>>()
    };
    let own = spots(side, own);
    let others = spots(side.other(), others);
    between(side, own, others, how)
}

/// What stands in on a side.
const fn stand_in(step: &mut Step, side: Side) -> &mut Option<Run> {
    match side {
        Side::Spoke => &mut step.down_or,
        Side::Hub => &mut step.up_or,
    }
}

fn values(random: &mut Random, fields: &[Field]) -> Option<Run> {
    let values = fields.iter().map(|field| sample(field.ty, random));
    pool::run(Value::Array(values.collect()))
}

const fn may_be_absent(field: &Field) -> bool {
    matches!(field.ty.shape, Shape::Option(_))
}
