//! Letter case: which characters are one when case is free (Unicode 15.0's simple folding).

use super::class::{Range, normalize};
use super::fold_tables::FOLD;

/// How to get from a character to the next of its kind; the last leads back to the first.
#[derive(Debug, Clone, Copy)]
pub(super) enum Next {
    /// So many further.
    By(i32),
    /// Pairs of an even and the odd character after it.
    Even,
    /// Pairs of an odd and the even character after it.
    Odd,
}

fn next(code: u32) -> Option<u32> {
    let after = FOLD.partition_point(|&(low, _, _)| low <= code);
    let &(_, high, step) = FOLD.get(after.checked_sub(1)?)?;
    if code > high {
        return None;
    }
    match step {
        Next::By(delta) => code.checked_add_signed(delta),
        Next::Even => Some(code ^ 1),
        Next::Odd => Some(((code - 1) ^ 1) + 1),
    }
}

/// The other characters that are the same as this one but for letter case.
pub(super) fn others(code: u32) -> impl Iterator<Item = u32> {
    // The largest circle has four members; the bound only guards against a broken table.
    std::iter::successors(next(code), |&c| next(c))
        .take_while(move |&c| c != code)
        .take(8)
}

/// Whether two characters are each other's only counterpart.
pub(super) fn is_pair(low: u32, high: u32) -> bool {
    low != high && next(low) == Some(high) && next(high) == Some(low)
}

/// The ranges with all counterparts of their characters, normal.
pub(super) fn close(ranges: &[Range]) -> Vec<Range> {
    let mut closed = normalize(ranges.to_vec());
    let mut more = Vec::new();
    for &(low, high) in &closed {
        let first = FOLD.partition_point(|&(_, end, _)| end < low);
        for &(start, end, _) in FOLD
            .iter()
            .skip(first)
            .take_while(|&&(start, _, _)| start <= high)
        {
            for code in start.max(low)..=end.min(high) {
                more.extend(others(code).map(|c| (c, c)));
            }
        }
    }
    closed.append(&mut more);
    normalize(closed)
}
