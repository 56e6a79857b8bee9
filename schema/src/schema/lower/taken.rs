//! Serde's defaults that are taken with those of all fields, where variants share an object.

use crate::schema::node::{ConflictKind, Joined, Kinds, Node, join as unite};

/// United alternatives. What is taken of serde's defaults is left out where the API server would fill it in for others.
pub(super) fn join(mut nodes: Vec<Node>) -> Option<Joined> {
    let objects = || nodes.iter().filter(|node| node.kinds.has(Kinds::OBJECT));
    let of_some: Vec<String> = objects()
        .flat_map(|node| node.properties.keys())
        .filter(|name| !objects().all(|node| node.properties.contains_key(*name)))
        .cloned()
        .collect();
    for node in &mut nodes {
        for name in &of_some {
            if let Some(property) = node.properties.get_mut(name)
                && property.taken_default
            {
                property.keywords.remove("default");
                property.taken_default = false;
            }
        }
    }
    let joined = unite(nodes.clone())?;
    let differ = |kind| matches!(kind, ConflictKind::Default | ConflictKind::Filled);
    if !joined
        .conflicts
        .iter()
        .any(|conflict| differ(conflict.kind))
    {
        return Some(joined);
    }
    nodes.iter_mut().for_each(Node::forget_taken_defaults);
    unite(nodes)
}
