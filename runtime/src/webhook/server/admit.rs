//! What answers admission reviews.

use std::{fmt, future::Future, pin::Pin};

use bytes::Bytes;

use crate::webhook::{
    Answer,
    admission::{Registration, Stage},
};

/// The handlers of a server.
pub trait Admit: fmt::Debug + Send + Sync + 'static {
    /// Whether there is a handler for this kind, in lower case, at this stage.
    fn serves(&self, stage: Stage, kind: &str) -> bool;

    /// Answers a review. The path's review version is what the URL promises; the answer is in the version of the body.
    fn answer<'a>(
        &'a self,
        stage: Stage,
        kind: &'a str,
        review_version: &'a str,
        body: Bytes,
    ) -> Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;

    /// What webhook configurations are to say.
    fn registrations(&self) -> Vec<Registration>;
}
