//! Finding the items of a list again after it was edited.

use super::Look;

/// Tables of more cells than this are not made: longer lists are aligned by items that look like no other.
const MAX_CELLS: usize = 4_000_000;

/// For each live item the index of the old item that it is: by the longest common subsequence; between two such items by
/// that of what resembles each other; and then, wherever it stands now, by a look that no other item has.
pub(crate) fn align(live: &[Look], old: &[Look]) -> Vec<Option<usize>> {
    let mut matched = vec![None; live.len()];
    let start = live.iter().zip(old).take_while(|(a, b)| a == b).count();
    let rest = live.len().min(old.len()) - start;
    let end = live
        .iter()
        .rev()
        .zip(old.iter().rev())
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let (live_end, old_end) = (live.len() - end, old.len() - end);
    for (index, place) in matched.iter_mut().enumerate() {
        if index < start {
            *place = Some(index);
        } else if index >= live_end {
            *place = Some(index - live_end + old_end);
        }
    }
    let same = |a: &Look, b: &Look| a == b;
    for (a, b) in common(&live[start..live_end], &old[start..old_end], same) {
        if let Some(place) = matched.get_mut(start + a) {
            *place = Some(start + b);
        }
    }
    moved(&mut matched, live, old);
    similar(&mut matched, live, old);
    matched
}

/// Pairs of items that look the same: the longest common subsequence.
pub(crate) fn common_of(one: &[Look], other: &[Look]) -> Vec<(usize, usize)> {
    common(one, other, |a, b| a == b)
}

/// Pairs of the longest common subsequence.
fn common(live: &[Look], old: &[Look], same: impl Fn(&Look, &Look) -> bool) -> Vec<(usize, usize)> {
    let (rows, columns) = (live.len(), old.len());
    if rows.saturating_mul(columns) > MAX_CELLS {
        return unique(live, old);
    }
    // lengths[i][j]: the length for live[i..] and old[j..].
    let width = columns + 1;
    let mut lengths = vec![0_u32; (rows + 1) * width];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            lengths[i * width + j] = if same(&live[i], &old[j]) {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < rows && j < columns {
        if same(&live[i], &old[j]) {
            pairs.push((i, j));
            i += 1;
            j += 1;
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Pairs of items that look like no other in their list, in ascending order on both sides.
fn unique(live: &[Look], old: &[Look]) -> Vec<(usize, usize)> {
    let mut places = std::collections::HashMap::<&str, (usize, Vec<usize>)>::new();
    for (index, look) in old.iter().enumerate() {
        places.entry(&look.0).or_default().1.push(index);
    }
    for look in live {
        if let Some((count, _)) = places.get_mut(&*look.0) {
            *count += 1;
        }
    }
    let mut last = None;
    let mut pairs = Vec::new();
    for (index, look) in live.iter().enumerate() {
        if let Some((1, old)) = places.get(&*look.0)
            && let [old] = old[..]
            && last.is_none_or(|last| old > last)
        {
            pairs.push((index, old));
            last = Some(old);
        }
    }
    pairs
}

/// Items that stand elsewhere now: those that look like no other that is left, on either side.
fn moved(matched: &mut [Option<usize>], live: &[Look], old: &[Look]) {
    let mut taken = vec![false; old.len()];
    for index in matched.iter().flatten() {
        if let Some(taken) = taken.get_mut(*index) {
            *taken = true;
        }
    }
    let mut left = std::collections::HashMap::<&str, (Vec<usize>, Vec<usize>)>::new();
    for (index, look) in old.iter().enumerate() {
        if !taken[index] {
            left.entry(&look.0).or_default().0.push(index);
        }
    }
    for (index, look) in live.iter().enumerate() {
        if let (None, Some((_, live))) = (matched[index], left.get_mut(&*look.0)) {
            live.push(index);
        }
    }
    for (old, live) in left.values() {
        if let ([old], [live]) = (old.as_slice(), live.as_slice()) {
            matched[*live] = Some(*old);
        }
    }
}

/// Fills gaps by what resembles each other, in order.
fn similar(matched: &mut [Option<usize>], live: &[Look], old: &[Look]) {
    let mut taken = vec![false; old.len()];
    for index in matched.iter().flatten() {
        if let Some(taken) = taken.get_mut(*index) {
            *taken = true;
        }
    }
    let mut index = 0;
    while index < matched.len() {
        if matched[index].is_some() {
            index += 1;
            continue;
        }
        let begin = index;
        while index < matched.len() && matched[index].is_none() {
            index += 1;
        }
        let old_begin = begin
            .checked_sub(1)
            .and_then(|before| matched[before])
            .map_or(0, |before| before + 1);
        let old_end = matched.get(index).copied().flatten().unwrap_or(old.len());
        let candidates: Vec<usize> = (old_begin..old_end).filter(|at| !taken[*at]).collect();
        let looks: Vec<Look> = candidates.iter().map(|at| old[*at].clone()).collect();
        for (a, b) in common(&live[begin..index], &looks, Look::resembles) {
            matched[begin + a] = candidates.get(b).copied();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(text: &str) -> Vec<Look> {
        text.split_whitespace()
            .map(|word| Look(word.to_owned()))
            .collect()
    }

    #[test]
    fn deleted_inserted_and_repeated_items() {
        let old = looks("a b c b");
        assert_eq!(
            align(&looks("a b c b"), &old),
            [Some(0), Some(1), Some(2), Some(3)]
        );
        assert_eq!(align(&looks("a c b"), &old), [Some(0), Some(2), Some(3)]);
        assert_eq!(
            align(&looks("x a b c b"), &old),
            [None, Some(0), Some(1), Some(2), Some(3)]
        );
        assert_eq!(align(&looks(""), &old), []);
        assert_eq!(align(&looks("c a"), &looks("a c")), [Some(1), Some(0)]);
        // Which of the two `c` it is, nobody can tell.
        assert_eq!(
            align(&looks("c b a"), &looks("a b c c")),
            [None, Some(1), Some(0)]
        );
    }

    #[test]
    fn an_edited_item_is_found_where_others_were_deleted_or_moved() {
        let old = looks("aaaaaa111111 bbbbbb222222 cccccc333333 dddddd444444");
        assert_eq!(
            align(&looks("eeeeee555555 aaaaaa111111 cccccc666666"), &old),
            [None, Some(0), Some(2)]
        );
        assert_eq!(
            align(&looks("dddddd444444 cccccc666666"), &old),
            [Some(3), None]
        );
    }

    #[test]
    fn an_edited_item_is_found_by_what_is_left_of_it() {
        let old = looks("aaaaaabbbbbbcccccc ddddddeeeeee");
        assert_eq!(
            align(&looks("aaaaaabbbbbbffffff ddddddeeeeee"), &old),
            [Some(0), Some(1)]
        );
        assert_eq!(
            align(&looks("111111222222333333 ddddddeeeeee"), &old),
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
}
