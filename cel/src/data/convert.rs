//! From JSON to values, by the schema.

use std::sync::Arc;

use serde_json::{Map as JsonMap, Value as Json};

use super::layout::{Kind, Layout, NATIVE};
use crate::failure::{EvalError, Outcome};
use crate::library::duration::Duration;
use crate::library::timestamp::Timestamp;
use crate::value::{List, Map, Text, Value};

/// Go's name for the type of what a JSON value is decoded to.
pub(crate) fn go_type(json: &Json) -> &'static str {
    match json {
        Json::Null => "<nil>",
        Json::Bool(_) => "bool",
        Json::Number(number) if number.is_i64() => "int64",
        Json::Number(_) => "float64",
        Json::String(_) => "string",
        Json::Array(_) => "[]interface {}",
        Json::Object(_) => "map[string]interface {}",
    }
}

/// A JSON value as its schema has it. Source: `UnstructuredToVal`.
pub(crate) fn value_of<'a>(json: &'a Json, layout: &'a Layout) -> Outcome<Value<'a>> {
    if json.is_null() {
        return if layout.nullable {
            Ok(Value::Null)
        } else {
            Err(EvalError::error(
                "invalid data, got null for schema with nullable=false",
            ))
        };
    }
    let expected = |what: &str| {
        EvalError::error(format!(
            "invalid data, expected {what}, got {}",
            go_type(json)
        ))
    };
    match (&layout.kind, json) {
        (Kind::Native, _) => Ok(native(json)),
        (Kind::IntOrString, Json::String(text)) => Ok(Value::String(Text::Borrowed(text))),
        (Kind::IntOrString, _) => json.as_i64().map(Value::Int).ok_or_else(|| {
            EvalError::error(
                "invalid data, expected XIntOrString value to be either a string or integer",
            )
        }),
        (Kind::Object(_) | Kind::Map(_) | Kind::Closed, Json::Object(fields)) => {
            Ok(from_object(fields, layout))
        }
        (Kind::Object(_) | Kind::Map(_) | Kind::Closed, _) => Err(EvalError::error(
            "invalid data, expected a map for the provided schema with type=object",
        )),
        (Kind::List { .. }, Json::Array(items)) => from_array(items, layout),
        (Kind::List { .. }, _) => Err(EvalError::error(
            "invalid data, expected an array for the provided schema with type=array",
        )),
        (Kind::String, Json::String(text)) => Ok(Value::String(Text::Borrowed(text))),
        (Kind::Duration | Kind::Date | Kind::DateTime | Kind::Byte, Json::String(text)) => {
            formatted(text, &layout.kind)
        }
        (Kind::String | Kind::Duration | Kind::Date | Kind::DateTime | Kind::Byte, _) => {
            Err(expected("string"))
        }
        (Kind::Number, Json::Number(number)) => {
            Ok(Value::Double(number.as_f64().unwrap_or(f64::NAN)))
        }
        (Kind::Number, _) => Err(expected("float")),
        (Kind::Integer, _) => json.as_i64().map(Value::Int).ok_or_else(|| expected("int")),
        (Kind::Boolean, Json::Bool(flag)) => Ok(Value::Bool(*flag)),
        (Kind::Boolean, _) => Err(expected("bool")),
        (Kind::Preserved, _) => Ok(Value::Preserved(json)),
    }
}

pub(crate) fn from_object<'a>(fields: &'a JsonMap<String, Json>, layout: &'a Layout) -> Value<'a> {
    Value::Map(Map::data(fields, layout))
}

pub(crate) fn from_array<'a>(items: &'a Vec<Json>, layout: &'a Layout) -> Outcome<Value<'a>> {
    match &layout.kind {
        Kind::List { item: None, .. } => Err(EvalError::error(
            "invalid array type, expected Items with a non-empty Schema",
        )),
        _ => Ok(Value::List(List::data(items, layout))),
    }
}

/// JSON without a schema, as the server sees the value of an optional variable before 1.37.
pub(crate) fn native(json: &Json) -> Value<'_> {
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Int(integer),
            None => Value::Double(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::String(Text::Borrowed(text)),
        Json::Array(items) => Value::List(List::data(items, &NATIVE)),
        Json::Object(fields) => Value::Map(Map::data(fields, &NATIVE)),
    }
}

fn formatted<'a>(text: &'a str, kind: &Kind) -> Outcome<Value<'a>> {
    match kind {
        Kind::Duration => lenient_duration(text)
            .map(Value::Duration)
            .map_err(|reason| EvalError::error(format!("Invalid duration {text}: {reason}"))),
        Kind::Date => Timestamp::parse_date(text).map(Value::Timestamp).ok_or_else(|| {
            EvalError::error(format!(
                "Invalid date formatted string {text}: parsing time {text:?} as \"2006-01-02\": cannot parse it"
            ))
        }),
        Kind::DateTime => date_time(text).map(Value::Timestamp).ok_or_else(|| {
            EvalError::error(format!(
                "Invalid date-time formatted string {text}: parsing time {text:?} as \"2006-01-02T15:04:05\": \
                 cannot parse it"
            ))
        }),
        _ => url_base64(text).map(Value::Bytes).map_err(|at| {
            EvalError::error(format!(
                "Invalid byte formatted string {text}: illegal base64 data at input byte {at}"
            ))
        }),
    }
}

/// RFC 3339, or the same without a zone; nothing is 1970.
fn date_time(text: &str) -> Option<Timestamp> {
    if text.is_empty() {
        return Timestamp::from_seconds(0).ok();
    }
    Timestamp::parse(text).or_else(|| Timestamp::parse(&format!("{text}Z")))
}

/// A duration of Go's, or the sum of the numbers with a unit of time in the text, such as `2 days`.
fn lenient_duration(text: &str) -> Result<Duration, String> {
    if let Some(duration) = Duration::parse(text) {
        return Ok(duration);
    }
    let mut total: Option<i64> = None;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number_on = rest.get(start..).unwrap_or_default();
        let after_number = number_on.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = number_on.strip_suffix(after_number).unwrap_or_default();
        let unit_on = after_number.trim_start_matches(['\t', '\n', '\u{c}', '\r', ' ']);
        let after_unit =
            unit_on.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '\u{b5}');
        let unit = unit_on.strip_suffix(after_unit).unwrap_or_default();
        if unit.is_empty() {
            rest = after_number;
            continue;
        }
        let factor: i64 = number.parse().map_err(|_| {
            format!(
                "strconv.Atoi: parsing {}: value out of range",
                wheelwright_grammar::go_text::quote(number)
            )
        })?;
        for nanoseconds in units(&unit.to_lowercase()) {
            let sum = total
                .unwrap_or(0)
                .wrapping_add(factor.wrapping_mul(nanoseconds));
            total = Some(sum);
        }
        rest = after_unit;
    }
    total
        .map(Duration)
        .ok_or_else(|| format!("unable to parse {text} as duration"))
}

/// The units that a word stands for; the server adds all that fit.
fn units(word: &str) -> impl Iterator<Item = i64> + '_ {
    const SECOND: i64 = 1_000_000_000;
    let known: [(&[&str], &str, i64); 8] = [
        (&["ns"], "nano", 1),
        (&["us", "\u{b5}s"], "micro", 1_000),
        (&["ms"], "milli", 1_000_000),
        (&["s"], "sec", SECOND),
        (&["m"], "min", 60 * SECOND),
        (&["h", "hr"], "hour", 3_600 * SECOND),
        (&["d"], "day", 86_400 * SECOND),
        (&["w", "wk"], "week", 604_800 * SECOND),
    ];
    known
        .into_iter()
        .filter(move |(short, long, _)| short.contains(&word) || word.starts_with(long))
        .map(|(.., nanoseconds)| nanoseconds)
}

/// Base64 in the alphabet for URLs, padded; line breaks do not count. The error is the byte at fault.
fn url_base64(text: &str) -> Result<Arc<[u8]>, usize> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut group = [0_u8; 4];
    let mut count = 0;
    let mut padding = 0;
    for (at, byte) in text.bytes().enumerate() {
        let digit = match byte {
            b'\r' | b'\n' => continue,
            b'=' if count + padding >= 2 && count + padding < 4 && padding < 2 => {
                padding += 1;
                continue;
            }
            _ if padding > 0 => return Err(at),
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return Err(at),
        };
        if let Some(slot) = group.get_mut(count) {
            *slot = digit;
        }
        count += 1;
        if count == 4 {
            let [a, b, c, d] = group;
            bytes.extend([a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]);
            count = 0;
        }
    }
    let [a, b, c, _] = group;
    match (count, padding) {
        (0, 0) => {}
        (2, 2) => bytes.push(a << 2 | b >> 4),
        (3, 1) => bytes.extend([a << 2 | b >> 4, b << 4 | c >> 2]),
        _ => return Err(text.len().saturating_sub(count)),
    }
    Ok(bytes.into())
}
