use std::{error::Error, fmt};

use crate::ConversionError;

/// Why something in a file is not converted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DocumentError {
    /// The line at which the document begins, or at which it stops making sense.
    pub line: usize,
    /// What the object is called, and its version; empty where that cannot be told.
    pub object: String,
    /// Where in the object, and why.
    pub error: ConversionError,
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if !self.object.is_empty() {
            write!(f, "{}: ", self.object)?;
        }
        self.error.fmt(f)
    }
}

impl Error for DocumentError {}

/// All that keeps a file from being converted, in the order of the file; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentErrors(pub Vec<DocumentError>);

impl DocumentErrors {
    /// What is wrong with every object, whatever the file says.
    #[doc(hidden)]
    #[must_use]
    pub fn of_file(error: ConversionError) -> Self {
        Self(vec![DocumentError {
            line: 1,
            object: String::new(),
            error,
        }])
    }
}

impl fmt::Display for DocumentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for DocumentErrors {}
