//! Which items of a list are the same item, wherever they were moved.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use serde_json::Value;

use super::align::{Weights, align_by, between_ends, found, weight};
use crate::convert::json::Found;

/// For each item of `after` the one of `before` that it was: first what is as it was, wherever that stands now, then what was
/// changed, and of that first what was changed least.
pub(super) fn align_moved(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let [before, after] = [before, after].map(found);
    let mut pairs = moved(&before, &after);
    let old = left_of(before.len(), &pairs);
    let new: Vec<usize> = (0..after.len()).filter(|at| pairs[*at].is_none()).collect();
    let [items, others] = [(&before, &old), (&after, &new)].map(|(items, places)| {
        places
            .iter()
            .map(|at| items[*at].clone())
            .collect::<Vec<_>>()
    });
    let found = between_ends(&items, &others, most_alike);
    for (position, found) in new.into_iter().zip(found) {
        pairs[position] = found.map(|at| old[at]);
    }
    pairs
}

/// The items that are as they were at another place than among the rest.
fn moved<'f>(before: &[Found<'f>], after: &[Found<'f>]) -> Vec<Option<usize>> {
    let in_place = align_by(before, after, |left, right| u32::from(left == right));
    let mut known: HashMap<&Found, Vec<usize>> = HashMap::new();
    // From the end, so that the first of several is found first.
    for position in left_of(before.len(), &in_place).into_iter().rev() {
        known.entry(&before[position]).or_default().push(position);
    }
    let items = after.iter().zip(in_place);
    items
        .map(|(item, in_place)| match in_place {
            Some(_) => None,
            None => known.get_mut(item).and_then(Vec::pop),
        })
        .collect()
}

/// The heaviest pairs first; of those that weigh as much, such as kept their order among the rest.
fn most_alike(before: &[Found], after: &[Found]) -> Vec<Option<usize>> {
    let Some(weights) = Weights::of(before, after, weight) else {
        return alike_from_the_ends(before, after);
    };
    let mut pairs = vec![None; after.len()];
    let in_order = weights.ascending();
    let mut heavy: Vec<_> = weights.heavy().collect();
    heavy.sort_by_key(|(weight, row, column)| {
        let is_in_order = in_order.get(*column) == Some(&Some(*row));
        (Reverse(*weight), !is_in_order, row.abs_diff(*column), *row)
    });
    let mut taken = vec![false; before.len()];
    for (_, row, column) in heavy {
        if let (Some(pair @ None), Some(taken @ false)) =
            (pairs.get_mut(column), taken.get_mut(row))
        {
            (*pair, *taken) = (Some(row), true);
        }
    }
    pairs
}

/// What lists that are too long to be compared begin and end with, as far as it is alike.
fn alike_from_the_ends(before: &[Found], after: &[Found]) -> Vec<Option<usize>> {
    let is_alike = |(left, right): &(&Found, &Found)| weight(left, right) > 0;
    let start = before.iter().zip(after).take_while(is_alike).count();
    let (rest, others) = (&before[start..], &after[start..]);
    let end = rest.iter().rev().zip(others.iter().rev());
    let end = end.take_while(is_alike).count();
    let mut pairs: Vec<Option<usize>> = (0..start).map(Some).collect();
    pairs.resize(after.len() - end, None);
    pairs.extend((before.len() - end..before.len()).map(Some));
    pairs
}

/// The positions that no pair has.
fn left_of(length: usize, pairs: &[Option<usize>]) -> Vec<usize> {
    let taken: HashSet<usize> = pairs.iter().flatten().copied().collect();
    (0..length).filter(|at| !taken.contains(at)).collect()
}
