//! Items that nothing equals: which of them are alike.

use std::{cmp::Reverse, collections::HashSet, iter::once};

use super::heaviest;
use crate::Likeness;

/// Items are compared for what is alike while there are no more pairs of them than this, and no more than so many values in
/// those; beyond, only what stands first and last is found again.
const MAX_PAIRS: usize = 250_000;
const MAX_VALUES: usize = 5_000_000;

/// Some items of two lists.
pub(super) struct Rest<'t, T> {
    lists: [&'t [T]; 2],
    /// Where they stand.
    places: [Vec<usize>; 2],
}

impl<'t, T: Likeness> Rest<'t, T> {
    /// Those at these places.
    pub(super) fn of(lists: [&'t [T]; 2], places: [Vec<usize>; 2]) -> Self {
        Self { lists, places }
    }

    /// Those that have no match.
    pub(super) fn without(mut self, matched: &[Option<usize>]) -> Self {
        let of_old: HashSet<usize> = matched.iter().flatten().copied().collect();
        let [new, old] = &mut self.places;
        new.retain(|place| matched[*place].is_none());
        old.retain(|place| !of_old.contains(place));
        self
    }

    /// How much each has in common with each; nothing where they are too many.
    pub(super) fn weights(&self) -> Option<Weights> {
        let [new, old] = &self.places;
        self.is_cheap().then(|| Weights {
            rows: ranks(new),
            columns: ranks(old),
            width: old.len(),
            weights: new
                .iter()
                .flat_map(|new| old.iter().map(|old| self.likeness(*new, *old)))
                .collect(),
        })
    }

    fn is_cheap(&self) -> bool {
        let [new, old] = &self.places;
        let values = |places: &[usize], list: &[T]| {
            let sizes = places.iter().map(|place| list[*place].size());
            sizes.sum::<usize>()
        };
        let [of_new, of_old] = self.lists;
        new.len().saturating_mul(old.len()) <= MAX_PAIRS
            && new.len().saturating_mul(values(old, of_old)) <= MAX_VALUES
            && old.len().saturating_mul(values(new, of_new)) <= MAX_VALUES
    }

    fn likeness(&self, new: usize, old: usize) -> u32 {
        let [of_new, of_old] = self.lists;
        of_new[new].likeness(&of_old[old])
    }

    /// Pairs of what is alike: in order between the same anchors, or where they are not too many for that also elsewhere.
    pub(super) fn alike(
        &self,
        anchors: &[(usize, usize)],
        weights: Option<&Weights>,
        is_anywhere: bool,
    ) -> Vec<(usize, usize)> {
        let [mut new, mut old] = self.places.each_ref().map(Vec::as_slice);
        let mut in_order = Vec::new();
        for (new_end, old_end) in anchors.iter().chain(once(&(usize::MAX, usize::MAX))) {
            let (of_new, rest) = new.split_at(new.partition_point(|place| place < new_end));
            let (of_old, others) = old.split_at(old.partition_point(|place| place < old_end));
            in_order.extend(match weights {
                _ if of_new.is_empty() || of_old.is_empty() => Vec::new(),
                Some(weights) => heaviest(of_new, of_old, |new, old| weights.at(new, old)),
                None => self.at_the_ends(of_new, of_old),
            });
            (new, old) = (rest, others);
        }
        match weights {
            Some(weights) if is_anywhere => self.greatest(weights, &in_order),
            _ => in_order,
        }
    }

    /// Pairs of what too many items begin and end with, as far as that is alike.
    fn at_the_ends(&self, new: &[usize], old: &[usize]) -> Vec<(usize, usize)> {
        let is_alike = |(new, old): &(&usize, &usize)| self.likeness(**new, **old) > 0;
        let start = new.iter().zip(old).take_while(is_alike).count();
        let (rest, others) = (&new[start..], &old[start..]);
        let ends = rest.iter().rev().zip(others.iter().rev());
        let pairs = new[..start]
            .iter()
            .zip(old)
            .chain(ends.take_while(is_alike));
        pairs.map(|(new, old)| (*new, *old)).collect()
    }

    /// The greatest weights first; of what weighs as much such as is in order, and then the nearest.
    fn greatest(&self, weights: &Weights, in_order: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let in_order: HashSet<_> = in_order.iter().collect();
        let [new, old] = &self.places;
        let pairs = new
            .iter()
            .flat_map(|new| old.iter().map(|old| (*new, *old)));
        let mut pairs: Vec<_> = pairs
            .filter(|(new, old)| weights.at(*new, *old) > 0)
            .collect();
        pairs.sort_by_key(|pair @ (new, old)| {
            let weight = Reverse(weights.at(*new, *old));
            (weight, !in_order.contains(pair), new.abs_diff(*old), *old)
        });
        let (mut of_new, mut of_old) = (HashSet::new(), HashSet::new());
        pairs.retain(|(new, old)| {
            let is_free = !of_new.contains(new) && !of_old.contains(old);
            is_free && of_new.insert(*new) && of_old.insert(*old)
        });
        pairs
    }
}

/// How much new items have in common with old ones, by their places.
pub(super) struct Weights {
    rows: Vec<Option<usize>>,
    columns: Vec<Option<usize>>,
    width: usize,
    weights: Vec<u32>,
}

impl Weights {
    /// 0 also of items that were not compared.
    pub(super) fn at(&self, new: usize, old: usize) -> u32 {
        let rank = |ranks: &[Option<usize>], place| ranks.get(place).copied().flatten();
        match (rank(&self.rows, new), rank(&self.columns, old)) {
            (Some(row), Some(column)) => self.weights[row * self.width + column],
            _ => 0,
        }
    }
}

/// Of each place which one of these it is.
fn ranks(places: &[usize]) -> Vec<Option<usize>> {
    let mut ranks = Vec::new();
    for (rank, place) in places.iter().enumerate() {
        ranks.resize(*place, None);
        ranks.push(Some(rank));
    }
    ranks
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Found;

    #[test]
    fn lists_are_compared_as_long_as_that_is_cheap() {
        let is_compared = |count: usize, item: &Value| {
            let items = vec![Found::of_value(item); count];
            let places = [0, 1].map(|_| (0..count).collect());
            Rest::of([&items, &items], places).is_cheap()
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
}
