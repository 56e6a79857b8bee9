use super::super::node::{Closed, Kinds, Node};

/// Says what JSON Schema leaves unsaid: that undeclared members are kept where none are declared, that items are
/// anything, that a member with a default may be absent.
pub(super) fn finish(node: &mut Node) {
    node.properties.values_mut().for_each(finish);
    if let Some(items) = node.items.as_deref_mut() {
        finish(items);
    }
    if let Some(mut values) = node.additional.take() {
        finish(&mut values);
        if values.is_any() {
            node.preserve = true;
        } else {
            node.additional = Some(values);
        }
    }
    if node.kinds.has(Kinds::ARRAY) && node.items.is_none() && node.kinds != Kinds::ALL {
        node.items = Some(Box::new(Node {
            nullable: true,
            reads_null: true,
            ..Node::any(node.source)
        }));
    }
    let bare = node.properties.is_empty() && node.additional.is_none() && node.closed == Closed::No;
    if node.kinds == Kinds::ALL || (node.kinds.has(Kinds::OBJECT) && bare) {
        node.preserve = true;
    }
    // Nothing to keep, and refused.
    if node.kinds == Kinds::INT_OR_STRING {
        node.preserve = false;
    }
    let properties = &node.properties;
    node.required
        .retain(|name| !properties.get(name).is_some_and(Node::has_default));
}
