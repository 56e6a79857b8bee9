//! The verdict on a CRD.

use std::fmt;

use crate::decode::DecodeError;
use crate::error::FieldError;
use crate::path::FieldPath;

use super::outdated::Outdated;

/// What a real API server would answer to a CRD, or to the update of one.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Why the document could not be read; nothing else was looked at then.
    pub unreadable: Option<Unreadable>,
    /// Why the CRD is refused, in the server's terms. The server's own order varies; here it is fixed.
    pub errors: Vec<FieldError>,
    /// The server does not answer but crashes on this request.
    pub crash: Option<Crash>,
    /// The paths of fields that there are not. The server drops and warns of them, or refuses the request if it is asked
    /// to be strict, as kubectl does.
    pub unknown_fields: Vec<String>,
    /// What the server warns of when it takes the CRD.
    pub warnings: Vec<String>,
    /// What was not checked, every CEL expression among it: the server may refuse the CRD for any of these.
    pub unchecked: Vec<Unchecked>,
}

impl Report {
    /// Whether the server would take the CRD, as far as was checked; see [`Report::unchecked`].
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.unreadable.is_none() && self.errors.is_empty() && self.crash.is_none()
    }

    /// Whether the server would take the CRD, and nothing was left unchecked.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        !self.is_accepted() || self.unchecked.is_empty()
    }

    pub(super) fn unreadable(reason: Unreadable) -> Self {
        Self {
            unreadable: Some(reason),
            ..Self::default()
        }
    }
}

/// Why a document is no CRD that the server can read; it answers 400. `Display` is the server's own text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unreadable {
    /// A value has a type that the field does not take.
    Decode(DecodeError),
    /// The document is a CRD of `apiextensions.k8s.io/v1beta1`; it says what to write instead.
    Version(Outdated),
    /// The document is of another kind, or of an API version that has no CRDs.
    Kind {
        /// Its `apiVersion`.
        api_version: String,
        /// Its `kind`.
        kind: String,
    },
    /// The CRD to be updated cannot be read.
    Old(Box<Unreadable>),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::Version(outdated) => outdated.fmt(f),
            Self::Kind { api_version, kind } => {
                write!(
                    f,
                    "no kind \"{kind}\" is registered for version \"{api_version}\""
                )
            }
            Self::Old(error) => write!(f, "old: {error}"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// A request that brings the server down instead of being answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Crash {
    /// `selectableFields` beside a schema that cannot be made structural.
    SelectableFieldsWithoutSchema,
    /// A field path that goes on below a map whose values have no schema.
    FieldPathWithoutSchema,
    /// A CEL rule below the items or values of something that is no list or map to CEL, itself below a node that has
    /// rules.
    RuleWithoutType,
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("runtime error: invalid memory address or nil pointer dereference")
    }
}

/// Something that was not checked, so that the server may still refuse the CRD for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unchecked {
    /// Where it is, in the server's internal form.
    pub path: FieldPath,
    /// What it is.
    pub reason: UncheckedReason,
}

/// Why something was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UncheckedReason {
    /// A CEL expression, given here: it may not compile or cost too much.
    Expression(String),
    /// A default that CEL rules apply to.
    RulesOnDefault,
    /// A default that a pattern applies to which is too large to compile here.
    PatternTooLarge,
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not checked: ", self.path)?;
        f.write_str(match self.reason {
            UncheckedReason::Expression(_) => "CEL expressions are not compiled here",
            UncheckedReason::RulesOnDefault => {
                "CEL rules apply to this default and are not evaluated here"
            }
            UncheckedReason::PatternTooLarge => {
                "a pattern that applies to this default is too large to compile here"
            }
        })
    }
}

/// What a check finds beside errors.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) unchecked: Vec<Unchecked>,
    pub(super) crash: Option<Crash>,
}
