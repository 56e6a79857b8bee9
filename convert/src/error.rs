use std::{convert::Infallible, error::Error, fmt};

/// Why a value has no counterpart in another version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversionError {
    /// Where the value stands, as a JSON path from where conversion began: `.spec.hostPort`; empty for the whole.
    pub path: String,
    /// What is wrong with it, and what to do.
    pub reason: String,
    panicked: bool,
}

impl ConversionError {
    /// An error about the whole value.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            reason: reason.into(),
            panicked: false,
        }
    }

    /// A function of the author's panicked.
    pub(crate) fn panicked(reason: impl Into<String>) -> Self {
        Self {
            panicked: true,
            ..Self::new(reason)
        }
    }

    /// Whether that is because a function of the author's panicked.
    #[must_use]
    pub const fn is_panic(&self) -> bool {
        self.panicked
    }

    /// The error as it is seen from the member's parent.
    #[must_use]
    pub fn within(mut self, member: &str) -> Self {
        self.path = if self.path.is_empty() || self.path.starts_with(['.', '[']) {
            format!(".{member}{}", self.path)
        } else {
            format!(".{member}.{}", self.path)
        };
        self
    }

    /// The error as it is seen from the list that the item stands in.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        self.path = format!("[{index}]{}", self.path);
        self
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.reason)
        } else {
            write!(f, "{}: {}", self.path, self.reason)
        }
    }
}

impl Error for ConversionError {}

impl From<Infallible> for ConversionError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
