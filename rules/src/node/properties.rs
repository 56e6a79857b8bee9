//! The properties of an object, by name.

use super::Node;

/// Nodes sorted by their names. A search touches little but the beginnings of the names, as numbers.
#[derive(Debug, Default)]
pub(crate) struct Properties {
    beginnings: Box<[u64]>,
    names: Box<[Box<str>]>,
    nodes: Box<[Node]>,
}

/// The first eight bytes of a name as a number that sorts as they do.
fn beginning(name: &str) -> u64 {
    let bytes = name.as_bytes();
    if let Some(first) = bytes.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    // A short name is put together of its first and its last bytes, which may overlap.
    let unused = 8 * (8 - bytes.len());
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
        return u64::from(first) << 32 | u64::from(last) << unused;
    }
    match bytes {
        [] => 0,
        [a] => u64::from(*a) << unused,
        [a, .., z] => {
            let middle = bytes.get(1).copied().unwrap_or_default();
            u64::from(*a) << 56 | u64::from(middle) << 48 | u64::from(*z) << unused
        }
    }
}

impl Properties {
    /// From properties in the order of their names.
    pub(super) fn new(sorted: Vec<(Box<str>, Node)>) -> Self {
        let (names, nodes): (Vec<Box<str>>, Vec<_>) = sorted.into_iter().unzip();
        Self {
            beginnings: names.iter().map(|name| beginning(name)).collect(),
            names: names.into(),
            nodes: nodes.into(),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Node> {
        self.nodes.get(self.position(name)?)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        let position = self.position(name)?;
        self.nodes.get_mut(position)
    }

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.position_from(0, name)
    }

    fn position_from(&self, start: usize, name: &str) -> Option<usize> {
        let wanted = beginning(name);
        let rest = self.beginnings.get(start..)?;
        // The one after the last that was found is often the one that is wanted.
        let first = match rest.first() {
            Some(beginning) if *beginning >= wanted => 0,
            _ => rest.partition_point(|beginning| *beginning < wanted),
        };
        (start + first..self.names.len())
            .take_while(|position| self.beginnings.get(*position) == Some(&wanted))
            .find(|position| {
                self.names
                    .get(*position)
                    .is_some_and(|candidate| **candidate == *name)
            })
    }

    /// The name and the node at a position.
    pub(crate) fn entry(&self, position: usize) -> Option<(&str, &Node)> {
        self.names
            .get(position)
            .map(|name| &**name)
            .zip(self.nodes.get(position))
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.names.iter().map(|name| &**name).zip(&self.nodes)
    }

    /// For looking up one name after another.
    pub(crate) const fn cursor(&self) -> Cursor<'_> {
        Cursor {
            properties: self,
            next: 0,
        }
    }
}

/// A place among properties. An object lists its members in the order of their names, as a rule, so that the next name is
/// near the one before.
pub(crate) struct Cursor<'p> {
    properties: &'p Properties,
    next: usize,
}

impl<'p> Cursor<'p> {
    /// The property of a name and its position.
    pub(crate) fn find(&mut self, name: &str) -> Option<(usize, &'p Node)> {
        let found = self.properties.position_from(self.next, name);
        // What comes before is only found in a map that keeps another order.
        let position = match found {
            None if self.next > 0 => self.properties.position(name)?,
            found => found?,
        };
        self.next = position + 1;
        Some((position, self.properties.nodes.get(position)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_sort_as_names_do() {
        let names = [
            "",
            "\0",
            "a",
            "a\0",
            "ab",
            "abc",
            "abcd",
            "abcde",
            "abcdef",
            "abcdefg",
            "abcdefgh",
            "abd",
            "é",
            "日本語",
        ];
        for name in names {
            let mut bytes = [0; 8];
            for (to, from) in bytes.iter_mut().zip(name.bytes()) {
                *to = from;
            }
            assert_eq!(beginning(name), u64::from_be_bytes(bytes), "{name}");
        }
        assert!(names.is_sorted_by_key(|name| beginning(name)));
    }

    #[test]
    fn names_are_found_in_any_order() {
        let names = [
            "",
            "a",
            "b",
            "b\0",
            "bb",
            "c",
            "long-name-a",
            "long-name-b",
            "long-name-bb",
        ];
        let properties = Properties::new(
            names
                .iter()
                .map(|name| ((*name).into(), Node::default()))
                .collect(),
        );
        for order in [
            &["a", "b", "c", "d"][..],
            &["d", "a", "bb", "b"],
            &["x", "", "c", "b", "ba", "d", "d"],
        ] {
            let mut cursor = properties.cursor();
            for name in order {
                let expected = names.iter().position(|candidate| candidate == name);
                assert_eq!(
                    cursor.find(name).map(|(position, _)| position),
                    expected,
                    "{name} in {order:?}"
                );
                assert_eq!(properties.position(name), expected);
            }
        }
    }
}
