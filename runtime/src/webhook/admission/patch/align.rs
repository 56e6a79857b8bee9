//! Which items of two lists are the same item.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::same::{Item, same};

/// Pairs of items are compared in full while there are no more than this; beyond, only what the lists begin and end with
/// is found again.
const COMPARED: usize = 250_000;

/// The weight of two items that are the same: more than all others can have together, of which there are 500 at most.
const SAME: u32 = 1 << 20;

/// For each item of `after` the one of `before` that it was, in ascending order: as many unchanged items as possible, and
/// between them such that have half of their members in common.
pub(super) fn align(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let [before, after] = [before, after].map(|items| items.iter().collect::<Vec<_>>());
    align_by(&before, &after, weight)
}

/// The same where items may have been moved: first what is as it was, wherever that stands now, then what was changed where it
/// stood among the rest, and last what was both.
pub(super) fn align_moved(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let [before, after] = [before, after].map(|items| items.iter().collect::<Vec<_>>());
    let mut pairs = align_by(&before, &after, |left, right| u32::from(same(left, right)));
    let mut known: HashMap<Item, Vec<usize>> = HashMap::new();
    // From the end, so that the first of several is found first.
    for position in left_of(before.len(), &pairs).into_iter().rev() {
        known
            .entry(Item(before[position]))
            .or_default()
            .push(position);
    }
    let mut moved = vec![None; after.len()];
    for (position, item) in after.iter().enumerate() {
        if pairs[position].is_none() {
            moved[position] = known.get_mut(&Item(item)).and_then(Vec::pop);
        }
    }
    pairs = moved;
    for _ in 0..2 {
        let old = left_of(before.len(), &pairs);
        let new: Vec<usize> = (0..after.len()).filter(|at| pairs[*at].is_none()).collect();
        let [items, others] = [(&before, &old), (&after, &new)]
            .map(|(items, places)| places.iter().map(|at| items[*at]).collect::<Vec<_>>());
        for (position, found) in new.into_iter().zip(align_by(&items, &others, weight)) {
            pairs[position] = found.map(|at| old[at]);
        }
    }
    pairs
}

/// The positions that no pair has.
fn left_of(length: usize, pairs: &[Option<usize>]) -> Vec<usize> {
    let taken: HashSet<usize> = pairs.iter().flatten().copied().collect();
    (0..length).filter(|at| !taken.contains(at)).collect()
}

fn align_by(
    before: &[&Value],
    after: &[&Value],
    weigh: impl Fn(&Value, &Value) -> u32,
) -> Vec<Option<usize>> {
    let start = common(before.iter(), after.iter());
    let (rest_before, rest_after) = (&before[start..], &after[start..]);
    let end = common(rest_before.iter().rev(), rest_after.iter().rev());
    let middle_before = &rest_before[..rest_before.len() - end];
    let middle_after = &rest_after[..rest_after.len() - end];
    let mut pairs: Vec<Option<usize>> = (0..start).map(Some).collect();
    let middle = middle(middle_before, middle_after, weigh);
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

fn common<'i, 'v: 'i>(
    left: impl Iterator<Item = &'i &'v Value>,
    right: impl Iterator<Item = &'i &'v Value>,
) -> usize {
    left.zip(right)
        .take_while(|(left, right)| same(left, right))
        .count()
}

/// The heaviest ascending pairing.
fn middle(
    before: &[&Value],
    after: &[&Value],
    weigh: impl Fn(&Value, &Value) -> u32,
) -> Vec<Option<usize>> {
    let (rows, columns) = (before.len(), after.len());
    let mut pairs = vec![None; columns];
    if rows == 0 || columns == 0 || rows.saturating_mul(columns) > COMPARED {
        return pairs;
    }
    let weights: Vec<u32> = before
        .iter()
        .flat_map(|left| after.iter().map(|right| weigh(left, right)))
        .collect();
    let weight =
        |row: usize, column: usize| weights.get(row * columns + column).copied().unwrap_or(0);
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
        if weight(row, column) > 0 && here == weight(row, column) + at(&best, row + 1, column + 1) {
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

/// How much two items have in common; 0 if they are different ones.
fn weight(left: &Value, right: &Value) -> u32 {
    if same(left, right) {
        return SAME;
    }
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let most = left.len().max(right.len());
            let equal = left
                .iter()
                .filter(|(name, value)| right.get(*name).is_some_and(|other| same(value, other)))
                .count();
            if 2 * equal < most || equal == 0 {
                return 0;
            }
            u32::try_from(equal * 1000 / most).unwrap_or(1)
        }
        _ => 0,
    }
}
