//! Which items of two lists are the same item.

use std::collections::HashMap;

use serde_json::Value;

use crate::convert::json::{ByName, Found, Json, same};

/// Pairs of items are compared while there are no more than this, and no more than so many values in them; beyond, only what
/// the lists begin and end with is found again.
const PAIRS: usize = 250_000;
const VALUES: usize = 5_000_000;

/// So much text is as dear to compare as a value.
const TEXT: usize = 64;

/// The share of two values that are the same.
const WHOLE: u32 = 1000;

/// The weight of two items that are the same: more than all others can have together, of which there are 500 at most.
const SAME: u32 = 1 << 20;

/// For each item of `after` the one of `before` that it was, in ascending order: as many unchanged items as possible, and
/// between them such that have half of what they hold in common.
pub(super) fn align(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let [before, after] = [before, after].map(found);
    align_by(&before, &after, weight)
}

/// The items of a list as what is looked for.
pub(super) fn found(items: &[Value]) -> Vec<Found<'static>> {
    items.iter().map(Found::of_value).collect()
}

/// The heaviest ascending pairing of two lists.
pub(super) fn align_by(
    before: &[Found],
    after: &[Found],
    weigh: impl Fn(&Found, &Found) -> u32,
) -> Vec<Option<usize>> {
    between_ends(before, after, |before, after| {
        match Weights::of(before, after, weigh) {
            Some(weights) => weights.ascending(),
            None => vec![None; after.len()],
        }
    })
}

/// The items that the lists begin and end with are the same ones; between them it is as is found there.
pub(super) fn between_ends(
    before: &[Found],
    after: &[Found],
    middle: impl FnOnce(&[Found], &[Found]) -> Vec<Option<usize>>,
) -> Vec<Option<usize>> {
    let is_same = |(left, right): &(&Found, &Found)| left == right;
    let start = before.iter().zip(after).take_while(is_same).count();
    let (rest_before, rest_after) = (&before[start..], &after[start..]);
    let end = rest_before.iter().rev().zip(rest_after.iter().rev());
    let end = end.take_while(is_same).count();
    let middle_before = &rest_before[..rest_before.len() - end];
    let middle_after = &rest_after[..rest_after.len() - end];
    let mut pairs: Vec<Option<usize>> = (0..start).map(Some).collect();
    let middle = middle(middle_before, middle_after);
    pairs.extend(middle.into_iter().map(|pair| pair.map(|at| start + at)));
    pairs.extend((before.len() - end..before.len()).map(Some));
    pairs
}

/// The same by the keys of a list-map, in any order; none where an item lacks a key or two have the same.
pub(super) fn align_by_keys(
    before: &[Value],
    after: &[Value],
    keys: &[Box<str>],
) -> Option<Vec<Option<usize>>> {
    let key_of = |item: &Value| {
        let values = keys
            .iter()
            .map(|key| item.get(&**key).map(Value::to_string));
        values.collect::<Option<Vec<String>>>()
    };
    let mut known = HashMap::with_capacity(before.len());
    for (position, item) in before.iter().enumerate() {
        if known.insert(key_of(item)?, position).is_some() {
            return None;
        }
    }
    // An item that is taken is found no second time.
    after
        .iter()
        .map(|item| Some(known.remove(&key_of(item)?)))
        .collect()
}

/// How much each item of one list weighs with each of another.
pub(super) struct Weights {
    rows: usize,
    columns: usize,
    weights: Vec<u32>,
}

impl Weights {
    /// None where there are too many.
    pub(super) fn of(
        before: &[Found],
        after: &[Found],
        weigh: impl Fn(&Found, &Found) -> u32,
    ) -> Option<Self> {
        let (rows, columns) = (before.len(), after.len());
        let values = |items: &[Found]| items.iter().map(|item| size(item.json())).sum::<usize>();
        if rows.saturating_mul(columns) > PAIRS
            || rows.saturating_mul(values(after)) > VALUES
            || columns.saturating_mul(values(before)) > VALUES
        {
            return None;
        }
        let weights = before
            .iter()
            .flat_map(|left| after.iter().map(|right| weigh(left, right)))
            .collect();
        Some(Self {
            rows,
            columns,
            weights,
        })
    }

    /// Those that weigh anything, with row and column.
    pub(super) fn heavy(&self) -> impl Iterator<Item = (u32, usize, usize)> {
        let places = (0..self.rows).flat_map(|row| (0..self.columns).map(move |at| (row, at)));
        let all = self.weights.iter().zip(places);
        all.filter(|(weight, _)| **weight > 0)
            .map(|(weight, (row, column))| (*weight, row, column))
    }

    /// The pairing that weighs most, in ascending order.
    pub(super) fn ascending(&self) -> Vec<Option<usize>> {
        let (rows, columns) = (self.rows, self.columns);
        let mut pairs = vec![None; columns];
        let weight = |row: usize, column: usize| {
            let weight = self.weights.get(row * columns + column);
            weight.copied().unwrap_or(0)
        };
        // best[row][column]: what the rows and columns from here on weigh at most.
        let width = columns + 1;
        let mut best = vec![0_u32; (rows + 1) * width];
        let at = |best: &[u32], row: usize, column: usize| {
            best.get(row * width + column).copied().unwrap_or(0)
        };
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                let mut most = at(&best, row + 1, column).max(at(&best, row, column + 1));
                if weight(row, column) > 0 {
                    most = most.max(weight(row, column) + at(&best, row + 1, column + 1));
                }
                if let Some(cell) = best.get_mut(row * width + column) {
                    *cell = most;
                }
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < rows && column < columns {
            let here = at(&best, row, column);
            if weight(row, column) > 0
                && here == weight(row, column) + at(&best, row + 1, column + 1)
            {
                if let Some(pair) = pairs.get_mut(column) {
                    *pair = Some(row);
                }
                row += 1;
                column += 1;
            } else if here == at(&best, row + 1, column) {
                row += 1;
            } else {
                column += 1;
            }
        }
        pairs
    }
}

/// The values in a value, itself included.
fn size(value: &Json) -> usize {
    match value {
        Json::Object(members) => 1 + members.iter().map(|(_, value)| size(value)).sum::<usize>(),
        Json::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Json::Raw(text, _) => 1 + text.len() / TEXT,
    }
}

/// How much two items have in common; 0 if they are different ones.
pub(super) fn weight(left: &Found, right: &Found) -> u32 {
    match share(left.json(), right.json()) {
        WHOLE => SAME,
        share if share >= WHOLE / 2 => share,
        _ => 0,
    }
}

/// Thousandths of two opened values that are the same; all only if the values are.
fn share(left: &Json, right: &Json) -> u32 {
    let (equal, most) = match (left, right) {
        (Json::Object(left), Json::Object(right)) => {
            let in_right = ByName::new(right);
            let found = left
                .iter()
                .filter_map(|(name, value)| Some((value, in_right.get(name)?)));
            (sum(found), left.len().max(right.len()))
        }
        (Json::Array(left), Json::Array(right)) => {
            let is_same = |(left, right): &(&Json, &Json)| same(left, right);
            let start = left.iter().zip(right).take_while(is_same).count();
            let end = left[start..].iter().rev().zip(right[start..].iter().rev());
            let end = end.take_while(is_same).count();
            let between = |items: &[Json]| start..items.len() - end;
            let middle = left[between(left)].iter().zip(&right[between(right)]);
            let ends = (start + end) * WHOLE as usize;
            (ends + sum(middle), left.len().max(right.len()))
        }
        _ => return if same(left, right) { WHOLE } else { 0 },
    };
    if most == 0 {
        return WHOLE;
    }
    u32::try_from(equal / most).unwrap_or(WHOLE)
}

fn sum<'j>(pairs: impl Iterator<Item = (&'j Json<'j>, &'j Json<'j>)>) -> usize {
    pairs.map(|(left, right)| share(left, right) as usize).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_are_compared_as_long_as_that_is_cheap() {
        let is_compared = |count: usize, item: &Value| {
            let items = vec![Found::of_value(item); count];
            Weights::of(&items, &items, |_, _| 1).is_some()
        };
        let small = json!({"name": "a", "on": true});
        assert!(is_compared(500, &small));
        assert!(!is_compared(501, &small));
        let large = json!({"name": "a", "parts": vec![small; 30]});
        assert!(is_compared(200, &large));
        assert!(!is_compared(300, &large));
        let text = json!("a".repeat(6000));
        assert!(!is_compared(300, &text));
    }

    #[test]
    fn a_share_is_whole_only_if_the_values_are_the_same() {
        let many = |last: u32| json!((0..5000).chain([last]).collect::<Vec<_>>());
        for (left, right, expected) in [
            (json!({"a": 1, "b": 2}), json!({"b": 2.0, "a": 1}), 1000),
            (json!({}), json!({}), 1000),
            (json!([]), json!([1]), 0),
            (json!({"a": 1}), json!({"a": 1, "b": null}), 500),
            (json!([1, 2, 3, 4]), json!([1, 5, 3, 4]), 750),
            (json!([[1, 2], 3]), json!([[1, 4], 3]), 750),
            (
                json!({"a": {"b": 1, "c": 2}}),
                json!({"a": {"b": 1, "c": 3}}),
                500,
            ),
            (many(1), many(2), 999),
        ] {
            let [of_left, of_right] = [&left, &right].map(|value| Json::of_value(value).opened());
            assert_eq!(share(&of_left, &of_right), expected, "{left} {right}");
            assert_eq!(share(&of_right, &of_left), expected, "{right} {left}");
        }
    }
}
