//! What a server sets before it validates.

use serde_json::Value;

use crate::words::{DEPTH, default_value};

/// Whether a member of objects has a default.
pub(super) fn is_set(object: &Value, member: &str) -> bool {
    let properties = object.get("properties");
    let property = properties.and_then(|properties| properties.get(member));
    property.is_some_and(|property| default_value(property).is_some())
}

/// How many members of objects have a default.
pub(super) fn count(object: &Value) -> i64 {
    let properties = object.get("properties").and_then(Value::as_object);
    let set = properties.map_or(0, |all| {
        let all = all.values();
        all.filter(|property| default_value(property).is_some())
            .count()
    });
    i64::try_from(set).unwrap_or(i64::MAX)
}

/// Whether something within values has a default.
pub(super) fn has_below(schema: &Value) -> bool {
    fn has(schema: &Value, depth: usize) -> bool {
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.into_iter().flat_map(|all| all.values());
        let inner = [schema.get("items"), schema.get("additionalProperties")];
        properties
            .chain(inner.into_iter().flatten())
            .any(|inner| default_value(inner).is_some() || depth > DEPTH || has(inner, depth + 1))
    }
    has(schema, 0)
}
