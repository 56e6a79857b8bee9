//! Whether values have the JSON types that a schema gives them.

use serde_json::Value;

use crate::node::Node;

/// Whether a value and all in it are of the types of their schemas. A null for a member counts as absence.
pub(crate) fn is_typed(value: &Value, node: &Node) -> bool {
    node.takes.takes(value)
        && match value {
            Value::Object(members) => members.iter().all(|(name, member)| {
                let schema = node.member(name).filter(|_| !member.is_null());
                schema.is_none_or(|schema| is_typed(member, schema))
            }),
            Value::Array(items) => {
                let schema = node.items.as_deref();
                schema.is_none_or(|schema| items.iter().all(|item| is_typed(item, schema)))
            }
            _ => true,
        }
}
