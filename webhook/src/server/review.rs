//! One review: from its head to what it is answered.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode, header, request::Parts};
use hyper::body::Incoming;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::Span;

use super::{
    body::{self, Body, BodyError, Bounds},
    convert,
    memory::Held,
    reply::Reply,
    route::{self, ReviewVersion},
    service::Shared,
    watched::Activity,
};
use crate::{
    Failure,
    admission::{Stage, weight},
    convert::Converter,
};

/// Who answers a review.
pub(super) enum Review {
    Convert(Vec<&'static Converter>),
    Admit {
        stage: Stage,
        review_version: ReviewVersion,
        kind: String,
    },
}

/// What it may take to put together the answer that there is no answer.
const GRACE: Duration = Duration::from_millis(200);

pub(super) async fn answer(
    shared: &Arc<Shared>,
    activity: &Activity,
    parts: &Parts,
    incoming: Incoming,
    review: Review,
) -> Reply {
    let start = Instant::now();
    if let Some(reply) = refusal(parts) {
        return reply;
    }
    let _in_flight = InFlight::new(shared);
    let limit = match review {
        Review::Convert(_) => shared.limits.conversion_bytes,
        Review::Admit { .. } => shared.limits.admission_bytes,
    };
    let asked = route::timeout(parts.uri.query()).map(|asked| start + asked - way_back(asked));
    let within = |own: Duration| {
        let own = Instant::now() + own;
        asked.map_or(own, |asked| asked.min(own))
    };
    let bounds = Bounds {
        limit,
        until: within(shared.deadlines.body),
        idle: shared.deadlines.body_idle,
        tick: shared.deadlines.tick(),
    };
    let body = match body::read(incoming, &shared.memory, activity, bounds).await {
        Ok(body) => body,
        Err(error) => return unread(error),
    };
    let until = within(shared.deadlines.handler);
    // Handlers know the deadline, and what passes it is answered with a review; this is for what does not come back.
    let patience = match review {
        Review::Convert(_) => until,
        Review::Admit { .. } => until + GRACE,
    };
    timeout_at(patience, run(shared, review, body, until))
        .await
        .unwrap_or_else(|_| late())
}

fn late() -> Reply {
    Reply::failure(
        StatusCode::GATEWAY_TIMEOUT,
        Failure::Timeout,
        "no answer in time",
    )
}

/// What an answer needs to arrive before the client stops waiting.
fn way_back(asked: Duration) -> Duration {
    (asked / 10).min(Duration::from_millis(500))
}

/// Why a request is refused by its head alone.
fn refusal(parts: &Parts) -> Option<Reply> {
    if parts.method != Method::POST {
        return Some(Reply::not_allowed("POST"));
    }
    let unsupported = |words: &str| {
        Some(Reply::failure(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Failure::NotReview,
            words,
        ))
    };
    let encoding = parts.headers.get(header::CONTENT_ENCODING);
    if encoding.is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return unsupported(
            "compressed bodies are not read here: send the review without a content-encoding",
        );
    }
    if !is_json(&parts.headers) {
        return unsupported("a review is application/json");
    }
    None
}

/// Whether a body says that it is JSON, or says nothing.
fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_none_or(|value| {
        let essence = value
            .as_bytes()
            .split(|byte| *byte == b';')
            .next()
            .unwrap_or_default();
        essence
            .trim_ascii()
            .eq_ignore_ascii_case(b"application/json")
    })
}

fn unread(error: BodyError) -> Reply {
    match error {
        BodyError::TooLong(limit) => Reply::failure(
            StatusCode::PAYLOAD_TOO_LARGE,
            Failure::TooLong,
            &format!("at most {limit} bytes are read"),
        ),
        BodyError::Slow => Reply::failure(
            StatusCode::REQUEST_TIMEOUT,
            Failure::Timeout,
            "the body did not come in time",
        ),
        BodyError::Broken(error) => Reply::failure(
            StatusCode::BAD_REQUEST,
            Failure::NotReview,
            &format!("the body broke off: {error}"),
        ),
        BodyError::NoMemory => busy("memory"),
    }
}

fn busy(what: &str) -> Reply {
    Reply::failure(
        StatusCode::SERVICE_UNAVAILABLE,
        Failure::NotReady,
        &format!("too much work: no {what} was free in time, try again"),
    )
}

async fn run(shared: &Arc<Shared>, review: Review, body: Body, until: Instant) -> Reply {
    let Body { bytes, held } = body;
    let is_large = bytes.len() > shared.limits.inline_bytes;
    match review {
        Review::Convert(converters) => {
            let (answer, held) = if is_large {
                let slot = Arc::clone(&shared.conversions).acquire_owned();
                let Ok(Ok(slot)) = timeout(shared.deadlines.queue, slot).await else {
                    return busy("thread");
                };
                let work = move || {
                    let answer = convert::answer(&converters, &bytes);
                    drop((bytes, slot));
                    (answer, held)
                };
                match off_the_io_threads(work).await {
                    Ok(done) => done,
                    Err(reply) => return reply,
                }
            } else {
                (convert::answer(&converters, &bytes), held)
            };
            shared.metrics.converted(&answer.seen.report);
            Reply::review(answer.status, answer.body, answer.seen, Some(held))
        }
        Review::Admit {
            stage,
            review_version,
            kind,
        } => {
            let held = match weighed(shared, &bytes, held, is_large).await {
                Ok(held) => held,
                Err(reply) => return reply,
            };
            let hooks = Arc::clone(&shared.hooks);
            let answer = async move {
                let (kind, version) = (Some(&*kind), Some(review_version.as_str()));
                let deadline = Some(until.into_std());
                hooks.answer_by(stage, kind, version, bytes, deadline).await
            };
            let (answer, held) = if is_large {
                let runtime = tokio::runtime::Handle::current();
                match off_the_io_threads(move || (runtime.block_on(answer), held)).await {
                    Ok(done) => done,
                    Err(reply) => return reply,
                }
            } else {
                (answer.await, held)
            };
            Reply::review(answer.status, answer.body.into(), answer.seen, Some(held))
        }
    }
}

/// Holds what the values of a review take, for handlers see them as such: that may be far more than the body.
async fn weighed(
    shared: &Shared,
    bytes: &Bytes,
    held: Held,
    is_large: bool,
) -> Result<Held, Reply> {
    let weight = if is_large {
        let bytes = bytes.clone();
        off_the_io_threads(move || weight(&bytes)).await?
    } else {
        weight(bytes)
    };
    if !shared.memory.has(weight) {
        return Err(Reply::failure(
            StatusCode::PAYLOAD_TOO_LARGE,
            Failure::TooLong,
            &format!("its values take {weight} bytes, more than there is memory for"),
        ));
    }
    let held = shared.memory.weigh(held, weight).await;
    held.map_err(|_| busy("memory"))
}

async fn off_the_io_threads<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Reply> {
    let span = Span::current();
    let work = tokio::task::spawn_blocking(move || span.in_scope(work));
    work.await.map_err(|error| {
        if error.is_panic() {
            Reply::failure(
                StatusCode::INTERNAL_SERVER_ERROR,
                Failure::Panic,
                "the handler panicked",
            )
        } else {
            busy("thread")
        }
    })
}

/// A review that is being answered.
struct InFlight(Arc<Shared>);

impl InFlight {
    fn new(shared: &Arc<Shared>) -> Self {
        shared.metrics.in_flight.inc();
        Self(Arc::clone(shared))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.metrics.in_flight.dec();
    }
}
