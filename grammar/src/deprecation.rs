//! The warning text of a deprecated version.
//!
//! Source: `validateDeprecationWarning` of apiextensions' validation.

use std::fmt;

use crate::go_text::is_print;

/// The longest warning, in bytes.
pub const MAX: usize = 256;

/// Why the API server refuses a `deprecationWarning`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeprecationError {
    /// The version is not deprecated.
    NotDeprecated,
    /// More than [`MAX`] bytes.
    TooLong,
    /// Nothing in it.
    Empty,
    /// A character that does not print, such as a line break, a tab or a non-breaking space.
    NotPrintable {
        /// Where it stands, in bytes.
        index: usize,
        /// The character.
        character: char,
    },
}

impl DeprecationError {
    /// What the API server answers.
    #[must_use]
    pub fn server(self) -> String {
        match self {
            Self::NotDeprecated => "can only be set for deprecated versions".to_owned(),
            Self::TooLong => "must be <= 256 characters long".to_owned(),
            Self::Empty => "must not be an empty string".to_owned(),
            Self::NotPrintable { index, .. } => format!(
                "must only contain printable UTF-8 characters; non-printable character found at index {index}"
            ),
        }
    }
}

impl fmt::Display for DeprecationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDeprecated => {
                f.write_str("only a deprecated version has a warning; mark the version deprecated")
            }
            Self::TooLong => write!(
                f,
                "the warning is longer than {MAX} bytes; write a shorter one"
            ),
            Self::Empty => {
                f.write_str("the warning is empty; leave it out for the server's own text")
            }
            Self::NotPrintable { index, character } => write!(
                f,
                "the warning has {character:?} at byte {index}, which does not print; write one line of plain text"
            ),
        }
    }
}

impl std::error::Error for DeprecationError {}

/// Checks the warning of a version, if it has one; every complaint, in the server's order.
#[must_use]
pub fn check(deprecated: bool, warning: Option<&str>) -> Vec<DeprecationError> {
    let Some(warning) = warning else {
        return Vec::new();
    };
    if !deprecated {
        return vec![DeprecationError::NotDeprecated];
    }
    let mut errors = Vec::new();
    if warning.len() > MAX {
        errors.push(DeprecationError::TooLong);
    }
    if warning.is_empty() {
        errors.push(DeprecationError::Empty);
    }
    if let Some((index, character)) = warning.char_indices().find(|&(_, c)| !is_print(c)) {
        errors.push(DeprecationError::NotPrintable { index, character });
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_needs_a_deprecated_version() {
        assert_eq!(check(false, None), []);
        assert_eq!(check(true, None), []);
        assert_eq!(check(true, Some("use v2 🍕")), []);
        for text in ["use v2", "", "\n"] {
            assert_eq!(check(false, Some(text)), [DeprecationError::NotDeprecated]);
        }
    }

    #[test]
    fn a_warning_is_one_short_printable_line() {
        assert_eq!(check(true, Some("")), [DeprecationError::Empty]);
        assert_eq!(check(true, Some(&"a".repeat(256))), []);
        assert_eq!(
            check(true, Some(&"é".repeat(129))),
            [DeprecationError::TooLong]
        );
        // A real API server 1.36 refuses all of these.
        for character in ['\n', '\t', '\0', '\u{a0}', '\u{ad}', '\u{200b}', '\u{feff}'] {
            assert_eq!(
                check(true, Some(&format!("é{character}x\n"))),
                [DeprecationError::NotPrintable {
                    index: 2,
                    character
                }]
            );
        }
        assert_eq!(
            check(true, Some("a\nb"))[0].server(),
            "must only contain printable UTF-8 characters; non-printable character found at index 1"
        );
    }
}
