//! What is known beyond a schema's own words: definitions of Kubernetes' types by name, and formats.

use std::borrow::Cow;

use serde_json::Value;

use super::super::node::Node;

/// Another schema for the definition called `name`.
pub(super) fn definition(_name: &str, _schema: &Value) -> Option<Value> {
    None
}

/// A whole schema, whose title is its definition's name.
pub(super) fn root(schema: &Value) -> Cow<'_, Value> {
    let name = schema.get("title").and_then(Value::as_str).unwrap_or("");
    definition(name, schema).map_or(Cow::Borrowed(schema), Cow::Owned)
}

/// What a format of strings means where the API server is laxer, or does not know it.
pub(super) fn format(format: &str, node: &mut Node) {
    node.set("format", format);
}
