//! Which items of two lists are the same item.

use std::collections::HashMap;

use serde_json::Value;

use wheelwright_json::{Found, Moves, align};

/// For each item of `after` the one of `before` that it was.
pub(super) fn align_values(before: &[Value], after: &[Value], moves: Moves) -> Vec<Option<usize>> {
    let [before, after] =
        [before, after].map(|items| items.iter().map(Found::of_value).collect::<Vec<_>>());
    align(&after, &before, moves)
}

/// Aligns items by the keys of a list-map, in any order; none where an item lacks a key or two have the same.
pub(super) fn align_by_keys(
    before: &[Value],
    after: &[Value],
    keys: &[Box<str>],
) -> Option<Vec<Option<usize>>> {
    let keys_of = |item: &Value| -> Option<Vec<Found>> {
        let values = keys.iter().map(|key| item.get(&**key));
        values.map(|value| value.map(Found::of_value)).collect()
    };
    let mut known = HashMap::with_capacity(before.len());
    for (position, item) in before.iter().enumerate() {
        if known.insert(keys_of(item)?, position).is_some() {
            return None;
        }
    }
    // An item that is taken is found no second time.
    after
        .iter()
        .map(|item| Some(known.remove(&keys_of(item)?)))
        .collect()
}
