//! One request: from its head to its answer.

use std::{
    error::Error,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use http::{Method, Request, Response, StatusCode, request::Parts};
use http_body_util::Full;
use hyper::body::Incoming;
use tokio::sync::{Semaphore, watch};
use tracing::{Instrument as _, Span};

use super::{
    builder::RequestSpan,
    caught::caught,
    connections::Connections,
    limits::{Deadlines, Limits},
    memory::Memory,
    metrics::{Broken, Metrics},
    phase::{Gate, Phase, obstacles},
    reply::{Outgoing, Reply},
    review::{self, Review},
    route::Route,
    watched::Activity,
};
use crate::{
    Failure, Kind, Seen,
    admission::{Hooks, Stage},
    convert::Converter,
    tls::Certificates,
};

/// So many bytes of each thing that a client says are logged: a kind and its group have 317 at most.
const LOGGED: usize = 320;

/// What all connections of a server share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) kinds: Vec<Kind>,
    pub(super) hooks: Arc<Hooks>,
    pub(super) gates: Vec<Gate>,
    pub(super) request_span: Option<RequestSpan>,
    pub(super) limits: Limits,
    pub(super) deadlines: Deadlines,
    pub(super) memory: Memory,
    pub(super) conversions: Arc<Semaphore>,
    pub(super) connections: Arc<Connections>,
    /// Of which connections take more than one at once.
    pub(super) requests: Arc<Semaphore>,
    /// Whether the last connection could not be taken.
    pub(super) starved: AtomicBool,
    pub(super) metrics: Metrics,
    pub(super) certificates: Certificates,
    pub(super) phase: watch::Receiver<Phase>,
}

impl Shared {
    /// Whether three quarters of the connections are open, or the process can have no more.
    pub(super) fn is_crowded(&self) -> bool {
        self.starved.load(Ordering::Relaxed) || self.connections.is_crowded()
    }

    fn obstacles(&self) -> Vec<&str> {
        let phase = *self.phase.borrow();
        obstacles(phase, self.certificates.current().is_some(), &self.gates)
    }

    fn converters(&self, kind: Option<&str>) -> Vec<&'static Converter> {
        self.kinds
            .iter()
            .filter_map(Kind::converter)
            .filter(|converter| kind.is_none_or(|kind| converter.kind().eq_ignore_ascii_case(kind)))
            .collect()
    }
}

/// More requests wait for clients to take their answers than there is memory for.
#[derive(Debug)]
pub(super) struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too many requests at once")
    }
}

impl Error for TooMany {}

/// Answers a request, whatever it is.
pub(super) async fn answer(
    shared: Arc<Shared>,
    activity: Arc<Activity>,
    request: Request<Incoming>,
) -> Result<Response<Full<Outgoing>>, TooMany> {
    let start = Instant::now();
    let Some(pending) = activity.begin(&shared.requests) else {
        shared.metrics.broken(Broken::TooMany);
        return Err(TooMany);
    };
    let (parts, incoming) = request.into_parts();
    let route = Route::of(parts.uri.path());
    let span = span_of(&shared, &parts, &route);
    let reply =
        caught(reply(&shared, &activity, &parts, &route, incoming).instrument(span.clone())).await;
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
    Ok(reply.into_http(&parts.method, parts.version, is_closing, pending))
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
        deprecated,
    } = &reply.seen;
    let [uid, kind, from, to, operation] = [uid, kind, from, to, operation].map(|text| short(text));
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
    for write in deprecated {
        tracing::debug!(
            uid,
            kind,
            version = write.version,
            field = write.field,
            user = write.user,
            "a deprecated field is set"
        );
    }
}

/// As much of what a client says as a line has room for.
fn short(text: &str) -> &str {
    &text[..text.floor_char_boundary(LOGGED)]
}

async fn reply(
    shared: &Arc<Shared>,
    activity: &Activity,
    parts: &Parts,
    route: &Route<'_>,
    incoming: Incoming,
) -> Reply {
    // On HTTP/1 nothing is read on then; a head of HTTP/2 has no such limit of its own.
    if parts.headers.len() > shared.limits.headers {
        return Reply::words(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            &format!("at most {} headers are read", shared.limits.headers),
        );
    }
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
             /validate/{v1,v1beta1}/<kind>, /healthz, /readyz and /metrics",
        ),
        Route::Convert(kind) => {
            let converters = shared.converters(kind.as_deref());
            if converters.is_empty() {
                let kind = kind.as_deref().unwrap_or("any kind");
                return unknown(&format!("{kind} is not converted here"));
            }
            review::answer(
                shared,
                activity,
                parts,
                incoming,
                Review::Convert(converters),
            )
            .await
        }
        Route::Admit {
            stage,
            review_version,
            kind,
        } => {
            if shared.hooks.has(*stage, Some(kind)) {
                let review = Review::Admit {
                    stage: *stage,
                    review_version: *review_version,
                    kind: kind.to_string(),
                };
                review::answer(shared, activity, parts, incoming, review).await
            } else {
                let stage = match stage {
                    Stage::Mutating => "mutating",
                    Stage::Validating => "validating",
                };
                unknown(&format!("there is no {stage} handler for {kind} here"))
            }
        }
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
