//! What a schema says of the form of values, for programs that walk an object beside it.

use serde_json::Value;

use crate::default::set_defaults;
use crate::node::{List, Node};

/// What the schema says of one value; nothing where it does not know the value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape<'r>(Option<&'r Node>);

impl<'r> Shape<'r> {
    pub(crate) const fn of(node: &'r Node) -> Self {
        Self(Some(node))
    }

    /// Of a member of it.
    #[must_use]
    pub fn member(self, name: &str) -> Self {
        Self(self.0.and_then(|node| node.member(name)))
    }

    /// Of an item of it.
    #[must_use]
    pub fn items(self) -> Self {
        Self(self.0.and_then(|node| node.items.as_deref()))
    }

    /// Whether a null in its place is dropped by the server: the schema knows the value and does not allow null.
    #[must_use]
    pub fn drops_null(self) -> bool {
        self.0
            .is_some_and(|node| !node.nullable && !node.types.is_empty())
    }

    /// What the server puts in its place where it is absent, if there is a default.
    #[must_use]
    pub fn default_value(self) -> Option<Value> {
        let node = self.0?;
        let mut value = node.default_value()?.clone();
        set_defaults(&mut value, node);
        Some(value)
    }

    /// Whether it is a list with `x-kubernetes-list-type: set`: no two items are the same, and their order says nothing.
    #[must_use]
    pub fn is_set(self) -> bool {
        matches!(self.0.map(Node::list), Some(List::Set))
    }

    /// The members that tell items apart, if it is a list with `x-kubernetes-list-type: map`.
    #[must_use]
    pub fn list_map_keys(self) -> &'r [Box<str>] {
        match self.0.map(Node::list) {
            Some(List::Map(keys)) => keys,
            _ => &[],
        }
    }
}
