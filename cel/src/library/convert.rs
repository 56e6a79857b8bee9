//! Conversions between types: `int('5')`, `string(1.5)`, `timestamp(…)`.

use super::double;
use super::duration::Duration;
use super::timestamp::Timestamp;
use crate::failure::{EvalError, Outcome};
use crate::value::{Text, Value};

const LIMIT_63: f64 = 9_223_372_036_854_775_808.0;
const LIMIT_64: f64 = 18_446_744_073_709_551_616.0;

fn unsupported(value: &Value<'_>, target: &str) -> EvalError {
    EvalError::error(format!(
        "type conversion error from '{}' to '{target}'",
        value.type_name()
    ))
}

fn overflow() -> EvalError {
    EvalError::error("integer overflow")
}

fn unsigned_overflow() -> EvalError {
    EvalError::error("unsigned integer overflow")
}

#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
pub(crate) fn to_int<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    Ok(Value::Int(match value {
        Value::Int(number) => *number,
        Value::Uint(number) => i64::try_from(*number).map_err(|_| overflow())?,
        Value::Double(number) if *number > -LIMIT_63 && *number < LIMIT_63 => *number as i64,
        Value::Double(_) => return Err(overflow()),
        Value::Duration(duration) => duration.0,
        Value::Timestamp(timestamp) => timestamp.seconds(),
        Value::String(text) => integer_text(text)
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| unsupported(value, "int"))?,
        _ => return Err(unsupported(value, "int")),
    }))
}

/// Digits after a sign, as Go has them.
fn integer_text(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
pub(crate) fn to_uint<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    Ok(Value::Uint(match value {
        Value::Uint(number) => *number,
        Value::Int(number) => u64::try_from(*number).map_err(|_| unsigned_overflow())?,
        Value::Double(number) if *number >= 0.0 && *number < LIMIT_64 => *number as u64,
        Value::Double(_) => return Err(unsigned_overflow()),
        Value::String(text) if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) => {
            text.parse().map_err(|_| unsupported(value, "uint"))?
        }
        _ => return Err(unsupported(value, "uint")),
    }))
}

#[expect(clippy::cast_precision_loss, reason = "as in the server")]
pub(crate) fn to_double<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    Ok(Value::Double(match value {
        Value::Double(number) => *number,
        Value::Int(number) => *number as f64,
        Value::Uint(number) => *number as f64,
        Value::String(text) => double::parse(text).ok_or_else(|| unsupported(value, "double"))?,
        _ => return Err(unsupported(value, "double")),
    }))
}

pub(crate) fn to_bool<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    match value {
        Value::Bool(_) => Ok(value.clone()),
        Value::String(text) => match &**text {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(Value::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(Value::Bool(false)),
            _ => Err(unsupported(value, "bool")),
        },
        _ => Err(unsupported(value, "bool")),
    }
}

pub(crate) fn to_string<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    let text = match value {
        Value::String(_) => return Ok(value.clone()),
        Value::Bool(flag) => flag.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Uint(number) => number.to_string(),
        Value::Double(number) => double::general(*number),
        Value::Bytes(bytes) => std::str::from_utf8(bytes)
            .map_err(|_| EvalError::error("invalid UTF-8 in bytes, cannot convert to string"))?
            .to_owned(),
        Value::Duration(duration) => duration.in_seconds(),
        Value::Timestamp(timestamp) => timestamp.to_string(),
        Value::Ip(address) => address.to_string(),
        Value::Cidr(cidr) => cidr.to_string(),
        Value::Null => "null".to_owned(),
        Value::Type(name) => name.to_string(),
        _ => return Err(unsupported(value, "string")),
    };
    Ok(Value::text(text))
}

pub(crate) fn to_bytes<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    match value {
        Value::Bytes(_) => Ok(value.clone()),
        Value::String(text) => Ok(Value::Bytes(text.as_bytes().into())),
        _ => Err(unsupported(value, "bytes")),
    }
}

pub(crate) fn to_duration<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    match value {
        Value::Duration(_) => Ok(value.clone()),
        Value::String(text) => Duration::parse(text)
            .map(Value::Duration)
            .ok_or_else(|| unsupported(value, "google.protobuf.Duration")),
        _ => Err(unsupported(value, "google.protobuf.Duration")),
    }
}

pub(crate) fn to_timestamp<'a>(value: &Value<'a>) -> Outcome<Value<'a>> {
    match value {
        Value::Timestamp(_) => Ok(value.clone()),
        Value::Int(seconds) => Timestamp::from_seconds(*seconds).map(Value::Timestamp),
        Value::String(text) => Timestamp::parse(text)
            .ok_or_else(|| unsupported(value, "google.protobuf.Timestamp"))?
            .in_range()
            .map(Value::Timestamp),
        _ => Err(unsupported(value, "google.protobuf.Timestamp")),
    }
}

pub(crate) const fn type_of<'a>(value: &Value<'a>) -> Value<'a> {
    Value::Type(Text::Borrowed(value.type_name()))
}
