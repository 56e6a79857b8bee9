//! Strings that borrow from the object or the program, or are shared.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A string that is borrowed where nothing had to be made.
#[derive(Clone)]
pub enum Text<'a> {
    /// From the object, or a literal of the program.
    Borrowed(&'a str),
    /// Made during the evaluation.
    Shared(Arc<str>),
}

impl Text<'_> {
    pub(crate) fn code_points(&self) -> u64 {
        self.chars().count() as u64
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Borrowed(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Text<'_> {}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}
