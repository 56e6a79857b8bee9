//! Reading JSON text: well-formedness once, for everything, and after that only where values begin and end.

use std::{borrow::Cow, fmt};

use super::{Json, Members};

/// Containers nest no deeper than this. The API server itself stops at 10,000; no schema comes near either.
pub(crate) const MAX_DEPTH: usize = 512;

/// Where text stops being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    /// The byte it happens at.
    pub(crate) at: usize,
    /// What is wrong.
    pub(crate) what: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON at byte {}: {}", self.at, self.what)
    }
}

/// Whether the text is one JSON value, no deeper than [`MAX_DEPTH`].
pub(crate) fn check(text: &str) -> Result<Json<'_>, Malformed> {
    let bytes = text.as_bytes();
    let start = space(bytes, 0);
    let end = value(bytes, start)?;
    let rest = space(bytes, end);
    if rest != bytes.len() {
        return Err(Malformed {
            at: rest,
            what: "more after the value",
        });
    }
    Ok(Json::raw(&text[start..end]))
}

/// Where each of the values stands that the text consists of.
#[cfg(feature = "documents")]
pub(crate) fn stream(text: &str) -> Result<Vec<std::ops::Range<usize>>, Malformed> {
    let bytes = text.as_bytes();
    let mut values = Vec::new();
    let mut at = space(bytes, 0);
    while at < bytes.len() {
        let end = value(bytes, at)?;
        values.push(at..end);
        at = space(bytes, end);
    }
    Ok(values)
}

/// What is expected next.
enum Next {
    Value,
    FirstItem,
    FirstMember,
    Member,
    After,
}

/// The end of the value that starts here.
fn value(bytes: &[u8], start: usize) -> Result<usize, Malformed> {
    // One bit a container: whether it is an object.
    let mut stack: Vec<bool> = Vec::new();
    let mut at = start;
    let mut next = Next::Value;
    loop {
        at = space(bytes, at);
        let Some(&byte) = bytes.get(at) else {
            return Err(Malformed {
                at,
                what: "the text ends in the middle of a value",
            });
        };
        match next {
            Next::FirstItem if byte == b']' => {
                stack.pop();
                at += 1;
                next = Next::After;
            }
            Next::FirstMember if byte == b'}' => {
                stack.pop();
                at += 1;
                next = Next::After;
            }
            Next::FirstMember | Next::Member => {
                if byte != b'"' {
                    return Err(Malformed {
                        at,
                        what: "a member's name is expected",
                    });
                }
                at = space(bytes, string(bytes, at)?);
                if bytes.get(at) != Some(&b':') {
                    return Err(Malformed {
                        at,
                        what: "a colon is expected",
                    });
                }
                at += 1;
                next = Next::Value;
            }
            Next::Value | Next::FirstItem => {
                if byte == b'{' || byte == b'[' {
                    if stack.len() == MAX_DEPTH {
                        return Err(Malformed {
                            at,
                            what: "it nests more than 512 levels deep",
                        });
                    }
                    stack.push(byte == b'{');
                    at += 1;
                    next = if byte == b'{' {
                        Next::FirstMember
                    } else {
                        Next::FirstItem
                    };
                } else {
                    at = scalar(bytes, at)?;
                    next = Next::After;
                }
            }
            Next::After => {
                let Some(&object) = stack.last() else {
                    return Ok(at);
                };
                next = match (byte, object) {
                    (b',', true) => Next::Member,
                    (b',', false) => Next::Value,
                    (b'}', true) | (b']', false) => {
                        stack.pop();
                        Next::After
                    }
                    _ => {
                        return Err(Malformed {
                            at,
                            what: "a comma or the end of the list or object is expected",
                        });
                    }
                };
                at += 1;
            }
        }
        if matches!(next, Next::After) && stack.is_empty() {
            return Ok(at);
        }
    }
}

fn scalar(bytes: &[u8], at: usize) -> Result<usize, Malformed> {
    match bytes[at] {
        b'"' => string(bytes, at),
        b't' => word(bytes, at, b"true"),
        b'f' => word(bytes, at, b"false"),
        b'n' => word(bytes, at, b"null"),
        b'-' | b'0'..=b'9' => number(bytes, at),
        _ => Err(Malformed {
            at,
            what: "a value is expected",
        }),
    }
}

fn word(bytes: &[u8], at: usize, word: &[u8]) -> Result<usize, Malformed> {
    if bytes[at..].starts_with(word) {
        Ok(at + word.len())
    } else {
        Err(Malformed {
            at,
            what: "a value is expected",
        })
    }
}

fn number(bytes: &[u8], start: usize) -> Result<usize, Malformed> {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let wrong = |at| Malformed {
        at,
        what: "a number has a digit missing or one too many",
    };
    let mut at = start + usize::from(bytes[start] == b'-');
    let whole = digits(at);
    if whole == at || (bytes[at] == b'0' && whole > at + 1) {
        return Err(wrong(at));
    }
    at = whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == at + 1 {
            return Err(wrong(fraction));
        }
        at = fraction;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent == at + 1 + sign {
            return Err(wrong(exponent));
        }
        at = exponent;
    }
    Ok(at)
}

/// The end of the string that starts at this quotation mark.
fn string(bytes: &[u8], start: usize) -> Result<usize, Malformed> {
    let mut at = start + 1;
    loop {
        at = plain(bytes, at);
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = escape(bytes, at)?,
            Some(_) => {
                return Err(Malformed {
                    at,
                    what: "a control character in a string",
                });
            }
            None => {
                return Err(Malformed {
                    at,
                    what: "a string does not end",
                });
            }
        }
    }
}

/// The first byte from here on that is special within a string: a quotation mark, a backslash or a control character.
fn plain(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    // Eight bytes at a time: a byte is zero if subtracting one borrows from it. What is flagged wrongly is looked at below.
    let zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
    while let Some(chunk) = bytes.get(at..at + 8) {
        let Ok(chunk) = <[u8; 8]>::try_from(chunk) else {
            break;
        };
        let word = u64::from_le_bytes(chunk);
        let special = zero(word ^ (ONES * u64::from(b'"')))
            | zero(word ^ (ONES * u64::from(b'\\')))
            | (word.wrapping_sub(ONES * 0x20) & !word & HIGHS);
        if special != 0 {
            at += (special.trailing_zeros() / 8) as usize;
            break;
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

/// The end of the escape sequence that starts at this backslash.
fn escape(bytes: &[u8], at: usize) -> Result<usize, Malformed> {
    let wrong = Malformed {
        at,
        what: "an unknown escape sequence in a string",
    };
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => {
            let unit = hex(bytes, at + 2).ok_or(wrong)?;
            match unit {
                0xD800..=0xDBFF => {
                    let paired = bytes.get(at + 6..at + 8) == Some(br"\u")
                        && matches!(hex(bytes, at + 8), Some(0xDC00..=0xDFFF));
                    if paired { Ok(at + 12) } else { Err(wrong) }
                }
                0xDC00..=0xDFFF => Err(wrong),
                _ => Ok(at + 6),
            }
        }
        _ => Err(wrong),
    }
}

fn hex(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 4)?;
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn space(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// The end of a value in text that is known to be well-formed.
fn skip(bytes: &[u8], start: usize) -> usize {
    match bytes.get(start) {
        Some(b'"') => skip_string(bytes, start),
        Some(b'{' | b'[') => skip_container(bytes, start),
        _ => {
            let mut at = start;
            while bytes.get(at).is_some_and(|byte| {
                !matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
            }) {
                at += 1;
            }
            at
        }
    }
}

fn skip_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        at = plain(bytes, at);
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            Some(_) => return at + 1,
            None => return bytes.len(),
        }
    }
}

fn skip_container(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = skip_string(bytes, at);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The members of an object in well-formed text.
pub(super) fn members(text: &str) -> Members<'_> {
    let bytes = text.as_bytes();
    let mut members = Vec::with_capacity(8);
    let mut at = space(bytes, 1);
    while bytes.get(at) == Some(&b'"') {
        let end = skip_string(bytes, at);
        let name = unquote(&text[at..end]).unwrap_or_default();
        let start = space(bytes, space(bytes, end) + 1);
        let end = skip(bytes, start);
        members.push((name, Json::raw(&text[start..end])));
        at = space(bytes, end);
        if bytes.get(at) == Some(&b',') {
            at = space(bytes, at + 1);
        }
    }
    members
}

/// The items of an array in well-formed text.
pub(super) fn items(text: &str) -> Vec<Json<'_>> {
    let bytes = text.as_bytes();
    let mut items = Vec::new();
    let mut at = space(bytes, 1);
    while bytes.get(at).is_some_and(|byte| *byte != b']') {
        let end = skip(bytes, at);
        items.push(Json::raw(&text[at..end]));
        at = space(bytes, end);
        if bytes.get(at) == Some(&b',') {
            at = space(bytes, at + 1);
        }
    }
    items
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
