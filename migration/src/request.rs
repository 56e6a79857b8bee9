//! Requests to an API server: asked again where it has no time, and bounded in time and size.

use std::time::Duration;

use http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER};
use http::{Method, Request};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use kube_client::{Client, client::Body};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};

use crate::error::MigrationError;

/// How long an answer may take. A server itself gives up after a minute.
const PATIENCE: Duration = Duration::from_secs(75);
/// How often the same is asked before it counts as an answer.
const ATTEMPTS: u32 = 7;
/// The first wait; each further one is twice as long, up to the last.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LAST_WAIT: Duration = Duration::from_secs(10);
/// What is read of an answer at most.
const MAX_ANSWER: usize = 64 << 20;

/// Nothing of an object but its metadata.
pub(crate) const METADATA: &str = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
pub(crate) const METADATA_LIST: &str =
    "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
pub(crate) const JSON: &str = "application/json";
const MERGE_PATCH: &str = "application/merge-patch+json";

/// What is asked. Methods and paths are kept as text, for each attempt is a request of its own.
#[derive(Clone, Debug)]
pub struct Ask {
    method: Method,
    path: String,
    accept: &'static str,
    content: Option<(&'static str, String)>,
}

impl Ask {
    #[must_use]
    pub fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path)
    }

    #[must_use]
    pub fn delete(path: impl Into<String>) -> Self {
        Self::new(Method::DELETE, path)
    }

    #[must_use]
    pub fn post(path: impl Into<String>, body: String) -> Self {
        Self {
            content: Some((JSON, body)),
            ..Self::new(Method::POST, path)
        }
    }

    #[must_use]
    pub fn put(path: impl Into<String>, body: String) -> Self {
        Self {
            content: Some((JSON, body)),
            ..Self::new(Method::PUT, path)
        }
    }

    pub(crate) fn merge_patch(path: impl Into<String>, body: String) -> Self {
        Self {
            content: Some((MERGE_PATCH, body)),
            ..Self::new(Method::PATCH, path)
        }
    }

    fn new(method: Method, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            accept: JSON,
            content: None,
        }
    }

    pub(crate) const fn accept(mut self, accept: &'static str) -> Self {
        self.accept = accept;
        self
    }

    /// `GET /apis/…`, without what pages a list.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.path.split('?').next().unwrap_or_default();
        format!("{} {path}", self.method)
    }
}

/// An answer that is no success.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Failure {
    pub code: u16,
    pub message: String,
    details: FailureDetails,
    metadata: FailureMetadata,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct FailureDetails {
    name: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct FailureMetadata {
    #[serde(rename = "continue")]
    token: String,
}

impl Failure {
    /// A failure that no server said.
    pub(crate) fn new(message: String) -> Self {
        Self {
            message,
            ..Self::default()
        }
    }

    /// Where an expired list goes on, if the server says so.
    pub(crate) fn token(&self) -> Option<&str> {
        let token = self.metadata.token.as_str();
        (!token.is_empty()).then_some(token)
    }

    /// Whether there is no object of that name. Where a whole version is not served, no name is said.
    pub(crate) fn is_gone(&self, name: &str) -> bool {
        self.code == 404 && self.details.name == name
    }

    /// Whether the user may not do that; a webhook may deny with the same code.
    #[must_use]
    pub fn is_missing_right(&self, verb: &str) -> bool {
        self.code == 401
            || self.code == 403 && self.message.contains(&format!("cannot {verb} resource"))
    }

    /// Whether the server may answer otherwise a little later.
    pub(crate) const fn is_passing(&self) -> bool {
        matches!(self.code, 429 | 500 | 502 | 503 | 504)
    }

    pub(crate) fn error(self, request: String) -> MigrationError {
        MigrationError::Refused {
            request,
            code: self.code,
            message: self.message,
        }
    }
}

/// What came of a request.
pub enum Answer {
    Success(Vec<u8>),
    Failure(Failure),
    /// It has more than is read.
    TooLarge,
}

/// Why there is no answer.
struct NoAnswer(String);

/// A client that asks again.
pub struct Cluster<'c>(pub &'c Client);

impl Cluster<'_> {
    /// Asks for the first time: if nobody is there, that is said at once.
    pub async fn ask_first(&self, ask: &Ask) -> Result<Answer, MigrationError> {
        self.ask_up_to(ask, 1).await
    }

    /// Asks until there is an answer that is not about this moment.
    pub async fn ask(&self, ask: &Ask) -> Result<Answer, MigrationError> {
        self.ask_up_to(ask, ATTEMPTS).await
    }

    /// Asks again where there is no answer, so many times in all, and where the server has no time.
    async fn ask_up_to(&self, ask: &Ask, unanswered: u32) -> Result<Answer, MigrationError> {
        let mut wait = FIRST_WAIT;
        let mut attempts = 0;
        loop {
            attempts += 1;
            let asked_to_wait = match self.attempt(ask).await {
                Ok((Answer::Failure(failure), after))
                    if failure.is_passing() && attempts < ATTEMPTS =>
                {
                    tracing::debug!(
                        request = ask.name(),
                        code = failure.code,
                        message = failure.message,
                        "asked again"
                    );
                    after
                }
                Ok((answer, _)) => return Ok(answer),
                Err(NoAnswer(error)) if attempts >= unanswered => {
                    return Err(unreachable(ask, error));
                }
                Err(NoAnswer(error)) => {
                    tracing::debug!(request = ask.name(), error, "asked again");
                    None
                }
            };
            sleep(asked_to_wait.unwrap_or(wait).min(LAST_WAIT)).await;
            wait = (wait * 2).min(LAST_WAIT);
        }
    }

    async fn attempt(&self, ask: &Ask) -> Result<(Answer, Option<Duration>), NoAnswer> {
        let mut request = Request::builder()
            .method(ask.method.clone())
            .uri(&ask.path)
            .header(ACCEPT, ask.accept);
        let mut body = Body::empty();
        if let Some((kind, content)) = &ask.content {
            request = request.header(CONTENT_TYPE, *kind);
            body = Body::from(content.clone().into_bytes());
        }
        let request = request
            .body(body)
            .map_err(|error| NoAnswer(error.to_string()))?;
        let asked = async {
            let response = self.0.send(request).await;
            let response = response.map_err(|error| NoAnswer(why(&error)))?;
            let (parts, body) = response.into_parts();
            let after = parts.headers.get(RETRY_AFTER);
            let after = after
                .and_then(|after| after.to_str().ok())
                .and_then(|after| after.parse().ok())
                .map(Duration::from_secs);
            let body = match Limited::new(body, MAX_ANSWER).collect().await {
                Ok(body) => body.to_bytes(),
                Err(error) if error.is::<LengthLimitError>() => {
                    return Ok((Answer::TooLarge, after));
                }
                Err(error) => return Err(NoAnswer(error.to_string())),
            };
            if parts.status.is_success() {
                return Ok((Answer::Success(body.into()), after));
            }
            let mut failure: Failure = serde_json::from_slice(&body).unwrap_or_default();
            failure.code = parts.status.as_u16();
            if failure.message.is_empty() {
                failure.message = format!("the server answers {}", parts.status);
            }
            Ok((Answer::Failure(failure), after))
        };
        match timeout(PATIENCE, asked).await {
            Ok(answer) => answer,
            Err(_) => Err(NoAnswer(format!("no answer in {} s", PATIENCE.as_secs()))),
        }
    }

    /// The lines of an answer, each given once and none kept: a server's metrics have megabytes. The rest is not read when `each`
    /// gives `false`. Whether there was an answer that can be read.
    pub async fn lines(&self, path: &str, mut each: impl FnMut(&str) -> bool) -> bool {
        let Ok(request) = Request::get(path).body(Body::empty()) else {
            return false;
        };
        let read = async {
            let response = self.0.send(request).await.ok()?;
            if !response.status().is_success() {
                return None;
            }
            let mut body = Limited::new(response.into_body(), MAX_ANSWER);
            let mut rest = Vec::new();
            while let Some(frame) = body.frame().await {
                let Ok(data) = frame.ok()?.into_data() else {
                    continue;
                };
                for part in data.split_inclusive(|byte| *byte == b'\n') {
                    rest.extend_from_slice(part);
                    if part.ends_with(b"\n") {
                        if !each(String::from_utf8_lossy(&rest).trim_end()) {
                            return Some(());
                        }
                        rest.clear();
                    }
                }
            }
            Some(())
        };
        matches!(timeout(PATIENCE, read).await, Ok(Some(())))
    }
}

/// What a success holds.
pub fn read<T: DeserializeOwned>(ask: &Ask, answer: Answer) -> Result<T, MigrationError> {
    let unreadable = |error: String| MigrationError::Unreadable {
        request: ask.name(),
        error,
    };
    match answer {
        Answer::Success(body) => serde_json::from_slice(&body)
            .map_err(|error| unreadable(format!("the answer cannot be read: {error}"))),
        Answer::Failure(failure) => Err(failure.error(ask.name())),
        Answer::TooLarge => Err(unreadable(format!(
            "the answer has more than {MAX_ANSWER} bytes"
        ))),
    }
}

/// A name as a part of a path, whatever is in it.
#[must_use]
pub fn segment(name: &str) -> String {
    /// What a name may not bring into a path.
    const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.');
    utf8_percent_encode(name, SEGMENT).to_string()
}

fn unreachable(ask: &Ask, error: String) -> MigrationError {
    MigrationError::Unreachable {
        request: ask.name(),
        error,
    }
}

/// The words of an error and of what caused it: kube's and hyper's own say no more than that a service failed.
#[must_use]
pub fn why(error: &(dyn std::error::Error + 'static)) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        cause = error.source();
    }
    words
}
