//! A tree as a JSON value: scalars by what they mean, aliases as copies, merges carried out.

use std::collections::HashSet;

use serde_json::{Map, Value};
use wheelwright_rules::{FieldPath, Segment};

use super::events::{Content, Tree};
use crate::document::{Document, Duplicate, Member, Node, Parts};
use crate::error::{ErrorKind, SyntaxError};
use crate::scalar::{Scalar, resolve};
use crate::{DEPTH, Span};

pub(super) fn document(tree: &Tree<'_>) -> Result<Document, SyntaxError> {
    let mut walk = Walk {
        tree,
        within: HashSet::new(),
        path: Vec::new(),
        duplicates: Vec::new(),
        copies: Copies::default(),
        depth: 0,
    };
    let (value, root) = walk.node(tree.root)?;
    Ok(Document {
        value,
        duplicates: walk.duplicates,
        root,
    })
}

struct Walk<'t> {
    tree: &'t Tree<'t>,
    /// The anchors that are being copied.
    within: HashSet<usize>,
    path: Vec<Segment>,
    duplicates: Vec<Duplicate>,
    copies: Copies,
    depth: usize,
}

/// How much of the document is copies of anchors, and how much may be: the limits of Go's yaml.v2.
#[derive(Default)]
struct Copies {
    nodes: u32,
    copied: u32,
}

impl Copies {
    fn count(&mut self, copied: bool) -> Result<(), ErrorKind> {
        const SMALL: f64 = 400_000.0;
        const LARGE: f64 = 4_000_000.0;
        self.nodes = self.nodes.saturating_add(1);
        self.copied = self.copied.saturating_add(u32::from(copied));
        let (nodes, copied) = (f64::from(self.nodes), f64::from(self.copied));
        let beyond = ((nodes - SMALL) / (LARGE - SMALL)).clamp(0.0, 1.0);
        let allowed = 0.99 - 0.89 * beyond;
        if copied > 100.0 && nodes > 1000.0 && copied / nodes > allowed {
            return Err(ErrorKind::Aliasing);
        }
        Ok(())
    }
}

type Read = Result<(Value, Node), SyntaxError>;

impl<'t> Walk<'t> {
    fn node(&mut self, number: usize) -> Read {
        let Some(node) = self.tree.nodes.get(number) else {
            return Ok((Value::Null, Node::leaf(Span::at(crate::Position::START))));
        };
        let failed = |kind| SyntaxError::new(node.span.start, kind);
        self.copies.count(!self.within.is_empty()).map_err(failed)?;
        if self.depth > DEPTH {
            return Err(failed(ErrorKind::Depth));
        }
        self.depth += 1;
        let read = match &node.content {
            Content::Scalar {
                text,
                implicit,
                tag,
            } => {
                let value = meaning(text, *implicit, tag.as_deref())
                    .and_then(|scalar| scalar.value(text))
                    .map_err(failed)?;
                (value, Node::leaf(node.span))
            }
            Content::List(items) => self.list(items, node.span)?,
            Content::Map(members) => {
                let mut map = Found::default();
                self.map(members, &mut map)?;
                (
                    Value::Object(map.values),
                    // What is there twice was noted on the way; what a merge brings again is no mistake.
                    Node::new(node.span, Parts::Members(map.places), &mut Vec::new()),
                )
            }
            Content::Alias(anchor) => {
                self.enter(*anchor).map_err(failed)?;
                let target = self.tree.anchors.get(anchor).copied();
                let read = self.node(target.unwrap_or(usize::MAX))?;
                self.within.remove(anchor);
                read
            }
        };
        self.depth -= 1;
        Ok(read)
    }

    fn enter(&mut self, anchor: usize) -> Result<(), ErrorKind> {
        if self.within.insert(anchor) {
            Ok(())
        } else {
            Err(ErrorKind::Recursive)
        }
    }

    fn list(&mut self, items: &[usize], span: Span) -> Read {
        let mut values = Vec::with_capacity(items.len());
        let mut places = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            self.path.push(Segment::Index(index));
            let (value, place) = self.node(*item)?;
            self.path.pop();
            values.push(value);
            places.push(place);
        }
        let node = Node {
            span,
            parts: Parts::Items(places),
        };
        Ok((Value::Array(values), node))
    }

    /// Adds the members of a map to what was found. A merge overrides what stands before it, as in yaml.v2.
    fn map(&mut self, members: &'t [(usize, usize)], found: &mut Found) -> Result<(), SyntaxError> {
        let mut own = HashSet::new();
        for (key, value) in members {
            let Some(key_node) = self.tree.nodes.get(*key) else {
                continue;
            };
            if is_merge(&key_node.content) {
                self.merge(*value, found)?;
                continue;
            }
            let span = key_node.span;
            let key = self.key(*key)?;
            self.path.push(Segment::Field(key.clone()));
            if !own.insert(key.clone()) {
                self.duplicates.push(Duplicate {
                    path: FieldPath::from(self.path.clone()),
                    key: span,
                });
            }
            let (value, node) = self.node(*value)?;
            self.path.pop();
            found.values.insert(key.clone(), value);
            found.places.push(Member { key, span, node });
        }
        Ok(())
    }

    fn key(&mut self, number: usize) -> Result<String, SyntaxError> {
        let Some(node) = self.tree.nodes.get(number) else {
            return Ok(String::new());
        };
        let failed = |kind| SyntaxError::new(node.span.start, kind);
        self.copies.count(!self.within.is_empty()).map_err(failed)?;
        match &node.content {
            Content::Scalar {
                text,
                implicit,
                tag,
            } => meaning(text, *implicit, tag.as_deref())
                .and_then(|scalar| scalar.key(text).map(Into::into))
                .map_err(failed),
            Content::Alias(anchor) => {
                self.enter(*anchor).map_err(failed)?;
                let target = self.tree.anchors.get(anchor).copied();
                let key = self.key(target.unwrap_or(usize::MAX))?;
                self.within.remove(anchor);
                Ok(key)
            }
            Content::List(_) | Content::Map(_) => Err(failed(ErrorKind::Key)),
        }
    }

    fn merge(&mut self, number: usize, found: &mut Found) -> Result<(), SyntaxError> {
        let Some(node) = self.tree.nodes.get(number) else {
            return Ok(());
        };
        match &node.content {
            Content::List(items) => {
                // What stands first counts.
                for item in items.iter().rev() {
                    self.merge_map(*item, found)?;
                }
                Ok(())
            }
            _ => self.merge_map(number, found),
        }
    }

    fn merge_map(&mut self, number: usize, found: &mut Found) -> Result<(), SyntaxError> {
        let tree = self.tree;
        let Some(node) = tree.nodes.get(number) else {
            return Ok(());
        };
        let failed = |kind| SyntaxError::new(node.span.start, kind);
        self.copies.count(!self.within.is_empty()).map_err(failed)?;
        if self.depth > DEPTH {
            return Err(failed(ErrorKind::Depth));
        }
        self.depth += 1;
        match &node.content {
            Content::Map(members) => self.map(members, found)?,
            Content::Alias(anchor) => {
                let target = tree.anchors.get(anchor).copied().unwrap_or(usize::MAX);
                let target_node = tree.nodes.get(target).map(|node| &node.content);
                if !matches!(target_node, Some(Content::Map(_))) {
                    return Err(failed(ErrorKind::Merge));
                }
                self.enter(*anchor).map_err(failed)?;
                self.merge_map(target, found)?;
                self.within.remove(anchor);
            }
            _ => return Err(failed(ErrorKind::Merge)),
        }
        self.depth -= 1;
        Ok(())
    }
}

/// The members of a map.
#[derive(Default)]
struct Found {
    values: Map<String, Value>,
    places: Vec<Member>,
}

fn meaning(text: &str, implicit: bool, tag: Option<&str>) -> Result<Scalar, ErrorKind> {
    if implicit || tag.is_some() {
        resolve(tag, text)
    } else {
        Ok(Scalar::Text)
    }
}

fn is_merge(key: &Content<'_>) -> bool {
    match key {
        Content::Scalar {
            text,
            implicit,
            tag,
        } => text == "<<" && (*implicit || tag.as_deref() == Some("tag:yaml.org,2002:merge")),
        _ => false,
    }
}
