//! Whether text is JSON: read once, for everything, and where its containers end is noted on the way.

use std::{borrow::Cow, fmt};

use super::{
    Json,
    string::{string, unquote},
};

/// Containers nest no deeper than this. The API server itself stops at 10,000; no schema comes near either.
pub(crate) const MAX_DEPTH: usize = 512;

/// Where text stops being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The byte it happens at.
    pub at: usize,
    /// What is wrong.
    pub what: &'static str,
}

impl From<Box<Self>> for Malformed {
    fn from(malformed: Box<Self>) -> Self {
        *malformed
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON at byte {}: {}", self.at, self.what)
    }
}

/// Where a container ends and how many it holds, so that nobody reads over it again.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Bytes from its first to its last bracket; where it begins while it is open.
    length: u32,
    /// Itself and the containers within; the container that it is in while it is open.
    containers: u32,
}

impl Extent {
    pub(super) const fn length(self) -> usize {
        self.length as usize
    }

    pub(super) const fn containers(self) -> usize {
        self.containers as usize
    }
}

/// The extents of a value's containers, in the order in which they begin.
pub type Extents = [Extent];

/// Well-formed text.
#[derive(Debug)]
pub struct Checked<'a> {
    text: &'a str,
    extents: Vec<Extent>,
}

impl Checked<'_> {
    /// The value.
    pub fn json(&self) -> Json<'_> {
        Json::Raw(Cow::Borrowed(self.text), &self.extents)
    }
}

/// Whether the text is one JSON value, nested no deeper than is read here.
pub fn check(text: &str) -> Result<Checked<'_>, Malformed> {
    let mut reader = Reader::new(text)?;
    let mut extents = Vec::with_capacity(text.len() / 64);
    let text = reader.value(&mut extents)?;
    reader.end()?;
    Ok(Checked { text, extents })
}

/// Where each of the values stands that the text consists of.
pub fn stream(text: &str) -> Result<Vec<std::ops::Range<usize>>, Malformed> {
    let mut reader = Reader::new(text)?;
    let mut values = Vec::new();
    while reader.end().is_err() {
        let start = reader.at;
        let end = start + reader.value(&mut Vec::new())?.len();
        values.push(start..end);
    }
    Ok(values)
}

/// Reads text from the front, and stands where a value begins or after it.
#[derive(Clone)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The containers that were entered.
    depth: usize,
    /// One was entered just now.
    entered: bool,
}

impl<'a> Reader<'a> {
    /// Refuses text that is longer than its offsets can say.
    pub fn new(text: &'a str) -> Result<Self, Malformed> {
        if u32::try_from(text.len()).is_err() {
            return Err(Malformed {
                at: 0,
                what: "it is longer than 4 GiB",
            });
        }
        Ok(Self {
            text,
            at: space(text.as_bytes(), 0),
            depth: 0,
            entered: false,
        })
    }

    /// All that it reads.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The byte it stands at.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// How many bytes follow.
    #[must_use]
    pub const fn rest(&self) -> usize {
        self.text.len() - self.at
    }

    /// Goes into the container that begins here with this bracket, if one does.
    pub fn enter(&mut self, bracket: u8) -> bool {
        let begins = self.text.as_bytes().get(self.at) == Some(&bracket);
        if begins {
            self.at += 1;
            self.depth += 1;
            self.entered = true;
        }
        begins
    }

    /// The name of the next member of the object that was entered; nothing at its end, which is left.
    pub fn member(&mut self) -> Result<Option<Cow<'a, str>>, Malformed> {
        if !self.more(b'}')? {
            return Ok(None);
        }
        let (bytes, start) = (self.text.as_bytes(), self.at);
        let end = name(bytes, start)?;
        self.at = colon(bytes, end)?;
        let name = self.text.get(start..end).and_then(unquote);
        Ok(Some(name.unwrap_or_default()))
    }

    /// Whether the list that was entered has another item; at its end it is left.
    pub fn item(&mut self) -> Result<bool, Malformed> {
        self.more(b']')
    }

    fn more(&mut self, closes: u8) -> Result<bool, Malformed> {
        let bytes = self.text.as_bytes();
        self.at = space(bytes, self.at);
        let Some(&byte) = bytes.get(self.at) else {
            ends(bytes)?;
            return Ok(false);
        };
        let entered = std::mem::take(&mut self.entered);
        if byte == closes {
            self.at += 1;
            self.depth -= 1;
            return Ok(false);
        }
        if entered && byte != b'}' && byte != b']' {
            return Ok(true);
        }
        if entered || byte != b',' {
            unexpected(bytes, self.at)?;
        }
        self.at = space(bytes, self.at + 1);
        Ok(true)
    }

    /// The text of the value that begins here; its containers are appended.
    pub fn value(&mut self, extents: &mut Vec<Extent>) -> Result<&'a str, Malformed> {
        let start = self.at;
        let end = value(self.text.as_bytes(), start, self.depth, extents)?;
        self.entered = false;
        self.at = end;
        Ok(self.text.get(start..end).unwrap_or_default())
    }

    /// That nothing follows but space.
    pub fn end(&mut self) -> Result<(), Malformed> {
        self.at = space(self.text.as_bytes(), self.at);
        if self.at == self.text.len() {
            Ok(())
        } else {
            Err(Malformed {
                at: self.at,
                what: "more after the value",
            })
        }
    }
}

/// The end of the value that begins here, within so many containers.
fn value(
    bytes: &[u8],
    start: usize,
    mut depth: usize,
    extents: &mut Vec<Extent>,
) -> Result<usize, Box<Malformed>> {
    const NONE: u32 = u32::MAX;
    let first = extents.len();
    // The innermost open container, counted from the first of this value.
    let mut open = NONE;
    let mut in_object = false;
    let mut at = start;
    // Each turn reads a name and a value, or the start of a container, and what follows it.
    loop {
        if in_object {
            at = colon(bytes, name(bytes, at)?)?;
        }
        match bytes.get(at) {
            Some(b'"') => at = string(bytes, at)?,
            Some(bracket @ (b'{' | b'[')) => {
                if depth == MAX_DEPTH {
                    return wrong(at, "it nests more than 512 levels deep");
                }
                depth += 1;
                let index = number_of(extents.len() - first);
                extents.push(Extent {
                    length: number_of(at),
                    containers: open,
                });
                (open, in_object) = (index, *bracket == b'{');
                at = space(bytes, at + 1);
                match bytes.get(at) {
                    Some(b'}' | b']') => {}
                    Some(_) => continue,
                    None => return ends(bytes),
                }
            }
            Some(byte) => at = scalar(bytes, at, *byte)?,
            None => return ends(bytes),
        }
        // What follows a value: the end of containers, until another value is due.
        loop {
            if open == NONE {
                return Ok(at);
            }
            at = space(bytes, at);
            let byte = bytes.get(at).copied().unwrap_or_default();
            if byte == b',' {
                at = space(bytes, at + 1);
                break;
            }
            if byte != (if in_object { b'}' } else { b']' }) {
                return unexpected(bytes, at);
            }
            at += 1;
            depth -= 1;
            let index = first + open as usize;
            let containers = number_of(extents.len() - index);
            let extent = &mut extents[index];
            open = extent.containers;
            *extent = Extent {
                length: number_of(at) - extent.length,
                containers,
            };
            if open != NONE {
                in_object = bytes[extents[first + open as usize].length()] == b'{';
            }
        }
    }
}

/// A place in a text, or a number of containers in it: no more than 32 bits, as the text's length is limited.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the length of the text is checked"
)]
const fn number_of(value: usize) -> u32 {
    value as u32
}

#[cold]
pub(super) fn wrong(at: usize, what: &'static str) -> Result<usize, Box<Malformed>> {
    Err(Box::new(Malformed { at, what }))
}

#[cold]
fn ends(bytes: &[u8]) -> Result<usize, Box<Malformed>> {
    wrong(bytes.len(), "the text ends in the middle of a value")
}

#[cold]
fn unexpected(bytes: &[u8], at: usize) -> Result<usize, Box<Malformed>> {
    if at >= bytes.len() {
        return ends(bytes);
    }
    wrong(at, "a comma or the end of the list or object is expected")
}

/// The end of the member's name that starts here.
#[inline]
fn name(bytes: &[u8], at: usize) -> Result<usize, Box<Malformed>> {
    if bytes.get(at) == Some(&b'"') {
        string(bytes, at)
    } else {
        wrong(at, "a member's name is expected")
    }
}

/// The start of the value of the member whose name ends here.
#[inline]
fn colon(bytes: &[u8], at: usize) -> Result<usize, Box<Malformed>> {
    let at = space(bytes, at);
    if bytes.get(at) == Some(&b':') {
        Ok(space(bytes, at + 1))
    } else {
        wrong(at, "a colon is expected")
    }
}

fn scalar(bytes: &[u8], at: usize, byte: u8) -> Result<usize, Box<Malformed>> {
    match byte {
        b't' => word(bytes, at, b"true"),
        b'f' => word(bytes, at, b"false"),
        b'n' => word(bytes, at, b"null"),
        b'-' | b'0'..=b'9' => number(bytes, at),
        _ => wrong(at, "a value is expected"),
    }
}

fn word(bytes: &[u8], at: usize, word: &[u8]) -> Result<usize, Box<Malformed>> {
    if bytes[at..].starts_with(word) {
        Ok(at + word.len())
    } else {
        wrong(at, "a value is expected")
    }
}

fn number(bytes: &[u8], start: usize) -> Result<usize, Box<Malformed>> {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let missing = |at| wrong(at, "a number has a digit missing or one too many");
    let mut at = start + usize::from(bytes[start] == b'-');
    let whole = digits(at);
    if whole == at || (bytes[at] == b'0' && whole > at + 1) {
        return missing(at);
    }
    at = whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == at + 1 {
            return missing(fraction);
        }
        at = fraction;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent == at + 1 + sign {
            return missing(exponent);
        }
        at = exponent;
    }
    Ok(at)
}

/// The first byte from here on that is no space.
#[inline]
pub(super) fn space(bytes: &[u8], mut at: usize) -> usize {
    // The API server writes none.
    if bytes.get(at).is_none_or(|byte| *byte > b' ') {
        return at;
    }
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}
