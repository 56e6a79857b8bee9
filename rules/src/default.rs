//! Nulls and defaults.

use serde_json::Value;

use crate::node::Node;

/// Removes keys whose value is null where the schema neither allows null nor has a default to put there.
pub(crate) fn drop_nulls(value: &mut Value, node: &Node) {
    match value {
        Value::Object(members) => members.retain(|name, member| {
            let Some(schema) = node
                .properties
                .get(name)
                .or_else(|| node.additional.schema())
            else {
                return true;
            };
            if member.is_null() {
                return schema.nullable || schema.default.is_some();
            }
            drop_nulls(member, schema);
            true
        }),
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
            for (name, property) in node.properties.with_default() {
                if members
                    .get(name)
                    .is_none_or(|member| member.is_null() && !property.nullable)
                    && let Some(default) = &property.default
                {
                    members.insert(name.to_owned(), default.clone());
                }
            }
            for (name, member) in members {
                if let Some(property) = node.properties.get(name) {
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
        && let Some(default) = &node.default
    {
        value.clone_from(default);
    }
}
