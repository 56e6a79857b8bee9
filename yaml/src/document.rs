//! A document: its value, and where each part of it stands.

use serde_json::Value;
use wheelwright_rules::{FieldPath, Segment};

use crate::{Position, Span};

/// A document of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Document {
    /// What it says.
    pub value: Value,
    /// The keys that are given more than once in one map.
    pub duplicates: Vec<Duplicate>,
    pub(crate) root: Node,
}

/// A key that is given more than once; the last value counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicate {
    /// The path of its value.
    pub path: FieldPath,
    /// Where the key stands again.
    pub key: Span,
}

/// Where a value stands, or the innermost value around it that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// Its key, if it is a member of a map.
    pub key: Option<Span>,
    /// The value itself. That of an alias stands at its anchor.
    pub value: Span,
    /// How many steps of the path lead to it.
    pub steps: usize,
}

/// A value's place and those of its parts.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) parts: Parts,
}

#[derive(Clone, Debug)]
pub(crate) enum Parts {
    None,
    Items(Vec<Node>),
    /// Sorted by key.
    Members(Vec<Member>),
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(crate) span: Span,
    pub(crate) node: Node,
}

impl Node {
    pub(crate) const fn leaf(span: Span) -> Self {
        Self {
            span,
            parts: Parts::None,
        }
    }

    /// A value with parts. Of a key that is there twice the last value counts; the keys that are there again are noted.
    pub(crate) fn new(span: Span, mut parts: Parts, again: &mut Vec<(String, Span)>) -> Self {
        if let Parts::Members(members) = &mut parts {
            // The sort is stable: of equal keys the last is last.
            members.sort_by(|a, b| a.key.cmp(&b.key));
            members.dedup_by(|next, kept| {
                let same = next.key == kept.key;
                if same {
                    again.push((next.key.clone(), next.span));
                    std::mem::swap(next, kept);
                }
                same
            });
        }
        Self { span, parts }
    }

    fn part(&self, segment: &Segment) -> Option<(Option<Span>, &Self)> {
        match (&self.parts, segment) {
            (Parts::Items(items), Segment::Index(index)) => {
                items.get(*index).map(|item| (None, item))
            }
            (Parts::Members(members), Segment::Field(name) | Segment::Key(name)) => {
                let found = members.binary_search_by(|member| member.key.as_str().cmp(name));
                let member = members.get(found.ok()?)?;
                Some((Some(member.span), &member.node))
            }
            _ => None,
        }
    }
}

/// One step into a text path: the index, or the longest key that the path goes on with.
fn step<'p, 'n>(node: &'n Node, path: &'p str) -> Option<(Option<Span>, &'n Node, &'p str)> {
    match &node.parts {
        Parts::None => None,
        Parts::Items(items) => {
            let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
            Some((None, items.get(index.parse::<usize>().ok()?)?, rest))
        }
        Parts::Members(members) => {
            let path = path.strip_prefix('.').unwrap_or(path);
            let fits = |member: &&Member| {
                let rest = path.strip_prefix(member.key.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            let member = members
                .iter()
                .filter(fits)
                .max_by_key(|member| member.key.len())?;
            Some((
                Some(member.span),
                &member.node,
                path.get(member.key.len()..)?,
            ))
        }
    }
}

impl Document {
    /// Where the value stands that a path in one text leads to: `spec.ports[0].name`, without a mark for keys with dots in
    /// them, as the server writes the paths of unknown fields. If there is none, the innermost value around it.
    #[must_use]
    pub fn locate_text(&self, mut path: &str) -> Place {
        let mut place = Place {
            key: None,
            value: self.root.span,
            steps: 0,
        };
        let mut node = &self.root;
        while let Some((key, part, rest)) = step(node, path).filter(|_| !path.is_empty()) {
            (node, path) = (part, rest);
            place = Place {
                key,
                value: part.span,
                steps: place.steps + 1,
            };
        }
        place
    }

    /// Where the document's value begins.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.root.span.start
    }

    /// Where the value at a path stands; if there is none, the innermost value around it.
    #[must_use]
    pub fn locate(&self, path: &FieldPath) -> Place {
        let mut place = Place {
            key: None,
            value: self.root.span,
            steps: 0,
        };
        let mut node = &self.root;
        for segment in path.segments() {
            let Some((key, part)) = node.part(segment) else {
                break;
            };
            node = part;
            place = Place {
                key,
                value: part.span,
                steps: place.steps + 1,
            };
        }
        place
    }
}
