//! What a handler changed, as a JSON Patch of the object as it came.

mod align;
mod diff;
mod merge;
mod set;

pub(super) use diff::diff;
pub(super) use merge::{Lists, Merge};

use serde_json::Value;

/// Whether two values are the same; a number is, however it is written.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right
                || (left.is_f64() != right.is_f64()
                    && left
                        .as_f64()
                        .is_some_and(|left| Some(left) == right.as_f64()))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, value)| right.get(name).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
    }
}
