//! A handler with its type forgotten.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    time::Instant,
};

use serde_json::Value;

use super::{Denial, outcome::Notes, review::Review, versions::Versions};
use crate::Failure;

/// What a handler needs to be called.
pub(super) struct Call<'a> {
    pub(super) review: &'a Review,
    /// The new object as it came, with what handlers before this one changed.
    pub(super) object: Option<&'a Value>,
    pub(super) versions: &'a Versions,
    pub(super) deadline: Option<Instant>,
}

/// Consent.
#[derive(Default)]
pub(super) struct Consent {
    /// The object in the version in which it came, if it was changed.
    pub(super) object: Option<Value>,
    pub(super) notes: Notes,
}

pub(super) type Running<'a> = Pin<Box<dyn Future<Output = Result<Consent, Denial>> + Send + 'a>>;

/// A handler.
pub(super) trait Run: Send + Sync {
    fn run<'a>(&'a self, call: Call<'a>) -> Running<'a>;
}

/// What becomes of a handler, a panic included: that is a refusal with 500.
pub(super) async fn guarded(run: &dyn Run, call: Call<'_>) -> Result<Consent, Denial> {
    let panicked = || Denial::failed(Failure::Panic, "the handler panicked");
    let running = catch_unwind(AssertUnwindSafe(|| run.run(call)));
    let Ok(mut running) = running else {
        return Err(panicked());
    };
    poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context)));
        polled.unwrap_or_else(|_| std::task::Poll::Ready(Err(panicked())))
    })
    .await
}
