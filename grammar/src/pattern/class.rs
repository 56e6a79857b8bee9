//! Sets of characters: brackets, Perl's and POSIX' classes.

use super::fold;
use super::unicode::UnicodeSet;

/// The last code point.
pub(super) const MAX: u32 = 0x0010_ffff;

/// An inclusive range of code points.
pub(super) type Range = (u32, u32);

/// A set of code points: what is in the ranges or in a Unicode class, or what is not.
#[derive(Debug, Clone, Default)]
pub(super) struct Class {
    pub(super) negated: bool,
    /// Sorted and disjoint.
    pub(super) ranges: Vec<Range>,
    pub(super) unicode: Vec<UnicodeSet>,
}

impl Class {
    /// The one character that the class stands for, if it is one, or one in both letter cases.
    pub(super) fn as_literal(&self) -> Option<(u32, bool)> {
        if self.negated || !self.unicode.is_empty() {
            return None;
        }
        match *self.ranges.as_slice() {
            [(low, high)] if low == high => Some((low, false)),
            [(low, high)] if low + 1 == high && fold::is_pair(low, high) => Some((low, true)),
            [(low, low2), (high, high2)]
                if low == low2 && high == high2 && fold::is_pair(low, high) =>
            {
                Some((low, true))
            }
            _ => None,
        }
    }
}

/// Sorts, and joins what overlaps or touches.
pub(super) fn normalize(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.sort_unstable();
    let mut joined: Vec<Range> = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match joined.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => joined.push((low, high)),
        }
    }
    joined
}

/// All other code points; the ranges are normal.
pub(super) fn complement(ranges: &[Range]) -> Vec<Range> {
    let mut next = 0;
    let mut rest = Vec::with_capacity(ranges.len() + 1);
    for &(low, high) in ranges {
        if next < low {
            rest.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= MAX {
        rest.push((next, MAX));
    }
    rest
}

/// A named set of ASCII characters, ready to use: negated if asked, letter case freed first.
pub(super) fn group(ranges: &[Range], negated: bool, fold: bool) -> Vec<Range> {
    let ranges = if fold {
        fold::close(ranges)
    } else {
        ranges.to_vec()
    };
    if negated { complement(&ranges) } else { ranges }
}

/// The class behind `\d`, `\s` or `\w`, all ASCII only.
pub(super) fn perl(letter: char) -> Option<&'static [Range]> {
    Some(match letter.to_ascii_lowercase() {
        'd' => &[(0x30, 0x39)],
        's' => &[(0x09, 0x0a), (0x0c, 0x0d), (0x20, 0x20)],
        'w' => &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)],
        _ => return None,
    })
}

/// The class named in `[:alpha:]`.
pub(super) fn posix(name: &str) -> Option<&'static [Range]> {
    Some(match name {
        "alnum" => &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)],
        "alpha" => &[(0x41, 0x5a), (0x61, 0x7a)],
        "ascii" => &[(0x00, 0x7f)],
        "blank" => &[(0x09, 0x09), (0x20, 0x20)],
        "cntrl" => &[(0x00, 0x1f), (0x7f, 0x7f)],
        "digit" => &[(0x30, 0x39)],
        "graph" => &[(0x21, 0x7e)],
        "lower" => &[(0x61, 0x7a)],
        "print" => &[(0x20, 0x7e)],
        "punct" => &[(0x21, 0x2f), (0x3a, 0x40), (0x5b, 0x60), (0x7b, 0x7e)],
        "space" => &[(0x09, 0x0d), (0x20, 0x20)],
        "upper" => &[(0x41, 0x5a)],
        "word" => &[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)],
        "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
        _ => return None,
    })
}
