//! Lists that are sets or maps: no two items the same, or with the same keys.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::error::{FieldError, MOST_ERRORS};
use crate::node::{List, Node};
use crate::number::{Num, fits_i64, same, truncate};
use crate::path::At;
use crate::print::go_json;

/// Adds an error for every item that is there again, once for each item that is repeated.
pub(crate) fn validate(value: &Value, node: &Node, at: At<'_>, errors: &mut Vec<FieldError>) {
    if !node.below.unique_lists || errors.len() >= MOST_ERRORS {
        return;
    }
    match value {
        Value::Object(members) => {
            let mut properties = node.properties.cursor();
            for (name, member) in members {
                // The server looks at both, whichever of them the value belongs to.
                if let Some(schema) = node.additional.schema() {
                    validate(member, schema, at.key(name), errors);
                }
                if let Some((_, property)) = properties.find(name) {
                    validate(member, property, at.child(name), errors);
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
                    validate(item, schema, at.index(position), errors);
                }
            }
        }
        _ => {}
    }
}

fn validate_set(items: &[Value], at: At<'_>, errors: &mut Vec<FieldError>) {
    for (position, item) in repeated(items, Some) {
        errors.push(FieldError::duplicate(
            at.index(position).to_path(),
            item.clone(),
        ));
    }
}

fn validate_map(items: &[Value], keys: &[Box<str>], at: At<'_>, errors: &mut Vec<FieldError>) {
    if let Some((position, item)) = items
        .iter()
        .enumerate()
        .find(|(_, item)| !item.is_object() && !item.is_null())
    {
        let detail = "must be an object for an array of list-type map";
        errors.push(FieldError::invalid(
            at.index(position).to_path(),
            item.clone(),
            detail,
        ));
        return;
    }
    if let [key] = keys {
        for (position, item) in repeated(items, |item| item.get(&**key)) {
            let shown: Map<_, _> = item
                .get(&**key)
                .map(|value| (key.to_string(), value.clone()))
                .into_iter()
                .collect();
            errors.push(FieldError::duplicate(at.index(position).to_path(), shown));
        }
        return;
    }
    let all_keys: Vec<Value> = items
        .iter()
        .map(|item| Value::Object(keys_of(item, keys)))
        .collect();
    for (position, shown) in repeated(&all_keys, Some) {
        errors.push(FieldError::duplicate(
            at.index(position).to_path(),
            shown.clone(),
        ));
    }
}

fn keys_of(item: &Value, keys: &[Box<str>]) -> Map<String, Value> {
    keys.iter()
        .filter_map(|key| Some((key.to_string(), item.get(&**key)?.clone())))
        .collect()
}

/// The items whose key is there for the second time; a missing key is like another missing one.
fn repeated<'v>(
    items: &'v [Value],
    key: impl Fn(&'v Value) -> Option<&'v Value>,
) -> Vec<(usize, &'v Value)> {
    /// Up to here, comparing every two items is faster than writing their texts.
    const FEW: usize = 16;
    let is_repeated = |position: usize, item: &'v Value| {
        items
            .iter()
            .take(position)
            .any(|earlier| match (key(earlier), key(item)) {
                (Some(a), Some(b)) => is_alike(a, b),
                (a, b) => a.is_none() && b.is_none(),
            })
    };
    if items.len() <= FEW
        && !items
            .iter()
            .enumerate()
            .any(|(position, item)| is_repeated(position, item))
    {
        return Vec::new();
    }
    let mut times = HashMap::new();
    items
        .iter()
        .enumerate()
        .filter(|(_, item)| {
            let times = times.entry(key(item).map(identity)).or_insert(0_usize);
            *times += 1;
            *times == 2
        })
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
