use super::super::node::{Kinds, Node};

/// What serde writes and does not read as such: a member of `written` that `read` lacks or has as another type.
pub(super) fn unread(written: &Node, read: &Node) -> Option<String> {
    difference(written, read, "$")
}

fn difference(written: &Node, read: &Node, path: &str) -> Option<String> {
    if read.is_any() {
        return None;
    }
    if written.kinds.without(read.kinds) != Kinds::NONE {
        return Some(path.to_owned());
    }
    let inside = |written: &Option<Box<Node>>, read: &Option<Box<Node>>, step: &str| {
        difference(
            written.as_deref()?,
            read.as_deref()?,
            &format!("{path}.{step}"),
        )
    };
    let free = read.preserve || read.additional.is_some();
    let member = |(name, written): (&String, &Node)| {
        let path = format!("{path}.{name}");
        match read.properties.get(name) {
            Some(read) => difference(written, read, &path),
            None => (!free).then_some(path),
        }
    };
    inside(&written.items, &read.items, "items")
        .or_else(|| {
            inside(
                &written.additional,
                &read.additional,
                "additionalProperties",
            )
        })
        .or_else(|| written.properties.iter().find_map(member))
}
