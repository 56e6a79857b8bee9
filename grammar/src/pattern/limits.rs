//! How large a tree may get: Go refuses more than 1000 levels, more than 1000 copies by nested counts, and more
//! than 128 MiB of instructions.

use super::error::ErrorCode;
use super::node::{Count, Node, NodeId};

const MAX_HEIGHT: u32 = 1000;
const MAX_COPIES: u64 = 1000;
/// 128 MiB of instructions of 40 bytes each.
const MAX_SIZE: u64 = (128 << 20) / 40;

/// What a node amounts to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measure {
    height: u32,
    size: u64,
    /// How often nested counts copy what is innermost.
    copies: u64,
}

/// The measures of all nodes, and the sum of work that decides when sizes start to matter.
#[derive(Debug)]
pub(super) struct Limits {
    measures: Vec<Measure>,
    /// Go looks at sizes only once the number of nodes times the product of all counts gets near the limit.
    counts: u64,
    live_nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            measures: Vec::new(),
            counts: 1,
            live_nodes: 0,
        }
    }
}

impl Limits {
    fn of(&self, id: NodeId) -> Measure {
        self.measures.get(id).copied().unwrap_or(Measure {
            height: 1,
            size: 1,
            copies: 1,
        })
    }

    /// Measures a new node and says whether it is too much.
    pub(super) fn add(&mut self, node: &Node, nodes: &[Node]) -> Result<(), ErrorCode> {
        let measure = self.measure(node, nodes);
        self.measures.push(measure);
        self.live_nodes += 1;
        self.check(self.measures.len() - 1, node)
    }

    /// Says whether a node is too much. Go asks whenever a node takes its place in something larger, and counts its
    /// repetitions each time.
    pub(super) fn check(&mut self, id: NodeId, node: &Node) -> Result<(), ErrorCode> {
        if let Node::Repeat {
            count: Count::Between(min, max),
            ..
        } = node
        {
            let count = u64::from(max.unwrap_or(*min)).max(1);
            self.counts = if count > MAX_SIZE / self.counts {
                MAX_SIZE
            } else {
                self.counts * count
            };
        }
        let measure = self.of(id);
        if self.live_nodes >= MAX_SIZE / self.counts && measure.size > MAX_SIZE {
            return Err(ErrorCode::Large);
        }
        if measure.height > MAX_HEIGHT {
            return Err(ErrorCode::NestingDepth);
        }
        Ok(())
    }

    /// Whether the counts around what is innermost in a node multiply to more than is allowed.
    pub(super) fn copies_too_often(&self, id: NodeId) -> bool {
        self.of(id).copies > MAX_COPIES
    }

    /// Two literals have become one, which now has this many characters.
    pub(super) fn merged(&mut self, id: NodeId, length: usize) {
        self.live_nodes = self.live_nodes.saturating_sub(1);
        if let Some(measure) = self.measures.get_mut(id) {
            measure.size = length as u64;
        }
    }

    fn measure(&self, node: &Node, nodes: &[Node]) -> Measure {
        let leaf = |size| Measure {
            height: 1,
            size,
            copies: 1,
        };
        let around = |inner: Measure, size: u64, copies: u64| Measure {
            height: inner.height + 1,
            size: size.max(1),
            copies,
        };
        match node {
            Node::Literal { text, .. } => leaf(text.len() as u64),
            Node::Capture(inner) => {
                let inner = self.of(*inner);
                around(inner, inner.size.saturating_add(2), inner.copies)
            }
            Node::Repeat { inner, count, .. } => {
                let inner = self.of(*inner);
                let size = inner.size;
                match *count {
                    Count::Star => around(inner, size.saturating_add(2), inner.copies),
                    Count::Plus | Count::Quest => {
                        around(inner, size.saturating_add(1), inner.copies)
                    }
                    Count::Between(min, max) => {
                        let (min, most) = (u64::from(min), max.map(u64::from));
                        let written = match most {
                            None if min == 0 => size.saturating_add(2),
                            None => min.saturating_mul(size).saturating_add(1),
                            Some(most) => most
                                .saturating_mul(size)
                                .saturating_add(most.saturating_sub(min)),
                        };
                        let copies = match most {
                            Some(0) => 1,
                            _ => inner.copies.saturating_mul(most.unwrap_or(min).max(1)),
                        };
                        around(inner, written, copies)
                    }
                }
            }
            Node::Concat(items) => self.sum(items, |_| 0),
            Node::Alternate(items) => self.sum(items, |i| {
                let one = |i: usize| {
                    items
                        .get(i)
                        .and_then(|&id| nodes.get(id))
                        .is_some_and(Node::is_one_character)
                };
                // A set of characters beside another takes neither a branch nor an instruction of its own.
                u64::from(i > 0 && !(one(i) && one(i - 1)))
            }),
            _ => leaf(1),
        }
    }

    fn sum(&self, items: &[NodeId], branch: impl Fn(usize) -> u64) -> Measure {
        let mut sum = Measure {
            height: 0,
            size: 0,
            copies: 1,
        };
        for (i, &id) in items.iter().enumerate() {
            let item = self.of(id);
            sum.height = sum.height.max(item.height);
            sum.size = sum.size.saturating_add(item.size).saturating_add(branch(i));
            sum.copies = sum.copies.max(item.copies);
        }
        Measure {
            height: sum.height + 1,
            size: sum.size.max(1),
            ..sum
        }
    }
}
