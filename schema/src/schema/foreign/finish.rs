use super::super::node::{Closed, Kinds, Node};

/// Says what JSON Schema leaves unsaid: that undeclared members are kept where none are declared, that items are
/// anything, that a member with a default may be absent.
pub(super) fn finish(node: &mut Node) {
    forget_other_kinds(node);
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
    let properties = &node.properties;
    node.required
        .retain(|name| !properties.get(name).is_some_and(Node::has_default));
}

/// Takes out what is about lists and objects where there are none (any more).
fn forget_other_kinds(node: &mut Node) {
    let of_lists = ["x-kubernetes-list-type", "x-kubernetes-list-map-keys"];
    let of_objects = ["x-kubernetes-map-type", "x-kubernetes-embedded-resource"];
    if !node.kinds.has(Kinds::ARRAY) {
        node.items = None;
        node.keywords
            .retain(|keyword, _| !of_lists.contains(&keyword.as_str()));
    }
    if !node.kinds.has(Kinds::OBJECT) {
        // In lists it is about the objects there.
        node.preserve &= node.kinds.has(Kinds::ARRAY);
        node.properties.clear();
        node.required.clear();
        node.additional = None;
        node.keywords
            .retain(|keyword, _| !of_objects.contains(&keyword.as_str()));
    }
}
