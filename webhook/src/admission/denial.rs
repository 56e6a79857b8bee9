//! Why a handler refuses a request.

use std::{fmt, time::Duration};

use serde_json::{Map, Value, json};
use wheelwright_rules::FieldError;

use super::outcome::Notes;
use crate::Failure;

/// A refusal, as the client gets it: `admission webhook "…" denied the request: <message>`.
///
/// ```
/// use wheelwright::webhook::admission::Denial;
///
/// let denial = Denial::invalid("topping \"tomato\" not known")
///     .cause("spec.toppings[0].name", "FieldValueNotFound", "no Topping has this name");
/// assert_eq!(denial.code(), 422);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Denial(Box<Refusal>);

/// Behind a box, for a `Result` is as large as the larger of its two.
#[derive(Clone, Debug, Default, PartialEq)]
struct Refusal {
    message: String,
    code: Option<u16>,
    reason: Option<String>,
    causes: Vec<Value>,
    retry_after: Option<u32>,
    notes: Notes,
    failure: Option<Failure>,
}

impl Denial {
    /// A refusal without a code, which the API server answers with 400.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Refusal {
            message: message.into(),
            ..Refusal::default()
        }))
    }

    /// 422 `Invalid`: the object breaks a rule.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(message).with_code(422).with_reason("Invalid")
    }

    /// 403 `Forbidden`: this user may not do this.
    #[must_use]
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(message).with_code(403).with_reason("Forbidden")
    }

    /// 409 `Conflict`: another object is in the way.
    #[must_use]
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(message).with_code(409).with_reason("Conflict")
    }

    /// 503 `ServiceUnavailable`, to be tried again after a second: what the handler asks (a store that is not synced, a
    /// service that is down) has no answer yet. kubectl and other clients of client-go try again by themselves.
    #[must_use]
    pub fn not_ready(message: impl Into<String>) -> Self {
        let denial = Self::failed(Failure::NotReady, message);
        let denial = denial.with_code(503).with_reason("ServiceUnavailable");
        denial.retry_after(Duration::from_secs(1))
    }

    /// A refusal for what the server finds wrong with an object, in its words, with a cause for each error.
    #[must_use]
    pub fn of_errors(errors: &[FieldError]) -> Self {
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let message = match texts.as_slice() {
            [one] => one.clone(),
            many => format!("[{}]", many.join(", ")),
        };
        let denial = Self::invalid(message);
        errors.iter().fold(denial, |denial, error| {
            denial.cause(error.path.to_string(), error.kind.cause(), error.body())
        })
    }

    /// The handler itself failed: 500, and a failure in log and metrics.
    pub(super) fn failed(failure: Failure, message: impl Into<String>) -> Self {
        let mut denial = Self::new(message)
            .with_code(500)
            .with_reason("InternalError");
        denial.0.failure = Some(failure);
        denial
    }

    /// The object is none that the handler knows: 422 `Invalid`, and a failure in log and metrics.
    pub(super) fn unknown(message: impl Into<String>) -> Self {
        let mut denial = Self::invalid(message);
        denial.0.failure = Some(Failure::Unknown);
        denial
    }

    /// The HTTP status that the client gets. What is below 400 becomes 400, as the API server has it; so does what has more
    /// than three digits, on which it breaks the client's connection.
    #[must_use]
    pub fn with_code(mut self, code: u16) -> Self {
        self.0.code = Some(code);
        self
    }

    /// The reason, a word for programs: `AlreadyExists`.
    #[must_use]
    pub fn with_reason(mut self, reason: impl Into<String>) -> Self {
        self.0.reason = Some(reason.into());
        self
    }

    /// One field that is wrong: its path (`spec.toppings[0].name`), a reason for programs (`FieldValueInvalid`) and what is
    /// wrong.
    #[must_use]
    pub fn cause(
        mut self,
        path: impl Into<String>,
        reason: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let (field, reason, message) = (path.into(), reason.into(), message.into());
        self.0
            .causes
            .push(json!({"field": field, "reason": reason, "message": message}));
        self
    }

    /// When the client may try again, in whole seconds, at least one.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        let seconds = delay.as_secs() + u64::from(delay.subsec_nanos() > 0);
        // An int32 on the wire.
        self.0.retry_after = Some(u32::try_from(seconds.clamp(1, 1 << 30)).unwrap_or(1));
        self
    }

    /// A warning besides, as [`Allowed::warn`](super::Allowed::warn).
    #[must_use]
    pub fn warn(mut self, warning: impl Into<String>) -> Self {
        self.0.notes.warn(warning.into());
        self
    }

    /// A note in the audit log, as [`Allowed::audit`](super::Allowed::audit).
    #[must_use]
    pub fn audit(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.notes.audit(key.into(), value.into());
        self
    }

    /// Why the handler could not decide, if that is it.
    pub(super) fn failure(&self) -> Option<Failure> {
        self.0.failure
    }

    /// What was said before the refusal, and then what it says itself.
    pub(super) fn after(mut self, mut before: Notes) -> Self {
        before.append(std::mem::take(&mut self.0.notes));
        self.0.notes = before;
        self
    }

    pub(super) fn into_notes(self) -> Notes {
        self.0.notes
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The HTTP status that the client gets.
    #[must_use]
    pub fn code(&self) -> u16 {
        let code = self.0.code.filter(|code| (400..=999).contains(code));
        code.unwrap_or(400)
    }

    /// The reason, if there is one.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.0.reason.as_deref()
    }

    /// The `Status` of the answer, about an object.
    pub(super) fn status(&self, name: Option<&str>, group: &str, kind: &str) -> Value {
        let mut status = Map::new();
        status.insert("status".into(), "Failure".into());
        status.insert("message".into(), self.0.message.as_str().into());
        status.insert("code".into(), self.code().into());
        if let Some(reason) = &self.0.reason {
            status.insert("reason".into(), reason.as_str().into());
        }
        if self.0.retry_after.is_some() || !self.0.causes.is_empty() {
            let mut details = Map::new();
            if let Some(name) = name {
                details.insert("name".into(), name.into());
            }
            details.insert("group".into(), group.into());
            details.insert("kind".into(), kind.into());
            if !self.0.causes.is_empty() {
                details.insert("causes".into(), self.0.causes.clone().into());
            }
            if let Some(seconds) = self.0.retry_after {
                details.insert("retryAfterSeconds".into(), seconds.into());
            }
            status.insert("details".into(), details.into());
        }
        status.into()
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Denial {}
