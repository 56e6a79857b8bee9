//! The text of an answer: what was made, and what stands in the body as it is to be sent.

use crate::json::Out;

/// Bytes of a body from which on the answer has parts of it. To be sent, a small answer had better be one piece.
const PARTED_FROM: usize = 64 << 10;

/// Parts of the body that have this many bytes are not copied.
const LEAST: usize = 512;

/// Text that is put together only when it is sent, so that large answers take little memory beside what they were made of.
#[derive(Debug)]
pub(super) struct Text<'a> {
    /// Where parts may be of; nothing where all is to be copied.
    body: &'a str,
    made: String,
    taken: Vec<Taken>,
}

/// A part of the body.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// How much of what was made stands before it.
    pub after: usize,
    /// Where in the body it begins.
    pub at: usize,
    /// Its bytes.
    pub length: usize,
}

/// What an answer consists of.
#[derive(Debug)]
pub struct Parts {
    /// All else of it.
    pub made: String,
    /// The parts of the body, in the order in which they stand in what was made.
    pub taken: Vec<Taken>,
}

impl<'a> Text<'a> {
    /// No text yet, of parts of a body that is large enough for it.
    pub(super) const fn new(body: &'a str) -> Self {
        let is_large = body.len() >= PARTED_FROM;
        Self {
            body: if is_large { body } else { "" },
            made: String::new(),
            taken: Vec::new(),
        }
    }

    /// No text yet, of parts of the same body.
    pub(super) const fn another(&self) -> Self {
        Self::new(self.body)
    }

    /// Makes room for what will be made of so many bytes.
    pub(super) fn reserve_for(&mut self, bytes: usize) {
        // Most of a large body stays as it is.
        let part = if self.body.is_empty() { 1 } else { 8 };
        self.made.reserve((bytes + bytes / 16) / part + 512);
    }

    pub(super) fn clear(&mut self) {
        self.made.clear();
        self.taken.clear();
    }

    pub(super) fn append(&mut self, other: &Self) {
        let before = self.made.len();
        self.made.push_str(&other.made);
        self.taken.extend(other.taken.iter().map(|taken| Taken {
            after: before + taken.after,
            ..*taken
        }));
    }

    pub(super) fn into_parts(self) -> Parts {
        Parts {
            made: self.made,
            taken: self.taken,
        }
    }

    /// All of it in one piece.
    pub(super) fn into_string(self) -> String {
        if self.taken.is_empty() {
            return self.made;
        }
        let length: usize = self.taken.iter().map(|taken| taken.length).sum();
        let mut whole = String::with_capacity(self.made.len() + length);
        let mut at = 0;
        for taken in &self.taken {
            let part = self.body.get(taken.at..taken.at + taken.length);
            whole.push_str(self.made.get(at..taken.after).unwrap_or_default());
            whole.push_str(part.unwrap_or_default());
            at = taken.after;
        }
        whole.push_str(self.made.get(at..).unwrap_or_default());
        whole
    }
}

impl Out for Text<'_> {
    fn made(&mut self) -> &mut String {
        &mut self.made
    }

    fn unchanged(&mut self, text: &str) {
        // What lies where the body does is of the body.
        let at = text.as_ptr().addr().wrapping_sub(self.body.as_ptr().addr());
        let room = self.body.len().checked_sub(text.len());
        if text.len() >= LEAST && room.is_some_and(|room| at <= room) {
            self.taken.push(Taken {
                after: self.made.len(),
                at,
                length: text.len(),
            });
        } else {
            self.made.push_str(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST, PARTED_FROM, Text};
    use crate::json::Out as _;

    #[test]
    fn long_parts_of_a_large_body_are_taken_only_when_all_is_put_together() {
        let elsewhere = "e".repeat(LEAST);
        for (length, takes) in [(PARTED_FROM - 1, false), (PARTED_FROM, true)] {
            let body = "b".repeat(length);
            let (long, short) = (&body[..LEAST], &body[..LEAST - 1]);
            let mut text = Text::new(&body);
            for part in [short, long, &elsewhere, long, &body] {
                text.unchanged(part);
                text.made().push(',');
            }
            let mut all = text.another();
            all.append(&text);
            all.append(&text);
            let whole = format!("{short},{long},{elsewhere},{long},{body},").repeat(2);
            let copied = format!("{short},,{elsewhere},,,").repeat(2);
            assert_eq!(all.made, if takes { copied } else { whole.clone() });
            assert_eq!(all.into_string(), whole);
        }
    }
}
