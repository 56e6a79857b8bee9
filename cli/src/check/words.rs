//! What a server refuses, in words for people: its own print its structures as they are in its memory.

use serde_json::Value;
use wheelwright_rules::{BadValue, Fault, FieldError};

use crate::input::Object;

/// The words of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// The server's own.
    Verbatim,
    /// Without what only a programmer of the server reads.
    Plain,
}

/// The longest value that is shown: a line.
const LONGEST: usize = 100;

impl Words {
    pub(crate) const fn new(verbatim: bool) -> Self {
        if verbatim {
            Self::Verbatim
        } else {
            Self::Plain
        }
    }

    /// The words of an error.
    pub(crate) fn of(self, error: &FieldError, object: &Object) -> String {
        if self == Self::Verbatim {
            return error.to_string();
        }
        if error.fault == Some(Fault::StorageVersions) {
            return storage(error, object);
        }
        let is_long = error.shown_value().is_some_and(|value| {
            let is_structure =
                matches!(value, BadValue::Printed(text) if text.starts_with(['{', '[']));
            is_structure || value.to_string().chars().count() > LONGEST
        });
        if !is_long {
            return error.to_string();
        }
        let mut plain = error.clone();
        plain.value = BadValue::Omitted;
        plain.to_string()
    }
}

fn storage(error: &FieldError, object: &Object) -> String {
    let versions = object
        .value
        .get("spec")
        .and_then(|spec| spec.get("versions"));
    let versions = versions.and_then(Value::as_array).into_iter().flatten();
    let stored: Vec<&str> = versions
        .filter(|version| version.get("storage") == Some(&Value::Bool(true)))
        .filter_map(|version| version.get("name")?.as_str())
        .collect();
    let found = match stored.as_slice() {
        [] => "no version has `storage: true`".to_owned(),
        names => format!("{} have `storage: true`", names.join(" and ")),
    };
    format!("{}: {found}: {}", error.path, error.detail)
}
