//! What the lowering's own CEL rules cost the API server, as it estimates before it takes a CRD.
//!
//! Rules that the user writes are not estimated here.

use serde_json::Value;

use crate::schema::{
    node::{Kinds, Node},
    problem::Cause,
};

/// What one rule may cost.
const PER_RULE: u64 = 10_000_000;
/// What all rules of a schema may cost together.
const PER_SCHEMA: u64 = 100_000_000;
/// The largest request, in bytes.
const REQUEST: u64 = 3_145_728;

/// How often a node may occur in one object.
#[derive(Clone, Copy, Debug)]
pub(super) enum Occurs {
    AtMost(u64),
    /// Some list or map around it has no bound.
    Unbounded,
}

impl Occurs {
    /// What a list or map holds, given the bound of that.
    pub(super) fn within(self, bound: Option<u64>) -> Self {
        match (self, bound) {
            (Self::AtMost(times), Some(bound)) => Self::AtMost(times.saturating_mul(bound)),
            _ => Self::Unbounded,
        }
    }

    fn times(self, node: &Node) -> u64 {
        match self {
            Self::AtMost(times) => times,
            Self::Unbounded => REQUEST / (least_size(node) + 1),
        }
    }
}

/// The costs of a schema so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent(u64);

impl Spent {
    /// Adds what the lowering's own rules on a node cost, or says that it is too much.
    pub(super) fn add(&mut self, node: &Node, occurs: Occurs) -> Result<(), Cause> {
        let times = occurs.times(node);
        if node.key_cost > 0 {
            let keys = bound(node, "maxProperties").unwrap_or_else(|| {
                node.additional
                    .as_deref()
                    .map_or(0, |value| (REQUEST - 2) / (least_size(value) + 6))
            });
            let cost = keys.saturating_mul(node.key_cost + 3).saturating_add(2);
            self.spend(cost.saturating_mul(times))
                .ok_or(Cause::MapKeyCost)?;
        }
        if node.immutable {
            let cost = 3 + size(node).div_ceil(10);
            self.spend(cost.saturating_mul(times))
                .ok_or(Cause::ImmutableCost)?;
        }
        Ok(())
    }

    fn spend(&mut self, cost: u64) -> Option<()> {
        self.0 = self.0.saturating_add(cost);
        (cost <= PER_RULE && self.0 <= PER_SCHEMA).then_some(())
    }
}

pub(super) fn bound(node: &Node, keyword: &str) -> Option<u64> {
    node.keywords.get(keyword).and_then(Value::as_u64)
}

fn format(node: &Node) -> &str {
    node.keywords
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// The bytes that a value takes at least.
fn least_size(node: &Node) -> u64 {
    match node.kinds {
        Kinds::STRING => match format(node) {
            "duration" => 3,
            "date" => 12,
            "date-time" => 21,
            _ => 2,
        },
        Kinds::BOOL => 4,
        Kinds::INTEGER | Kinds::NUMBER | Kinds::INT_OR_STRING => 1,
        Kinds::ARRAY => 2,
        Kinds::OBJECT => {
            let needed = node
                .required
                .iter()
                .filter_map(|name| Some((name, node.properties.get(name)?)));
            let sizes = needed.filter(|(_, member)| !member.has_default());
            sizes.fold(2, |sum, (name, member)| {
                sum + name.len() as u64 + least_size(member) + 4
            })
        }
        _ => 0,
    }
}

/// How long a string may be, how many items a list or map may have.
fn size(node: &Node) -> u64 {
    match node.kinds {
        Kinds::STRING if matches!(format(node), "duration" | "date" | "date-time") => 32,
        Kinds::STRING | Kinds::INT_OR_STRING => {
            match (bound(node, "maxLength"), node.keywords.get("enum")) {
                (Some(most), _) => most.saturating_mul(4),
                (None, Some(Value::Array(values))) => values
                    .iter()
                    .filter_map(Value::as_str)
                    .map(|value| value.len() as u64)
                    .max()
                    .unwrap_or(0),
                _ => REQUEST - 2,
            }
        }
        Kinds::ARRAY => bound(node, "maxItems").unwrap_or_else(|| {
            node.items
                .as_deref()
                .map_or(0, |item| (REQUEST - 2) / (least_size(item) + 1))
        }),
        Kinds::OBJECT => match &node.additional {
            Some(value) => {
                bound(node, "maxProperties").unwrap_or((REQUEST - 2) / (least_size(value) + 6))
            }
            None => 0,
        },
        _ => 0,
    }
}
