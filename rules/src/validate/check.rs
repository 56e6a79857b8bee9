//! Whether a value is valid, and nothing else: no allocation, and an end at the first fault.

use serde_json::{Map, Value};

use super::{number, text};
use crate::node::{Additional, Checks, Combinators, Enumeration, Node, ObjectRules, SizeRules};
use crate::number::{Num, same, truncate};

/// Whether a value has no error.
pub(crate) fn is_valid(node: &Node, value: &Value) -> bool {
    if !node.takes.takes(value) {
        return false;
    }
    let checks = node.checks();
    let is_good = match value {
        // Null is compared with no value of an enum, not even with null.
        Value::Null => return checks.enumeration.is_none(),
        Value::Bool(_) => true,
        Value::String(string) => is_text_valid(checks, string),
        Value::Number(number) => checks
            .number
            .as_ref()
            .is_none_or(|rules| number::is_good(rules, Num::of(number))),
        Value::Array(items) => are_items_valid(node, items),
        Value::Object(members) => are_members_valid(node, members),
    };
    is_good
        && checks
            .enumeration
            .as_ref()
            .is_none_or(|values| is_listed(values, value))
        && checks
            .combinators
            .as_ref()
            .is_none_or(|combinators| combines(combinators, value))
}

fn is_text_valid(checks: &Checks, string: &str) -> bool {
    checks
        .string
        .as_ref()
        .is_none_or(|rules| text::fault(rules, string).is_none())
        && text::has_format(checks.format.as_ref(), string)
}

fn are_items_valid(node: &Node, items: &[Value]) -> bool {
    node.checks()
        .array
        .as_ref()
        .is_none_or(|rules| has_size(rules, items.len()) && (!rules.unique || are_unique(items)))
        && node
            .items
            .as_deref()
            .is_none_or(|schema| items.iter().all(|item| is_valid(schema, item)))
}

/// Whether no two items are the same.
pub(super) fn are_unique(items: &[Value]) -> bool {
    items.iter().enumerate().all(|(position, item)| {
        !items
            .iter()
            .take(position)
            .any(|earlier| same(earlier, item))
    })
}

fn has_size(rules: &SizeRules, size: usize) -> bool {
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    rules.max.is_none_or(|max| size <= max) && rules.min.is_none_or(|min| size >= min)
}

fn are_members_valid(node: &Node, members: &Map<String, Value>) -> bool {
    let is_open = matches!(node.additional, Additional::Unset | Additional::Allowed);
    let seen = if is_open && node.properties.len() < members.len() / 2 {
        few_properties(node, members)
    } else {
        all_members(node, members)
    };
    seen.is_some_and(|seen| {
        node.checks()
            .object
            .as_ref()
            .is_none_or(|rules| has_required(rules, seen, members))
    })
}

/// Looks at every member; the bits of the properties that are there, or none if something is not valid.
fn all_members(node: &Node, members: &Map<String, Value>) -> Option<u64> {
    let mut seen = 0;
    let mut properties = node.properties.cursor();
    for (name, member) in members {
        let is_good = match (properties.find(name), &node.additional) {
            (Some((position, property)), _) => {
                seen |= bit(position);
                is_valid(property, member)
            }
            (None, Additional::Unset | Additional::Allowed) => true,
            (None, Additional::Forbidden) => false,
            (None, Additional::Schema(schema)) => is_valid(schema, member),
        };
        if !is_good {
            return None;
        }
    }
    Some(seen)
}

/// Looks the properties up in the members: most alternatives speak of one or two of many.
fn few_properties(node: &Node, members: &Map<String, Value>) -> Option<u64> {
    let mut seen = 0;
    for (position, (name, property)) in node.properties.iter().enumerate() {
        if let Some(member) = members.get(name) {
            seen |= bit(position);
            if !is_valid(property, member) {
                return None;
            }
        }
    }
    Some(seen)
}

fn bit(position: usize) -> u64 {
    if position < 64 { 1 << position } else { 0 }
}

fn has_required(rules: &ObjectRules, seen: u64, members: &Map<String, Value>) -> bool {
    has_size(&rules.size, members.len())
        && rules.required_bits & !seen == 0
        && rules
            .required_others
            .iter()
            .all(|name| members.contains_key(&**name))
}

/// Whether a value is in an enum, by the server's comparison: after conversion to the type of the listed value.
pub(super) fn is_listed(enumeration: &Enumeration, value: &Value) -> bool {
    if let Value::String(string) = value {
        return enumeration
            .strings
            .binary_search_by(|candidate| (**candidate).cmp(string))
            .is_ok();
    }
    enumeration
        .values
        .iter()
        .any(|listed| match (value, listed) {
            (Value::Null, _) => false,
            (Value::Number(number), Value::Number(listed)) => {
                is_same_number(Num::of(number), Num::of(listed))
            }
            (Value::Number(number), Value::String(listed)) => {
                is_code_point(Num::of(number), listed)
            }
            _ => same(value, listed),
        })
}

fn is_same_number(number: Num, listed: Num) -> bool {
    match (number, listed) {
        (Num::Int(a), Num::Int(b)) => a == b,
        (Num::Float(float), Num::Int(listed)) => truncate(float) == listed,
        // Exactly: the converted value is compared.
        #[expect(clippy::float_cmp, reason = "the server compares bit by bit, too")]
        (number, Num::Float(listed)) => number.as_float() == listed,
    }
}

/// An integer converts to a string of the character with that code point.
fn is_code_point(number: Num, listed: &str) -> bool {
    let Num::Int(integer) = number else {
        return false;
    };
    let c = u32::try_from(integer)
        .ok()
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER);
    let mut chars = listed.chars();
    chars.next() == Some(c) && chars.next().is_none()
}

fn combines(combinators: &Combinators, value: &Value) -> bool {
    let Combinators {
        any_of,
        one_of,
        all_of,
        not,
    } = combinators;
    (any_of.is_empty() || any_of.iter().any(|schema| is_valid(schema, value)))
        && (one_of.is_empty()
            || one_of
                .iter()
                .filter(|schema| is_valid(schema, value))
                .take(2)
                .count()
                == 1)
        && all_of.iter().all(|schema| is_valid(schema, value))
        && not.as_ref().is_none_or(|schema| !is_valid(schema, value))
}
