//! Whether a value is valid, and nothing else: no allocation, and an end at the first fault.

use serde_json::{Map, Value};

use super::{number, text};
use crate::node::{Additional, Combinators, Enumeration, Node, ObjectRules, SizeRules, Types};
use crate::number::{Num, is_integral, same, truncate};

/// Whether a value has no error.
pub(crate) fn is_valid(node: &Node, value: &Value) -> bool {
    if value.is_null() {
        // Null is compared with no value of an enum, not even with null.
        return (node.types.is_empty() || node.nullable) && node.enumeration.is_none();
    }
    has_type(node, value)
        && match value {
            Value::String(string) => {
                node.string
                    .as_deref()
                    .is_none_or(|rules| text::fault(rules, string).is_none())
                    && text::has_format(node.format.as_deref(), string)
            }
            Value::Number(number) => node
                .number
                .as_deref()
                .is_none_or(|rules| number::is_good(rules, Num::of(number))),
            Value::Array(items) => are_items_valid(node, items),
            Value::Object(members) => are_members_valid(node, members),
            Value::Null | Value::Bool(_) => true,
        }
        && node
            .enumeration
            .as_deref()
            .is_none_or(|values| is_listed(values, value))
        && node
            .combinators
            .as_deref()
            .is_none_or(|combinators| combines(combinators, value))
}

/// Whether the type is right. With a format of strings, the server takes an array, too.
pub(super) fn has_type(node: &Node, value: &Value) -> bool {
    let types = node.types;
    if node.format.is_none() {
        return types.is_empty() || is_of(types, value);
    }
    let numeric = types.has(Types::NUMBER.and(Types::INTEGER));
    match value {
        Value::String(_) | Value::Array(_) => !numeric || is_of(types, value),
        _ => is_of(types, value),
    }
}

fn is_of(types: Types, value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(_) => types.has(Types::BOOLEAN),
        Value::String(_) => types.has(Types::STRING),
        Value::Array(_) => types.has(Types::ARRAY),
        Value::Object(_) => types.has(Types::OBJECT),
        Value::Number(number) => match Num::of(number) {
            Num::Int(_) => types.has(Types::INTEGER.and(Types::NUMBER)),
            Num::Float(float) => {
                types.has(Types::NUMBER) || (types.has(Types::INTEGER) && is_integral(float))
            }
        },
    }
}

fn are_items_valid(node: &Node, items: &[Value]) -> bool {
    node.array
        .as_deref()
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
    let mut seen = 0_u64;
    for (name, member) in members {
        match node.properties.position(name) {
            Some(position) => {
                if position < 64 {
                    seen |= 1 << position;
                }
                if !node
                    .properties
                    .at(position)
                    .is_none_or(|property| is_valid(property, member))
                {
                    return false;
                }
            }
            None => match &node.additional {
                Additional::Unset | Additional::Allowed => {}
                Additional::Forbidden => return false,
                Additional::Schema(schema) => {
                    if !is_valid(schema, member) {
                        return false;
                    }
                }
            },
        }
    }
    node.object
        .as_deref()
        .is_none_or(|rules| has_required(rules, seen, members))
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
