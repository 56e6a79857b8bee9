//! Conversions of values between types, and to text.

use std::borrow::Cow;

use crate::failure::{EvalError, Outcome};
use crate::scalar::{ConvertError, Scalar, Target};
use crate::value::{Text, Value};

impl<'v> Scalar<'v> {
    /// The value, if it holds no others.
    pub(crate) fn of(value: &'v Value<'_>) -> Option<Self> {
        Some(match value {
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Int(number) => Self::Int(*number),
            Value::Uint(number) => Self::Uint(*number),
            Value::Double(number) => Self::Double(*number),
            Value::String(text) => Self::String(Cow::Borrowed(text)),
            Value::Bytes(bytes) => Self::Bytes(Cow::Borrowed(bytes)),
            Value::Duration(duration) => Self::Duration(duration.0),
            Value::Timestamp(timestamp) => Self::Timestamp(timestamp.time()),
            _ => return None,
        })
    }

    pub(crate) fn into_value<'a>(self) -> Value<'a> {
        match self {
            Self::Bool(flag) => Value::Bool(flag),
            Self::Int(number) => Value::Int(number),
            Self::Uint(number) => Value::Uint(number),
            Self::Double(number) => Value::Double(number),
            Self::String(text) => Value::text(text),
            Self::Bytes(bytes) => Value::Bytes(bytes.into()),
            Self::Duration(nanoseconds) => Value::Duration(super::duration::Duration(nanoseconds)),
            Self::Timestamp(time) => Value::Timestamp(time.into()),
        }
    }
}

/// A value as another type; nothing where there is no such conversion. `takes_int` is whether `duration(int)` is declared.
pub(crate) fn convert<'a>(
    value: &Value<'a>,
    to: Target,
    takes_int: bool,
) -> Option<Outcome<Value<'a>>> {
    match (to, value) {
        // What is of the type already is not copied.
        (Target::String, Value::String(_)) | (Target::Bytes, Value::Bytes(_)) => {
            return Some(Ok(value.clone()));
        }
        (Target::String, Value::Ip(address)) => return Some(Ok(Value::text(address.to_string()))),
        (Target::String, Value::Cidr(cidr)) => return Some(Ok(Value::text(cidr.to_string()))),
        _ => {}
    }
    match Scalar::of(value)?.convert(to, takes_int) {
        Ok(converted) => Some(Ok(converted.into_value())),
        Err(ConvertError::Value(message)) => Some(Err(EvalError::error(message))),
        Err(ConvertError::NoOverload) => None,
    }
}

/// The text of a value in a text; nothing of what has none.
pub(crate) fn text<'a>(value: &Value<'a>) -> Option<Outcome<Value<'a>>> {
    match value {
        Value::Null => Some(Ok(Value::text("null"))),
        Value::Type(name) => Some(Ok(Value::text(name.to_string()))),
        _ => convert(value, Target::String, false),
    }
}

pub(crate) const fn type_of<'a>(value: &Value<'a>) -> Value<'a> {
    Value::Type(Text::Borrowed(value.type_name()))
}
