//! The syntax tree, kept in one vector so that neither walking nor dropping it recurses.

use super::class::Class;

pub(super) type NodeId = usize;

/// A position that takes no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    TextStart,
    TextEnd,
    LineStart,
    LineEnd,
    WordBoundary,
    NoWordBoundary,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `?`
    Quest,
    /// `{min}`, `{min,}`, `{min,max}`
    Between(u32, Option<u32>),
}

#[derive(Debug, Clone)]
pub(super) enum Node {
    Empty,
    /// Code points, which may be surrogates; with letter case free or not.
    Literal {
        text: Vec<u32>,
        fold: bool,
    },
    Class(Class),
    AnyCharacter,
    AnyButLineBreak,
    Look(Look),
    Capture(NodeId),
    Repeat {
        inner: NodeId,
        count: Count,
        greedy: bool,
    },
    Concat(Vec<NodeId>),
    Alternate(Vec<NodeId>),
}

impl Node {
    /// Whether the node always takes exactly one character of a set; neighbours of that kind in an alternation
    /// count as one.
    pub(super) fn is_one_character(&self) -> bool {
        match self {
            Self::Literal { text, .. } => text.len() == 1,
            Self::Class(_) | Self::AnyCharacter | Self::AnyButLineBreak => true,
            _ => false,
        }
    }
}

/// Nodes point to earlier nodes only.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) root: NodeId,
}
