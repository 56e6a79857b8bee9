//! What a review is answered, and what log and metrics say of it.

use bytes::Bytes;
use http::StatusCode;

use crate::convert::Report;

/// The answer to one request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The HTTP status: 200 wherever the answer is a review, whatever it says.
    pub status: StatusCode,
    /// A review as JSON, or words.
    pub body: Bytes,
    /// For log and metrics.
    pub seen: Seen,
}

/// What may be said of a request in public: no contents of objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Seen {
    /// The review's uid; empty where it could not be read.
    pub uid: String,
    /// `Pizza.restaurant.example.com`; empty where it could not be read.
    pub kind: String,
    /// The version that the objects came in.
    pub from: String,
    /// The version they were to be converted to, or that the handler is written for.
    pub to: String,
    /// The operation of an admission request; empty for conversions.
    pub operation: String,
    /// What the conversions of the review did, by kind and versions; empty where it failed.
    pub report: Report,
    /// How many objects the review holds.
    pub objects: usize,
    /// Why the answer is no success; a denial is none.
    pub failure: Option<Failure>,
    /// Whether a handler refused the request.
    pub denied: bool,
    /// Deprecated fields that it sets, if a handler [warns](crate::admission::WarnDeprecated) of them and it is no dry run.
    pub deprecated: Vec<DeprecatedWrite>,
}

/// A deprecated field that a request sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DeprecatedWrite {
    /// The version of the object: `v1`.
    pub version: String,
    /// The field: `spec.toppings[].name`.
    pub field: String,
    /// What the user is: `service_account`, `node`, `system` or `user`.
    pub user: &'static str,
}

/// Why a request failed, as a label of metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Failure {
    /// No review: not JSON, not UTF-8, another kind, or no `request` in it.
    NotReview,
    /// Longer than the limit.
    TooLong,
    /// A review about a kind, version or path that is not served here.
    Unknown,
    /// An object that cannot be converted.
    Conversion,
    /// A handler that could not decide, or whose answer cannot be sent.
    Handler,
    /// A handler that panicked.
    Panic,
    /// Something that the handler needs is not there yet; the client may try again.
    NotReady,
    /// No answer in time.
    Timeout,
}

impl Failure {
    /// The label.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::NotReview => "not_review",
            Self::TooLong => "too_long",
            Self::Unknown => "unknown",
            Self::Conversion => "conversion",
            Self::Handler => "handler",
            Self::Panic => "panic",
            Self::NotReady => "not_ready",
            Self::Timeout => "timeout",
        }
    }
}
