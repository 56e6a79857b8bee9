//! Values that hold no others, and their conversions: `int('5')`, `string(1.5)`, `timestamp(…)`. Of constants they are made
//! before a rule is taken, of other values when it runs.

use std::borrow::Cow;

use wheelwright_grammar::duration;
use wheelwright_grammar::time::{FIRST_SECOND, LAST_SECOND, Time};

use crate::double;

/// A value that holds no others.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar<'a> {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(Cow<'a, str>),
    Bytes(Cow<'a, [u8]>),
    /// Nanoseconds.
    Duration(i64),
    Timestamp(Time),
}

/// A type that a scalar can be converted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Bool,
    Bytes,
    Double,
    Duration,
    Int,
    String,
    Timestamp,
    Uint,
}

/// Why a scalar is not converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ConvertError {
    /// There is no such conversion.
    NoOverload,
    /// The value is none that can be converted, in the server's words.
    Value(Cow<'static, str>),
}

impl Target {
    /// The type that a function converts to, if it is one that converts.
    pub(crate) fn of(function: &str) -> Option<Self> {
        Some(match function {
            "bool" => Self::Bool,
            "bytes" => Self::Bytes,
            "double" => Self::Double,
            "duration" => Self::Duration,
            "int" => Self::Int,
            "string" => Self::String,
            "timestamp" => Self::Timestamp,
            "uint" => Self::Uint,
            _ => return None,
        })
    }

    const fn type_name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Bytes => "bytes",
            Self::Double => "double",
            Self::Duration => "google.protobuf.Duration",
            Self::Int => "int",
            Self::String => "string",
            Self::Timestamp => "google.protobuf.Timestamp",
            Self::Uint => "uint",
        }
    }
}

const fn refused(reason: &'static str) -> ConvertError {
    ConvertError::Value(Cow::Borrowed(reason))
}

const OVERFLOW: ConvertError = refused("integer overflow");
const UNSIGNED_OVERFLOW: ConvertError = refused("unsigned integer overflow");
const TIME_OVERFLOW: ConvertError = refused("timestamp overflow");

impl Scalar<'_> {
    /// The name of its type at run time.
    pub(crate) const fn type_name(&self) -> &'static str {
        match self {
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
        }
    }

    /// The value as another type. `takes_int` is whether `duration(int)` is declared, as it is up to 1.36, though it always
    /// fails.
    pub(crate) fn convert(self, to: Target, takes_int: bool) -> Result<Self, ConvertError> {
        use Target as T;
        Ok(match (to, self) {
            (T::Bool, value @ Self::Bool(_))
            | (T::Bytes, value @ Self::Bytes(_))
            | (T::Double, value @ Self::Double(_))
            | (T::Duration, value @ Self::Duration(_))
            | (T::Int, value @ Self::Int(_))
            | (T::String, value @ Self::String(_))
            | (T::Timestamp, value @ Self::Timestamp(_))
            | (T::Uint, value @ Self::Uint(_)) => value,
            (T::Bytes, Self::String(text)) => Self::Bytes(match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            }),
            (to, Self::String(text)) => return of_text(&text, to),
            (T::Int, Self::Uint(number)) => Self::Int(i64::try_from(number).map_err(|_| OVERFLOW)?),
            (T::Int, Self::Double(number)) => Self::Int(whole(number).ok_or(OVERFLOW)?),
            (T::Int, Self::Duration(nanoseconds)) => Self::Int(nanoseconds),
            (T::Int, Self::Timestamp(time)) => Self::Int(time.seconds),
            (T::Uint, Self::Int(number)) => {
                Self::Uint(u64::try_from(number).map_err(|_| UNSIGNED_OVERFLOW)?)
            }
            (T::Uint, Self::Double(number)) => {
                Self::Uint(unsigned(number).ok_or(UNSIGNED_OVERFLOW)?)
            }
            #[expect(clippy::cast_precision_loss, reason = "as in the server")]
            (T::Double, Self::Int(number)) => Self::Double(number as f64),
            #[expect(clippy::cast_precision_loss, reason = "as in the server")]
            (T::Double, Self::Uint(number)) => Self::Double(number as f64),
            (T::String, value) => Self::String(value.text()?.into()),
            (T::Duration, Self::Int(_)) if takes_int => return Err(unsupported("int", to)),
            (T::Timestamp, Self::Int(seconds)) => {
                if !(FIRST_SECOND..=LAST_SECOND).contains(&seconds) {
                    return Err(TIME_OVERFLOW);
                }
                Self::Timestamp(Time::from_seconds(seconds))
            }
            _ => return Err(ConvertError::NoOverload),
        })
    }

    fn text(self) -> Result<String, ConvertError> {
        Ok(match self {
            Self::String(text) => text.into_owned(),
            Self::Bool(flag) => flag.to_string(),
            Self::Int(number) => number.to_string(),
            Self::Uint(number) => number.to_string(),
            Self::Double(number) => double::general(number),
            Self::Bytes(bytes) => std::str::from_utf8(&bytes)
                .map_err(|_| refused("invalid UTF-8 in bytes, cannot convert to string"))?
                .to_owned(),
            Self::Duration(nanoseconds) => in_seconds(nanoseconds),
            Self::Timestamp(time) => time.to_string(),
        })
    }
}

/// Seconds of a duration as Go has them in a float: the whole ones plus the rest.
#[expect(clippy::cast_precision_loss, reason = "as in Go")]
fn seconds_of(nanoseconds: i64) -> f64 {
    let (whole, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
    whole as f64 + rest as f64 / 1e9
}

/// A duration as text: seconds, as short as they can be told.
pub(crate) fn in_seconds(nanoseconds: i64) -> String {
    format!("{}s", double::shortest(seconds_of(nanoseconds)))
}

fn unsupported(from: &str, to: Target) -> ConvertError {
    let to = to.type_name();
    ConvertError::Value(format!("type conversion error from '{from}' to '{to}'").into())
}

fn of_text(text: &str, to: Target) -> Result<Scalar<'static>, ConvertError> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let value = match to {
        Target::Bool => match text {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(Scalar::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(Scalar::Bool(false)),
            _ => None,
        },
        Target::Int if digits(text.strip_prefix(['-', '+']).unwrap_or(text)) => {
            text.parse().ok().map(Scalar::Int)
        }
        Target::Uint if digits(text) => text.parse().ok().map(Scalar::Uint),
        Target::Double => double::parse(text).map(Scalar::Double),
        Target::Duration => duration::parse(text).map(Scalar::Duration),
        Target::Timestamp => match Time::parse(text) {
            Ok(time) if (FIRST_SECOND..=LAST_SECOND).contains(&time.seconds) => {
                Some(Scalar::Timestamp(time))
            }
            Ok(_) => return Err(TIME_OVERFLOW),
            Err(_) => None,
        },
        _ => None,
    };
    value.ok_or_else(|| unsupported("string", to))
}

#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
fn whole(number: f64) -> Option<i64> {
    /// Two to the power of 63.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    (number > -LIMIT && number < LIMIT).then_some(number as i64)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked"
)]
fn unsigned(number: f64) -> Option<u64> {
    /// Two to the power of 64.
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;
    (0.0..LIMIT).contains(&number).then_some(number as u64)
}
