//! Strings: length, pattern, format.

use crate::node::{FormatRule, Pattern, StringRules};

/// What a string breaks. The server reports one fault at most.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextFault<'a> {
    TooLong(i64),
    TooShort(i64),
    Pattern(&'a str),
}

/// The first fault of a string.
pub(super) fn fault<'a>(rules: &'a StringRules, text: &str) -> Option<TextFault<'a>> {
    if let Some(max) = rules.max
        && is_longer(text, max)
    {
        return Some(TextFault::TooLong(max));
    }
    if let Some(min) = rules.min
        && is_shorter(text, min)
    {
        return Some(TextFault::TooShort(min));
    }
    let Pattern {
        text: pattern,
        regex,
    } = rules.pattern.as_ref()?;
    (!regex.is_match(text)).then_some(TextFault::Pattern(pattern))
}

/// Length is counted in code points; the number of bytes is an upper limit to it.
fn is_longer(text: &str, max: i64) -> bool {
    let Ok(max) = usize::try_from(max) else {
        // Every length is more than a negative limit, and none is more than what does not fit.
        return max < 0;
    };
    text.len() > max && text.chars().count() > max
}

fn is_shorter(text: &str, min: i64) -> bool {
    let Ok(min) = usize::try_from(min) else {
        return min > 0;
    };
    // A code point takes four bytes at most.
    text.len() / 4 < min && text.chars().count() < min
}

pub(super) fn has_format(format: Option<&FormatRule>, text: &str) -> bool {
    format
        .and_then(|rule| rule.check)
        .is_none_or(|check| check.matches(text))
}
