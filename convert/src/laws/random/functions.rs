//! Functions as authors write them: of fields, with what they may refuse, and of whole types, of which serde leaves out what
//! is there by default.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    maker::{Level, Maker, between, nest, stand_ins},
    types::{INTEGER, Presence, TEXT, leak, leaked, list, map, structure},
};
use crate::{
    generate::random::Random,
    table::{Call, Calls, Field, Flag, Flags, How, Key, Mapping, Side, Through, Tree, Type},
    typed::{call, try_call},
};

pub(super) fn fill(
    maker: &mut Maker<'_>,
    random: &mut Random,
    level: &mut Level,
    side: Side,
) -> Option<()> {
    match random.below(3) {
        0 => one(maker, random, level, side),
        1 => several(maker, random, level, side),
        _ => whole(maker, random, level, side),
    }
}

/// Functions from the side that the step names, and back.
const fn calls(side: Side, there: Call, back: Call, may_fail: bool) -> Calls {
    let (up, down) = match side {
        Side::Spoke => (there, back),
        Side::Hub => (back, there),
    };
    Calls {
        up,
        down,
        up_may_fail: may_fail,
        down_may_fail: may_fail,
        bijective: false,
    }
}

/// What a function of one value is for a field that may be absent, or what it makes: `[from, to]`.
macro_rules! of_one {
    ($optional:expr, $function:expr, $of_nothing:expr) => {
        match $optional {
            [false, false] => {
                Call(|of| try_call(|(value,)| Ok::<_, String>((($function)(value)?,)), of))
            }
            [false, true] => {
                Call(|of| try_call(|(value,)| Ok::<_, String>((Some(($function)(value)?),)), of))
            }
            [true, false] => Call(|of| {
                let made = |(value,): (Option<_>,)| {
                    Ok::<_, String>((value.map_or(Ok($of_nothing), $function)?,))
                };
                try_call(made, of)
            }),
            [true, true] => Call(|of| {
                let made =
                    |(value,): (Option<_>,)| Ok::<_, String>((value.map($function).transpose()?,));
                try_call(made, of)
            }),
        }
    };
}

#[expect(clippy::needless_pass_by_value, reason = "as authors' functions are")]
fn length(text: String) -> Result<i64, String> {
    match text.len() {
        length @ ..=2 => i64::try_from(length).map_err(|error| error.to_string()),
        _ => Err("it is too long".to_owned()),
    }
}

fn marks(count: i64) -> Result<String, String> {
    let count = usize::try_from(count).map_err(|_| "it is negative")?;
    Ok("x".repeat(count % 4))
}

/// A text, and how long it is.
fn one(maker: &mut Maker<'_>, random: &mut Random, level: &mut Level, side: Side) -> Option<()> {
    let presence = |random: &mut Random| {
        let option = [Presence::Optional, Presence::Nullable][random.below(2)];
        [Presence::Plain, Presence::Default, option][random.below(3)]
    };
    let presences = [presence(random), presence(random)];
    let own = maker.name();
    let own = maker.field(random, own, TEXT, presences[0])?;
    let other = maker.name();
    let other = maker.field(random, other, INTEGER, presences[1])?;
    let [own_option, other_option] = presences.map(Presence::is_option);
    let there = [own_option || level.holder(side).is_optional, other_option];
    let around = level.holder(side.other()).is_optional;
    let back = [other_option || around, own_option];
    let calls = if random.one_in(3) {
        calls(
            side,
            of_one!(there, length, 7),
            of_one!(back, marks, "none".to_owned()),
            true,
        )
    } else {
        calls(
            side,
            of_one!(there, |text| length(text).or(Ok::<_, String>(9)), 7),
            of_one!(
                back,
                |count| marks(count).or(Ok::<_, String>(String::new())),
                "none".to_owned()
            ),
            false,
        )
    };
    put(random, level, side, &[own], &[other], calls)
}

/// A text with a number behind it, and the two by themselves.
fn several(
    maker: &mut Maker<'_>,
    random: &mut Random,
    level: &mut Level,
    side: Side,
) -> Option<()> {
    let mut field = |ty: &'static Type| {
        let presence = [Presence::Plain, Presence::Default][random.below(2)];
        let name = maker.name();
        maker.field(random, name, ty, presence)
    };
    let (own, text, number) = (field(TEXT)?, field(TEXT)?, field(INTEGER)?);
    let there = if level.holder(side).is_optional {
        Call(|of| {
            call(
                |(text,): (Option<String>,)| split(&text.unwrap_or_default()),
                of,
            )
        })
    } else {
        Call(|of| call(|(text,): (String,)| split(&text), of))
    };
    let back = if level.holder(side.other()).is_optional {
        Call(|of| {
            let join = |(text, number): (Option<String>, Option<i64>)| {
                (join(&text.unwrap_or_default(), number.unwrap_or(6)),)
            };
            call(join, of)
        })
    } else {
        Call(|of| call(|(text, number): (String, i64)| (join(&text, number),), of))
    };
    let calls = calls(side, there, back, false);
    put(random, level, side, &[own], &[text, number], calls)
}

fn split(text: &str) -> (String, i64) {
    match text.split_once(':') {
        Some((text, number)) => (text.to_owned(), number.parse().unwrap_or(3)),
        None => (text.to_owned(), 4),
    }
}

fn join(text: &str, number: i64) -> String {
    format!("{text}:{number}")
}

fn put(
    random: &mut Random,
    level: &mut Level,
    side: Side,
    own: &[Field],
    other: &[Field],
    calls: Calls,
) -> Option<()> {
    let spots = |level: &mut Level, side: Side, fields: &[Field]| {
        let holder = level.holder(side);
        holder.fields.extend_from_slice(fields);
        fields
            .iter()
            .map(|field| holder.spot(field.ident))
            .collect::<Vec<_>>()
    };
    let here = spots(level, side, own);
    let there = spots(level, side.other(), other);
    let mut step = between(side, here, there, How::Calls(calls));
    if let ([own], [other]) = (own, other) {
        let fields = match side {
            Side::Spoke => [own, other],
            Side::Hub => [other, own],
        };
        let optional = [level.spoke.is_optional, level.hub.is_optional];
        stand_ins(random, &mut step, fields, optional)?;
    }
    level.steps.push(step);
    Some(())
}

#[derive(Serialize, Deserialize)]
struct Own {
    text: String,
}

#[derive(Serialize, Deserialize)]
struct Other {
    inner: Inner,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    more: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Inner {
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
}

/// The tables of these.
fn types(maker: &mut Maker<'_>) -> [&'static Type; 2] {
    let text = Field::new("text", TEXT, "1");
    let empty = |name: &'static str| {
        let mut field = Field::new(name, list(TEXT), "1");
        field.flags = Flags::of(&[Flag::Default, Flag::SkipIf]);
        field.default = super::pool::run(Value::Array(Vec::new()));
        field.keys = leaked(vec![Key::Default(Tree::Array(&[]))]);
        field
    };
    let inner = structure(maker.type_name(), vec![text, empty("left_out")]);
    let inner = Field::new("inner", inner, "1");
    let other = structure(maker.type_name(), vec![inner, empty("more")]);
    [structure(maker.type_name(), vec![text]), other]
}

/// A type that functions map as a whole.
fn whole(maker: &mut Maker<'_>, random: &mut Random, level: &mut Level, side: Side) -> Option<()> {
    let calls = calls(
        side,
        Call(|of| {
            let there = |(Own { text },)| {
                let (text, left_out) = (text.chars().take(1).collect(), Vec::new());
                let more = Vec::new();
                (Other {
                    inner: Inner { text, left_out },
                    more,
                },)
            };
            call(there, of)
        }),
        Call(|of| call(|(Other { inner, .. },)| (Own { text: inner.text },), of)),
        false,
    );
    let types = types(maker);
    let types = match side {
        Side::Spoke => types,
        Side::Hub => [types[1], types[0]],
    };
    let (types, through): (_, &[Through]) = match random.below(4) {
        0 => (types.map(list), &[Through::List]),
        1 => (types.map(map), &[Through::Map]),
        _ => (types, &[]),
    };
    maker.value(
        random,
        level,
        types,
        nest(leak(Mapping::Calls(calls)), through),
    )
}
