//! Lines and columns.

use std::fmt;

/// A character in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1 on.
    pub line: usize,
    /// The column in characters, from 1 on.
    pub column: usize,
}

impl Position {
    /// The first character.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A stretch of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Its first character.
    pub start: Position,
    /// The character after its last.
    pub end: Position,
}

impl Span {
    pub(crate) const fn at(position: Position) -> Self {
        Self {
            start: position,
            end: position,
        }
    }
}

/// Walks through a text and counts.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    pub(crate) rest: &'t str,
    pub(crate) position: Position,
}

impl<'t> Cursor<'t> {
    pub(crate) const fn new(rest: &'t str, position: Position) -> Self {
        Self { rest, position }
    }

    /// Where a byte of a text stands that begins there.
    pub(crate) fn position_at(text: &'t str, at: usize, start: Position) -> Position {
        let mut cursor = Self::new(text.get(..at).unwrap_or_default(), start);
        while cursor.step().is_some() {}
        cursor.position
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn step(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        if next == '\n' {
            self.position.line += 1;
            self.position.column = 1;
        } else {
            self.position.column += 1;
        }
        Some(next)
    }

    pub(crate) fn skip_while(&mut self, skip: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&skip) {
            self.step();
        }
    }

    pub(crate) fn skip_blanks(&mut self) {
        self.skip_while(char::is_whitespace);
    }

    /// Steps over a JSON string and gives its text, quotes included.
    pub(crate) fn string(&mut self) -> &'t str {
        let text = self.rest;
        self.step();
        while let Some(next) = self.step() {
            match next {
                '\\' => drop(self.step()),
                '"' => break,
                _ => {}
            }
        }
        text.strip_suffix(self.rest).unwrap_or(text)
    }
}
