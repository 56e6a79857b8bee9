//! `email`: one address as RFC 5322 has it, with a display name or not, as Go's `net/mail` reads it.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Whether a text is exactly one address; a group with one member counts.
pub(super) fn is_address(text: &str) -> bool {
    let mut parser = Parser { rest: text };
    parser.address(true) == Some(1) && parser.skip_comments() && parser.rest.is_empty()
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    /// Reads an address, or a group if that is allowed; the number of addresses read.
    fn address(&mut self, group: bool) -> Option<usize> {
        self.skip_space();
        if self.rest.is_empty() {
            return None;
        }
        let start = self.rest;
        if self.mailbox().is_some() {
            self.skip_space();
            if self.rest.starts_with('(') && !self.name_in_comment() {
                return None;
            }
            return Some(1);
        }
        self.rest = start;
        if !self.rest.starts_with('<') && !self.phrase() {
            return None;
        }
        self.skip_space();
        if group && self.take(':') {
            return self.group();
        }
        if !self.take('<') {
            return None;
        }
        self.mailbox()?;
        self.take('>').then_some(1)
    }

    fn group(&mut self) -> Option<usize> {
        let mut members = 0;
        self.skip_space();
        if !self.take(';') {
            loop {
                self.skip_space();
                members += self.address(false)?;
                if !self.skip_comments() {
                    return None;
                }
                if self.take(';') {
                    break;
                }
                if !self.take(',') {
                    return None;
                }
            }
        }
        self.skip_comments().then_some(members)
    }

    /// `local@domain`.
    fn mailbox(&mut self) -> Option<()> {
        self.skip_space();
        if self.rest.starts_with('"') {
            if self.quoted()?.is_empty() {
                return None;
            }
        } else {
            self.dot_atom()?;
        }
        if !self.take('@') {
            return None;
        }
        self.skip_space();
        if self.rest.starts_with('[') {
            self.literal()
        } else {
            self.dot_atom().map(|_| ())
        }
    }

    /// One word at least. Encoded words that follow one another are one, and none if there is nothing in them.
    fn phrase(&mut self) -> bool {
        let mut words = 0;
        let mut encoded = false;
        loop {
            if words > 0 && !self.skip_comments() {
                return false;
            }
            self.skip_space();
            if self.rest.is_empty() {
                return true;
            }
            let word = if self.rest.starts_with('"') {
                self.quoted().map(|_| Word::Plain)
            } else {
                self.atom().map(Word::of)
            };
            match word {
                Some(Word::Plain) => {
                    words += 1 + usize::from(std::mem::take(&mut encoded));
                }
                Some(Word::Encoded { is_empty }) => encoded |= !is_empty,
                None | Some(Word::UnknownCharset) => return words > 0 || encoded,
            }
        }
    }

    /// The text between quotes, its escapes left in.
    fn quoted(&mut self) -> Option<&'a str> {
        let inner = self.rest.strip_prefix('"')?;
        let mut escaped = false;
        for (position, c) in inner.char_indices() {
            match c {
                '"' if !escaped => {
                    let (text, rest) = inner.split_at(position);
                    self.rest = rest.strip_prefix('"')?;
                    return Some(text);
                }
                '\\' if !escaped => escaped = true,
                ' ' | '\t' => escaped = false,
                c if is_visible(c) => escaped = false,
                _ => return None,
            }
        }
        None
    }

    fn atom(&mut self) -> Option<&'a str> {
        let end = self
            .rest
            .find(|c| !is_atom_text(c))
            .unwrap_or(self.rest.len());
        let (atom, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!atom.is_empty()).then_some(atom)
    }

    fn dot_atom(&mut self) -> Option<&'a str> {
        self.atom()
            .filter(|atom| atom.split('.').all(|part| !part.is_empty()))
    }

    /// An IP address in brackets.
    fn literal(&mut self) -> Option<()> {
        let (text, rest) = self.rest.strip_prefix('[')?.split_once(']')?;
        self.rest = rest;
        (text.parse::<Ipv4Addr>().is_ok() || text.parse::<Ipv6Addr>().is_ok()).then_some(())
    }

    fn name_in_comment(&mut self) -> bool {
        self.comment().is_some_and(|comment| {
            !comment
                .split([' ', '\t'])
                .any(|word| matches!(Word::of(word), Word::UnknownCharset))
        })
    }

    fn skip_comments(&mut self) -> bool {
        self.skip_space();
        while self.rest.starts_with('(') {
            if self.comment().is_none() {
                return false;
            }
            self.skip_space();
        }
        true
    }

    /// The text between parentheses, which nest, without the backslashes of its escapes.
    fn comment(&mut self) -> Option<String> {
        let mut chars = self.rest.strip_prefix('(')?.chars();
        let mut text = String::new();
        let mut depth = 1_usize;
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some(escaped) => {
                        text.push(escaped);
                        continue;
                    }
                    None => text.push('\\'),
                },
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.rest = chars.as_str();
                return Some(text);
            }
            text.push(c);
        }
        None
    }

    fn take(&mut self, c: char) -> bool {
        self.rest.strip_prefix(c).is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }
}

fn is_visible(c: char) -> bool {
    matches!(c, '!'..='~') || !c.is_ascii()
}

fn is_atom_text(c: char) -> bool {
    is_visible(c)
        && !matches!(
            c,
            '(' | ')' | '<' | '>' | '[' | ']' | ':' | ';' | '@' | '\\' | ',' | '"'
        )
}

/// A word of a display name.
enum Word {
    Plain,
    /// An encoded word of RFC 2047.
    Encoded {
        is_empty: bool,
    },
    /// An encoded word in a character set that the server does not know.
    UnknownCharset,
}

impl Word {
    /// One that is encoded badly is a word like any other.
    fn of(word: &str) -> Self {
        let Some(inner) = word
            .strip_prefix("=?")
            .and_then(|rest| rest.strip_suffix("?="))
        else {
            return Self::Plain;
        };
        let mut parts = inner.split('?');
        let (Some(charset), Some(encoding), Some(text), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Self::Plain;
        };
        let is_well_encoded = match encoding {
            "B" | "b" => is_base64(text),
            "Q" | "q" => is_quoted_printable(text.as_bytes()),
            _ => false,
        };
        if charset.is_empty() || !is_well_encoded {
            return Self::Plain;
        }
        if ["utf-8", "iso-8859-1", "us-ascii"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(charset))
        {
            Self::Encoded {
                is_empty: text.is_empty(),
            }
        } else {
            Self::UnknownCharset
        }
    }
}

fn is_base64(text: &str) -> bool {
    text.is_empty() || super::Format::Byte.matches(text)
}

fn is_quoted_printable(mut text: &[u8]) -> bool {
    loop {
        text = match text {
            [] => return true,
            [b'=', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                rest
            }
            [b' '..=b'<' | b'>'..=b'~' | b'\t' | b'\n' | b'\r', rest @ ..] => rest,
            _ => return false,
        };
    }
}
