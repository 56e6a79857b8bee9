//! Numbers that are constants of the user: what the derive judges of those that are written out.

use wheelwright_grammar::vocabulary::is_among;

use super::message::{Message, same};
use crate::table::Number;

/// What one key takes.
#[track_caller]
pub const fn amount(key: &str, number: Number) {
    if same(key, "multiple_of") {
        factor(number);
    } else if counts(key) {
        size(key, number);
    } else if let Number::Float(value) = number
        && !value.is_finite()
    {
        Message::new("")
            .quote(key)
            .text(" is no number of JSON, which has neither infinity nor NaN; write a finite one")
            .fail();
    }
}

/// The number at the lower end is not over that at the upper one, and under it where an end is exclusive.
#[track_caller]
pub const fn ordered(lower: &str, least: Number, upper: &str, most: Number) {
    let exclusive = same(lower, "exclusive_minimum") || same(upper, "exclusive_maximum");
    let passes = match (least, most) {
        (Number::Int(least), Number::Int(most)) => least < most || (least == most && !exclusive),
        (least, most) => {
            let (least, most) = (float(least), float(most));
            least < most || (least <= most && !exclusive)
        }
    };
    if !passes {
        let mut message = Message::new("");
        said(&mut message, lower, least);
        if counts(lower) {
            message.text(" is over ");
        } else {
            message.text(" leaves nothing below ");
        }
        said(&mut message, upper, most);
        message.text(": no value would pass").fail();
    }
}

/// `key = 1`, where it is a number that can be written.
const fn said(message: &mut Message, key: &str, number: Number) {
    message.text("`").text(key);
    if let Number::Int(value) = number {
        message.text(" = ").number(value);
    }
    message.text("`");
}

const fn counts(key: &str) -> bool {
    const COUNT: &[&str] = &[
        "min_length",
        "max_length",
        "min_items",
        "max_items",
        "min_properties",
        "max_properties",
    ];
    is_among(key, COUNT)
}

#[track_caller]
const fn size(key: &str, number: Number) {
    match number {
        Number::Float(_) => Message::new("")
            .quote(key)
            .text(" takes a whole number, and this is a floating-point one")
            .fail(),
        Number::Int(value) if value < 0 => Message::new("")
            .quote(key)
            .text(" counts from 0, and this is ")
            .number(value)
            .fail(),
        Number::Int(value) if value > i64::MAX as i128 => Message::new("")
            .number(value)
            .text(" is out of range for ")
            .quote(key)
            .fail(),
        Number::Int(_) => {}
    }
}

#[track_caller]
const fn factor(number: Number) {
    let value = float(number);
    if !(value > 0.0 && value.is_finite()) {
        let mut message = Message::new("`multiple_of` must be positive");
        if let Number::Int(value) = number {
            message.text(", and this is ").number(value);
        }
        message
            .text(": with any other factor the API server refuses every value (`factor MultipleOf declared for … must be positive`)")
            .fail();
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the API server compares bounds as float64, too"
)]
const fn float(number: Number) -> f64 {
    match number {
        Number::Int(value) => value as f64,
        Number::Float(value) => value,
    }
}
