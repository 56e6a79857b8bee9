//! The verdict on a CRD.

use std::fmt;

use wheelwright_cel::{Errors, Mended};

use crate::decode::DecodeError;
use crate::error::{ErrorKind, FieldError};
use crate::fault::Fault;
use crate::path::FieldPath;

use super::cel::{Costs, Remedy, UnguardedField};
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
    /// What the server warns of when it takes the CRD, as often as it finds it; a client is shown each text once.
    pub warnings: Vec<String>,
    /// The expressions that do not compile, with a place and a hint for each mistake in them.
    pub broken: Vec<BrokenExpression>,
    /// What the rules of each schema cost, of the schemas that have rules and are sound otherwise.
    pub costs: Vec<Costs>,
    /// Functions in expressions that compile whose answers differ by server, each with where the expression is, in the
    /// server's internal form.
    pub mended: Vec<(FieldPath, Mended)>,
    /// Fields that rules which compile select without asking whether they are there, and that objects may lack.
    pub unguarded: Vec<UnguardedField>,
}

impl Report {
    /// What would bring an expression within the limit that an error says it is over.
    #[must_use]
    pub fn remedy(&self, error: &FieldError) -> Option<&Remedy> {
        let mut rules = self.costs.iter().flat_map(|costs| &costs.rules);
        let rule =
            rules.find(|rule| error.kind == ErrorKind::Forbidden && rule.path == error.path)?;
        // Of one that is over its own limit, one error is enough.
        let is_own = error.fault != Some(Fault::AddsToCost);
        rule.remedy.as_ref().filter(|_| is_own || !rule.is_over())
    }

    /// The expression that an error is about, if it does not compile.
    #[must_use]
    pub fn broken(&self, error: &FieldError) -> Option<&BrokenExpression> {
        let mut broken = self
            .broken
            .iter()
            .filter(|_| error.kind == ErrorKind::Invalid);
        broken.find(|broken| broken.path == error.path)
    }

    /// Whether the server would take the CRD.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.unreadable.is_none() && self.errors.is_empty() && self.crash.is_none()
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

/// An expression that does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrokenExpression {
    /// Where it is, in the server's internal form: it ends in `.rule` or `.messageExpression`.
    pub path: FieldPath,
    /// The expression.
    pub expression: String,
    /// What is wrong with it.
    pub errors: Errors,
}

/// What a check finds beside errors.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) costs: Vec<Costs>,
    pub(super) broken: Vec<BrokenExpression>,
    pub(super) crash: Option<Crash>,
    pub(super) mended: Vec<(FieldPath, Mended)>,
    pub(super) unguarded: Vec<UnguardedField>,
}
