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

/// Where a container ends and how many it holds, so that nobody reads over it again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Bytes from its first to its last bracket.
    length: u32,
    /// Itself and the containers within.
    containers: u32,
}

/// The extents of a value's containers, in the order in which they begin.
pub(crate) type Extents = [Extent];

/// Well-formed text.
#[derive(Debug)]
pub(crate) struct Checked<'a> {
    text: &'a str,
    extents: Vec<Extent>,
}

impl Checked<'_> {
    /// The value.
    pub(crate) fn json(&self) -> Json<'_> {
        Json::Raw(Cow::Borrowed(self.text), &self.extents)
    }
}

/// Whether the text is one JSON value, no deeper than [`MAX_DEPTH`].
pub(crate) fn check(text: &str) -> Result<Checked<'_>, Malformed> {
    let bytes = text.as_bytes();
    if u32::try_from(bytes.len()).is_err() {
        return Err(Malformed {
            at: 0,
            what: "it is longer than 4 GiB",
        });
    }
    let start = space(bytes, 0);
    let mut extents = Vec::with_capacity(bytes.len() / 64);
    let end = value(bytes, start, &mut extents)?;
    let rest = space(bytes, end);
    if rest != bytes.len() {
        return Err(Malformed {
            at: rest,
            what: "more after the value",
        });
    }
    Ok(Checked {
        text: &text[start..end],
        extents,
    })
}

/// Where each of the values stands that the text consists of.
#[cfg(feature = "documents")]
pub(crate) fn stream(text: &str) -> Result<Vec<std::ops::Range<usize>>, Malformed> {
    let bytes = text.as_bytes();
    let mut values = Vec::new();
    let mut at = space(bytes, 0);
    while at < bytes.len() {
        let end = value(bytes, at, &mut Vec::new())?;
        values.push(at..end);
        at = space(bytes, end);
    }
    Ok(values)
}

/// A container that is not closed yet.
struct Open {
    is_object: bool,
    start: usize,
    extent: usize,
}

/// The end of the value that starts here.
fn value(bytes: &[u8], start: usize, extents: &mut Vec<Extent>) -> Result<usize, Malformed> {
    let mut stack: Vec<Open> = Vec::with_capacity(16);
    let mut at = start;
    // Each turn reads one value, or the start of a container, and what follows it.
    loop {
        let byte = next(bytes, at)?;
        if byte == b'{' || byte == b'[' {
            if stack.len() == MAX_DEPTH {
                return Err(Malformed {
                    at,
                    what: "it nests more than 512 levels deep",
                });
            }
            let is_object = byte == b'{';
            stack.push(Open {
                is_object,
                start: at,
                extent: extents.len(),
            });
            extents.push(Extent {
                length: 0,
                containers: 0,
            });
            at = space(bytes, at + 1);
            let byte = next(bytes, at)?;
            if byte != b'}' && byte != b']' {
                if is_object {
                    at = name(bytes, at)?;
                }
                continue;
            }
        } else {
            at = scalar(bytes, at)?;
        }
        // What follows a value: the end of containers, until another value is due.
        loop {
            let Some(open) = stack.last() else {
                return Ok(at);
            };
            at = space(bytes, at);
            let byte = next(bytes, at)?;
            if byte == b',' {
                at = space(bytes, at + 1);
                if open.is_object {
                    at = name(bytes, at)?;
                }
                break;
            }
            let closes = if open.is_object { b'}' } else { b']' };
            if byte != closes {
                return Err(Malformed {
                    at,
                    what: "a comma or the end of the list or object is expected",
                });
            }
            at += 1;
            close(extents, open, at);
            stack.pop();
        }
    }
}

/// Notes where a container ends. The limit of the text's length is that of the numbers.
fn close(extents: &mut [Extent], open: &Open, end: usize) {
    let containers = extents.len() - open.extent;
    if let Some(extent) = extents.get_mut(open.extent) {
        extent.length = u32::try_from(end - open.start).unwrap_or(u32::MAX);
        extent.containers = u32::try_from(containers).unwrap_or(u32::MAX);
    }
}

fn next(bytes: &[u8], at: usize) -> Result<u8, Malformed> {
    bytes.get(at).copied().ok_or(Malformed {
        at,
        what: "the text ends in the middle of a value",
    })
}

/// The start of the value of the member whose name starts here.
fn name(bytes: &[u8], at: usize) -> Result<usize, Malformed> {
    if bytes.get(at) != Some(&b'"') {
        return Err(Malformed {
            at,
            what: "a member's name is expected",
        });
    }
    let at = space(bytes, string(bytes, at)?);
    if bytes.get(at) != Some(&b':') {
        return Err(Malformed {
            at,
            what: "a colon is expected",
        });
    }
    Ok(space(bytes, at + 1))
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

#[inline]
fn space(bytes: &[u8], mut at: usize) -> usize {
    // The API server writes none.
    if bytes.get(at).is_none_or(|byte| *byte > b' ') {
        return at;
    }
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// Walks over the values in a container of well-formed text.
struct Walk<'a> {
    text: &'a str,
    /// The extents of the containers that are still to come; none are known of text that was made here.
    extents: Option<&'a Extents>,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str, extents: &'a Extents) -> Self {
        Self {
            text,
            extents: extents.get(1..),
        }
    }

    /// The value that starts here, and where it ends.
    fn value(&mut self, start: usize) -> (Json<'a>, usize) {
        let bytes = self.text.as_bytes();
        let (end, extents) = match bytes.get(start) {
            Some(b'"') => (skip_string(bytes, start), &[][..]),
            Some(b'{' | b'[') => match self.extents.and_then(<[_]>::split_first) {
                Some((extent, _)) => {
                    let all = self.extents.unwrap_or_default();
                    let (own, rest) = all.split_at((extent.containers as usize).min(all.len()));
                    self.extents = Some(rest);
                    (start + extent.length as usize, own)
                }
                None => (skip_container(bytes, start), &[][..]),
            },
            _ => (skip_word(bytes, start), &[][..]),
        };
        (
            Json::Raw(Cow::Borrowed(&self.text[start..end]), extents),
            end,
        )
    }
}

fn skip_word(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while bytes
        .get(at)
        .is_some_and(|byte| !matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t'))
    {
        at += 1;
    }
    at
}

fn skip_string(bytes: &[u8], start: usize) -> usize {
    quoted(bytes, start).0
}

/// The end of a string, and whether it has escape sequences.
fn quoted(bytes: &[u8], start: usize) -> (usize, bool) {
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
pub(super) fn members<'a>(text: &'a str, extents: &'a Extents) -> Members<'a> {
    let mut members = Vec::with_capacity(8);
    each_member(text, extents, |name, value| {
        members.push((name, value));
    });
    members
}

/// The last member of a name in well-formed text.
pub(super) fn member<'a>(text: &'a str, extents: &'a Extents, wanted: &str) -> Option<Json<'a>> {
    let mut found = None;
    each_member(text, extents, |name, value| {
        if name == wanted {
            found = Some(value);
        }
    });
    found
}

fn each_member<'a>(
    text: &'a str,
    extents: &'a Extents,
    mut take: impl FnMut(Cow<'a, str>, Json<'a>),
) {
    let bytes = text.as_bytes();
    let mut walk = Walk::new(text, extents);
    let mut at = space(bytes, 1);
    while bytes.get(at) == Some(&b'"') {
        let (end, has_escapes) = quoted(bytes, at);
        let name = if has_escapes {
            unquote(&text[at..end]).unwrap_or_default()
        } else {
            Cow::Borrowed(&text[at + 1..end - 1])
        };
        let start = space(bytes, space(bytes, end) + 1);
        let (value, end) = walk.value(start);
        take(name, value);
        at = space(bytes, end);
        if bytes.get(at) == Some(&b',') {
            at = space(bytes, at + 1);
        }
    }
}

/// The items of an array in well-formed text.
pub(super) fn items<'a>(text: &'a str, extents: &'a Extents) -> Vec<Json<'a>> {
    let bytes = text.as_bytes();
    let mut items = Vec::new();
    let mut walk = Walk::new(text, extents);
    let mut at = space(bytes, 1);
    while bytes.get(at).is_some_and(|byte| *byte != b']') {
        let (value, end) = walk.value(at);
        items.push(value);
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
