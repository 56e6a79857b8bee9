//! The order of values.

use std::cmp::Ordering;

use super::Value;
use crate::failure::{EvalError, Outcome};

/// Numbers of two types in order: the integer as a float, unless the float is beyond all integers.
#[expect(clippy::cast_precision_loss, reason = "as in cel-go")]
pub(super) fn numbers(left: &Value<'_>, right: &Value<'_>) -> Option<Ordering> {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Uint(a), Value::Uint(b)) => Some(a.cmp(b)),
        (Value::Int(a), Value::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Uint(a), Value::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Double(a), Value::Double(b)) => a.partial_cmp(b),
        (Value::Double(a), Value::Int(b)) => a.partial_cmp(&(*b as f64)),
        (Value::Int(a), Value::Double(b)) => (*a as f64).partial_cmp(b),
        (Value::Double(a), Value::Uint(b)) => a.partial_cmp(&(*b as f64)),
        (Value::Uint(a), Value::Double(b)) => (*a as f64).partial_cmp(b),
        _ => None,
    }
}

/// Which of two values comes first; texts go by their bytes.
pub(crate) fn compare(left: &Value<'_>, right: &Value<'_>) -> Outcome<Ordering> {
    use Value::{Bool, Bytes, Double, Duration, Int, String, Timestamp, Uint};
    match (left, right) {
        (Bool(a), Bool(b)) => Ok(a.cmp(b)),
        (String(a), String(b)) => Ok((**a).cmp(&**b)),
        (Bytes(a), Bytes(b)) => Ok(a.cmp(b)),
        (Duration(a), Duration(b)) => Ok(a.cmp(b)),
        (Timestamp(a), Timestamp(b)) => Ok(a.cmp(b)),
        (Int(_) | Uint(_) | Double(_), Int(_) | Uint(_) | Double(_)) => {
            numbers(left, right).ok_or_else(|| EvalError::error("NaN values cannot be ordered"))
        }
        _ => Err(EvalError::no_such_overload()),
    }
}
