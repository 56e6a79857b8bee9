//! What the API server would say of a CRD, in a form to compare.

use std::fmt;

use serde_json::Value;

use crate::cluster::Cluster;
use crate::crd::CRDS;
use crate::error::Error;

/// The answer to a CRD that was put to the server without being stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it would have been created.
    pub accepted: bool,
    /// Why not, sorted, because the server's own order changes. Empty also where it could not read the CRD, or broke on it.
    pub causes: Vec<Cause>,
    /// The server's summary of a refusal, else empty.
    pub message: String,
    /// What it accepts and advises against.
    pub warnings: Vec<String>,
}

/// One reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// The path, in the server's internal form: the schema of an only version is `spec.validation.openAPIV3Schema`.
    pub field: String,
    /// Such as `FieldValueInvalid`.
    pub kind: String,
    /// Begins with the kind in words; the path is not part of it.
    pub message: String,
}

/// The server's own line.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl Cluster {
    /// Asks the server for its verdict on a CRD; nothing is stored. One of that name may be there already: a new CRD is
    /// validated before the server looks for an old one.
    pub async fn verdict(&self, crd: &Value) -> Result<Verdict, Error> {
        let answer = self.create(CRDS, crd).dry_run().send().await?;
        let text = |value: &Value, key: &str| {
            value
                .get(key)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let mut causes: Vec<Cause> = answer
            .at("/details/causes")
            .as_array()
            .into_iter()
            .flatten()
            .map(|cause| Cause {
                field: text(cause, "field"),
                kind: text(cause, "reason"),
                message: text(cause, "message"),
            })
            .collect();
        causes.sort();
        let accepted = answer.code < 300 || answer.at("/reason") == "AlreadyExists";
        let message = if accepted {
            String::new()
        } else {
            text(&answer.body, "message")
        };
        Ok(Verdict {
            accepted,
            causes,
            message,
            warnings: answer.warnings,
        })
    }
}
