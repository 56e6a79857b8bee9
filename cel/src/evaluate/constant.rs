//! Constants: literals, names of types, and values that outlive the evaluation that made them.

use crate::syntax::Literal;
use crate::types::Type;
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
                let key = Key::of(&into_static(key.to_value())?)?;
                entries.insert(key, into_static(value.clone())?);
            }
            Value::Map(Map::owned(entries))
        }
        Value::Optional(None) => Value::Optional(None),
        Value::Optional(Some(value)) => Value::some(into_static((*value).clone())?),
        _ => return None,
    })
}

pub(super) fn constant(literal: &Literal) -> Value<'static> {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(flag) => Value::Bool(*flag),
        Literal::Int(number) => Value::Int(*number),
        Literal::Uint(number) => Value::Uint(*number),
        Literal::Double(number) => Value::Double(*number),
        Literal::String(text) => Value::text(&**text),
        Literal::Bytes(bytes) => Value::Bytes((&**bytes).into()),
    }
}

/// The name of a type at run time, where lists are lists whatever they hold.
pub(super) fn type_name(ty: &Type) -> Text<'static> {
    let name = match ty {
        Type::Type(Some(of)) => return type_name(of),
        Type::Null => "null_type",
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Uint => "uint",
        Type::Double => "double",
        Type::String => "string",
        Type::Bytes => "bytes",
        Type::Duration => "google.protobuf.Duration",
        Type::Timestamp => "google.protobuf.Timestamp",
        Type::List(_) => "list",
        Type::Map(_) => "map",
        Type::Optional(_) => "optional_type",
        Type::Type(None) => "type",
        Type::Opaque(opaque) => opaque.name(),
        Type::Object(object) => return Text::Shared(object.name.as_str().into()),
        Type::Error | Type::Unknown | Type::Dyn | Type::Param(_) => "dyn",
    };
    Text::Borrowed(name)
}
