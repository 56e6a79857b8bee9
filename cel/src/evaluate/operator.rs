//! Operators, conversions, and the parts of times.

use std::cmp::Ordering;

use super::function::Function;
use crate::KubeVersion;
use crate::context::Context;
use crate::failure::{EvalError, Outcome};
use crate::library::duration::Duration;
use crate::library::timestamp::Timestamp;
use crate::library::{convert as conversions, lists, zone};
use crate::overload::Overload;
use crate::scalar::Target;
use crate::value::{List, Value, added, compare};

/// What the server says where a value's type does not have the operation at all.
pub(super) fn without_trait(function: Function, value: &Value<'_>) -> EvalError {
    match value {
        Value::String(_) | Value::Duration(_) | Value::Timestamp(_) => {
            EvalError::no_such_overload()
        }
        Value::Bool(_) if matches!(function, Function::Not | Function::Negate) => {
            EvalError::no_such_overload()
        }
        Value::Int(_) | Value::Double(_) if function == Function::Not => {
            EvalError::no_such_overload()
        }
        _ => EvalError::no_such_overload_of(function.name()),
    }
}

fn int_overflow() -> EvalError {
    EvalError::error("integer overflow")
}

fn uint_overflow() -> EvalError {
    EvalError::error("unsigned integer overflow")
}

pub(super) fn negate<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    match value {
        Value::Int(number) => number
            .checked_neg()
            .map(Value::Int)
            .ok_or_else(int_overflow),
        Value::Double(number) => Ok(Value::Double(-number)),
        Value::Duration(duration) => duration
            .0
            .checked_neg()
            .map(|negated| Value::Duration(Duration(negated)))
            .ok_or_else(int_overflow),
        _ => Err(without_trait(Function::Negate, value)),
    }
}

pub(super) fn ordered<'a>(
    function: Function,
    left: &Value<'a>,
    right: &Value<'a>,
) -> Outcome<Value<'a>> {
    let ordering = match compare(left, right) {
        Ok(ordering) => ordering,
        Err(error) if is_comparable(left) => return Err(error),
        Err(_) => return Err(without_trait(function, left)),
    };
    Ok(Value::Bool(match function {
        Function::Less => ordering == Ordering::Less,
        Function::LessEquals => ordering != Ordering::Greater,
        Function::Greater => ordering == Ordering::Greater,
        _ => ordering != Ordering::Less,
    }))
}

const fn is_comparable(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    )
}

/// `+`, where texts have to fit into so much room.
pub(super) fn add<'a>(
    left: &Value<'a>,
    right: &Value<'a>,
    room: u64,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    let fits = |a: usize, b: usize| {
        if (a as u64).saturating_add(b as u64) > room.saturating_mul(4) {
            Err(EvalError::over_budget())
        } else {
            context.bytes(a.saturating_add(b))
        }
    };
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => {
            a.checked_add(*b).map(Value::Int).ok_or_else(int_overflow)
        }
        (Value::Uint(a), Value::Uint(b)) => {
            a.checked_add(*b).map(Value::Uint).ok_or_else(uint_overflow)
        }
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a + b)),
        (Value::String(a), Value::String(b)) => {
            fits(a.len(), b.len())?;
            let mut text = String::with_capacity(a.len() + b.len());
            text.push_str(a);
            text.push_str(b);
            Ok(Value::text(text))
        }
        (Value::Bytes(a), Value::Bytes(b)) => {
            fits(a.len(), b.len())?;
            Ok(Value::Bytes([&**a, &**b].concat().into()))
        }
        (Value::List(a), Value::List(b)) => added(a, b, context).map(Value::List),
        (Value::Duration(a), Value::Duration(b)) => a.checked_add(*b).map(Value::Duration),
        (Value::Duration(a), Value::Timestamp(b)) | (Value::Timestamp(b), Value::Duration(a)) => {
            b.plus(*a).map(Value::Timestamp)
        }
        (
            Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::Bytes(_)
            | Value::List(_)
            | Value::String(_)
            | Value::Duration(_)
            | Value::Timestamp(_),
            _,
        ) => Err(EvalError::no_such_overload()),
        _ => Err(without_trait(Function::Add, left)),
    }
}

pub(super) fn arithmetic<'a>(
    function: Function,
    left: &Value<'a>,
    right: &Value<'a>,
) -> Outcome<Value<'a>> {
    use Function as F;
    let by_zero = || EvalError::error("division by zero");
    let modulus = || EvalError::error("modulus by zero");
    match (function, left, right) {
        (F::Subtract, Value::Int(a), Value::Int(b)) => {
            a.checked_sub(*b).map(Value::Int).ok_or_else(int_overflow)
        }
        (F::Multiply, Value::Int(a), Value::Int(b)) => {
            a.checked_mul(*b).map(Value::Int).ok_or_else(int_overflow)
        }
        (F::Divide, Value::Int(_), Value::Int(0)) | (F::Divide, Value::Uint(_), Value::Uint(0)) => {
            Err(by_zero())
        }
        (F::Modulo, Value::Int(_), Value::Int(0)) | (F::Modulo, Value::Uint(_), Value::Uint(0)) => {
            Err(modulus())
        }
        (F::Divide, Value::Int(a), Value::Int(b)) => {
            a.checked_div(*b).map(Value::Int).ok_or_else(int_overflow)
        }
        (F::Modulo, Value::Int(a), Value::Int(b)) => {
            a.checked_rem(*b).map(Value::Int).ok_or_else(int_overflow)
        }
        (F::Subtract, Value::Uint(a), Value::Uint(b)) => {
            a.checked_sub(*b).map(Value::Uint).ok_or_else(uint_overflow)
        }
        (F::Multiply, Value::Uint(a), Value::Uint(b)) => {
            a.checked_mul(*b).map(Value::Uint).ok_or_else(uint_overflow)
        }
        (F::Divide, Value::Uint(a), Value::Uint(b)) => Ok(Value::Uint(a / b)),
        (F::Modulo, Value::Uint(a), Value::Uint(b)) => Ok(Value::Uint(a % b)),
        (F::Subtract, Value::Double(a), Value::Double(b)) => Ok(Value::Double(a - b)),
        (F::Multiply, Value::Double(a), Value::Double(b)) => Ok(Value::Double(a * b)),
        (F::Divide, Value::Double(a), Value::Double(b)) => Ok(Value::Double(a / b)),
        (F::Subtract, Value::Duration(a), Value::Duration(b)) => {
            a.checked_sub(*b).map(Value::Duration)
        }
        (F::Subtract, Value::Timestamp(a), Value::Duration(b)) => a.minus(*b).map(Value::Timestamp),
        (F::Subtract, Value::Timestamp(a), Value::Timestamp(b)) => a.since(*b).map(Value::Duration),
        (_, Value::Int(_) | Value::Uint(_), _)
        | (F::Subtract | F::Multiply | F::Divide, Value::Double(_), _) => {
            Err(EvalError::no_such_overload())
        }
        _ => Err(without_trait(function, left)),
    }
}

/// A conversion, where the value's type has one.
pub(super) fn convert<'a>(
    function: Function,
    value: &Value<'a>,
    server: KubeVersion,
) -> Option<Outcome<Value<'a>>> {
    let to = match function {
        Function::Int => Target::Int,
        Function::Uint => Target::Uint,
        Function::Double => Target::Double,
        Function::Bool => Target::Bool,
        Function::String => Target::String,
        Function::Bytes => Target::Bytes,
        Function::Duration => Target::Duration,
        Function::Timestamp => Target::Timestamp,
        _ => return None,
    };
    conversions::convert(value, to, !server.at_least(37))
}

/// What `optional.ofNonZeroValue` takes for nothing.
pub(super) fn is_zero(value: &Value<'_>) -> bool {
    match value {
        Value::Null | Value::Empty => true,
        Value::Bool(flag) => !flag,
        Value::Int(number) => *number == 0,
        Value::Uint(number) => *number == 0,
        Value::Double(number) => *number == 0.0,
        Value::String(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Duration(duration) => duration.0 == 0,
        Value::Timestamp(timestamp) => timestamp.is_year_one(),
        // Lists and maps of the object do not say whether they are empty.
        Value::List(list) => !list.is_of_object() && list.is_empty(),
        Value::Map(map) => map.fields().is_none() && map.is_empty(),
        _ => false,
    }
}

/// The sum of a list, from the zero of its type on.
pub(super) fn sum<'a>(
    overload: Option<Overload>,
    list: &List<'a>,
    context: Context<'_>,
) -> Outcome<Value<'a>> {
    let zero = match overload {
        Some(Overload::ListIntSum) => Value::Int(0),
        Some(Overload::ListUintSum) => Value::Uint(0),
        Some(Overload::ListDoubleSum) => Value::Double(0.0),
        Some(Overload::ListDurationSum) => Value::Duration(Duration(0)),
        _ => match list.get(0) {
            Some(Ok(Value::Uint(_))) => Value::Uint(0),
            Some(Ok(Value::Double(_))) => Value::Double(0.0),
            Some(Ok(Value::Duration(_))) => Value::Duration(Duration(0)),
            _ => Value::Int(0),
        },
    };
    lists::sum(list, zero, context)
}

/// A part of a time in the zone so many seconds east of Greenwich.
pub(super) fn part<'a>(
    function: Function,
    timestamp: Timestamp,
    offset: i64,
) -> Option<Outcome<Value<'a>>> {
    use Function as F;
    let civil = timestamp.civil(offset);
    let value = match function {
        F::GetFullYear => civil.year,
        F::GetMonth => i64::from(civil.month) - 1,
        F::GetDayOfYear => i64::from(civil.day_of_year) - 1,
        F::GetDayOfMonth => i64::from(civil.day) - 1,
        F::GetDate => i64::from(civil.day),
        F::GetDayOfWeek => i64::from(civil.weekday),
        F::GetHours => i64::from(civil.hour),
        F::GetMinutes => i64::from(civil.minute),
        F::GetSeconds => i64::from(civil.second),
        F::GetMilliseconds => i64::from(timestamp.millisecond()),
        _ => return None,
    };
    Some(Ok(Value::Int(value)))
}

pub(super) fn in_zone<'a>(
    function: Function,
    timestamp: Timestamp,
    name: &str,
) -> Option<Outcome<Value<'a>>> {
    part(function, timestamp, 0).as_ref()?;
    match zone::offset(name, timestamp) {
        Ok(offset) => part(function, timestamp, offset),
        Err(error) => Some(Err(error)),
    }
}
