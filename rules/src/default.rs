//! Nulls and defaults.

use serde_json::Value;

use crate::node::Node;

/// Removes keys whose value is null where the schema neither allows null nor has a default to put there.
pub(crate) fn drop_nulls(value: &mut Value, node: &Node) {
    match value {
        Value::Object(members) => {
            let mut dropped = Vec::new();
            let mut properties = node.properties.cursor();
            for (name, member) in members.iter_mut() {
                let property = properties.find(name).map(|(_, property)| property);
                let Some(schema) = property.or_else(|| node.additional.schema()) else {
                    continue;
                };
                if !member.is_null() {
                    drop_nulls(member, schema);
                } else if !schema.nullable && schema.default_value().is_none() {
                    dropped.push(name.clone());
                }
            }
            for name in dropped {
                members.remove(&name);
            }
        }
        Value::Array(items) => {
            if let Some(schema) = node.items.as_deref() {
                for item in items {
                    drop_nulls(item, schema);
                }
            }
        }
        _ => {}
    }
}

/// Puts defaults where something declared is absent or a null that is not allowed. What is put in is defaulted in turn.
pub(crate) fn set_defaults(value: &mut Value, node: &Node) {
    if !node.below.defaults {
        return;
    }
    match value {
        Value::Object(members) => {
            for (name, default) in node.with_default() {
                let replaces_null = || {
                    node.properties
                        .get(name)
                        .is_some_and(|property| !property.nullable)
                };
                if members
                    .get(name)
                    .is_none_or(|member| member.is_null() && replaces_null())
                {
                    members.insert(name.to_owned(), default.clone());
                }
            }
            let mut properties = node.properties.cursor();
            for (name, member) in members {
                if let Some((_, property)) = properties.find(name) {
                    set_defaults(member, property);
                } else if let Some(schema) = node.additional.schema() {
                    replace_null(member, schema);
                    set_defaults(member, schema);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = node.items.as_deref() {
                for item in items {
                    replace_null(item, schema);
                    set_defaults(item, schema);
                }
            }
        }
        _ => {}
    }
}

fn replace_null(value: &mut Value, node: &Node) {
    if value.is_null()
        && !node.nullable
        && let Some(default) = node.default_value()
    {
        value.clone_from(default);
    }
}
