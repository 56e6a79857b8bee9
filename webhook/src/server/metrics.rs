//! What Prometheus reads.

use std::{
    sync::{Mutex, PoisonError, atomic::AtomicU64},
    time::{Duration, SystemTime},
};

use http::StatusCode;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

use super::connections::Wait;
use crate::{Failure, Seen, convert::Report, tls::Certificates};

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    path: &'static str,
    outcome: &'static str,
    code: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PathLabels {
    path: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct FailureLabels {
    path: &'static str,
    reason: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ConversionLabels {
    kind: String,
    from: &'static str,
    to: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct FieldLabels {
    kind: String,
    to: &'static str,
    field: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct DeprecatedLabels {
    kind: String,
    version: String,
    field: String,
    user: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct WaitLabels {
    waited_for: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ReasonLabels {
    reason: &'static str,
}

#[cfg(feature = "install")]
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct CrdLabels {
    crd: String,
}

/// Seconds; from an object to what an API server waits at most.
const BUCKETS: [f64; 14] = [
    0.0001, 0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0,
];

/// Why a connection ended that did not end well, or a stream of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Accept,
    Handshake,
    HandshakeTimeout,
    PlainHttp,
    HeadTimeout,
    WriteTimeout,
    Protocol,
    TooMany,
    Killed,
}

impl Broken {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Handshake => "handshake",
            Self::HandshakeTimeout => "handshake_timeout",
            Self::PlainHttp => "plain_http",
            Self::HeadTimeout => "head_timeout",
            Self::WriteTimeout => "write_timeout",
            Self::Protocol => "protocol",
            Self::TooMany => "too_many_requests",
            Self::Killed => "shutdown",
        }
    }
}

/// The metrics of one server.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Mutex<Registry>,
    requests: Family<RequestLabels, Counter>,
    durations: Family<PathLabels, Histogram, fn() -> Histogram>,
    objects: Family<ConversionLabels, Counter>,
    objects_keeping: Family<ConversionLabels, Counter>,
    objects_marked: Family<ConversionLabels, Counter>,
    objects_unfit: Family<ConversionLabels, Counter>,
    refused_values: Family<FieldLabels, Counter>,
    deprecated: Family<DeprecatedLabels, Counter>,
    failures: Family<FailureLabels, Counter>,
    panics: Counter,
    pub(super) in_flight: Gauge,
    pub(super) connections: Gauge,
    broken: Family<ReasonLabels, Counter>,
    evicted: Family<WaitLabels, Counter>,
    ready: Gauge,
    expiry: Gauge<f64, AtomicU64>,
    reload_failures: Counter,
    #[cfg(feature = "install")]
    pub(super) restored: wheelwright_install::Restored,
    #[cfg(feature = "install")]
    restored_stanzas: Family<CrdLabels, Counter>,
}

impl Metrics {
    pub(super) fn new() -> Self {
        let mut registry = Registry::with_prefix("wheelwright");
        let durations: fn() -> Histogram = || Histogram::new(BUCKETS);
        let metrics = Self {
            registry: Mutex::default(),
            requests: Family::default(),
            durations: Family::new_with_constructor(durations),
            objects: Family::default(),
            objects_keeping: Family::default(),
            objects_marked: Family::default(),
            objects_unfit: Family::default(),
            refused_values: Family::default(),
            deprecated: Family::default(),
            failures: Family::default(),
            panics: Counter::default(),
            in_flight: Gauge::default(),
            connections: Gauge::default(),
            broken: Family::default(),
            evicted: Family::default(),
            ready: Gauge::default(),
            expiry: Gauge::default(),
            reload_failures: Counter::default(),
            #[cfg(feature = "install")]
            restored: wheelwright_install::Restored::default(),
            #[cfg(feature = "install")]
            restored_stanzas: Family::default(),
        };
        registry.register(
            "requests",
            "Requests by path, outcome (ok, denied, failed, refused) and HTTP status",
            metrics.requests.clone(),
        );
        registry.register(
            "request_duration_seconds",
            "Time from the head of a review to its answer",
            metrics.durations.clone(),
        );
        registry.register(
            "objects_converted",
            "Objects converted from one version to another",
            metrics.objects.clone(),
        );
        registry.register(
            "objects_keeping",
            "Objects converted that carry what a version cannot hold",
            metrics.objects_keeping.clone(),
        );
        registry.register(
            "objects_marked",
            "Objects converted that lost what does not fit into their annotations, so that their way back fails",
            metrics.objects_marked.clone(),
        );
        registry.register(
            "objects_unfit",
            "Objects delivered although the schema of their new version refuses something in them",
            metrics.objects_unfit.clone(),
        );
        registry.register(
            "refused_live_values",
            "Values delivered although the schema of the version they were converted to refuses them, by field",
            metrics.refused_values.clone(),
        );
        registry.register(
            "deprecated_writes",
            "Writes that set a deprecated field, by field and what the user is (service_account, node, system, user)",
            metrics.deprecated.clone(),
        );
        registry.register(
            "failures",
            "Requests that failed, by path and reason",
            metrics.failures.clone(),
        );
        registry.register(
            "panics",
            "Requests that ended in a panic",
            metrics.panics.clone(),
        );
        registry.register(
            "requests_in_flight",
            "Reviews that are being answered",
            metrics.in_flight.clone(),
        );
        registry.register(
            "connections",
            "Open connections",
            metrics.connections.clone(),
        );
        registry.register(
            "broken_connections",
            "Connections and streams that ended badly, by reason",
            metrics.broken.clone(),
        );
        registry.register(
            "evicted_connections",
            "Connections that made room for others, by what they waited for",
            metrics.evicted.clone(),
        );
        registry.register("ready", "Whether /readyz says yes", metrics.ready.clone());
        registry.register(
            "certificate_expiry_timestamp_seconds",
            "When the certificate that is served expires, in seconds since 1970",
            metrics.expiry.clone(),
        );
        registry.register(
            "certificate_reload_failures",
            "New certificates that could not be loaded",
            metrics.reload_failures.clone(),
        );
        #[cfg(feature = "install")]
        registry.register(
            "restored_stanzas",
            "Conversion stanzas that others stripped or rewrote, and that were restored, by CRD",
            metrics.restored_stanzas.clone(),
        );
        *metrics
            .registry
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = registry;
        metrics
    }

    /// Counts a request that was answered.
    pub(super) fn answered(
        &self,
        path: &'static str,
        is_review: bool,
        code: StatusCode,
        seen: &Seen,
        took: Duration,
    ) {
        let outcome = match seen.failure {
            Some(_) => "failed",
            None if seen.denied => "denied",
            None if code.is_success() => "ok",
            None => "refused",
        };
        let code = code.as_u16();
        self.requests
            .get_or_create(&RequestLabels {
                path,
                outcome,
                code,
            })
            .inc();
        if let Some(reason) = seen.failure {
            let reason_label = reason.label();
            self.failures
                .get_or_create(&FailureLabels {
                    path,
                    reason: reason_label,
                })
                .inc();
            if reason == Failure::Panic {
                self.panics.inc();
            }
        }
        // Kinds, versions and fields are those of the schemas, so they are few.
        for write in &seen.deprecated {
            self.deprecated
                .get_or_create(&DeprecatedLabels {
                    kind: seen.kind.clone(),
                    version: write.version.clone(),
                    field: write.field.clone(),
                    user: write.user,
                })
                .inc();
        }
        if is_review {
            self.durations
                .get_or_create(&PathLabels { path })
                .observe(took.as_secs_f64());
        }
    }

    /// Counts what a review converted; kinds, versions and fields are those of the wheels, so they are few.
    pub(super) fn converted(&self, report: &Report) {
        for done in &report.conversions {
            let kind = format!("{}.{}", done.kind, done.group);
            for field in &done.refused {
                let (kind, field_name) = (kind.clone(), field.path.clone());
                let labels = FieldLabels {
                    kind,
                    to: done.to,
                    field: field_name,
                };
                self.refused_values
                    .get_or_create(&labels)
                    .inc_by(field.values);
            }
            let labels = ConversionLabels {
                kind,
                from: done.from,
                to: done.to,
            };
            for (metric, objects) in [
                (&self.objects, done.objects),
                (&self.objects_keeping, done.keeping),
                (&self.objects_marked, done.marked),
                (&self.objects_unfit, done.unfit),
            ] {
                if objects > 0 {
                    metric.get_or_create(&labels).inc_by(objects);
                }
            }
        }
    }

    pub(super) fn broken(&self, reason: Broken) {
        self.broken
            .get_or_create(&ReasonLabels {
                reason: reason.label(),
            })
            .inc();
    }

    pub(super) fn evicted(&self, wait: Wait) {
        self.evicted
            .get_or_create(&WaitLabels {
                waited_for: wait.label(),
            })
            .inc();
    }

    /// All of it in the text format of `OpenMetrics`.
    pub(super) fn text(&self, is_ready: bool, certificates: &Certificates) -> String {
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        self.ready.set(i64::from(is_ready));
        let expiry = certificates.current().and_then(|identity| {
            identity
                .not_after()
                .duration_since(SystemTime::UNIX_EPOCH)
                .ok()
        });
        self.expiry.set(expiry.unwrap_or_default().as_secs_f64());
        let more = certificates
            .failures()
            .saturating_sub(self.reload_failures.get());
        self.reload_failures.inc_by(more);
        #[cfg(feature = "install")]
        for (crd, count) in self.restored.counts() {
            let counter = self.restored_stanzas.get_or_create(&CrdLabels { crd });
            counter.inc_by(count.saturating_sub(counter.get()));
        }
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = encode(&mut text, &registry);
        text
    }
}
