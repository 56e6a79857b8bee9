//! Constants as values: what is known of an expression, and values that outlive the evaluation that made them.

use crate::constant::Constant;
use crate::value::{Key, Map, OwnedMap, Text, Value};

/// A constant that borrows nothing.
pub(super) fn into_static(value: Value<'_>) -> Option<Value<'static>> {
    Some(match value {
        Value::Null => Value::Null,
        Value::Bool(flag) => Value::Bool(flag),
        Value::Int(number) => Value::Int(number),
        Value::Uint(number) => Value::Uint(number),
        Value::Double(number) => Value::Double(number),
        Value::String(text) => Value::text(&*text),
        Value::Bytes(bytes) => Value::Bytes(bytes),
        Value::Duration(duration) => Value::Duration(duration),
        Value::Timestamp(timestamp) => Value::Timestamp(timestamp),
        Value::Type(name) => Value::Type(Text::Shared((&*name).into())),
        Value::List(list) => {
            let items = list.iter().map(|item| into_static(item.ok()?));
            Value::list(items.collect::<Option<_>>()?)
        }
        Value::Map(map) => {
            let mut entries = OwnedMap::new();
            for (key, value) in map.entries()? {
                let key = Key::from_value(&into_static(key.to_value())?).ok()?;
                entries.insert(key, into_static(value.clone())?);
            }
            Value::Map(Map::owned(entries))
        }
        Value::Optional(None) => Value::Optional(None),
        Value::Optional(Some(value)) => Value::some(into_static((*value).clone())?),
        _ => return None,
    })
}

/// A constant that is known before programs are made; lists and maps are computed from their nodes.
pub(super) fn value_of(constant: &Constant<'_>) -> Option<Value<'static>> {
    Some(match constant {
        Constant::Null => Value::Null,
        Constant::Scalar(scalar) => scalar.clone().into_value(),
        Constant::Type(name) => Value::Type(Text::Shared((&**name).into())),
        Constant::List | Constant::Map => return None,
    })
}
