//! Lists that are sets or maps: no two items the same, or with the same keys.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::error::FieldError;
use crate::errors::{Errors, MOST_ERRORS};
use crate::node::{List, Node};
use crate::number::{Num, fits_i64, same, truncate};
use crate::path::At;
use crate::print::go_json;

/// An error for every item that is there again, once for each item that is repeated.
pub(crate) fn validate(value: &Value, node: &Node) -> Vec<FieldError> {
    let mut errors = Errors::default();
    visit(value, node, At::ROOT, &mut errors);
    errors.into_list()
}

fn visit(value: &Value, node: &Node, at: At<'_>, errors: &mut Errors) {
    if !node.below.unique_lists || errors.is_full() {
        return;
    }
    match value {
        Value::Object(members) => {
            let mut properties = node.properties.cursor();
            for (name, member) in members {
                // The server looks at both, whichever of them the value belongs to.
                if let Some(schema) = node.additional.schema() {
                    visit(member, schema, at.key(name), errors);
                }
                if let Some((_, property)) = properties.find(name) {
                    visit(member, property, at.child(name), errors);
                }
            }
        }
        Value::Array(items) => {
            match node.list() {
                List::Atomic => {}
                List::Set => validate_set(items, at, errors),
                List::Map(keys) => validate_map(items, keys, at, errors),
            }
            if let Some(schema) = node.items.as_deref() {
                for (position, item) in items.iter().enumerate() {
                    visit(item, schema, at.index(position), errors);
                }
            }
        }
        _ => {}
    }
}

fn validate_set(items: &[Value], at: At<'_>, errors: &mut Errors) {
    for position in repeated(items, is_alike, identity) {
        errors.add(|| {
            let shown = items.get(position).cloned().unwrap_or_default();
            FieldError::duplicate(at.index(position).to_path(), shown)
        });
    }
}

fn validate_map(items: &[Value], keys: &[Box<str>], at: At<'_>, errors: &mut Errors) {
    if let Some((position, item)) = items
        .iter()
        .enumerate()
        .find(|(_, item)| !item.is_object() && !item.is_null())
    {
        let detail = "must be an object for an array of list-type map";
        errors.add(|| FieldError::invalid(at.index(position).to_path(), item.clone(), detail));
        return;
    }
    let positions = match keys {
        [key] => repeated(
            items,
            |a, b| both_or_none(a.get(&**key), b.get(&**key), is_alike),
            |item| item.get(&**key).map(identity).unwrap_or_default(),
        ),
        _ => repeated(
            items,
            |a, b| {
                keys.iter()
                    .all(|key| both_or_none(a.get(&**key), b.get(&**key), prints_alike))
            },
            |item| go_json(&Value::Object(keys_of(item, keys))),
        ),
    };
    for (position, item) in positions
        .into_iter()
        .filter_map(|position| Some((position, items.get(position)?)))
    {
        errors.add(|| FieldError::duplicate(at.index(position).to_path(), keys_of(item, keys)));
    }
}

/// A missing key is like another missing one.
fn both_or_none(
    a: Option<&Value>,
    b: Option<&Value>,
    is_alike: fn(&Value, &Value) -> bool,
) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => is_alike(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn keys_of(item: &Value, keys: &[Box<str>]) -> Map<String, Value> {
    keys.iter()
        .filter_map(|key| Some((key.to_string(), item.get(&**key)?.clone())))
        .collect()
}

/// The positions of items that are there for the second time, by a comparison and by texts that say the same.
fn repeated(
    items: &[Value],
    is_alike: impl Fn(&Value, &Value) -> bool,
    identity: impl Fn(&Value) -> String,
) -> Vec<usize> {
    /// Up to here, comparing every two items is faster than writing their texts.
    const FEW: usize = 16;
    let is_repeated = |(position, item)| {
        items
            .iter()
            .take(position)
            .any(|earlier| is_alike(earlier, item))
    };
    if items.len() <= FEW && !items.iter().enumerate().any(is_repeated) {
        return Vec::new();
    }
    let mut times = HashMap::new();
    items
        .iter()
        .enumerate()
        .filter(|(_, item)| {
            let times = times.entry(identity(item)).or_insert(0_usize);
            *times += 1;
            *times == 2
        })
        .map(|(position, _)| position)
        .take(MOST_ERRORS)
        .collect()
}

/// A text that is the same for values that the server takes for the same: scalars by type and value, other values by
/// the JSON that it prints for them.
fn identity(value: &Value) -> String {
    match value {
        Value::Number(number) => match Num::of(number) {
            Num::Int(integer) => format!("int {integer}"),
            // Minus zero equals zero.
            Num::Float(float) => format!("float {:e}", float + 0.0),
        },
        other => go_json(other),
    }
}

/// Whether two values have the same [`identity`].
fn is_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => {
            prints_alike(a, b)
        }
        _ => same(a, b),
    }
}

fn prints_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| prints_alike(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| prints_alike(a, b)))
        }
        (Value::Number(a), Value::Number(b)) => match (Num::of(a), Num::of(b)) {
            (Num::Int(integer), Num::Float(float)) | (Num::Float(float), Num::Int(integer)) => {
                fits_i64(float)
                    && truncate(float) == integer
                    && (float != 0.0 || float.is_sign_positive())
            }
            (a, b) => a == b,
        },
        _ => a == b,
    }
}
