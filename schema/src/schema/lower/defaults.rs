//! `default` in a schema.

use serde_json::{Map, Value};

use super::{At, Lower};
use crate::schema::{
    node::{Kinds, Node},
    problem::Cause,
};

impl Lower {
    pub(super) fn default(&mut self, node: &mut Node, mut value: Value, at: At) {
        if value.is_null() {
            self.report(at, Cause::NullDefault);
        } else {
            drop_nulls(node, &mut value);
            node.set("default", value);
        }
    }

    /// The API server validates a default before it fills in what is nested.
    pub(super) fn default_from_members(&mut self, node: &mut Node, at: At) {
        if !self.fits(node, "nested_default", Kinds::OBJECT, at) {
            return;
        }
        if !node.required.is_empty() {
            self.report(at, Cause::NestedDefault(node.required.clone()));
        }
        node.set("default", Map::new());
    }
}

/// Takes out the members that may not be `null` and are. Of an object the API server drops them; of a default it does
/// not, and refuses it.
fn drop_nulls(node: &Node, value: &mut Value) {
    match value {
        Value::Object(members) => members.retain(|name, member| {
            let Some(node) = node.properties.get(name).or(node.additional.as_deref()) else {
                return true;
            };
            drop_nulls(node, member);
            !member.is_null() || node.nullable || !node.reads_null
        }),
        Value::Array(items) => {
            if let Some(node) = &node.items {
                for item in items {
                    drop_nulls(node, item);
                }
            }
        }
        _ => {}
    }
}
