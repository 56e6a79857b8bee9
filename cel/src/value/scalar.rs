//! What elements of sets and list maps are told apart by.

use serde_json::Value as Json;

use super::list::{Element, ListItems};
use super::{List, Value};
use crate::KubeVersion;
use crate::failure::{EvalError, Outcome};

/// What a Go map would be keyed by: a scalar with its type.
#[derive(PartialEq, Eq, Hash, Clone, Debug)]
pub(super) enum Scalar {
    Nothing,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(u64),
    String(String),
    Bytes(Vec<u8>),
    Duration(i64),
    Timestamp(i64, u32),
}

/// Keys of more fields than this are one text on servers before 1.37.
const MOST_FIELDS: usize = 3;

impl Scalar {
    fn double(number: f64) -> Self {
        Self::Double(if number == 0.0 { 0 } else { number.to_bits() })
    }

    pub(super) fn of_json(json: &Json) -> Self {
        match json {
            Json::Bool(flag) => Self::Bool(*flag),
            Json::Number(number) => match number.as_i64() {
                Some(integer) => Self::Int(integer),
                None => Self::double(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Self::String(text.clone()),
            Json::Null | Json::Array(_) | Json::Object(_) => Self::Nothing,
        }
    }

    pub(super) fn of_value(value: &Value<'_>) -> Option<Self> {
        Some(match value {
            Value::Null => Self::Nothing,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Int(number) => Self::Int(*number),
            Value::Uint(number) => Self::Uint(*number),
            Value::Double(number) => Self::double(*number),
            Value::String(text) => Self::String(text.to_string()),
            Value::Bytes(bytes) => Self::Bytes(bytes.to_vec()),
            Value::Duration(duration) => Self::Duration(duration.0),
            Value::Timestamp(timestamp) => {
                let (seconds, nanoseconds) = timestamp.instant();
                Self::Timestamp(seconds, nanoseconds)
            }
            Value::Preserved(json) => Self::of_json(json),
            _ => return None,
        })
    }

    /// As Go's `%v` prints it.
    fn printed(&self) -> String {
        match self {
            Self::Nothing => "<nil>".to_owned(),
            Self::Bool(flag) => flag.to_string(),
            Self::Int(number) | Self::Duration(number) => number.to_string(),
            Self::Uint(number) => number.to_string(),
            Self::Double(bits) => crate::double::general(f64::from_bits(*bits)),
            Self::String(text) => text.clone(),
            Self::Bytes(bytes) => format!("{bytes:?}"),
            Self::Timestamp(seconds, nanoseconds) => format!("{seconds}.{nanoseconds}"),
        }
    }

    pub(super) fn of_element(element: Outcome<Value<'_>>) -> Outcome<Self> {
        Self::of_value(&element?).ok_or_else(|| {
            EvalError::error("listSet operations are only supported on lists of scalar values")
        })
    }
}

/// The keys of a set's own elements: before 1.37 of the JSON, so that a duration is a text there.
pub(super) fn set_keys(list: &List<'_>, by_value: bool) -> Outcome<Vec<Scalar>> {
    match &list.0 {
        ListItems::Data { items, .. } if !by_value => {
            Ok(items.iter().map(Scalar::of_json).collect())
        }
        ListItems::Bound(bound) if !by_value => Ok(bound
            .elements
            .iter()
            .map(|element| match element {
                Element::Json(json) => Scalar::of_json(json),
                Element::Value(value) => Scalar::of_value(value).unwrap_or(Scalar::Nothing),
            })
            .collect()),
        _ => list.iter().map(Scalar::of_element).collect(),
    }
}

/// The key of a list map's element. The server looks for the escaped names in the JSON.
pub(super) fn json_key(json: &Json, keys: &[String], server: KubeVersion) -> Option<Vec<Scalar>> {
    Some(fields_key(json.as_object()?, keys, server))
}

pub(super) fn fields_key(
    fields: &serde_json::Map<String, Json>,
    keys: &[String],
    server: KubeVersion,
) -> Vec<Scalar> {
    let key: Vec<Scalar> = keys
        .iter()
        .map(|key| fields.get(key).map_or(Scalar::Nothing, Scalar::of_json))
        .collect();
    if keys.len() > MOST_FIELDS && !server.at_least(37) {
        // Texts with spaces can be mistaken for others so.
        let printed: Vec<String> = key.iter().map(Scalar::printed).collect();
        return vec![Scalar::String(printed.join(" "))];
    }
    key
}

/// The key of a value: by its fields from 1.37 on, before by the JSON that it is.
pub(super) fn value_key(
    value: &Value<'_>,
    keys: &[String],
    server: KubeVersion,
) -> Option<Vec<Scalar>> {
    let Value::Map(map) = value else {
        return server
            .at_least(37)
            .then(|| vec![Scalar::Nothing; keys.len()]);
    };
    if !server.at_least(37) {
        return Some(fields_key(map.fields()?, keys, server));
    }
    Some(
        keys.iter()
            .map(|key| match map.find_name(key) {
                Some(Ok(value)) => Scalar::of_value(&value).unwrap_or(Scalar::Nothing),
                _ => Scalar::Nothing,
            })
            .collect(),
    )
}
