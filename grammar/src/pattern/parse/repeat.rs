//! Repetitions.

use super::super::error::{ErrorCode, PatternError};
use super::super::node::{Count, Node};
use super::{Flags, Parser};

/// The most that may be counted.
const MAX: u32 = 1000;

/// `{2}`, `{2,}` or `{2,3}`, and what follows. Anything else is no repetition but text. A number that is too large
/// to matter comes out as the largest.
pub(super) fn parse(text: &str) -> Option<((u32, Option<u32>), &str)> {
    let (min, rest) = number(text.strip_prefix('{')?)?;
    if let Some(rest) = rest.strip_prefix('}') {
        return Some(((min, Some(min)), rest));
    }
    let rest = rest.strip_prefix(',')?;
    if let Some(rest) = rest.strip_prefix('}') {
        return Some(((min, None), rest));
    }
    let (max, rest) = number(rest)?;
    Some(((min, Some(max)), rest.strip_prefix('}')?))
}

/// Digits without a leading zero.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() || digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}

impl<'p> Parser<'p> {
    pub(super) fn counted(
        &mut self,
        (min, max): (u32, Option<u32>),
        text: &'p str,
        after: &'p str,
    ) -> Result<&'p str, PatternError> {
        if min > MAX || max.is_some_and(|max| max > MAX || min > max) {
            return Err(error(ErrorCode::InvalidRepeatSize, text, after));
        }
        self.repeat(Count::Between(min, max), text, after)
    }

    /// Repeats the last element; `text` starts at the operator and `after` behind it.
    pub(super) fn repeat(
        &mut self,
        count: Count,
        text: &'p str,
        after: &'p str,
    ) -> Result<&'p str, PatternError> {
        let (lazy, after) = after
            .strip_prefix('?')
            .map_or((false, after), |after| (true, after));
        if let Some(last) = self.last_repeat {
            return Err(error(ErrorCode::InvalidRepeatOp, last, after));
        }
        let Some(inner) = self.group.sequence.pop() else {
            return Err(error(ErrorCode::MissingRepeatArgument, text, after));
        };
        let id = self.add(Node::Repeat {
            inner,
            count,
            greedy: lazy == self.flags.has(Flags::LAZY),
        })?;
        self.group.sequence.push(id);
        let counts = matches!(count, Count::Between(min, max) if min >= 2 || max.is_some_and(|max| max >= 2));
        if counts && self.limits.copies_too_often(id) {
            return Err(error(ErrorCode::InvalidRepeatSize, text, after));
        }
        Ok(after)
    }
}

/// An error about the part of `text` before `after`.
fn error(code: ErrorCode, text: &str, after: &str) -> PatternError {
    let (read, _) = text.split_at(text.len() - after.len());
    PatternError::new(code, read)
}
