//! Steps that make another value of one.

use super::{
    functions,
    maker::{Level, Maker, between, nest, side, step},
    pool, several,
    types::{
        AMOUNT, BOOL, INTEGER, NUMBER, Presence, TEXT, TIME, enumeration, leak, leaked, list, map,
        sample, structure,
    },
};
use crate::{
    generate::random::Random,
    table::{Content, How, Mapping, Nest, Side, Spot, Tagging, Tree, Type, Variant},
};

pub(super) fn fill(maker: &mut Maker<'_>, random: &mut Random, level: &mut Level) -> Option<()> {
    let side = side(random);
    // The types of the side that the step names, and of the other.
    let (types, how): ([&'static Type; 2], How) = match random.below(18) {
        0 => ([NUMBER, INTEGER], How::Coerced),
        1 => {
            let how = How::Factor {
                numerator: 1,
                denominator: 60,
            };
            ([INTEGER, INTEGER], how)
        }
        2 => {
            let unit = 1_000_000_000;
            ([TIME, INTEGER], How::Duration { text: side, unit })
        }
        3 => (
            [TEXT, list(TEXT)],
            How::Delimited {
                text: side,
                by: ",",
            },
        ),
        4 => {
            let ty = maker.shared(random)?;
            let nest = Nest::SAME;
            return wrapped(
                maker,
                random,
                level,
                side,
                ty,
                How::WrapList { list: side, nest },
            );
        }
        5 => {
            let member = "in";
            let ty = maker.shared(random)?;
            let presence = Presence::plain(random, ty);
            let field = maker.field(random, member, ty, presence)?;
            let object = structure(maker.type_name(), vec![field]);
            let how = How::WrapObject {
                object: side,
                member,
                nest: Nest::SAME,
            };
            ([object, ty], how)
        }
        6 => {
            let units = ["On", "Off"].map(|name| Variant::new(name, Content::Unit, 1));
            let of = enumeration(maker.type_name(), Tagging::External, units.to_vec());
            let pairs = [
                (Tree::Bool(true), Tree::Str("On")),
                (Tree::Bool(false), Tree::Str("Off")),
            ];
            let pairs = pairs.map(|(one, other)| match side {
                Side::Spoke => (Some(other), Some(one)),
                Side::Hub => (Some(one), Some(other)),
            });
            ([of, BOOL], How::Values(leaked(pairs.to_vec())))
        }
        7 => {
            let name = maker.field(random, "name", TEXT, Presence::Plain)?;
            let presence = Presence::plain(random, INTEGER);
            let count = maker.field(random, "count", INTEGER, presence)?;
            let item = structure(maker.type_name(), vec![name, count]);
            let how = How::Counted {
                counts: side,
                item: "name",
                count: "count",
                any_order: random.one_in(4),
                nest: Nest::SAME,
            };
            ([list(item), list(TEXT)], how)
        }
        8 => {
            let ty = maker.shared(random)?;
            let key = maker.field(random, "key", TEXT, Presence::Plain)?;
            let value = maker.field(random, "value", ty, Presence::Plain)?;
            let item = structure(maker.type_name(), vec![key, value]);
            let how = How::Keyed {
                map: side,
                key: "key",
                value: "value",
                nest: Nest::SAME,
            };
            ([map(ty), list(item)], how)
        }
        9 => {
            let pairs: &[_] = if matches!(side, Side::Hub) {
                &[("a", "b")]
            } else {
                &[("b", "c")]
            };
            let nest = Nest::SAME;
            ([map(TEXT), map(TEXT)], How::Keys { pairs, nest })
        }
        10 if level.is_one => return tag(maker, random, level, side),
        11..=12 => return functions::fill(maker, random, level, side),
        13 => {
            let unit = "Mi";
            ([AMOUNT, INTEGER], How::Quantity { text: side, unit })
        }
        14 => return several::format(maker, random, level, side),
        15 => return several::gathered(maker, random, level, side),
        16..=17 => each(random, side),
        _ => return Some(()),
    };
    let types = match side {
        Side::Spoke => types,
        Side::Hub => [types[1], types[0]],
    };
    maker.value(random, level, types, how)
}

/// Whether a step may refuse a value, up and down.
pub(super) const fn refuses(how: &How) -> [bool; 2] {
    match how {
        How::Coerced => [true, true],
        How::Duration { text, .. } | How::Quantity { text, .. } => {
            [matches!(text, Side::Spoke), matches!(text, Side::Hub)]
        }
        How::Delimited { text, .. } => [matches!(text, Side::Hub), matches!(text, Side::Spoke)],
        How::Calls(calls) => [calls.up_may_fail, calls.down_may_fail],
        How::Each(how) => refuses(how),
        _ => [false, false],
    }
}

/// Items of lists, or values of maps, one by one.
fn each(random: &mut Random, side: Side) -> ([&'static Type; 2], How) {
    let unit = 1_000_000_000;
    let (types, how): ([&'static Type; 2], How) = match random.below(4) {
        0 => ([NUMBER, INTEGER], How::Coerced),
        1 => ([TIME, INTEGER], How::Duration { text: side, unit }),
        2 => {
            let how = How::Factor {
                numerator: 60,
                denominator: 1,
            };
            ([INTEGER, INTEGER], how)
        }
        _ => {
            let by = " ";
            ([TEXT, list(TEXT)], How::Delimited { text: side, by })
        }
    };
    let how = How::Each(leak(how));
    if random.one_in(2) {
        (types.map(list), how)
    } else {
        (types.map(map), how)
    }
}

/// One value here, a list of it there.
fn wrapped(
    maker: &mut Maker<'_>,
    random: &mut Random,
    level: &mut Level,
    side: Side,
    ty: &'static Type,
    how: How,
) -> Option<()> {
    let names = [maker.name(), maker.name()];
    let presence = Presence::any(random, ty);
    let one = maker.field(random, names[0], ty, presence)?;
    let several = list(ty);
    let presence = Presence::any(random, several);
    let many = maker.field(random, names[1], several, presence)?;
    let (fields, up_or) = match side {
        Side::Hub => ([one, many], false),
        Side::Spoke => ([many, one], true),
    };
    let spots = [
        level.spoke.spot(fields[0].ident),
        level.hub.spot(fields[1].ident),
    ];
    let mut step = step(vec![spots[0]], vec![spots[1]], how);
    let stand_in = |random: &mut Random, ty| pool::run(serde_json::json!([sample(ty, random)]));
    // An empty list is no value.
    if up_or {
        step.up_or = Some(stand_in(random, one.ty)?);
    } else {
        step.down_or = Some(stand_in(random, one.ty)?);
    }
    level.spoke.fields.push(fields[0]);
    level.hub.fields.push(fields[1]);
    level.steps.push(step);
    Some(())
}

/// A text of one side, a label or annotation at the other.
fn tag(maker: &mut Maker<'_>, random: &mut Random, level: &mut Level, side: Side) -> Option<()> {
    let name = maker.name();
    let presence = Presence::any(random, TEXT);
    let field = maker.field(random, name, TEXT, presence)?;
    let key: &'static str = format!("example.com/{name}").leak();
    let tag = if random.one_in(2) {
        Spot::Label(key)
    } else {
        Spot::Annotation(key)
    };
    let stand_in = pool::run(serde_json::json!([sample(TEXT, random)]))?;
    let holder = level.holder(side);
    let spot = holder.spot(name);
    holder.fields.push(field);
    let how = nest(&Mapping::Same, &[]);
    let mut step = between(side, vec![spot], vec![tag], how);
    if !presence.is_option() {
        match side {
            Side::Spoke => step.down_or = Some(stand_in),
            Side::Hub => step.up_or = Some(stand_in),
        }
    }
    level.steps.push(step);
    Some(())
}
