//! What a scalar means in YAML 1.1, as Go's yaml.v2 has it, and which JSON that is.

use std::borrow::Cow;

use serde_json::Value;
use wheelwright_rules::go_json_float;

use crate::error::ErrorKind;

/// A scalar's meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    Null,
    Bool(bool),
    Int(i64),
    /// An integer beyond an `i64`.
    Large(u64),
    Float(f64),
    Text,
}

const CORE: &str = "tag:yaml.org,2002:";

/// Finds the meaning of a scalar. The text of one that is quoted and has no tag is text, and needs no meaning found.
pub(crate) fn resolve(tag: Option<&str>, text: &str) -> Result<Scalar, ErrorKind> {
    let Some(tag) = tag else {
        return Ok(plain(text));
    };
    let name = tag.strip_prefix(CORE);
    let meaning = match name {
        Some("bool" | "int" | "float" | "null" | "timestamp") => plain(text),
        Some("binary") => return Err(misfit(tag, text)),
        _ => return Ok(Scalar::Text),
    };
    match (name, meaning) {
        (Some("bool"), Scalar::Bool(_))
        | (Some("int"), Scalar::Int(_) | Scalar::Large(_))
        | (Some("float"), Scalar::Float(_))
        | (Some("null"), Scalar::Null) => Ok(meaning),
        #[expect(
            clippy::cast_precision_loss,
            reason = "so does the reader that is followed"
        )]
        (Some("float"), Scalar::Int(number)) => Ok(Scalar::Float(number as f64)),
        (Some("timestamp"), Scalar::Text) if is_dated(text) => Ok(Scalar::Text),
        _ => Err(misfit(tag, text)),
    }
}

fn misfit(tag: &str, text: &str) -> ErrorKind {
    ErrorKind::Tag {
        tag: tag
            .strip_prefix(CORE)
            .map_or_else(|| tag.to_owned(), |name| format!("!!{name}")),
        text: text.to_owned(),
    }
}

/// Whether a text begins with a year, as every time does.
fn is_dated(text: &str) -> bool {
    matches!(text.as_bytes(), [year @ .., _] if year.len() >= 4)
        && text.bytes().take_while(u8::is_ascii_digit).count() == 4
        && text.as_bytes().get(4) == Some(&b'-')
}

fn plain(text: &str) -> Scalar {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return Scalar::Bool(true);
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Scalar::Bool(false);
        }
        ".nan" | ".NaN" | ".NAN" => return Scalar::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return Scalar::Float(f64::INFINITY);
        }
        "-.inf" | "-.Inf" | "-.INF" => return Scalar::Float(f64::NEG_INFINITY),
        _ => {}
    }
    match text.as_bytes() {
        [b'.', ..] => float(text),
        [b'+' | b'-' | b'0'..=b'9', ..] => {
            let digits = if text.contains('_') {
                Cow::Owned(text.replace('_', ""))
            } else {
                Cow::Borrowed(text)
            };
            integer(&digits).unwrap_or_else(|| float(&digits))
        }
        _ => Scalar::Text,
    }
}

/// An integer in the notation of Go: `0x`, `0b`, `0o`, and a leading zero for octal.
fn integer(text: &str) -> Option<Scalar> {
    let (negative, signed, digits) = match text.as_bytes().first()? {
        b'-' => (true, true, text.get(1..)?),
        b'+' => (false, true, text.get(1..)?),
        _ => (false, false, text),
    };
    let base = digits.get(..2).filter(|_| digits.len() > 2);
    let (radix, digits) = match base {
        Some("0x" | "0X") => (16, digits.get(2..)?),
        Some("0b" | "0B") => (2, digits.get(2..)?),
        Some("0o" | "0O") => (8, digits.get(2..)?),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, digits.get(1..)?),
        _ => (10, digits),
    };
    // Rust takes a sign here, Go does not.
    if !digits.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let magnitude = u64::from_str_radix(digits, radix).ok()?;
    match i64::try_from(magnitude) {
        Ok(number) if negative => Some(Scalar::Int(-number)),
        Ok(number) => Some(Scalar::Int(number)),
        Err(_) if negative && magnitude == i64::MIN.unsigned_abs() => Some(Scalar::Int(i64::MIN)),
        Err(_) if signed => None,
        Err(_) => Some(Scalar::Large(magnitude)),
    }
}

/// A decimal number; one that no `f64` holds is text.
fn float(text: &str) -> Scalar {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    let is_number = digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|text| !text.is_empty() && digits(text));
    match text.parse::<f64>() {
        Ok(number) if is_number && number.is_finite() => Scalar::Float(number),
        _ => Scalar::Text,
    }
}

impl Scalar {
    /// The scalar as JSON that was written and read again: floats with an integral value are integers then.
    pub(crate) fn value(self, text: &str) -> Result<Value, ErrorKind> {
        Ok(match self {
            Self::Null => Value::Null,
            Self::Bool(flag) => flag.into(),
            Self::Int(number) => number.into(),
            Self::Large(number) => number.into(),
            Self::Float(number) if !number.is_finite() => return Err(ErrorKind::NotFinite),
            Self::Float(number) => integral(number).map_or_else(|| number.into(), Value::from),
            Self::Text => text.into(),
        })
    }

    /// The scalar as a key.
    pub(crate) fn key(self, text: &str) -> Result<Cow<'_, str>, ErrorKind> {
        Ok(match self {
            Self::Null | Self::Large(_) => return Err(ErrorKind::Key),
            Self::Bool(true) => "true".into(),
            Self::Bool(false) => "false".into(),
            Self::Int(number) => number.to_string().into(),
            Self::Float(number) => float_key(number).into(),
            Self::Text => text.into(),
        })
    }
}

/// The integer that is read where Go writes a float: its shortest text, so that one beyond 2^53 may be another.
fn integral(number: f64) -> Option<i64> {
    go_json_float(number).parse().ok()
}

/// A float as Go writes it in its shortest form for 32 bits.
fn float_key(number: f64) -> String {
    /// An exponent from here on is written as such.
    const LARGE: i32 = 6;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "keys are written in 32 bits"
    )]
    let number = number as f32;
    if number.is_nan() {
        return ".nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..LARGE).contains(&exponent) {
        number.to_string()
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
    }
}
