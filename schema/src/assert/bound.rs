//! Bounds that leave something of the type they stand on.

use super::message::{Message, same};
use super::walk::Position;
use crate::table::{Integer, Number, Scalar, Shape, Type};

/// `minimum` and its like on an integer: whole, and not past the end of the type.
#[track_caller]
pub const fn bound(ty: &'static Type, key: &str, bound: Number) {
    let position = Position::of(ty);
    let Some(Type {
        shape: Shape::Scalar(Scalar::Integer(range)),
        ..
    }) = position.opened()
    else {
        return;
    };
    let Some(whole) = whole(bound) else {
        Message::new("")
            .quote(key)
            .text(" has a fraction, but ")
            .quote(position.type_name())
            .text(
                " is an integer; write a whole number: the API server would refuse every value (`",
            )
            .text(server(key))
            .text(" value must be of type integer`)")
            .fail();
    };
    if !leaves_some(key, whole, *range) {
        Message::new("`")
            .text(key)
            .text(" = ")
            .number(whole)
            .text("` leaves nothing of ")
            .quote(position.type_name())
            .text(", which goes from ")
            .number(range.min)
            .text(" to ")
            .number(range.max)
            .text("; no value would pass")
            .fail();
    }
}

/// `min_items` and `max_items` on an array.
#[track_caller]
pub const fn array_len(ty: &'static Type, key: &str, bound: u64) {
    let Some(Type {
        shape: Shape::List(list),
        ..
    }) = Position::of(ty).opened()
    else {
        return;
    };
    let Some(len) = list.len else { return };
    let len = len as u64;
    let passes = if same(key, "min_items") {
        len >= bound
    } else {
        len <= bound
    };
    if !passes {
        Message::new("`")
            .text(key)
            .text(" = ")
            .number(bound as i128)
            .text("`, but the array always has ")
            .number(len as i128)
            .text(" items; remove it")
            .fail();
    }
}

/// The integer that a number is; nothing where it has a fraction, or is beyond all integers.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "that the two casts give the number back is what is asked"
)]
const fn whole(number: Number) -> Option<i128> {
    match number {
        Number::Int(value) => Some(value),
        Number::Float(value) if value as i128 as f64 == value => Some(value as i128),
        Number::Float(_) => None,
    }
}

const fn leaves_some(key: &str, bound: i128, range: Integer) -> bool {
    if same(key, "minimum") {
        bound <= range.max
    } else if same(key, "exclusive_minimum") {
        bound < range.max
    } else if same(key, "maximum") {
        bound >= range.min
    } else if same(key, "exclusive_maximum") {
        bound > range.min
    } else {
        true
    }
}

/// How the API server names a bound.
const fn server(key: &str) -> &'static str {
    if same(key, "multiple_of") {
        "MultipleOf"
    } else if same(key, "minimum") || same(key, "exclusive_minimum") {
        "Minimum boundary"
    } else {
        "Maximum boundary"
    }
}
