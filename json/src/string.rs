//! Strings as they are written, eight bytes at a time.

use std::borrow::Cow;

use super::check::{Malformed, wrong};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The first byte from here on that is special within a string: a quotation mark, a backslash or a control character.
#[inline]
pub(super) fn plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*chunk);
        // Subtracting borrows from a byte's highest bit where the byte is less. With one bit flipped, quotation marks and
        // control characters are all that is less than 0x21. A borrow from the next byte makes that one look special too,
        // but only after one that is.
        let low = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
        let backslash = (word ^ (ONES * u64::from(b'\\'))).wrapping_sub(ONES);
        let special = (low | backslash) & !word & HIGHS;
        if special != 0 {
            return at + (special.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            break;
        }
        at += 1;
    }
    at
}

/// The end of the string that starts at this quotation mark.
#[inline]
pub(super) fn string(bytes: &[u8], start: usize) -> Result<usize, Box<Malformed>> {
    let at = plain(bytes, start + 1);
    if bytes.get(at) == Some(&b'"') {
        Ok(at + 1)
    } else {
        unusual(bytes, at)
    }
}

/// The end of a string of which something else is special here.
#[cold]
fn unusual(bytes: &[u8], mut at: usize) -> Result<usize, Box<Malformed>> {
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = plain(bytes, escape(bytes, at)?),
            Some(_) => return wrong(at, "a control character in a string"),
            None => return wrong(at, "a string does not end"),
        }
    }
}

/// The end of the escape sequence that starts at this backslash.
fn escape(bytes: &[u8], at: usize) -> Result<usize, Box<Malformed>> {
    let end = match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Some(at + 2),
        Some(b'u') => match hex(bytes, at + 2) {
            Some(0xD800..=0xDBFF) => {
                let paired = bytes.get(at + 6..at + 8) == Some(br"\u")
                    && matches!(hex(bytes, at + 8), Some(0xDC00..=0xDFFF));
                paired.then_some(at + 12)
            }
            Some(0xDC00..=0xDFFF) | None => None,
            Some(_) => Some(at + 6),
        },
        _ => None,
    };
    match end {
        Some(end) => Ok(end),
        None => wrong(at, "an unknown escape sequence in a string"),
    }
}

fn hex(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 4)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// The end of a string in well-formed text, and whether it has escape sequences.
#[inline]
pub(super) fn quoted(bytes: &[u8], start: usize) -> (usize, bool) {
    let mut at = start + 1;
    let mut has_escapes = false;
    loop {
        at = plain(bytes, at);
        match bytes.get(at) {
            Some(b'\\') => {
                has_escapes = true;
                at += 2;
            }
            Some(_) => return (at + 1, has_escapes),
            None => return (bytes.len(), has_escapes),
        }
    }
}

/// What a string in well-formed text says.
pub(super) fn unquote(text: &str) -> Option<Cow<'_, str>> {
    let inner = text.get(1..text.len().checked_sub(1)?)?;
    if inner.as_bytes().contains(&b'\\') {
        serde_json::from_str(text).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_is_special_is_found_at_every_place_beside_every_byte() {
        let is_special = |byte: u8| byte == b'"' || byte == b'\\' || byte < 0x20;
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                for at in 0..10 {
                    let mut bytes = [b'x'; 12];
                    bytes[at] = first;
                    bytes[at + 1] = second;
                    let found = bytes.iter().position(|byte| is_special(*byte));
                    assert_eq!(plain(&bytes, 0), found.unwrap_or(12));
                }
            }
        }
    }
}
