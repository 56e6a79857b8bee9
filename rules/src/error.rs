//! What the API server refuses a value for, in its own terms and words.

use std::fmt::{self, Write as _};

use serde_json::Value;
use wheelwright_grammar::go_text::quote;

use crate::fault::Fault;
use crate::path::FieldPath;
use crate::print::{go_json, go_number};

/// The kind of a [`FieldError`], by the name that the API gives it in a status cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value that is named elsewhere does not exist.
    NotFound,
    /// A value is missing.
    Required,
    /// A value is there twice.
    Duplicate,
    /// A value breaks a rule.
    Invalid,
    /// A value is not one of a fixed set.
    NotSupported,
    /// A value must not be here.
    Forbidden,
    /// A string is too long.
    TooLong,
    /// A list or map has too many members.
    TooMany,
    /// The server could not judge the value.
    Internal,
    /// A value has the wrong type or format.
    TypeInvalid,
}

impl ErrorKind {
    /// The API's name of the kind, as in `status.details.causes[].reason`.
    #[must_use]
    pub const fn cause(self) -> &'static str {
        match self {
            Self::NotFound => "FieldValueNotFound",
            Self::Required => "FieldValueRequired",
            Self::Duplicate => "FieldValueDuplicate",
            Self::Invalid => "FieldValueInvalid",
            Self::NotSupported => "FieldValueNotSupported",
            Self::Forbidden => "FieldValueForbidden",
            Self::TooLong => "FieldValueTooLong",
            Self::TooMany => "FieldValueTooMany",
            Self::Internal => "InternalError",
            Self::TypeInvalid => "FieldValueTypeInvalid",
        }
    }

    /// The words that the server begins a message with.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotFound => "Not found",
            Self::Required => "Required value",
            Self::Duplicate => "Duplicate value",
            Self::Invalid | Self::TypeInvalid => "Invalid value",
            Self::NotSupported => "Unsupported value",
            Self::Forbidden => "Forbidden",
            Self::TooLong => "Too long",
            Self::TooMany => "Too many",
            Self::Internal => "Internal error",
        }
    }

    const fn shows_value(self) -> bool {
        !matches!(
            self,
            Self::Required | Self::Forbidden | Self::TooLong | Self::Internal
        )
    }
}

/// The value that a [`FieldError`] shows.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum BadValue {
    /// Nothing is shown.
    #[default]
    Omitted,
    /// A JSON value, printed as the server prints it.
    Json(Value),
    /// A value of the server's own that has no JSON form here; the text as the server prints it.
    Printed(String),
}

impl<T: Into<Value>> From<T> for BadValue {
    fn from(value: T) -> Self {
        Self::Json(value.into())
    }
}

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Omitted => Ok(()),
            Self::Json(Value::String(text)) => f.write_str(&quote(text)),
            Self::Json(Value::Number(number)) => f.write_str(&go_number(number)),
            Self::Json(value) => f.write_str(&go_json(value)),
            Self::Printed(text) => f.write_str(text),
        }
    }
}

/// One reason why the API server refuses a value. `Display` is the server's own line.
///
/// ```
/// use wheelwright_rules::{FieldError, FieldPath};
///
/// let path = FieldPath::root().child("spec").child("replicas");
/// let error = FieldError::invalid(path, 15, "must be small");
/// assert_eq!(error.to_string(), "spec.replicas: Invalid value: 15: must be small");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FieldError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// The value it is about.
    pub path: FieldPath,
    /// The value as far as the server shows it.
    pub value: BadValue,
    /// What is wrong with it; may be empty.
    pub detail: String,
    /// What is wrong, for programs, where it is one of these.
    pub fault: Option<Fault>,
    /// The value that it is about, where the server gives no path and names the value in its sentence.
    named: Option<Box<str>>,
}

impl FieldError {
    fn new(kind: ErrorKind, path: FieldPath, value: BadValue, detail: impl Into<String>) -> Self {
        Self {
            kind,
            path,
            value,
            detail: detail.into(),
            fault: None,
            named: None,
        }
    }

    /// With what is wrong, for programs.
    #[must_use]
    pub(crate) fn of(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// About a value that its sentence names.
    #[must_use]
    pub(crate) fn naming(mut self, name: &str) -> Self {
        self.named = Some(name.into());
        self
    }

    /// A value is missing.
    pub fn required(path: FieldPath, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Required, path, BadValue::Omitted, detail)
    }

    /// A value must not be here.
    pub fn forbidden(path: FieldPath, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Forbidden, path, BadValue::Omitted, detail)
    }

    /// A value breaks a rule.
    pub fn invalid(path: FieldPath, value: impl Into<BadValue>, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, path, value.into(), detail)
    }

    /// A value has the wrong type or format.
    pub fn type_invalid(
        path: FieldPath,
        value: impl Into<BadValue>,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(ErrorKind::TypeInvalid, path, value.into(), detail)
    }

    /// A value is there twice.
    pub fn duplicate(path: FieldPath, value: impl Into<BadValue>) -> Self {
        Self::new(ErrorKind::Duplicate, path, value.into(), "")
    }

    /// A value that is named elsewhere does not exist.
    pub fn not_found(path: FieldPath, value: impl Into<BadValue>) -> Self {
        Self::new(ErrorKind::NotFound, path, value.into(), "")
    }

    /// A value is not one of `supported`, which are listed in the order given.
    pub fn not_supported<S: AsRef<str>>(
        path: FieldPath,
        value: impl Into<BadValue>,
        supported: &[S],
    ) -> Self {
        let mut detail = String::new();
        for (position, name) in supported.iter().enumerate() {
            detail.push_str(if position == 0 {
                "supported values: "
            } else {
                ", "
            });
            detail.push_str(&quote(name.as_ref()));
        }
        Self::new(ErrorKind::NotSupported, path, value.into(), detail)
    }

    /// A string is longer than `max`, in the words of the server, which says bytes also where it counts characters.
    #[must_use]
    pub fn too_long(path: FieldPath, max: i64) -> Self {
        let detail = match max {
            ..=-1 => "value is too long".to_owned(),
            1 => "may not be more than 1 byte".to_owned(),
            _ => format!("may not be more than {max} bytes"),
        };
        Self::new(ErrorKind::TooLong, path, BadValue::Omitted, detail)
    }

    /// A list or map has `actual` members and may have `max`.
    #[must_use]
    pub fn too_many(path: FieldPath, actual: usize, max: i64) -> Self {
        let detail = match max {
            ..=-1 => "has too many items".to_owned(),
            1 => "must have at most 1 item".to_owned(),
            _ => format!("must have at most {max} items"),
        };
        Self::new(ErrorKind::TooMany, path, actual.into(), detail)
    }

    /// The server could not judge the value.
    pub fn internal(path: FieldPath, detail: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, path, BadValue::Omitted, detail)
    }

    /// The value as the server prints it, if it prints one.
    #[must_use]
    pub fn shown_value(&self) -> Option<&BadValue> {
        (self.kind.shows_value() && self.value != BadValue::Omitted).then_some(&self.value)
    }

    /// The value that the error is about where the server gives no path, but names the value in its sentence, as it does for
    /// combinators and for numbers that do not fit their format: `spec.ports[0].name`, without marks for keys.
    #[must_use]
    pub fn named_place(&self) -> Option<String> {
        let name = self.named.as_deref()?;
        Some(match (self.path.segments().is_empty(), name) {
            (true, name) => name.to_owned(),
            (false, "") => self.path.to_string(),
            (false, name) => format!("{}.{name}", self.path),
        })
    }

    /// The line without the path, as in `status.details.causes[].message`.
    #[must_use]
    pub fn body(&self) -> String {
        let mut text = self.kind.text().to_owned();
        if let Some(value) = self.shown_value() {
            // Writing to a string does not fail.
            let _ = write!(text, ": {value}");
        }
        if !self.detail.is_empty() {
            text.push_str(": ");
            text.push_str(&self.detail);
        }
        text
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.body())
    }
}

impl std::error::Error for FieldError {}
