//! Pruning: removing what the schema does not declare.

use serde_json::Value;

use crate::node::Node;
use crate::path::At;

/// Prunes a resource: its `apiVersion`, `kind` and `metadata` are left alone. The paths of what was removed are added to
/// `removed`, sorted.
pub(crate) fn prune_resource(value: &mut Value, node: &Node, removed: &mut Vec<String>) {
    prune(value, node, true, removed);
}

/// Prunes any value; only of a resource are `apiVersion`, `kind` and `metadata` left alone.
pub(crate) fn prune(value: &mut Value, node: &Node, is_resource: bool, removed: &mut Vec<String>) {
    let first = removed.len();
    let mut pruner = Pruner { removed };
    if node.preserve {
        pruner.skip(value, node, is_resource, At::ROOT);
    } else {
        pruner.prune_with(value, node, is_resource, At::ROOT);
    }
    if let Some(new) = removed.get_mut(first..) {
        new.sort_unstable();
    }
}

struct Pruner<'p> {
    removed: &'p mut Vec<String>,
}

fn is_type_or_metadata(name: &str) -> bool {
    matches!(name, "apiVersion" | "kind" | "metadata")
}

impl Pruner<'_> {
    fn prune(&mut self, value: &mut Value, node: Option<&Node>, at: At<'_>) {
        match node {
            Some(node) if node.preserve => self.skip(value, node, node.embedded, at),
            Some(node) => self.prune_with(value, node, node.embedded, at),
            None => self.prune_all(value, at),
        }
    }

    fn prune_with(&mut self, value: &mut Value, node: &Node, embedded: bool, at: At<'_>) {
        match value {
            Value::Object(members) => {
                let mut unknown = Vec::new();
                let mut properties = node.properties.cursor();
                for (name, member) in members.iter_mut() {
                    if embedded && is_type_or_metadata(name) {
                        continue;
                    }
                    let at = at.field(name);
                    if let Some((_, property)) = properties.find(name) {
                        self.prune(member, Some(property), at);
                    } else if node.additional.is_set() {
                        self.prune(member, node.additional.schema(), at);
                    } else {
                        self.removed.push(at.to_path().to_string());
                        unknown.push(name.clone());
                    }
                }
                for name in unknown {
                    members.remove(&name);
                }
            }
            Value::Array(items) => {
                for (position, item) in items.iter_mut().enumerate() {
                    self.prune(item, node.items.as_deref(), at.index(position));
                }
            }
            _ => {}
        }
    }

    /// Without a schema nothing is declared.
    fn prune_all(&mut self, value: &mut Value, at: At<'_>) {
        match value {
            Value::Object(members) => {
                self.removed.extend(
                    members
                        .keys()
                        .map(|name| at.field(name).to_path().to_string()),
                );
                members.clear();
            }
            Value::Array(items) => {
                for (position, item) in items.iter_mut().enumerate() {
                    self.prune_all(item, at.index(position));
                }
            }
            _ => {}
        }
    }

    /// Keeps what is not declared, and prunes below what is.
    fn skip(&mut self, value: &mut Value, node: &Node, embedded: bool, at: At<'_>) {
        match value {
            Value::Object(members) => {
                let mut properties = node.properties.cursor();
                for (name, member) in members.iter_mut() {
                    if embedded && is_type_or_metadata(name) {
                        continue;
                    }
                    let at = at.field(name);
                    if let Some((_, property)) = properties.find(name) {
                        self.prune(member, Some(property), at);
                    } else if node.additional.is_set() {
                        self.prune(member, node.additional.schema(), at);
                    }
                }
            }
            Value::Array(items) => {
                if let Some(schema) = node.items.as_deref() {
                    for (position, item) in items.iter_mut().enumerate() {
                        self.skip(item, schema, schema.embedded, at.index(position));
                    }
                }
            }
            _ => {}
        }
    }
}
