//! Whether the server says what our rules say, cause by cause.

use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_rules::{FieldError, crd};

use crate::cluster::Cluster;
use crate::error::Error;
use crate::verdict::Verdict;

/// What the server breaks on, so that it does not answer: a constant map in a rule that has bytes for keys.
const UNANSWERED: &str = "hash of unhashable type types.Bytes";

/// What we say of a request.
#[derive(Clone, Copy, Debug)]
pub struct Ours<'e> {
    /// Whether the server takes it.
    pub accepted: bool,
    /// Why not, if it can be read.
    pub errors: &'e [FieldError],
}

impl Ours<'_> {
    /// How the server's verdict differs, if it does.
    #[must_use]
    pub fn difference(self, theirs: &Verdict) -> Option<String> {
        let ours: BTreeSet<String> = self.errors.iter().map(ToString::to_string).collect();
        let said: BTreeSet<String> = theirs.causes.iter().map(ToString::to_string).collect();
        // What cannot be read has errors on neither side.
        if self.accepted == theirs.accepted && ours == said {
            return None;
        }
        let only = |of: &BTreeSet<String>, other: &BTreeSet<String>| {
            let lines: Vec<&str> = of.difference(other).map(String::as_str).collect();
            lines.join("\n  ")
        };
        Some(format!(
            "we say {}\n  {}\nthe server {}\n  {}\n  {}",
            verdict(self.accepted),
            only(&ours, &said),
            verdict(theirs.accepted),
            only(&said, &ours),
            theirs.message,
        ))
    }

    /// The server's answer, if it can give one: a request that it breaks on as we say has none.
    pub fn answered<T>(self, answer: Result<T, Error>) -> Result<Option<T>, Error> {
        let breaks = || {
            let mut errors = self.errors.iter();
            errors.any(|error| error.detail.contains(UNANSWERED))
        };
        match answer {
            Err(Error::Client(..)) if breaks() => Ok(None),
            answer => answer.map(Some),
        }
    }
}

const fn verdict(accepted: bool) -> &'static str {
    if accepted { "yes" } else { "no" }
}

impl Cluster {
    /// Whether the server takes a CRD, and how our verdict differs, if it does. Nothing of one that it breaks on, as we say.
    pub async fn compare(&self, crd: &Value) -> Result<Option<(bool, Option<String>)>, Error> {
        let report = crd::check(crd);
        if report.crash.is_some() {
            return Ok(None);
        }
        let ours = Ours {
            accepted: report.is_accepted(),
            errors: &report.errors,
        };
        let theirs = ours.answered(self.verdict(crd).await)?;
        Ok(theirs.map(|theirs| (theirs.accepted, ours.difference(&theirs))))
    }
}

/// All that differs is said at once.
///
/// # Panics
///
/// If something differs.
#[track_caller]
pub fn assert_agreed(differing: &[String]) {
    assert!(
        differing.is_empty(),
        "{} differ:\n{}",
        differing.len(),
        differing.join("\n")
    );
}
