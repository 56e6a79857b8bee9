//! Label keys and values, and what shares their grammar: annotation keys and finalizers.

use super::{LABEL_MAX, NameError, dns1123_subdomain, shape};
use crate::go_text::to_lower;

const PART: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
     alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
     '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and \
     must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for \
     validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

pub(super) fn server(error: NameError) -> String {
    match error {
        NameError::Slashes => format!(
            "a valid label key {PART} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
        ),
        NameError::Part => format!("name part {PART}"),
        _ => VALUE.to_owned(),
    }
}

/// A qualified name: a name of up to 63 characters, optionally behind a DNS subdomain and a slash.
///
/// Source: `IsQualifiedName`.
#[must_use]
pub fn qualified_name(value: &str) -> Vec<NameError> {
    let mut parts = value.split('/');
    let (first, second, third) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    if third.is_some() {
        return vec![NameError::Slashes];
    }
    let (prefix, name) = second.map_or((None, first), |name| (Some(first), name));
    let mut errors = Vec::new();
    match prefix {
        Some("") => errors.push(NameError::PrefixEmpty),
        Some(prefix) => errors.extend(dns1123_subdomain(prefix).into_iter().map(
            |error| match error {
                NameError::TooLong { .. } => NameError::PrefixTooLong,
                _ => NameError::PrefixNotSubdomain,
            },
        )),
        None => {}
    }
    if name.is_empty() {
        errors.push(NameError::PartEmpty);
    } else if name.len() > LABEL_MAX {
        errors.push(NameError::PartTooLong);
    }
    if !shape::is_qualified_part(name) {
        errors.push(NameError::Part);
    }
    errors
}

/// The key of a label. Source: `ValidateLabelName`.
#[must_use]
pub fn label_key(value: &str) -> Vec<NameError> {
    qualified_name(value)
}

/// The value of a label. Source: `IsValidLabelValue`.
#[must_use]
pub fn label_value(value: &str) -> Vec<NameError> {
    let mut errors = Vec::new();
    if value.len() > LABEL_MAX {
        errors.push(NameError::ValueTooLong);
    }
    if !value.is_empty() && !shape::is_qualified_part(value) {
        errors.push(NameError::Value);
    }
    errors
}

/// The key of an annotation, whose letter case does not matter. Source: `ValidateAnnotations`.
#[must_use]
pub fn annotation_key(value: &str) -> Vec<NameError> {
    qualified_name(&to_lower(value))
}

/// The name of a finalizer. Source: `ValidateFinalizerName`.
#[must_use]
pub fn finalizer(value: &str) -> Vec<NameError> {
    qualified_name(value)
}
