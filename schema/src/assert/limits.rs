//! Bounds and lengths against literal values.

use super::message::same;
use crate::table::{Key, Number, Text, Tree};

/// The name of the key, if the value does not pass it.
pub(super) const fn refusing(key: &Key, value: &Tree) -> Option<&'static str> {
    let (passes, name) = match (key, value) {
        (Key::Minimum(bound), value) => (is_beyond(value, *bound, true, false), "minimum"),
        (Key::Maximum(bound), value) => (is_beyond(value, *bound, false, false), "maximum"),
        (Key::ExclusiveMinimum(bound), value) => {
            (is_beyond(value, *bound, true, true), "exclusive_minimum")
        }
        (Key::ExclusiveMaximum(bound), value) => {
            (is_beyond(value, *bound, false, true), "exclusive_maximum")
        }
        (Key::MinLength(least), Tree::Str(text)) => (code_points(text) >= *least, "min_length"),
        (Key::MaxLength(most), Tree::Str(text)) => (code_points(text) <= *most, "max_length"),
        (Key::MinItems(least), Tree::Array(items)) => (items.len() as u64 >= *least, "min_items"),
        (Key::MaxItems(most), Tree::Array(items)) => (items.len() as u64 <= *most, "max_items"),
        (Key::MinProperties(least), Tree::Object(all)) => {
            (all.len() as u64 >= *least, "min_properties")
        }
        (Key::MaxProperties(most), Tree::Object(all)) => {
            (all.len() as u64 <= *most, "max_properties")
        }
        (Key::Enum(values), value) => (is_among(value, values), "enum_values"),
        _ => return None,
    };
    if passes { None } else { Some(name) }
}

/// Whether a string is a value of the type, as far as its length and a list of values tell.
pub(super) const fn is_text(string: &str, text: &Text) -> bool {
    let length = code_points(string);
    if let Some(least) = text.min_length
        && length < least
    {
        return false;
    }
    if let Some(most) = text.max_length
        && length > most
    {
        return false;
    }
    let mut i = 0;
    while i < text.values.len() {
        if same(text.values[i], string) {
            return true;
        }
        i += 1;
    }
    text.values.is_empty()
}

/// Whether a number is on the right side of a bound; other values are on every side.
#[expect(
    clippy::cast_precision_loss,
    reason = "the API server compares an integer with a fraction as floats too"
)]
const fn is_beyond(value: &Tree, bound: Number, lower: bool, exclusive: bool) -> bool {
    let (below, equal) = match (value, bound) {
        (Tree::Int(value), Number::Int(bound)) => (*value < bound, *value == bound),
        (Tree::Int(value), Number::Float(bound)) => compare(*value as f64, bound),
        (Tree::Float(value), Number::Int(bound)) => compare(*value, bound as f64),
        (Tree::Float(value), Number::Float(bound)) => compare(*value, bound),
        _ => return true,
    };
    if equal { !exclusive } else { below != lower }
}

/// Below, and equal.
#[expect(clippy::float_cmp, reason = "a bound is met exactly or not at all")]
const fn compare(value: f64, bound: f64) -> (bool, bool) {
    (value < bound, value == bound)
}

/// Whether a scalar is one of the values; anything else may be.
const fn is_among(value: &Tree, values: &[Tree]) -> bool {
    let mut i = 0;
    while i < values.len() {
        let equal = match (value, &values[i]) {
            (Tree::Int(left), Tree::Int(right)) => *left == *right,
            (Tree::Bool(left), Tree::Bool(right)) => *left == *right,
            (Tree::Str(left), Tree::Str(right)) => same(left, right),
            (Tree::Int(_), Tree::Bool(_) | Tree::Str(_))
            | (Tree::Bool(_), Tree::Int(_) | Tree::Str(_))
            | (Tree::Str(_), Tree::Int(_) | Tree::Bool(_)) => false,
            _ => true,
        };
        if equal {
            return true;
        }
        i += 1;
    }
    false
}

const fn code_points(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (mut count, mut i) = (0, 0);
    while i < bytes.len() {
        // Not a continuation byte.
        if bytes[i] & 0xc0 != 0x80 {
            count += 1;
        }
        i += 1;
    }
    count
}
