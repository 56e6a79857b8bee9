//! Writing the answer to an `AdmissionReview`.

use bytes::Bytes;
use http::StatusCode;
use serde_json::{Map, Value, json};
use wheelwright_grammar::base64;

use super::outcome::Notes;
use crate::{Answer, Seen};

/// Beyond this many characters in all, the API server cuts warnings (`truncateAtTotalRunes`).
const WARNINGS: usize = 4096;

/// It cuts each to this many then (`truncateItemRunes`).
const WARNING: usize = 256;

/// The longest name of an annotation.
const KEY: usize = 63;

/// The answer that is no review.
pub(super) fn words(status: StatusCode, text: String, seen: Seen) -> Answer {
    Answer {
        status,
        body: Bytes::from(text),
        seen,
    }
}

/// What a review is answered.
pub(super) struct Response<'a> {
    pub(super) api_version: &'a str,
    pub(super) uid: &'a str,
    /// The refusal.
    pub(super) status: Option<Value>,
    pub(super) patch: Vec<Value>,
    pub(super) notes: Notes,
}

impl Response<'_> {
    pub(super) fn answer(self, seen: Seen) -> Answer {
        let mut response = Map::new();
        response.insert("uid".into(), self.uid.into());
        response.insert("allowed".into(), self.status.is_none().into());
        if let Some(status) = self.status {
            response.insert("status".into(), status);
        } else if !self.patch.is_empty() {
            let patch = Value::from(self.patch).to_string();
            response.insert("patchType".into(), "JSONPatch".into());
            response.insert("patch".into(), base64::encode(patch.as_bytes()).into());
        }
        let warnings = warnings(&self.notes.warnings);
        if !warnings.is_empty() {
            response.insert("warnings".into(), warnings.into());
        }
        let audit: Map<String, Value> = self
            .notes
            .audit
            .iter()
            .filter_map(|(name, value)| Some((key(name)?, value.as_str().into())))
            .collect();
        if !audit.is_empty() {
            response.insert("auditAnnotations".into(), audit.into());
        }
        let review = json!({
            "kind": "AdmissionReview",
            "apiVersion": self.api_version,
            "response": response,
        });
        Answer {
            status: StatusCode::OK,
            body: Bytes::from(review.to_string()),
            seen,
        }
    }
}

/// Warnings as the API server takes them: without control characters, for which it drops one whole, each once, and no
/// longer than it passes on.
fn warnings(warnings: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for warning in warnings {
        let text = one_line(warning);
        if !text.is_empty() && !out.contains(&text) {
            out.push(text);
        }
    }
    let length = |text: &String| text.chars().count();
    if out.iter().map(length).sum::<usize>() <= WARNINGS {
        return out;
    }
    for warning in &mut out {
        *warning = cut(warning, WARNING);
    }
    let all = out.len();
    let mut left = WARNINGS - WARNING;
    let fitting = out.iter().take_while(|warning| {
        let fits = left.checked_sub(length(warning));
        left = fits.unwrap_or(left);
        fits.is_some()
    });
    let fitting = fitting.count();
    out.truncate(fitting);
    if fitting < all {
        out.push(format!("and {} more warnings", all - fitting));
    }
    out
}

fn one_line(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cut(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    text.chars().take(length - 1).chain(['…']).collect()
}

/// The name of an annotation, which the server puts the webhook's name and a slash before.
fn key(name: &str) -> Option<String> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = name
        .chars()
        .map(|c| if is_inner(c) { c } else { '-' })
        .collect();
    let is_outer = |c: char| !c.is_ascii_alphanumeric();
    let name = name.trim_start_matches(is_outer);
    let name = name.get(..KEY).unwrap_or(name).trim_end_matches(is_outer);
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{key, warnings};

    #[test]
    fn warnings_are_what_the_server_passes_on() {
        let said = |texts: &[&str]| {
            warnings(
                &texts
                    .iter()
                    .map(|text| (*text).to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            said(&["a\nb\tc é \"q\"", "", "\n", "a b c é \"q\""]),
            ["a b c é \"q\""]
        );
        let long = "w".repeat(4000);
        assert_eq!(
            said(&[&long]),
            [long.as_str()],
            "alone it is passed on whole"
        );
        let many: Vec<String> = (0..40)
            .map(|number| format!("{number} {}", "é".repeat(300)))
            .collect();
        let cut = warnings(&many);
        assert!(cut.iter().all(|warning| warning.chars().count() <= 256));
        assert!(
            cut.iter()
                .map(|warning| warning.chars().count())
                .sum::<usize>()
                <= 4096
        );
        assert_eq!(cut.last().unwrap(), "and 25 more warnings");
    }

    #[test]
    fn keys_of_the_audit_log_are_names() {
        assert_eq!(key("cost"), Some("cost".to_owned()));
        assert_eq!(key("team/x y"), Some("team-x-y".to_owned()));
        assert_eq!(key("/_a."), Some("a".to_owned()));
        assert_eq!(key("é"), None);
        let long = key(&format!("{}-b", "a".repeat(62))).unwrap();
        assert_eq!(long, "a".repeat(62));
    }
}
