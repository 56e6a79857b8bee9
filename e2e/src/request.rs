//! Requests in the API server's own terms: any path, any representation, every header and status of the answer.

use http::header::{ACCEPT, CONTENT_TYPE, WARNING};
use http::{HeaderMap, Method};
use kube::client::Body;
use serde_json::Value;

use crate::cluster::Cluster;
use crate::error::Error;

/// The representation that `kubectl get` asks for.
pub const TABLE: &str = "application/json;as=Table;v=v1;g=meta.k8s.io";

const JSON: &str = "application/json";
const MERGE_PATCH: &str = "application/merge-patch+json";
/// YAML of which JSON is a part.
const APPLY_PATCH: &str = "application/apply-patch+yaml";

/// A request to be sent.
#[must_use = "a request does nothing until it is sent"]
pub struct Request<'a> {
    cluster: &'a Cluster,
    method: Method,
    path: String,
    query: Vec<String>,
    accept: &'static str,
    content: Option<(&'static str, String)>,
}

impl Cluster {
    /// Reads an object, a collection or any other path.
    pub fn get(&self, path: impl Into<String>) -> Request<'_> {
        Request::new(self, Method::GET, path)
    }

    /// Creates an object in a collection.
    pub fn create(&self, path: impl Into<String>, object: &Value) -> Request<'_> {
        Request::new(self, Method::POST, path).content(JSON, object)
    }

    /// Replaces an object or a subresource.
    pub fn replace(&self, path: impl Into<String>, object: &Value) -> Request<'_> {
        Request::new(self, Method::PUT, path).content(JSON, object)
    }

    /// Changes an object or a subresource by a JSON merge patch.
    pub fn merge_patch(&self, path: impl Into<String>, change: &Value) -> Request<'_> {
        Request::new(self, Method::PATCH, path).content(MERGE_PATCH, change)
    }

    /// Server-side apply.
    pub fn apply(&self, path: impl Into<String>, manager: &str, object: &Value) -> Request<'_> {
        Request::new(self, Method::PATCH, path)
            .content(APPLY_PATCH, object)
            .query("fieldManager", manager)
    }

    /// Deletes an object or a collection.
    pub fn delete(&self, path: impl Into<String>) -> Request<'_> {
        Request::new(self, Method::DELETE, path)
    }
}

impl<'a> Request<'a> {
    fn new(cluster: &'a Cluster, method: Method, path: impl Into<String>) -> Self {
        let (path, query) = (path.into(), Vec::new());
        Self {
            cluster,
            method,
            path,
            query,
            accept: JSON,
            content: None,
        }
    }

    fn content(mut self, content_type: &'static str, body: &Value) -> Self {
        self.content = Some((content_type, body.to_string()));
        self
    }

    /// Adds a parameter, neither part of which needs escaping.
    pub fn query(mut self, key: &str, value: &str) -> Self {
        self.query.push(format!("{key}={value}"));
        self
    }

    /// Everything but storing.
    pub fn dry_run(self) -> Self {
        self.query("dryRun", "All")
    }

    /// Refuses unknown and repeated fields instead of warning of them.
    pub fn strict(self) -> Self {
        self.query("fieldValidation", "Strict")
    }

    /// Asks for the answer in that representation, such as [`TABLE`].
    pub fn accept(mut self, media_type: &'static str) -> Self {
        self.accept = media_type;
        self
    }

    /// The server's answer, whatever its status.
    pub async fn send(self) -> Result<Answer, Error> {
        let Self {
            cluster,
            method,
            path,
            query,
            accept,
            content,
        } = self;
        let name = format!("{method} {path}");
        let uri = if query.is_empty() {
            path
        } else {
            format!("{path}?{}", query.join("&"))
        };
        let mut request = http::Request::builder()
            .method(method)
            .uri(uri)
            .header(ACCEPT, accept);
        let body = match content {
            None => Body::empty(),
            Some((content_type, body)) => {
                request = request.header(CONTENT_TYPE, content_type);
                Body::from(body.into_bytes())
            }
        };
        let request = match request.body(body) {
            Ok(request) => request,
            Err(error) => return Err(Error::Request(name, error)),
        };
        let failed = |error| Error::Client(name.clone(), Box::new(error));
        let response = cluster.client().send(request).await.map_err(failed)?;
        let code = response.status().as_u16();
        let warnings = warnings(response.headers());
        let bytes = response.into_body().collect_bytes().await.map_err(failed)?;
        // Unknown paths are answered in plain text.
        let body = match serde_json::from_slice(&bytes) {
            Ok(body) => body,
            Err(_) if code >= 400 => Value::String(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => return Err(Error::Answer(name, error)),
        };
        Ok(Answer {
            request: name,
            code,
            warnings,
            body,
        })
    }
}

/// What the API server answered.
#[derive(Debug)]
pub struct Answer {
    pub(crate) request: String,
    /// The status code.
    pub code: u16,
    /// The texts of the warnings, in order.
    pub warnings: Vec<String>,
    /// The object, list or table; after a refusal the `Status`.
    pub body: Value,
}

impl Answer {
    /// The answer itself, if the server did as asked.
    pub fn ok(self) -> Result<Self, Error> {
        if self.code < 300 {
            return Ok(self);
        }
        Err(self.refusal())
    }

    /// The answer as an error.
    pub(crate) fn refusal(&self) -> Error {
        let message = self.body.get("message").and_then(Value::as_str);
        let message = message.map_or_else(|| self.body.to_string(), str::to_owned);
        Error::Refused {
            request: self.request.clone(),
            code: self.code,
            message,
        }
    }

    /// What the JSON pointer leads to, `null` if to nothing.
    #[must_use]
    pub fn at(&self, pointer: &str) -> &Value {
        self.body.pointer(pointer).unwrap_or(&Value::Null)
    }
}

/// A warning header is `299 - "text"`, its text quoted as in Go: `\"` and `\\`.
fn warnings(headers: &HeaderMap) -> Vec<String> {
    let values = headers.get_all(WARNING).into_iter();
    values
        .map(|value| {
            let value = String::from_utf8_lossy(value.as_bytes());
            let text = value
                .strip_prefix("299 - \"")
                .and_then(|rest| rest.strip_suffix('"'));
            text.unwrap_or(&value)
                .replace("\\\"", "\"")
                .replace("\\\\", "\\")
        })
        .collect()
}
