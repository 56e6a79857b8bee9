//! Why a pattern is refused.

use std::fmt;

/// What is wrong with a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A class in brackets or an escape for a class that cannot be.
    InvalidCharRange,
    /// An escape that there is not; back-references among them.
    InvalidEscape,
    /// The name of a group is not made of letters, digits and `_`, or does not end.
    InvalidNamedCapture,
    /// A construct with `(?` that RE2 does not have; look-around among them.
    InvalidPerlOp,
    /// A repetition directly after a repetition.
    InvalidRepeatOp,
    /// Counts above 1000, also when nested repetitions are multiplied, or the wrong way round.
    InvalidRepeatSize,
    /// No `]`.
    MissingBracket,
    /// No `)`.
    MissingParen,
    /// Nothing before a repetition.
    MissingRepeatArgument,
    /// A backslash at the end.
    TrailingBackslash,
    /// A `)` without `(`.
    UnexpectedParen,
    /// More than 1000 levels.
    NestingDepth,
    /// More than 3,355,443 instructions.
    Large,
}

impl ErrorCode {
    fn server(self) -> &'static str {
        match self {
            Self::InvalidCharRange => "invalid character class range",
            Self::InvalidEscape => "invalid escape sequence",
            Self::InvalidNamedCapture => "invalid named capture",
            Self::InvalidPerlOp => "invalid or unsupported Perl syntax",
            Self::InvalidRepeatOp => "invalid nested repetition operator",
            Self::InvalidRepeatSize => "invalid repeat count",
            Self::MissingBracket => "missing closing ]",
            Self::MissingParen => "missing closing )",
            Self::MissingRepeatArgument => "missing argument to repetition operator",
            Self::TrailingBackslash => "trailing backslash at end of expression",
            Self::UnexpectedParen => "unexpected )",
            Self::NestingDepth => "expression nests too deeply",
            Self::Large => "expression too large",
        }
    }
}

/// A pattern that Go's `regexp.Compile` refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong.
    pub code: ErrorCode,
    /// The part of the pattern that is at fault.
    pub expression: String,
}

impl PatternError {
    pub(super) fn new(code: ErrorCode, expression: &str) -> Self {
        Self {
            code,
            expression: expression.to_owned(),
        }
    }

    /// What Go answers, and the API server with it.
    #[must_use]
    pub fn server(&self) -> String {
        format!(
            "error parsing regexp: {}: `{}`",
            self.code.server(),
            self.expression
        )
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = &self.expression;
        match self.code {
            ErrorCode::InvalidCharRange if part.starts_with("\\p") || part.starts_with("\\P") => {
                write!(f, "`{part}` names no Unicode class of Go; write a category such as `\\p{{L}}` or a script such as `\\p{{Greek}}`")
            }
            ErrorCode::InvalidCharRange if part.starts_with("[:") => {
                write!(f, "`{part}` names no class; write one such as `[:alpha:]`")
            }
            ErrorCode::InvalidCharRange => write!(f, "the range `{part}` ends before it starts; swap its ends"),
            ErrorCode::InvalidEscape if part.starts_with(['\\']) && part.ends_with(|c: char| c.is_ascii_digit()) => {
                write!(f, "`{part}` refers back to a group, which RE2 cannot; write the text out")
            }
            ErrorCode::InvalidEscape => write!(f, "`{part}` is no escape in RE2; write `\\x{{…}}` for a character"),
            ErrorCode::InvalidNamedCapture if part.starts_with("(?<=") || part.starts_with("(?<!") => f.write_str(
                "RE2 has no look-behind; write a pattern without it, or a second condition in `allOf` or as a CEL rule",
            ),
            ErrorCode::InvalidNamedCapture => write!(f, "`{part}` names a group badly; write `(?P<name>…)` with letters, digits and `_`"),
            ErrorCode::InvalidPerlOp if part.starts_with("(?=") || part.starts_with("(?!") => f.write_str(
                "RE2 has no look-ahead; write a pattern without it, or a second condition in `allOf` or as a CEL rule",
            ),
            ErrorCode::InvalidPerlOp => write!(f, "RE2 does not have `{part}`; write `(?:…)` for a group, `(?i)` for a flag"),
            ErrorCode::InvalidRepeatOp => write!(f, "`{part}` repeats a repetition; write `(?:…)` around the inner one"),
            ErrorCode::InvalidRepeatSize => {
                write!(f, "`{part}` counts backwards or, with the repetitions inside, above 1000; write smaller counts, or limit the length with `maxLength`")
            }
            ErrorCode::MissingBracket => write!(f, "`{part}` lacks a `]`; write `\\[` for a bracket"),
            ErrorCode::MissingParen => f.write_str("a `(` is not closed; write `\\(` for a parenthesis"),
            ErrorCode::MissingRepeatArgument => write!(f, "nothing stands before `{part}`; write `\\` before it for the character"),
            ErrorCode::TrailingBackslash => f.write_str("the pattern ends in a backslash; write `\\\\` for a backslash"),
            ErrorCode::UnexpectedParen => f.write_str("a `)` closes nothing; write `\\)` for a parenthesis"),
            ErrorCode::NestingDepth => f.write_str("the pattern nests more than 1000 levels deep; write a flatter one"),
            ErrorCode::Large => f.write_str("the pattern is too large when its repetitions are written out; write smaller counts"),
        }
    }
}

impl std::error::Error for PatternError {}
