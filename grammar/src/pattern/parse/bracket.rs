//! Classes in brackets.

use super::super::class::{self, Class};
use super::super::error::{ErrorCode, PatternError};
use super::super::node::Node;
use super::super::{escape, fold};
use super::{Flags, Parser, without_first};

impl<'p> Parser<'p> {
    pub(super) fn bracket(&mut self, text: &'p str) -> Result<&'p str, PatternError> {
        let mut class = Class::default();
        // Letter case is freed for these; what named classes add is ready.
        let mut written = Vec::new();
        let mut rest = without_first(text);
        if let Some(after) = rest.strip_prefix('^') {
            class.negated = true;
            rest = after;
        }
        let mut first = true;
        while first || !rest.starts_with(']') {
            first = false;
            if let Some((ranges, after)) = self.posix_class(rest)? {
                class.ranges.extend(ranges);
                rest = after;
                continue;
            }
            let letter = rest
                .strip_prefix('\\')
                .and_then(|after| after.chars().next());
            if let Some('p' | 'P') = letter {
                let (set, after) = self.unicode_class(rest)?;
                class.unicode.push(set);
                rest = after;
                continue;
            }
            if let Some(letter) = letter.filter(|&letter| class::perl(letter).is_some()) {
                class.ranges.extend(self.perl_class(letter));
                rest = without_first(without_first(rest));
                continue;
            }
            let start = rest;
            let (low, after) = character(rest, text)?;
            rest = after;
            let mut high = low;
            if let Some(after) = rest.strip_prefix('-')
                && !after.is_empty()
                && !after.starts_with(']')
            {
                (high, rest) = character(after, text)?;
                if high < low {
                    let (read, _) = start.split_at(start.len() - rest.len());
                    return Err(PatternError::new(ErrorCode::InvalidCharRange, read));
                }
            }
            written.push((low, high));
        }
        if self.flags.has(Flags::FOLD) {
            written = fold::close(&written);
        }
        class.ranges.extend(written);
        class.ranges = class::normalize(class.ranges);
        if class.negated && class.unicode.is_empty() {
            class.ranges = class::complement(&class.ranges);
            class.negated = false;
        }
        self.push(Node::Class(class))?;
        Ok(without_first(rest))
    }

    /// `[:alpha:]` or `[:^alpha:]`; a `[:` that does not end is text.
    fn posix_class(
        &self,
        text: &'p str,
    ) -> Result<Option<(Vec<class::Range>, &'p str)>, PatternError> {
        let Some((name, rest)) = text
            .strip_prefix("[:")
            .and_then(|inner| inner.split_once(":]"))
        else {
            return Ok(None);
        };
        let (negated, bare) = name
            .strip_prefix('^')
            .map_or((false, name), |bare| (true, bare));
        let ranges = class::posix(bare).ok_or_else(|| {
            let (read, _) = text.split_at(text.len() - rest.len());
            PatternError::new(ErrorCode::InvalidCharRange, read)
        })?;
        Ok(Some((
            class::group(ranges, negated, self.flags.has(Flags::FOLD)),
            rest,
        )))
    }
}

/// One character, escaped or not; `whole` is what lacks a bracket if there is none.
fn character<'p>(text: &'p str, whole: &str) -> Result<(u32, &'p str), PatternError> {
    match text.chars().next() {
        None => Err(PatternError::new(ErrorCode::MissingBracket, whole)),
        Some('\\') => escape::parse(text),
        Some(c) => Ok((u32::from(c), without_first(text))),
    }
}
