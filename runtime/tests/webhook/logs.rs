//! What is logged, and what never is.

use std::{
    cell::RefCell,
    fmt::{Debug, Write as _},
    sync::{
        Once,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use http::HeaderMap;
use tracing::{
    Event, Metadata, Span, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
    subscriber::Interest,
};

use crate::{
    client::Client,
    restaurant::{identity, pizza, review, server, start},
};
use wheelwright::webhook::tls::{CertificateError, Certificates};

thread_local! {
    /// What this thread has written since it began to keep it.
    static LINES: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Writes spans and events as text, for each thread that keeps its own.
///
/// It is the one of all threads: where only one thread has a subscriber, tracing asks the thread
/// that first comes upon an event whether anybody wants it, and that is another test's.
struct Written {
    spans: AtomicU64,
}

/// Keeps what this thread writes from here on.
fn keep() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let spans = AtomicU64::new(0);
        tracing::subscriber::set_global_default(Written { spans }).unwrap();
        // What was come upon while nobody listened.
        tracing::callsite::rebuild_interest_cache();
    });
    LINES.set(Some(Vec::new()));
}

fn kept() -> Vec<String> {
    LINES.take().unwrap()
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }
}

fn write_line(start: String, record: impl FnOnce(&mut Line)) {
    let mut line = Line(start);
    record(&mut line);
    LINES.with_borrow_mut(|lines| {
        if let Some(lines) = lines {
            lines.push(line.0);
        }
    });
}

impl Subscriber for Written {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if metadata.target().starts_with("wheelwright") {
            Interest::sometimes()
        } else {
            Interest::never()
        }
    }

    fn enabled(&self, _: &Metadata<'_>) -> bool {
        LINES.with_borrow(Option::is_some)
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        write_line(format!("span {}", span.metadata().name()), |line| {
            span.record(line);
        });
        Id::from_u64(self.spans.fetch_add(1, Ordering::SeqCst) + 1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        write_line("record".to_owned(), |line| values.record(line));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let level = event.metadata().level();
        write_line(format!("{level}"), |line| event.record(line));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

static PARENTS: AtomicUsize = AtomicUsize::new(0);

fn parent(headers: &HeaderMap, span: &Span) {
    if headers.contains_key("content-type") && !span.is_none() {
        PARENTS.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn one_event_for_each_review_and_no_contents() {
    keep();
    let server = start(server().request_span(parent)).await;
    let mut client = Client::new(&server).await;
    let secret = [pizza("v1alpha1", "secret-1"), pizza("v1alpha1", "secret-2")];
    client.post("/convert", review(&secret, "v1")).await;
    let broken = [pizza("v1alpha1", "broken")];
    client
        .post("/convert/v1/pizza", review(&broken, "v1"))
        .await;
    client.get("/healthz").await;

    let lines = kept();
    let text = lines.join("\n");
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        count("span webhook otel.name=\"convert\" otel.kind=\"server\""),
        2,
        "{text}"
    );
    assert_eq!(
        count("DEBUG message=review answered uid=\"u-1\" kind=\"Pizza.example.com\""),
        1,
        "{text}"
    );
    assert_eq!(
        count("WARN message=review failed uid=\"u-1\" kind=\"Pizza.example.com\""),
        1,
        "{text}"
    );
    for part in [
        "from=\"v1alpha1\" to=\"v1\"",
        "objects=2",
        "reason=\"conversion\"",
        "seconds=",
        "status=200",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    for content in ["secret", "mozzarella", "margherita", "broken"] {
        assert!(!text.contains(content), "{content}\n{text}");
    }
    assert_eq!(PARENTS.load(Ordering::SeqCst), 2);
}

#[test]
fn a_certificate_stays_only_where_there_is_one() {
    keep();
    let (publisher, _certificates) = Certificates::channel();
    let error = CertificateError::new("gone");
    publisher.failed(&error);
    publisher.publish(identity());
    publisher.failed(&error);
    let lines = kept();
    assert_eq!(lines[0], "ERROR message=no certificate yet error=gone");
    assert!(lines[1].starts_with("INFO message=certificate loaded"));
    assert!(lines[2].contains("the last one stays error=gone"));
}

#[tokio::test]
async fn a_line_has_an_end_whatever_a_client_sends() {
    keep();
    let server = start(server()).await;
    let mut client = Client::new(&server).await;
    let long = "ü".repeat(100_000);
    let mut stranger = pizza("v1alpha1", "p");
    stranger["kind"] = long.as_str().into();
    stranger["apiVersion"] = format!("{long}/{long}").into();
    let body = review(&[stranger], "v1").replace("u-1", &long);
    let answered = client.post("/convert", body).await;
    // Only the log is short.
    assert_eq!(answered.json()["response"]["uid"], long);
    let lines = kept();
    let failed = lines.iter().find(|line| line.contains("review failed"));
    assert!(failed.is_some_and(|line| line.contains("uid=\"üüü")));
    for line in lines {
        assert!(line.len() < 3000, "{} bytes", line.len());
    }
}
