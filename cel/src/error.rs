//! What is wrong with an expression: the server's words, and what to write instead.

use std::fmt;

use crate::syntax::Span;

/// One thing that is wrong with an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// What it is about, in bytes of the expression.
    pub span: Span,
    /// The line that the server prints, from 1; of limits that have no place, -1.
    pub line: i32,
    /// The column that the server prints, from 1, in code points; of limits that have no place, 0.
    pub column: i32,
    /// The server's message, without the place.
    pub message: String,
    /// What to write instead, or why it is so, in a sentence of our own.
    pub hint: Option<String>,
    /// What the expression uses that only newer servers have.
    pub lacks: Option<Lack>,
}

/// What a server lacks, and newer ones have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lack {
    /// What it is: `` `semver` ``.
    pub what: String,
    /// What to write for servers without it, if something does the same.
    pub instead: Option<String>,
}

impl Lack {
    pub(crate) const fn new(what: String, instead: Option<String>) -> Self {
        Self { what, instead }
    }
}

/// All that is wrong with an expression, in the order in which the server prints it; never empty.
///
/// [`Display`](fmt::Display) is the server's text, with the line and a caret below each message:
///
/// ```text
/// ERROR: <input>:1:5: undefined field 'replica'
///  | self.replica > 1
///  | ....^
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Errors {
    text: String,
    errors: Vec<Error>,
    more: usize,
}

/// How many errors the server keeps.
const KEPT: usize = 100;
/// The longest line that the server prints below a message.
const LONGEST_LINE: usize = 16_384;

impl Errors {
    /// Sorted as the server sorts them: by place, and else as found.
    fn new(text: &str, mut errors: Vec<Error>, more: usize) -> Self {
        errors.sort_by_key(|error| (error.line, error.column));
        Self {
            text: text.to_owned(),
            errors,
            more,
        }
    }

    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Error> {
        self.errors.iter()
    }

    /// The first.
    #[must_use]
    pub fn first(&self) -> Option<&Error> {
        self.errors.first()
    }

    /// How many there are, of at most 100.
    #[must_use]
    pub fn len(&self) -> usize {
        self.errors.len()
    }

    /// Whether there are none, which does not happen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }
}

impl<'e> IntoIterator for &'e Errors {
    type Item = &'e Error;
    type IntoIter = std::slice::Iter<'e, Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::error::Error for Errors {}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(
                f,
                "ERROR: <input>:{}:{}: {}",
                error.line, error.column, error.message
            )?;
            let line = usize::try_from(error.line - 1)
                .ok()
                .and_then(|line| self.text.split('\n').nth(line));
            if let Some(line) =
                line.filter(|line| !self.text.is_empty() && line.len() <= LONGEST_LINE)
            {
                write!(f, "\n | {}\n | ", line.replace('\t', " "))?;
                let before = usize::try_from(error.column - 1).unwrap_or(0);
                let mut characters = line.chars();
                // A character of more than one byte is taken to be two columns wide.
                for character in characters.by_ref().take(before) {
                    f.write_str(if character.len_utf8() > 1 {
                        "\u{ff0e}"
                    } else {
                        "."
                    })?;
                }
                let wide = characters
                    .next()
                    .is_some_and(|character| character.len_utf8() > 1);
                f.write_str(if wide { "\u{ff3e}" } else { "^" })?;
            }
        }
        if self.more > 0 {
            write!(
                f,
                "
{} more errors were truncated",
                self.more
            )?;
        }
        Ok(())
    }
}

/// The errors found so far.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    errors: Vec<Error>,
    more: usize,
}

impl Reports {
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Whether there are as many as are told.
    pub(crate) fn is_full(&self) -> bool {
        self.errors.len() >= KEPT
    }

    /// An error at a byte of the text.
    pub(crate) fn at(
        &mut self,
        text: &str,
        position: u32,
        span: Span,
        message: String,
        hint: Option<String>,
    ) {
        self.put(text, (position, span), message, hint, None);
    }

    /// Reports what this server lacks and newer ones have.
    pub(crate) fn lacking(
        &mut self,
        text: &str,
        place: (u32, Span),
        message: String,
        hint: String,
        lack: Lack,
    ) {
        self.put(text, place, message, Some(hint), Some(lack));
    }

    /// An error about a name in backticks.
    pub(crate) fn backtick(&mut self, text: &str, place: (u32, Span), message: String) {
        let instead = "write the field's escaped name: `a-b` is `a__dash__b`";
        let hint = format!("names in backticks need Kubernetes 1.37; {instead}");
        let lack = Lack::new("a name in backticks".to_owned(), Some(instead.to_owned()));
        self.lacking(text, place, message, hint, lack);
    }

    fn put(
        &mut self,
        text: &str,
        (position, span): (u32, Span),
        message: String,
        hint: Option<String>,
        lacks: Option<Lack>,
    ) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        let (line, column) = place(text, position);
        self.errors.push(Error {
            span,
            line,
            column,
            message,
            hint,
            lacks,
        });
    }

    /// An error about the text as a whole, for which the server has no place.
    pub(crate) fn nowhere(&mut self, text: &str, message: String, hint: Option<String>) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        self.errors.push(Error {
            span: Span::new(0, text.len()),
            line: -1,
            column: 0,
            message,
            hint,
            lacks: None,
        });
    }

    pub(crate) fn into_errors(self, text: &str) -> Errors {
        Errors::new(text, self.errors, self.more)
    }
}

/// The position of what was made up for something wrong.
pub(crate) const NO_PLACE: u32 = u32::MAX;

/// Line and column of a byte, from 1, the column in code points.
fn place(text: &str, position: u32) -> (i32, i32) {
    if position == NO_PLACE {
        return (1, 0);
    }
    let position = position as usize;
    let mut position = position.min(text.len());
    while !text.is_char_boundary(position) {
        position -= 1;
    }
    let before = &text[..position];
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().count();
    let number = |count: usize| i32::try_from(count + 1).unwrap_or(i32::MAX);
    (number(line), number(column))
}
