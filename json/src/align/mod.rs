//! Finding the items of a list again after it was edited.

mod rest;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    hash::Hash,
};

use super::Likeness;
use rest::Rest;

/// Tables of more cells than this are not made of what is equal: longer lists are aligned by items that occur once.
const MAX_CELLS: usize = 4_000_000;

/// The weight of two equal items: more than what all others have in common, of which there are 500 at most.
const SAME: u32 = 1 << 20;

/// Whether items are also found where they do not stand in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// No.
    Never,
    /// Where there is no other that it could be: to take one item for another is worse than to lose it.
    Certain,
    /// The first of several, and the most alike: to lose an item is worse than to take it for another.
    Likely,
}

/// For each new item the index of the old one that it is: as many equal ones in order as there can be; of the others what is
/// equal and stands elsewhere now; and then what is alike of that which nothing equals.
pub fn align<T: Likeness + Eq + Hash>(new: &[T], old: &[T], moves: Moves) -> Vec<Option<usize>> {
    let (of_new, of_old) = numbers(new, old);
    let excess = [excess(&of_new, &of_old), excess(&of_old, &of_new)];
    let rest = Rest::of([new, old], excess);
    let weights = rest.weights();
    let anchors = in_order(&of_new, &of_old, |new, old| {
        weights.as_ref().map_or(0, |weights| weights.at(new, old))
    });
    let mut matched = vec![None; new.len()];
    take(&mut matched, &anchors);
    if moves != Moves::Never {
        let moved = elsewhere([&of_new, &of_old], &matched, moves);
        take(&mut matched, &moved);
    }
    let rest = rest.without(&matched);
    let weights = weights.or_else(|| rest.weights());
    let alike = rest.alike(&anchors, weights.as_ref(), moves == Moves::Likely);
    take(&mut matched, &alike);
    matched
}

/// Pairs of items that are equal: the longest common subsequence.
pub fn common_of<T: Eq + Hash>(one: &[T], other: &[T]) -> Vec<(usize, usize)> {
    let (one, other) = numbers(one, other);
    in_order(&one, &other, |_, _| 0)
}

/// Notes pairs.
fn take(matched: &mut [Option<usize>], pairs: &[(usize, usize)]) {
    for (new, old) in pairs {
        if let Some(place) = matched.get_mut(*new) {
            *place = Some(*old);
        }
    }
}

/// The items as numbers, the same for what is equal.
fn numbers<T: Eq + Hash>(new: &[T], old: &[T]) -> (Vec<usize>, Vec<usize>) {
    let mut known = HashMap::with_capacity(old.len());
    let mut number = |item| {
        let next = known.len();
        *known.entry(item).or_insert(next)
    };
    let old = old.iter().map(&mut number).collect();
    (new.iter().map(number).collect(), old)
}

/// The places of what there is more often than among the others.
fn excess(of: &[usize], others: &[usize]) -> Vec<usize> {
    let mut counts = HashMap::<usize, isize>::new();
    for number in of {
        *counts.entry(*number).or_default() += 1;
    }
    for number in others {
        *counts.entry(*number).or_default() -= 1;
    }
    let is_excess = |place: &usize| counts.get(&of[*place]).is_some_and(|count| *count > 0);
    (0..of.len()).filter(is_excess).collect()
}

/// Pairs of the longest common subsequence; what the lists begin and end with is of it. Of several such it is the one between
/// whose pairs what is alike weighs most.
fn in_order(
    new: &[usize],
    old: &[usize],
    alike: impl Fn(usize, usize) -> u32,
) -> Vec<(usize, usize)> {
    let is_same = |(new, old): &(&usize, &usize)| new == old;
    let start = new.iter().zip(old).take_while(is_same).count();
    let ends = new[start..].iter().rev().zip(old[start..].iter().rev());
    let end = ends.take_while(is_same).count();
    let middle = [new, old].map(|list| (start..list.len() - end).collect::<Vec<_>>());
    let [of_new, of_old] = &middle;
    let between = if of_new.len().saturating_mul(of_old.len()) > MAX_CELLS {
        single([new, old], middle)
    } else {
        let weight = |at: usize, of: usize| {
            if new[at] == old[of] {
                SAME
            } else {
                alike(at, of)
            }
        };
        let mut pairs = heaviest(of_new, of_old, weight);
        pairs.retain(|(at, of)| new[*at] == old[*of]);
        pairs
    };
    let ends = (new.len() - end..new.len()).zip(old.len() - end..old.len());
    (0..start)
        .zip(0..start)
        .chain(between)
        .chain(ends)
        .collect()
}

/// Pairs of equal items of which there is one on either side, in ascending order on both.
fn single(numbers: [&[usize]; 2], among: [Vec<usize>; 2]) -> Vec<(usize, usize)> {
    let pairs = places(numbers, among);
    let mut pairs: Vec<_> = pairs
        .filter_map(|[new, old]| Some((only(&new)?, only(&old)?)))
        .collect();
    pairs.sort_unstable();
    let mut next = 0;
    pairs.retain(|(_, old)| {
        let is_next = *old >= next;
        if is_next {
            next = old + 1;
        }
        is_next
    });
    pairs
}

/// Pairs of equal items that are not matched in order.
fn elsewhere(
    numbers: [&[usize]; 2],
    matched: &[Option<usize>],
    moves: Moves,
) -> Vec<(usize, usize)> {
    let of_old: HashSet<usize> = matched.iter().flatten().copied().collect();
    let new = (0..matched.len()).filter(|new| matched[*new].is_none());
    let old = (0..numbers[1].len()).filter(|old| !of_old.contains(old));
    let is_found =
        |[new, old]: &[Vec<usize>; 2]| moves == Moves::Likely || only(new).and(only(old)).is_some();
    let places = places(numbers, [new.collect(), old.collect()]).filter(is_found);
    places
        .flat_map(|[new, old]| new.into_iter().zip(old))
        .collect()
}

/// The one place, if there is one.
fn only(places: &[usize]) -> Option<usize> {
    match places {
        [place] => Some(*place),
        _ => None,
    }
}

/// For each number where it stands among these places of either list.
fn places(numbers: [&[usize]; 2], among: [Vec<usize>; 2]) -> impl Iterator<Item = [Vec<usize>; 2]> {
    let mut places = BTreeMap::<usize, [Vec<usize>; 2]>::new();
    for (side, among) in among.into_iter().enumerate() {
        for place in among {
            places.entry(numbers[side][place]).or_default()[side].push(place);
        }
    }
    places.into_values()
}

/// The pairs that weigh most together, in ascending order on both sides.
fn heaviest(
    new: &[usize],
    old: &[usize],
    weight: impl Fn(usize, usize) -> u32,
) -> Vec<(usize, usize)> {
    // most[row][column]: what the rows and columns from there on weigh at most.
    let width = old.len() + 1;
    let mut most = vec![0_u32; (new.len() + 1) * width];
    for (row, new) in new.iter().enumerate().rev() {
        for (column, old) in old.iter().enumerate().rev() {
            let here = row * width + column;
            let both = match weight(*new, *old) {
                0 => 0,
                weight => weight + most[here + width + 1],
            };
            most[here] = both.max(most[here + width]).max(most[here + 1]);
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Vec::new());
    while let (Some(at), Some(of)) = (new.get(row), old.get(column)) {
        let here = row * width + column;
        let weight = weight(*at, *of);
        if weight > 0 && most[here] == weight + most[here + width + 1] {
            pairs.push((*at, *of));
            row += 1;
            column += 1;
        } else if most[here] == most[here + width] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Found, Look};

    fn align(live: &[Look], old: &[Look]) -> Vec<Option<usize>> {
        super::align(live, old, Moves::Certain)
    }

    fn looks_of(text: &str) -> Vec<Look> {
        text.split_whitespace()
            .map(|word| Look(word.to_owned()))
            .collect()
    }

    #[test]
    fn deleted_inserted_and_repeated_items() {
        let old = looks_of("a b c b");
        assert_eq!(
            align(&looks_of("a b c b"), &old),
            [Some(0), Some(1), Some(2), Some(3)]
        );
        assert_eq!(align(&looks_of("a c b"), &old), [Some(0), Some(2), Some(3)]);
        assert_eq!(
            align(&looks_of("x a b c b"), &old),
            [None, Some(0), Some(1), Some(2), Some(3)]
        );
        assert_eq!(align(&looks_of(""), &old), []);
        assert_eq!(
            align(&looks_of("c a"), &looks_of("a c")),
            [Some(1), Some(0)]
        );
        // Which of the two `c` it is, nobody can tell.
        assert_eq!(
            align(&looks_of("c b a"), &looks_of("a b c c")),
            [None, Some(1), Some(0)]
        );
    }

    #[test]
    fn an_edited_item_is_found_where_others_were_deleted_or_moved() {
        let old = looks_of("aaaaaa111111 bbbbbb222222 cccccc333333 dddddd444444");
        assert_eq!(
            align(&looks_of("eeeeee555555 aaaaaa111111 cccccc666666"), &old),
            [None, Some(0), Some(2)]
        );
        assert_eq!(
            align(&looks_of("dddddd444444 cccccc666666"), &old),
            [Some(3), None]
        );
    }

    #[test]
    fn an_edited_item_is_found_by_what_is_left_of_it() {
        let old = looks_of("aaaaaabbbbbbcccccc ddddddeeeeee");
        assert_eq!(
            align(&looks_of("aaaaaabbbbbbffffff ddddddeeeeee"), &old),
            [Some(0), Some(1)]
        );
        assert_eq!(
            align(&looks_of("111111222222333333 ddddddeeeeee"), &old),
            [None, Some(1)]
        );
    }

    #[test]
    fn long_lists_take_no_quadratic_table() {
        let old: Vec<Look> = (0..5000).map(|n| Look(format!("{n:06x}"))).collect();
        let mut live = old.clone();
        live.remove(2500);
        live.insert(10, Look("ffffff".to_owned()));
        live.push(Look("fffffe".to_owned()));
        live.insert(0, Look("fffffd".to_owned()));
        let matched = align(&live, &old);
        assert_eq!(matched[1], Some(0));
        assert_eq!(matched[4000], Some(3999));
    }

    fn align_values(new: &Value, old: &Value, moves: Moves) -> Vec<Option<usize>> {
        let found = |list: &Value| -> Vec<Found> {
            let items = list.as_array().into_iter().flatten();
            items.map(Found::of_value).collect()
        };
        super::align(&found(new), &found(old), moves)
    }

    #[test]
    fn what_moved_is_found_as_far_as_it_is_looked_for() {
        let (new, old) = (json!(["c", "b", 1.0]), json!([1, "b", "c", "c"]));
        for (moves, found) in [
            (Moves::Never, [None, None, Some(0)]),
            (Moves::Certain, [None, Some(1), Some(0)]),
            (Moves::Likely, [Some(2), Some(1), Some(0)]),
        ] {
            assert_eq!(align_values(&new, &old, moves), found, "{moves:?}");
        }
        // What is alike is found in order, or else that first which has most in common.
        let item = |name: &str, on: bool| json!({"name": name, "side": 1, "row": 2, "on": on});
        let old: Value = ["a", "b", "c"]
            .map(|name| item(name, false))
            .to_vec()
            .into();
        let new: Value = ["c", "b", "a"].map(|name| item(name, true)).to_vec().into();
        for (moves, found) in [
            (Moves::Never, [0, 1, 2]),
            (Moves::Certain, [0, 1, 2]),
            (Moves::Likely, [2, 1, 0]),
        ] {
            assert_eq!(
                align_values(&new, &old, moves),
                found.map(Some),
                "{moves:?}"
            );
        }
    }

    #[test]
    fn of_equal_ones_it_is_that_beside_which_others_are_alike() {
        let item = |by: &str, day: u32| json!({"by": by, "day": day, "fine": false});
        let old = json!([item("a", 1), item("a", 1), item("b", 1)]);
        let new = json!([item("a", 2), item("a", 1), item("b", 2)]);
        for moves in [Moves::Never, Moves::Certain, Moves::Likely] {
            let found = [Some(0), Some(1), Some(2)];
            assert_eq!(align_values(&new, &old, moves), found, "{moves:?}");
        }
    }

    #[test]
    fn of_two_that_are_as_much_alike_it_is_the_one_between_the_same_neighbors() {
        let item = |by: &str, day: u32| json!({"by": by, "day": day, "fine": false});
        let old = json!([item("a", 1), item("b", 9), item("a", 2)]);
        let new = json!([item("b", 9), item("a", 3)]);
        for moves in [Moves::Never, Moves::Certain, Moves::Likely] {
            assert_eq!(align_values(&new, &old, moves), [Some(1), Some(2)]);
        }
    }

    #[test]
    fn a_few_edits_are_found_in_any_number_of_items() {
        let item = |at: usize| json!({"at": at, "on": false, "off": true});
        let old: Value = (0..3000).map(item).collect();
        let mut new = old.clone();
        for at in [0, 1500, 1501, 2999] {
            new[at]["on"] = true.into();
        }
        for moves in [Moves::Never, Moves::Certain, Moves::Likely] {
            let aligned = align_values(&new, &old, moves);
            assert!(aligned.into_iter().eq((0..3000).map(Some)), "{moves:?}");
        }
    }
}
