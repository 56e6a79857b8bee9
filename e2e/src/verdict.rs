//! What the API server would say of a CRD, in a form to compare.

use std::fmt;

use serde_json::Value;

use crate::cluster::Cluster;
use crate::crd::CRDS;
use crate::error::Error;
use crate::request::Answer;

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

impl Verdict {
    /// What an answer says of the object that was put to the server. A server that gave up, or was too busy, said nothing.
    pub fn of(answer: &Answer) -> Result<Self, Error> {
        if matches!(answer.code, 429 | 503 | 504) {
            return Err(answer.refusal());
        }
        let text = |value: &Value, key: &str| {
            let text = value.get(key).and_then(Value::as_str);
            unnumbered(text.unwrap_or_default())
        };
        let accepted = answer.code < 300 || answer.at("/reason") == "AlreadyExists";
        let causes = answer.at("/details/causes").as_array();
        let causes = causes.filter(|_| !accepted).into_iter().flatten();
        let mut causes: Vec<Cause> = causes
            .map(|cause| Cause {
                field: text(cause, "field"),
                kind: text(cause, "reason"),
                message: text(cause, "message"),
            })
            .collect();
        causes.sort();
        let message = if accepted {
            String::new()
        } else {
            text(&answer.body, "message")
        };
        Ok(Self {
            accepted,
            causes,
            message,
            warnings: answer.warnings.clone(),
        })
    }
}

/// A text without the number that the server gives the type of a rule's value, another one each time.
fn unnumbered(text: &str) -> String {
    let mut parts = text.split("selfType");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| {
        let part = part.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{before}selfType{part}")
    })
}

impl Cluster {
    /// Asks the server for its verdict on a CRD; nothing is stored. One of that name may be there already: a new CRD is
    /// validated before the server looks for an old one.
    pub async fn verdict(&self, crd: &Value) -> Result<Verdict, Error> {
        let answer = self.create(CRDS, crd).dry_run().send().await?;
        Verdict::of(&answer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Verdict;
    use crate::request::Answer;

    fn answer(code: u16) -> Answer {
        Answer {
            request: "POST /crds".to_owned(),
            code,
            warnings: Vec::new(),
            body: json!({"message": "m"}),
        }
    }

    #[test]
    fn a_server_that_gives_up_has_no_verdict() {
        for code in [429, 503, 504] {
            let error = Verdict::of(&answer(code)).expect_err("nothing was said");
            assert!(error.to_string().contains(&code.to_string()), "{error}");
        }
        for (code, accepted) in [(201, true), (422, false), (400, false)] {
            let verdict = Verdict::of(&answer(code)).map(|verdict| verdict.accepted);
            assert_eq!(verdict.ok(), Some(accepted));
        }
    }
}
