//! What a request is answered, before it is HTTP.

use std::io::IoSlice;

use bytes::{Buf, Bytes};
use http::{HeaderValue, Method, Response, StatusCode, Version, header};
use http_body_util::Full;

use super::{memory::Held, pieces::Pieces, watched::Pending};
use crate::{Failure, Seen};

/// An answer, and what it holds until the client has it.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) body: Pieces,
    pub(super) seen: Seen,
    content_type: &'static str,
    allow: Option<&'static str>,
    held: Option<Held>,
}

const TEXT: &str = "text/plain; charset=utf-8";

impl Reply {
    /// A sentence for people.
    pub(super) fn words(status: StatusCode, words: &str) -> Self {
        Self {
            status,
            body: Bytes::from(format!("{words}\n")).into(),
            seen: Seen::default(),
            content_type: TEXT,
            allow: None,
            held: None,
        }
    }

    /// A sentence, and the reason for the metrics.
    pub(super) fn failure(status: StatusCode, failure: Failure, words: &str) -> Self {
        let mut reply = Self::words(status, words);
        reply.seen.failure = Some(failure);
        reply
    }

    /// The method is none of these.
    pub(super) fn not_allowed(allow: &'static str) -> Self {
        let mut reply = Self::words(
            StatusCode::METHOD_NOT_ALLOWED,
            &format!("only {allow} here"),
        );
        reply.allow = Some(allow);
        reply
    }

    /// Metrics.
    pub(super) fn metrics(text: String) -> Self {
        let mut reply = Self::words(StatusCode::OK, "");
        reply.body = Bytes::from(text).into();
        reply.content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        reply
    }

    /// What a review is answered; the memory of its body is its answer's now.
    pub(super) fn review(status: StatusCode, body: Pieces, seen: Seen, held: Option<Held>) -> Self {
        let is_json = status == StatusCode::OK;
        Self {
            status,
            body,
            seen,
            content_type: if is_json { "application/json" } else { TEXT },
            allow: None,
            held,
        }
    }

    /// The reply as HTTP. `pending` ends when the client has taken it all.
    pub(super) fn into_http(
        self,
        method: &Method,
        version: Version,
        is_closing: bool,
        pending: Pending,
    ) -> Response<Full<Outgoing>> {
        pending.answered();
        let length = self.body.remaining();
        let pieces = if method == Method::HEAD {
            Pieces::default()
        } else {
            self.body
        };
        let body = Outgoing {
            pieces,
            _held: self.held,
            _pending: pending,
        };
        let mut response = Response::new(Full::new(body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(self.content_type),
        );
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        if let Some(allow) = self.allow {
            headers.insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if is_closing && version < Version::HTTP_2 {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Bytes on their way out.
pub(super) struct Outgoing {
    pieces: Pieces,
    _held: Option<Held>,
    _pending: Pending,
}

impl Buf for Outgoing {
    fn remaining(&self) -> usize {
        self.pieces.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.pieces.chunk()
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        self.pieces.chunks_vectored(slices)
    }

    fn advance(&mut self, count: usize) {
        self.pieces.advance(count);
    }
}
