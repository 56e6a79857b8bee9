//! Names: DNS labels and subdomains, groups, kinds, label keys and values, finalizers.
//!
//! Sources: Kubernetes documentation, "Object Names and IDs" and "Labels and Selectors"; apimachinery's
//! `util/validation` and `api/validate/content`; `ValidateCustomResourceDefinitionNames` and the group rules of
//! apiextensions' validation.
//!
//! A check returns every complaint, in the server's order; no complaint means the name is good. Where the server
//! answers with one message for a name, [`server`] joins them as it does.

use std::fmt;

use crate::go_text::to_lower;

mod qualified;
mod shape;

pub use qualified::{annotation_key, finalizer, label_key, label_value, qualified_name};

/// The longest DNS label, in bytes.
pub const LABEL_MAX: usize = 63;
/// The longest DNS subdomain, in bytes.
pub const SUBDOMAIN_MAX: usize = 253;
/// The annotation in which conversion keeps what the other versions have no place for, behind a kind's group and a slash.
pub const KEPT_ANNOTATION: &str = "kept-by-conversion";

/// What is wrong with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// More bytes than allowed.
    TooLong {
        /// The most that is allowed.
        max: usize,
    },
    /// Not lower-case letters, digits and dashes that start with a letter.
    NotDns1035Label,
    /// Not lower-case letters, digits and dashes.
    NotDns1123Label,
    /// A subdomain where a label is wanted.
    Dots,
    /// Not labels joined by dots.
    NotDns1123Subdomain,
    /// A kind that is no label even when lower-cased; the second complaint is that of the lower-cased name.
    Kind(KindError),
    /// A list kind equal to the kind.
    SameAsKind,
    /// A group without a dot.
    NoDot,
    /// A label key with more than one slash.
    Slashes,
    /// Nothing before the slash.
    PrefixEmpty,
    /// The part before the slash is too long.
    PrefixTooLong,
    /// The part before the slash is no DNS subdomain.
    PrefixNotSubdomain,
    /// Nothing in the name part.
    PartEmpty,
    /// The name part is too long.
    PartTooLong,
    /// The name part has characters it may not have.
    Part,
    /// A label value that is too long.
    ValueTooLong,
    /// A label value with characters it may not have.
    Value,
}

/// What is wrong with a kind, apart from its letter case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum KindError {
    /// More than 63 bytes.
    TooLong,
    /// Not letters, digits and dashes that start with a letter.
    NotALabel,
}

const DNS1035_LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
     alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for \
     validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const DNS1123_LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and \
     must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
     '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const DNS1123_SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \
     '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation \
     is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const MIXED_CASE: &str = "may have mixed case, but should otherwise match: ";

impl NameError {
    /// What the API server answers.
    #[must_use]
    pub fn server(self) -> String {
        match self {
            Self::TooLong { max } => format!("must be no more than {max} characters"),
            Self::NotDns1035Label | Self::Kind(KindError::NotALabel) => DNS1035_LABEL.to_owned(),
            Self::NotDns1123Label => DNS1123_LABEL.to_owned(),
            Self::Dots => "must not contain dots".to_owned(),
            Self::NotDns1123Subdomain => DNS1123_SUBDOMAIN.to_owned(),
            Self::Kind(KindError::TooLong) => {
                format!("must be no more than {LABEL_MAX} characters")
            }
            Self::SameAsKind => "kind and listKind may not be the same".to_owned(),
            Self::NoDot => "should be a domain with at least one dot".to_owned(),
            Self::PrefixEmpty => "prefix part must be non-empty".to_owned(),
            Self::PrefixTooLong => {
                format!("prefix part must be no more than {SUBDOMAIN_MAX} bytes")
            }
            Self::PrefixNotSubdomain => format!("prefix part {DNS1123_SUBDOMAIN}"),
            Self::PartEmpty => "name part must be non-empty".to_owned(),
            Self::PartTooLong => format!("name part must be no more than {LABEL_MAX} bytes"),
            Self::ValueTooLong => format!("must be no more than {LABEL_MAX} bytes"),
            Self::Slashes | Self::Part | Self::Value => qualified::server(self),
        }
    }
}

/// The server's one message for all complaints about a name of a CRD.
#[must_use]
pub fn server(errors: &[NameError]) -> String {
    let prefix = if matches!(errors.first(), Some(NameError::Kind(_))) {
        MIXED_CASE
    } else {
        ""
    };
    let messages: Vec<String> = errors.iter().map(|error| error.server()).collect();
    prefix.to_owned() + &messages.join(",")
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { max } => write!(f, "it is longer than {max} bytes; write a shorter name"),
            Self::NotDns1035Label => f.write_str(
                "write lower-case letters, digits and `-` only, starting with a letter and not ending with `-`, \
                 such as `my-name`",
            ),
            Self::NotDns1123Label => f.write_str(
                "write lower-case letters, digits and `-` only, starting and ending with a letter or digit, such as \
                 `my-name`",
            ),
            Self::Dots => f.write_str("write a name without dots"),
            Self::NotDns1123Subdomain => f.write_str(
                "write lower-case letters, digits and `-`, in parts joined by dots that start and end with a letter \
                 or digit, such as `example.com`",
            ),
            Self::Kind(KindError::TooLong) => {
                write!(f, "it is longer than {LABEL_MAX} bytes; write a shorter kind")
            }
            Self::Kind(KindError::NotALabel) => f.write_str(
                "write letters, digits and `-` only, starting with a letter and not ending with `-`, such as `CronTab`",
            ),
            Self::SameAsKind => f.write_str("the list kind equals the kind; write the kind with `List` appended"),
            Self::NoDot => f.write_str("a group is a domain with at least one dot, such as `example.com`"),
            Self::Slashes => f.write_str("write one `/` at most: `example.com/name`"),
            Self::PrefixEmpty => f.write_str("nothing stands before the `/`; write `example.com/name` or `name`"),
            Self::PrefixTooLong => {
                write!(f, "the part before the `/` is longer than {SUBDOMAIN_MAX} bytes; write a shorter domain")
            }
            Self::PrefixNotSubdomain => {
                f.write_str("the part before the `/` is not a domain; write one such as `example.com`")
            }
            Self::PartEmpty => f.write_str("the name is empty; write `name` or `example.com/name`"),
            Self::PartTooLong => {
                write!(f, "the name is longer than {LABEL_MAX} bytes; write a shorter one")
            }
            Self::ValueTooLong => {
                write!(f, "the value is longer than {LABEL_MAX} bytes; write a shorter one")
            }
            Self::Part | Self::Value => f.write_str(
                "write letters, digits, `-`, `_` and `.` only, starting and ending with a letter or digit, such as \
                 `my.name`",
            ),
        }
    }
}

impl std::error::Error for NameError {}

fn limited(value: &str, max: usize, good: bool, otherwise: NameError) -> Vec<NameError> {
    let mut errors = Vec::new();
    if value.len() > max {
        errors.push(NameError::TooLong { max });
    }
    if !good {
        errors.push(otherwise);
    }
    errors
}

/// A DNS label as RFC 1035 has it: plural, singular, short names, categories and versions are such.
///
/// Source: `IsDNS1035Label`.
#[must_use]
pub fn dns1035_label(value: &str) -> Vec<NameError> {
    limited(
        value,
        LABEL_MAX,
        shape::is_dns1035_label(value),
        NameError::NotDns1035Label,
    )
}

/// A DNS label as RFC 1123 has it, which may start with a digit: namespaces are such.
///
/// Source: `IsDNS1123Label`.
#[must_use]
pub fn dns1123_label(value: &str) -> Vec<NameError> {
    let otherwise = if shape::is_dns1123_subdomain(value) {
        NameError::Dots
    } else {
        NameError::NotDns1123Label
    };
    limited(value, LABEL_MAX, shape::is_dns1123_label(value), otherwise)
}

/// A DNS subdomain: names of objects are such, and CRD names.
///
/// Source: `IsDNS1123Subdomain`.
#[must_use]
pub fn dns1123_subdomain(value: &str) -> Vec<NameError> {
    limited(
        value,
        SUBDOMAIN_MAX,
        shape::is_dns1123_subdomain(value),
        NameError::NotDns1123Subdomain,
    )
}

/// A group of a CRD, not empty: a DNS subdomain with a dot.
///
/// Source: `validateCustomResourceDefinitionSpec`. The server reports the missing dot only for a good subdomain.
#[must_use]
pub fn group(value: &str) -> Vec<NameError> {
    let errors = dns1123_subdomain(value);
    if errors.is_empty() && !value.contains('.') {
        vec![NameError::NoDot]
    } else {
        errors
    }
}

/// Whether a group belongs to the Kubernetes community: `k8s.io`, `kubernetes.io` and everything below. A CRD in
/// such a group needs the annotation `api-approved.kubernetes.io`.
///
/// Source: `IsProtectedCommunityGroup`.
#[must_use]
pub fn is_protected_group(group: &str) -> bool {
    ["k8s.io", "kubernetes.io"].iter().any(|domain| {
        group
            .strip_suffix(domain)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

/// A kind, not empty: a DNS label in any letter case. The same holds for a list kind.
///
/// Source: `ValidateCustomResourceDefinitionNames`.
#[must_use]
pub fn kind(value: &str) -> Vec<NameError> {
    dns1035_label(&to_lower(value))
        .into_iter()
        .map(|error| {
            NameError::Kind(match error {
                NameError::TooLong { .. } => KindError::TooLong,
                _ => KindError::NotALabel,
            })
        })
        .collect()
}

/// A list kind, not empty, of the given kind.
///
/// Source: `ValidateCustomResourceDefinitionNames`.
#[must_use]
pub fn list_kind(value: &str, kind_name: &str) -> Vec<NameError> {
    let mut errors = kind(value);
    if !kind_name.is_empty() && value == kind_name {
        errors.push(NameError::SameAsKind);
    }
    errors
}

/// The DNS label nearest to a name that is none, for "write … instead".
#[must_use]
pub fn nearest_label(value: &str) -> Option<String> {
    let mut label = String::with_capacity(value.len().min(LABEL_MAX));
    for c in to_lower(value).chars() {
        match c {
            'a'..='z' => label.push(c),
            '0'..='9' if !label.is_empty() => label.push(c),
            '-' | '_' | '.' | ' ' | '/' if !label.is_empty() && !label.ends_with('-') => {
                label.push('-');
            }
            _ => {}
        }
    }
    label.truncate(LABEL_MAX);
    let label = label.trim_end_matches('-');
    (!label.is_empty()).then(|| label.to_owned())
}

#[cfg(test)]
mod tests;
