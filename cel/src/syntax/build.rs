//! Nodes, as the parser and the macros make them.

use super::ast::{Ast, Comprehension, Literal, MacroCall, Name, Node, NodeId, NodeKind};
use super::{Span, operator};

/// How many nodes a tree may have.
///
/// The longest text gives some 150,000. Only `optMap` and `optFlatMap`, which double what they are called on, can
/// give more: chained, as many as there are atoms. The server has no limit here, and runs out of memory.
pub(super) const MOST_NODES: usize = 250_000;

/// The tree being built.
#[derive(Debug, Default)]
pub(super) struct Builder {
    nodes: Vec<Node>,
    overflowed: bool,
    /// The greatest depth of the tree below each node.
    depths: Vec<u32>,
    macros: Vec<MacroCall>,
}

/// Where the nodes stand that a macro makes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) span: Span,
    pub(super) position: u32,
}

impl Builder {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(capacity),
            overflowed: false,
            depths: Vec::with_capacity(capacity),
            macros: Vec::new(),
        }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn push(&mut self, place: Place, kind: NodeKind) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let mut depth = 0;
        kind.each_child(|child| depth = depth.max(self.depths[child.index()]));
        self.depths.push(depth + 1);
        self.nodes.push(Node {
            kind,
            span: place.span,
            position: place.position,
        });
        id
    }

    pub(super) fn literal(&mut self, place: Place, literal: Literal) -> NodeId {
        self.push(place, NodeKind::Literal(literal))
    }

    pub(super) fn ident(&mut self, place: Place, name: impl Into<Name>) -> NodeId {
        self.push(place, NodeKind::Ident(name.into()))
    }

    pub(super) fn call(
        &mut self,
        place: Place,
        function: impl Into<Name>,
        arguments: Vec<NodeId>,
    ) -> NodeId {
        self.push(
            place,
            NodeKind::Call {
                function: function.into(),
                target: None,
                arguments,
            },
        )
    }

    pub(super) fn member_call(
        &mut self,
        place: Place,
        function: impl Into<Name>,
        target: NodeId,
        arguments: Vec<NodeId>,
    ) -> NodeId {
        self.push(
            place,
            NodeKind::Call {
                function: function.into(),
                target: Some(target),
                arguments,
            },
        )
    }

    pub(super) fn list(&mut self, place: Place, elements: Vec<NodeId>) -> NodeId {
        self.push(
            place,
            NodeKind::List {
                elements,
                optional: Vec::new(),
            },
        )
    }

    pub(super) fn comprehension(&mut self, place: Place, comprehension: Comprehension) -> NodeId {
        self.push(place, NodeKind::Comprehension(Box::new(comprehension)))
    }

    /// `a op b op c …` of a logical operator as a balanced tree; each operator is given by its position.
    pub(super) fn balanced(
        &mut self,
        function: &'static str,
        terms: &[NodeId],
        operators: &[u32],
    ) -> NodeId {
        let [first, .., _] = terms else {
            return terms[0];
        };
        let middle = operators.len() / 2;
        let left = match middle {
            0 => *first,
            _ => self.balanced(function, &terms[..=middle], &operators[..middle]),
        };
        let right = self.balanced(function, &terms[middle + 1..], &operators[middle + 1..]);
        let span = self.node(left).span.to(self.node(right).span);
        let place = Place {
            span,
            position: operators[middle],
        };
        self.call(place, function, vec![left, right])
    }

    /// A copy of a node and all below it.
    pub(super) fn copy(&mut self, id: NodeId) -> NodeId {
        // Children come before their parents, so the subtree's nodes copied in order find their children copied.
        let mut needed = vec![id];
        let mut seen = 0;
        while seen < needed.len() {
            if self.nodes.len() + needed.len() > MOST_NODES {
                self.overflowed = true;
                return id;
            }
            let node = needed[seen];
            seen += 1;
            self.nodes[node.index()]
                .kind
                .each_child(|child| needed.push(child));
        }
        needed.sort_unstable();
        let mut copies = Vec::with_capacity(needed.len());
        for &original in &needed {
            let mut node = self.nodes[original.index()].clone();
            node.kind.each_child_mut(|child| {
                if let Ok(index) = needed.binary_search(child) {
                    *child = copies[index];
                }
            });
            let place = Place {
                span: node.span,
                position: node.position,
            };
            copies.push(self.push(place, node.kind));
        }
        copies.last().copied().unwrap_or(id)
    }

    /// Whether the tree has become too big.
    pub(super) const fn overflowed(&self) -> bool {
        self.overflowed
    }

    pub(super) fn record_macro(&mut self, node: NodeId, function: Name) {
        self.macros.push(MacroCall { node, function });
    }

    /// Gives a macro's outermost node the span of the macro call.
    pub(super) fn set_span(&mut self, id: NodeId, span: Span) {
        self.nodes[id.index()].span = span;
    }

    pub(super) fn finish(self, root: NodeId) -> Ast {
        let depth = self.depths[root.index()];
        Ast {
            nodes: self.nodes,
            root,
            macros: self.macros,
            depth,
        }
    }

    /// `a ? b : c`
    pub(super) fn conditional(
        &mut self,
        place: Place,
        condition: NodeId,
        yes: NodeId,
        no: NodeId,
    ) -> NodeId {
        self.call(place, operator::CONDITIONAL, vec![condition, yes, no])
    }
}
