//! Bounds of numbers: the type's own and the user's, only where they narrow what the API server's number can be.

use serde_json::Value;

use super::{
    At, Lower,
    tree::{float, number},
};
use crate::{
    schema::{
        node::{Kinds, LARGEST_BOUND, Node},
        problem::Cause,
        source::Source,
    },
    table::{Integer, Number},
};

/// An integer of a range. Servers from 1.36 hold `int32` to its range by themselves.
pub(in crate::schema) fn integer(range: Integer, source: Source) -> Node {
    let mut node = Node::new(source, Kinds::INTEGER);
    let small = range.min >= i128::from(i32::MIN) && range.max <= i128::from(i32::MAX);
    node.set("format", if small { "int32" } else { "int64" });
    lower_bound(&mut node, Number::Int(range.min), false);
    upper_bound(&mut node, Number::Int(range.max), false);
    node
}

/// Raises the lower bound, unless it is as high already.
pub(in crate::schema) fn lower_bound(node: &mut Node, bound: Number, exclusive: bool) {
    let narrows = match current(node, "minimum") {
        Some(current) => above(bound, current) || (exclusive && !above(current, bound)),
        None => !integral(node) || above(bound, Number::Int(least(node) - i128::from(exclusive))),
    };
    if narrows {
        node.set("minimum", number(bound));
        mark(node, "exclusiveMinimum", exclusive);
    }
}

/// Lowers the upper bound, unless it is as low already.
pub(in crate::schema) fn upper_bound(node: &mut Node, bound: Number, exclusive: bool) {
    let narrows = match current(node, "maximum") {
        Some(current) => above(current, bound) || (exclusive && !above(bound, current)),
        None => {
            !integral(node) || above(Number::Int(greatest(node) + i128::from(exclusive)), bound)
        }
    };
    if narrows {
        node.set("maximum", number(bound));
        mark(node, "exclusiveMaximum", exclusive);
    }
}

fn mark(node: &mut Node, keyword: &str, exclusive: bool) {
    if exclusive {
        node.set(keyword, true);
    } else {
        node.keywords.remove(keyword);
    }
}

fn current(node: &Node, keyword: &str) -> Option<Number> {
    let value = node.keywords.get(keyword)?;
    value
        .as_i64()
        .map(|value| Number::Int(value.into()))
        .or_else(|| value.as_f64().map(Number::Float))
}

fn integral(node: &Node) -> bool {
    node.kinds == Kinds::INTEGER
}

fn is_int32(node: &Node) -> bool {
    node.keywords.get("format").and_then(Value::as_str) == Some("int32")
}

/// The least bound that the API server's integer can be compared with.
fn least(node: &Node) -> i128 {
    if is_int32(node) {
        i32::MIN.into()
    } else {
        i64::MIN.into()
    }
}

/// The least upper bound that narrows nothing. Bounds are floating-point numbers to the API server, and the greatest
/// integer of 64 bits would be one too large.
fn greatest(node: &Node) -> i128 {
    if is_int32(node) {
        i32::MAX.into()
    } else {
        i128::from(LARGEST_BOUND) + 1
    }
}

fn above(left: Number, right: Number) -> bool {
    match (left, right) {
        (Number::Int(left), Number::Int(right)) => left > right,
        (left, right) => as_float(left) > as_float(right),
    }
}

const fn as_float(number: Number) -> f64 {
    match number {
        Number::Int(value) => float(value),
        Number::Float(value) => value,
    }
}

impl Lower {
    /// `minimum`, `exclusive_minimum`.
    pub(super) fn minimum(
        &mut self,
        node: &mut Node,
        key: &'static str,
        bound: Number,
        exclusive: bool,
        at: At,
    ) {
        if let Some(bound) = self.bound(node, key, bound, at) {
            lower_bound(node, bound, exclusive);
        }
    }

    /// `maximum`, `exclusive_maximum`.
    pub(super) fn maximum(
        &mut self,
        node: &mut Node,
        key: &'static str,
        bound: Number,
        exclusive: bool,
        at: At,
    ) {
        if let Some(bound) = self.bound(node, key, bound, at) {
            upper_bound(node, bound, exclusive);
        }
    }

    /// `multiple_of`.
    pub(super) fn multiple_of(&mut self, node: &mut Node, factor: Number, at: At) {
        if as_float(factor) <= 0.0 {
            self.report(at, Cause::Factor(as_float(factor)));
        } else if let Some(factor) = self.bound(node, "multiple_of", factor, at) {
            node.set("multipleOf", number(factor));
        }
    }

    /// A number to compare an integer with must be whole.
    fn bound(&mut self, node: &Node, key: &'static str, bound: Number, at: At) -> Option<Number> {
        let Number::Float(value) = bound else {
            return Some(bound);
        };
        if !integral(node) {
            return Some(bound);
        }
        if value.fract() != 0.0 || !value.is_finite() {
            self.report(at, Cause::IntegerBound { key, bound: value });
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "whole; beyond 128 bits it narrows nothing"
        )]
        Some(Number::Int(value as i128))
    }
}

/// `no_bounds`: drops the bounds that the Rust type implies.
pub(super) fn unbound(node: &mut Node) {
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        node.keywords.remove(keyword);
    }
}

/// Another `format`. The range that `int32` stood for becomes bounds; bounds that it has itself go.
pub(in crate::schema) fn format(node: &mut Node, format: &str) {
    let was_int32 = integral(node) && is_int32(node);
    if format.is_empty() {
        node.keywords.remove("format");
    } else {
        node.set("format", format);
    }
    if was_int32 && !is_int32(node) {
        lower_bound(node, Number::Int(i32::MIN.into()), false);
        upper_bound(node, Number::Int(i32::MAX.into()), false);
    } else if integral(node) && is_int32(node) {
        let (least, most) = (Number::Int(i32::MIN.into()), Number::Int(i32::MAX.into()));
        if current(node, "minimum").is_some_and(|bound| !above(bound, least)) {
            mark(node, "exclusiveMinimum", false);
            node.keywords.remove("minimum");
        }
        if current(node, "maximum").is_some_and(|bound| !above(most, bound)) {
            mark(node, "exclusiveMaximum", false);
            node.keywords.remove("maximum");
        }
    }
}

/// The integers of a type that a node leaves, where they are of 64 bits.
pub(super) fn range(node: &Node, of: Integer) -> Option<(i128, i128)> {
    let bound = |keyword: &str, exclusive: &str, step: i128| match current(node, keyword)? {
        Number::Int(value) if node.keywords.contains_key(exclusive) => Some(value + step),
        Number::Int(value) => Some(value),
        Number::Float(_) => None,
    };
    let least = bound("minimum", "exclusiveMinimum", 1).map_or(of.min, |bound| bound.max(of.min));
    let most = bound("maximum", "exclusiveMaximum", -1).map_or(of.max, |bound| bound.min(of.max));
    let signed = least >= i64::MIN.into() && most <= i64::MAX.into();
    let unsigned = least >= 0 && most <= u64::MAX.into();
    (signed || unsigned).then_some((least, most))
}
