//! How much a client may send, and how long it may take.

use std::time::Duration;

use crate::convert::MAX_BODY;

const MIB: usize = 1 << 20;

/// More of anything is as good as no limit.
const MOST: usize = 1 << 28;

/// How much is taken at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a `ConversionReview`, at most [`MAX_BODY`]. Default: 256 MiB. API servers up to 1.35 send a whole page of a
    /// list in one review, 10,000 objects when a watch cache fills: room for 25 kB each.
    pub conversion_bytes: usize,
    /// Bytes of an `AdmissionReview`. Default: 32 MiB. An object is at most 3 MiB in a request and 1.5 MiB in etcd; both are
    /// in the review of an update, and as Go writes `<` as `\u003c`, each may grow to six times that: 27 MiB.
    pub admission_bytes: usize,
    /// Bytes of all bodies over 1 MiB that are in memory at once, answers not counted; the next one waits. Never less than
    /// the largest body that is taken. Default: 256 MiB. Smaller bodies have 64 MiB to themselves and wait for no large one.
    /// An `AdmissionReview` counts as what its values take, which may be a hundred times its text; one that takes more than
    /// this is refused.
    pub in_flight_bytes: usize,
    /// Connections at once; for the next one, the one that is missed least makes room: the oldest of those that have said
    /// nothing, then of those without a handshake, without a request, or idle. While it leaves it counts no more, but no more
    /// than a sixteenth of this do that at once. When all have requests, the next one waits. When three quarters are open,
    /// those without a request are closed after [`Deadlines::idle_when_crowded`]. Default: 1024.
    pub connections: usize,
    /// Requests at once on a connection of HTTP/2. Default: 250, which is what Go's own server allows.
    pub streams: u32,
    /// Requests at once on all connections together, beyond the first on each, until the client has taken their answers;
    /// one more is reset. Whatever it asks for, a stream of HTTP/2 takes 12 kB. Default: 4096.
    pub requests: usize,
    /// Headers of a request. Default: 64. An API server sends eight.
    pub headers: usize,
    /// Bytes of a request's head. Default: 16 KiB.
    pub header_bytes: usize,
    /// Reviews that are converted off the I/O threads at once; the next one waits. Default: as many as there are cores.
    pub conversions: usize,
    /// Bodies above this many bytes are worked on off the I/O threads. Default: 64 KiB, about a third of a millisecond of
    /// conversion; below, the hop to another thread costs more than it saves.
    pub inline_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            conversion_bytes: MAX_BODY,
            admission_bytes: 32 * MIB,
            in_flight_bytes: 256 * MIB,
            connections: 1024,
            streams: 250,
            requests: 4096,
            headers: 64,
            header_bytes: 16 << 10,
            conversions: std::thread::available_parallelism().map_or(1, usize::from),
            inline_bytes: 64 << 10,
        }
    }
}

impl Limits {
    /// The limits as semaphores can count them: at least one, and not too many.
    pub(super) fn bounded(self) -> Self {
        Self {
            connections: self.connections.clamp(1, MOST),
            conversions: self.conversions.clamp(1, MOST),
            requests: self.requests.min(MOST),
            ..self
        }
    }
}

/// Longer deadlines are this long: a moment beyond what the clock can hold is none.
const LONGEST: Duration = Duration::from_hours(24 * 365 * 100);

/// How long each phase may take. [`Duration::MAX`] is for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// From the connection to the end of the TLS handshake. Default: 10 s.
    pub handshake: Duration,
    /// From the first byte of a request to the end of its head. Default: 10 s.
    pub head: Duration,
    /// From the head to the end of the body. Default: 30 s, the longest that an API server waits for a webhook. Where others
    /// wait for the memory that the body holds, it is given up before, if after 2 s it brings less than 1 MiB a second.
    pub body: Duration,
    /// How long nothing may come in on a connection that a body is read from. Default: 5 s.
    pub body_idle: Duration,
    /// What a request may wait for memory and for a thread, each; then it is answered 503, which API servers try again.
    /// Default: 5 s.
    pub queue: Duration,
    /// From the end of the body to the answer. Default: 29 s. `?timeout=` bounds head to answer too, if that is less.
    pub handler: Duration,
    /// From the answer until the client has taken all of it. Default: 30 s.
    pub write: Duration,
    /// How long the client may take nothing of an answer. Default: 10 s.
    pub write_idle: Duration,
    /// How long a connection stays open without a request. Default: 120 s; API servers close theirs after 90 s, and the
    /// side that sends should be the first to close.
    pub idle: Duration,
    /// As `idle`, when three quarters of all connections are open, or the process can open no more files. Default: 5 s.
    pub idle_when_crowded: Duration,
    /// After the drain delay: how long requests that were begun may take to finish. Default: 30 s.
    pub finish: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        const fn seconds(seconds: u64) -> Duration {
            Duration::from_secs(seconds)
        }
        Self {
            handshake: seconds(10),
            head: seconds(10),
            body: seconds(30),
            body_idle: seconds(5),
            queue: seconds(5),
            handler: seconds(29),
            write: seconds(30),
            write_idle: seconds(10),
            idle: seconds(120),
            idle_when_crowded: seconds(5),
            finish: seconds(30),
        }
    }
}

impl Deadlines {
    /// The deadlines, none so long that it cannot be added to a moment.
    pub(super) fn bounded(self) -> Self {
        let bounded = |deadline: Duration| deadline.min(LONGEST);
        Self {
            handshake: bounded(self.handshake),
            head: bounded(self.head),
            body: bounded(self.body),
            body_idle: bounded(self.body_idle),
            queue: bounded(self.queue),
            handler: bounded(self.handler),
            write: bounded(self.write),
            write_idle: bounded(self.write_idle),
            idle: bounded(self.idle),
            idle_when_crowded: bounded(self.idle_when_crowded),
            finish: bounded(self.finish),
        }
    }

    /// How often a connection is looked at: often enough for the shortest deadline that has no timer of its own.
    pub(super) fn tick(&self) -> Duration {
        let shortest = [
            self.head,
            self.body_idle,
            self.write,
            self.write_idle,
            self.idle,
            self.idle_when_crowded,
        ]
        .into_iter()
        .min()
        .unwrap_or_default();
        (shortest / 4).clamp(Duration::from_millis(10), Duration::from_secs(1))
    }
}
