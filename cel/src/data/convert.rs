//! From JSON to values, by the schema.

use serde_json::{Map as JsonMap, Value as Json};
use wheelwright_grammar::base64::{self, Alphabet};
use wheelwright_grammar::duration::{self, LenientError};
use wheelwright_grammar::go_text::quote;
use wheelwright_grammar::time::Time;

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
        Kind::Duration => duration::parse_lenient(text)
            .map(|nanoseconds| Value::Duration(Duration(nanoseconds)))
            .map_err(|error| {
                let reason = match error {
                    LenientError::NoUnit => format!("unable to parse {text} as duration"),
                    LenientError::OutOfRange(number) => {
                        format!("strconv.Atoi: parsing {}: value out of range", quote(number))
                    }
                };
                EvalError::error(format!("Invalid duration {text}: {reason}"))
            }),
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
        _ => base64::decode(text, Alphabet::Url)
            .map(|bytes| Value::Bytes(bytes.into()))
            .map_err(|at| {
                EvalError::error(format!(
                    "Invalid byte formatted string {text}: illegal base64 data at input byte {at}"
                ))
            }),
    }
}

/// RFC 3339, or the same without a zone; nothing is 1970.
fn date_time(text: &str) -> Option<Timestamp> {
    if text.is_empty() {
        return Some(Time::from_seconds(0).into());
    }
    Timestamp::parse(text).or_else(|| Timestamp::parse(&format!("{text}Z")))
}
