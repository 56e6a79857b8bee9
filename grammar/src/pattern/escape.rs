//! Escapes for single characters.

use super::error::{ErrorCode, PatternError};

/// Reads the escape that `text` starts with: the code point, which may be a surrogate, and what follows.
pub(super) fn parse(text: &str) -> Result<(u32, &str), PatternError> {
    let mut rest = text.chars();
    rest.next();
    let Some(c) = rest.next() else {
        return Err(PatternError::new(ErrorCode::TrailingBackslash, ""));
    };
    let after = rest.as_str();
    let bad = |rest: &str| {
        let (read, _) = text.split_at(text.len() - rest.len());
        PatternError::new(ErrorCode::InvalidEscape, read)
    };
    let code = match c {
        '0' => return Ok(octal(0, after)),
        // One digit alone would be a back-reference.
        '1'..='7' if after.starts_with(|c: char| c.is_digit(8)) => {
            return Ok(octal(c.to_digit(8).unwrap_or(0), after));
        }
        'x' => return hexadecimal(after).map_err(bad),
        'a' => 0x07,
        'f' => 0x0c,
        'n' => 0x0a,
        'r' => 0x0d,
        't' => 0x09,
        'v' => 0x0b,
        _ if c.is_ascii() && !c.is_ascii_alphanumeric() => u32::from(c),
        _ => return Err(bad(after)),
    };
    Ok((code, after))
}

/// Up to two digits more.
fn octal(first: u32, text: &str) -> (u32, &str) {
    let mut value = first;
    let mut rest = text;
    for _ in 0..2 {
        let mut characters = rest.chars();
        let Some(digit) = characters.next().and_then(|c| c.to_digit(8)) else {
            break;
        };
        value = value * 8 + digit;
        rest = characters.as_str();
    }
    (value, rest)
}

/// Two digits, or any number in braces; on failure, what was not read.
fn hexadecimal(text: &str) -> Result<(u32, &str), &str> {
    let mut rest = text.chars();
    match rest.next() {
        None => Err(text),
        Some('{') => {
            let mut value = None;
            loop {
                match rest.next() {
                    Some('}') => {
                        return value
                            .map(|value| (value, rest.as_str()))
                            .ok_or(rest.as_str());
                    }
                    digit => {
                        let digit = digit.and_then(|c| c.to_digit(16)).ok_or(rest.as_str())?;
                        let more = value.unwrap_or(0) * 16 + digit;
                        if more > super::class::MAX {
                            return Err(rest.as_str());
                        }
                        value = Some(more);
                    }
                }
            }
        }
        first => {
            let second = rest.next();
            let digit = |c: Option<char>| c.and_then(|c| c.to_digit(16)).ok_or(rest.as_str());
            Ok((digit(first)? * 16 + digit(second)?, rest.as_str()))
        }
    }
}
