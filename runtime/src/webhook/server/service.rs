//! One request: from its head to its answer.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, StatusCode, header, request::Parts};
use http_body_util::Full;
use hyper::body::Incoming;
use tokio::{
    sync::{Semaphore, watch},
    time::{Instant as Moment, timeout, timeout_at},
};
use tracing::{Instrument as _, Span};

use super::{
    admit::Admit,
    body::{self, Body, BodyError, Bounds},
    builder::{RequestSpan, ServedWheel},
    caught::caught,
    convert,
    limits::{Deadlines, Limits},
    memory::Memory,
    metrics::Metrics,
    phase::{Gate, Phase, obstacles},
    reply::Reply,
    route::{self, ReviewVersion, Route},
    watched::Activity,
};
use crate::{
    convert::Converter,
    webhook::{Failure, Seen, admission::Stage, tls::Certificates},
};

/// What all connections of a server share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) wheels: Vec<ServedWheel>,
    pub(super) admit: Option<Arc<dyn Admit>>,
    pub(super) gates: Vec<Gate>,
    pub(super) request_span: Option<RequestSpan>,
    pub(super) limits: Limits,
    pub(super) deadlines: Deadlines,
    pub(super) memory: Memory,
    pub(super) conversions: Arc<Semaphore>,
    pub(super) connections: Arc<Semaphore>,
    pub(super) metrics: Metrics,
    pub(super) certificates: Certificates,
    pub(super) phase: watch::Receiver<Phase>,
}

impl Shared {
    /// Whether three quarters of the connections are open.
    pub(super) fn is_crowded(&self) -> bool {
        self.connections.available_permits() < self.limits.connections / 4
    }

    fn obstacles(&self) -> Vec<&str> {
        let phase = *self.phase.borrow();
        obstacles(phase, self.certificates.current().is_some(), &self.gates)
    }

    fn converters(&self, kind: Option<&str>) -> Vec<&'static Converter> {
        self.wheels
            .iter()
            .map(|wheel| wheel.converter)
            .filter(|converter| {
                kind.is_none_or(|kind| converter.kind().to_ascii_lowercase() == kind)
            })
            .collect()
    }
}

/// Answers a request, whatever it is.
pub(super) async fn answer(
    shared: Arc<Shared>,
    activity: Arc<Activity>,
    request: Request<Incoming>,
) -> Response<Full<Bytes>> {
    let start = Instant::now();
    let pending = activity.begin();
    let (parts, incoming) = request.into_parts();
    let route = Route::of(parts.uri.path());
    let span = span_of(&shared, &parts, &route);
    let reply = caught(reply(&shared, &parts, &route, incoming).instrument(span.clone())).await;
    let reply = reply.unwrap_or_else(|_| {
        Reply::failure(
            StatusCode::INTERNAL_SERVER_ERROR,
            Failure::Panic,
            "the handler panicked",
        )
    });
    let took = start.elapsed();
    shared.metrics.answered(
        route.label(),
        route.is_review(),
        reply.status,
        &reply.seen,
        took,
    );
    if route.is_review() {
        span.in_scope(|| log(&reply, took));
    }
    let is_closing = *shared.phase.borrow() > Phase::Serving;
    reply.into_http(&parts.method, parts.version, is_closing, pending)
}

fn span_of(shared: &Shared, parts: &Parts, route: &Route<'_>) -> Span {
    if !route.is_review() {
        return Span::none();
    }
    let span = tracing::info_span!(
        "webhook",
        otel.name = route.label(),
        otel.kind = "server",
        otel.status_code = tracing::field::Empty,
        http.request.method = parts.method.as_str(),
        http.route = route.label(),
        http.response.status_code = tracing::field::Empty,
    );
    if let Some(request_span) = shared.request_span {
        request_span(&parts.headers, &span);
    }
    span
}

/// One event for each review: what failed as a warning, the rest for debugging. Never the contents of an object.
fn log(reply: &Reply, took: Duration) {
    let Seen {
        uid,
        kind,
        from,
        to,
        operation,
        objects,
        failure,
        denied,
        report,
    } = &reply.seen;
    let status = reply.status.as_u16();
    let span = Span::current();
    span.record("http.response.status_code", status);
    let seconds = took.as_secs_f64();
    if let Some(failure) = failure {
        span.record("otel.status_code", "ERROR");
        let reason = failure.label();
        tracing::warn!(
            uid,
            kind,
            from,
            to,
            operation,
            objects,
            reason,
            status,
            seconds,
            "review failed"
        );
    } else {
        tracing::debug!(
            uid,
            kind,
            from,
            to,
            operation,
            objects,
            denied,
            status,
            seconds,
            "review answered"
        );
    }
    for unfit in report.conversions.iter().filter(|done| done.unfit > 0) {
        let paths: Vec<&str> = unfit.refused.iter().map(|field| &*field.path).collect();
        tracing::debug!(
            uid,
            kind,
            from = unfit.from,
            to = unfit.to,
            objects = unfit.unfit,
            paths = paths.join(", "),
            "delivered what the schema refuses"
        );
    }
}

async fn reply(
    shared: &Arc<Shared>,
    parts: &Parts,
    route: &Route<'_>,
    incoming: Incoming,
) -> Reply {
    match route {
        Route::Healthz => probe(&parts.method, || Reply::words(StatusCode::OK, "ok")),
        Route::Readyz => probe(&parts.method, || match shared.obstacles() {
            obstacles if obstacles.is_empty() => Reply::words(StatusCode::OK, "ok"),
            obstacles => {
                let words = format!("not ready: {}", obstacles.join(", "));
                Reply::words(StatusCode::SERVICE_UNAVAILABLE, &words)
            }
        }),
        Route::Metrics => probe(&parts.method, || {
            Reply::metrics(
                shared
                    .metrics
                    .text(shared.obstacles().is_empty(), &shared.certificates),
            )
        }),
        Route::Unknown => Reply::words(
            StatusCode::NOT_FOUND,
            "nothing is served at this path, only at /convert, /convert/{v1,v1beta1}/<kind>, /admit/{v1,v1beta1}/<kind>, \
             /validate/{v1,v1beta1}/<kind>, /healthz, /readyz and /metrics; <kind> is in lower case",
        ),
        Route::Convert(kind) => {
            let converters = shared.converters(kind.as_deref());
            if converters.is_empty() {
                let kind = kind.as_deref().unwrap_or("any kind");
                return unknown(&format!("{kind} is not converted here"));
            }
            review(shared, parts, incoming, Review::Convert(converters)).await
        }
        Route::Admit {
            stage,
            review_version,
            kind,
        } => match &shared.admit {
            Some(admit) if admit.serves(*stage, kind) => {
                let review_of = Review::Admit {
                    admit: Arc::clone(admit),
                    stage: *stage,
                    review_version: *review_version,
                    kind: kind.to_string(),
                };
                review(shared, parts, incoming, review_of).await
            }
            _ => {
                let stage = match stage {
                    Stage::Mutating => "mutating",
                    Stage::Validating => "validating",
                };
                unknown(&format!("there is no {stage} handler for {kind} here"))
            }
        },
    }
}

fn unknown(words: &str) -> Reply {
    Reply::failure(StatusCode::NOT_FOUND, Failure::Unknown, words)
}

fn probe(method: &Method, answer: impl FnOnce() -> Reply) -> Reply {
    if method == Method::GET || method == Method::HEAD {
        answer()
    } else {
        Reply::not_allowed("GET, HEAD")
    }
}

/// Who answers a review.
enum Review {
    Convert(Vec<&'static Converter>),
    Admit {
        admit: Arc<dyn Admit>,
        stage: Stage,
        review_version: ReviewVersion,
        kind: String,
    },
}

async fn review(shared: &Arc<Shared>, parts: &Parts, incoming: Incoming, review: Review) -> Reply {
    let start = Moment::now();
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
        let own = Moment::now() + own;
        asked.map_or(own, |asked| asked.min(own))
    };
    let bounds = Bounds {
        limit,
        until: within(shared.deadlines.body),
        idle: shared.deadlines.body_idle,
    };
    let body = match body::read(incoming, &shared.memory, bounds).await {
        Ok(body) => body,
        Err(error) => return unread(error),
    };
    let until = within(shared.deadlines.handler);
    timeout_at(until, run(shared, review, body))
        .await
        .unwrap_or_else(|_| {
            Reply::failure(
                StatusCode::GATEWAY_TIMEOUT,
                Failure::Timeout,
                "no answer in time",
            )
        })
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

async fn run(shared: &Arc<Shared>, review: Review, body: Body) -> Reply {
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
            Reply::review(answer, Some(held))
        }
        Review::Admit {
            admit,
            stage,
            review_version,
            kind,
        } => {
            let version = review_version.as_str();
            if is_large {
                let runtime = tokio::runtime::Handle::current();
                let work = move || {
                    let answer = runtime.block_on(admit.answer(stage, &kind, version, bytes));
                    (answer, held)
                };
                match off_the_io_threads(work).await {
                    Ok((answer, held)) => Reply::review(answer, Some(held)),
                    Err(reply) => reply,
                }
            } else {
                Reply::review(admit.answer(stage, &kind, version, bytes).await, Some(held))
            }
        }
    }
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
