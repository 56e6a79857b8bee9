//! What the derive says of a struct's fields in words: one literal, for rustc takes as long for each as for a field's
//! type.
//!
//! `27 8=16 toppingsWhat lies on it.`: the field's line, the lengths of its identifier and doc comment, then both; behind
//! it the next field. A wire name of its own has its length in place of the `=`, with spaces around, and stands behind
//! the identifier.

/// One field, and where the next one begins.
#[derive(Clone, Copy)]
pub(super) struct Words {
    all: &'static str,
    line: usize,
    ident: usize,
    wire: usize,
    doc: usize,
    end: usize,
}

impl Words {
    /// The first field; nothing where there is none.
    pub(super) const fn first(all: &'static str) -> Self {
        Self::read(all, 0)
    }

    /// The next field; nothing behind the last.
    pub(super) const fn next(self) -> Self {
        Self::read(self.all, self.end)
    }

    const fn read(all: &'static str, at: usize) -> Self {
        let text = all.as_bytes();
        let (line, at) = number(text, at);
        let (ident_len, at) = number(text, at);
        let own_wire = at > 0 && at <= text.len() && text[at - 1] == b' ';
        let (wire_len, at) = if own_wire { number(text, at) } else { (0, at) };
        let (doc_len, ident) = number(text, at);
        let behind = ident + ident_len;
        let (wire, doc) = if own_wire {
            (behind, behind + wire_len)
        } else {
            (ident, behind)
        };
        Self {
            all,
            line,
            ident,
            wire,
            doc,
            end: doc + doc_len,
        }
    }

    pub(super) const fn line(self) -> u32 {
        // Lines of rustc are `u32`s.
        #[allow(clippy::cast_possible_truncation)]
        let line = self.line as u32;
        line
    }

    pub(super) const fn ident(self) -> &'static str {
        let end = if self.wire == self.ident {
            self.doc
        } else {
            self.wire
        };
        slice(self.all, self.ident, end)
    }

    pub(super) const fn wire(self) -> &'static str {
        slice(self.all, self.wire, self.doc)
    }

    pub(super) const fn doc(self) -> &'static str {
        slice(self.all, self.doc, self.end)
    }

    /// Whether this is the wire name; for less than [`Self::wire`].
    pub(super) const fn is_called(self, name: &[u8]) -> bool {
        self.doc - self.wire == name.len() && same_at(self.all.as_bytes(), self.wire, name)
    }
}

/// The number that begins here, and what is behind it and one more character.
const fn number(text: &[u8], mut at: usize) -> (usize, usize) {
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = number * 10 + (text[at] - b'0') as usize;
        at += 1;
    }
    (number, at + 1)
}

const fn slice(all: &'static str, from: usize, to: usize) -> &'static str {
    all.split_at(to).0.split_at(from).1
}

/// Whether the name stands at this place of the text, which is long enough.
pub(super) const fn same_at(text: &[u8], from: usize, name: &[u8]) -> bool {
    let mut at = 0;
    while at < name.len() {
        if text[from + at] != name[at] {
            return false;
        }
        at += 1;
    }
    true
}
