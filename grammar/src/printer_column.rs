//! Types and formats of `additionalPrinterColumns`, and the JSON path that fills them.
//!
//! Source: `ValidateCustomResourceColumnDefinition` of apiextensions' validation; for [`Path`], the JSON path
//! package of client-go as the table printer uses it: the CRD is accepted with a path that cannot be parsed, but
//! from the first such column on the server shows none.

use std::fmt;

mod path;

pub use path::{Path, PathError, Segment};

/// Values of a column's `type`.
pub const TYPES: &[&str] = &["boolean", "date", "integer", "number", "string"];
/// Values of a column's `format`, which may also be left out.
pub const FORMATS: &[&str] = &[
    "byte",
    "date",
    "date-time",
    "double",
    "float",
    "int32",
    "int64",
    "password",
];

/// Why the API server refuses a printer column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnError {
    /// The type is none of [`TYPES`].
    Type,
    /// The format is none of [`FORMATS`].
    Format,
    /// The path does not start with a dot.
    NoLeadingDot,
}

impl ColumnError {
    /// What the API server answers.
    #[must_use]
    pub fn server(self) -> &'static str {
        match self {
            Self::Type => "must be one of boolean,date,integer,number,string",
            Self::Format => "must be one of byte,date,date-time,double,float,int32,int64,password",
            Self::NoLeadingDot => "must be a simple json path starting with .",
        }
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type => write!(f, "a column's type is one of {}", TYPES.join(", ")),
            Self::Format => write!(f, "a column's format is one of {}", FORMATS.join(", ")),
            Self::NoLeadingDot => {
                f.write_str("a column's path starts with a dot: `.spec.replicas`")
            }
        }
    }
}

impl std::error::Error for ColumnError {}

/// Checks a column's `type`.
pub fn check_type(value: &str) -> Result<(), ColumnError> {
    if TYPES.contains(&value) {
        Ok(())
    } else {
        Err(ColumnError::Type)
    }
}

/// Checks a column's `format`; an empty one counts as left out.
pub fn check_format(value: &str) -> Result<(), ColumnError> {
    if value.is_empty() || FORMATS.contains(&value) {
        Ok(())
    } else {
        Err(ColumnError::Format)
    }
}

/// Checks all that the server checks of a column's non-empty `jsonPath`.
pub fn check_path(value: &str) -> Result<(), ColumnError> {
    if value.starts_with('.') {
        Ok(())
    } else {
        Err(ColumnError::NoLeadingDot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_server_types_and_formats_pass() {
        for good in ["integer", "number", "string", "boolean", "date"] {
            assert_eq!(check_type(good), Ok(()));
        }
        for bad in ["", "String", "object", "int", "date-time"] {
            assert_eq!(check_type(bad), Err(ColumnError::Type), "{bad}");
        }
        for good in [
            "",
            "int32",
            "int64",
            "float",
            "double",
            "byte",
            "date",
            "date-time",
            "password",
        ] {
            assert_eq!(check_format(good), Ok(()));
        }
        for bad in ["uuid", "datetime", "Int32"] {
            assert_eq!(check_format(bad), Err(ColumnError::Format), "{bad}");
        }
    }

    #[test]
    fn the_server_looks_at_the_first_character_of_a_path_only() {
        for good in [".spec.replicas", ".spec[", ".", "..", ".a b"] {
            assert_eq!(check_path(good), Ok(()), "{good}");
        }
        for bad in ["", "spec.replicas", "{.spec}", "$.spec", " .spec"] {
            assert_eq!(check_path(bad), Err(ColumnError::NoLeadingDot), "{bad}");
        }
    }
}
