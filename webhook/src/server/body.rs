//! The body of a request, read within limits.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body::Body as _;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::time::{Instant, timeout_at};

use super::{
    memory::{Held, Memory, SMALL},
    watched::Activity,
};

/// A body, and the memory it takes.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) bytes: Bytes,
    pub(super) held: Held,
}

/// Why there is no body.
#[derive(Debug)]
pub(super) enum BodyError {
    /// Longer than this.
    TooLong(usize),
    /// Not there in time.
    Slow,
    /// The client went away, or broke the protocol.
    Broken(hyper::Error),
    /// No memory in time.
    NoMemory,
}

/// What bounds the reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) limit: usize,
    pub(super) until: Instant,
    pub(super) idle: Duration,
    /// How often it is looked at whether it gives way to others.
    pub(super) tick: Duration,
}

/// A body of unknown length takes memory in steps of this.
const STEP: usize = 8 << 20;

/// Where others wait for the memory of a body, it has so long to begin with,
const LEISURE: Duration = Duration::from_secs(2);

/// and brings so many bytes a second then.
const PACE: u128 = 1 << 20;

/// Reads all of it. A body of known length gets its memory before any of it is read, so that two that do not fit together
/// come one after the other.
pub(super) async fn read(
    mut incoming: Incoming,
    memory: &Memory,
    activity: &Activity,
    bounds: Bounds,
) -> Result<Body, BodyError> {
    let hint = incoming.size_hint();
    let expected = hint
        .exact()
        .map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    if expected.is_some_and(|length| length > bounds.limit) {
        return Err(BodyError::TooLong(bounds.limit));
    }
    let mut room = expected.unwrap_or(SMALL);
    let mut held = memory.hold(room).await.map_err(|_| BodyError::NoMemory)?;
    let mut buffer = BytesMut::new();
    let begun = Instant::now();
    while let Some(data) = next(&mut incoming, activity, bounds, || {
        memory.is_wanted(&held) && is_slow(begun.elapsed(), buffer.len())
    })
    .await?
    {
        if buffer.is_empty() && Some(data.len()) == expected {
            // All of it at once, as it nearly always is: there is nothing to put together.
            return Ok(Body { bytes: data, held });
        }
        let length = buffer.len() + data.len();
        if length > bounds.limit {
            return Err(BodyError::TooLong(bounds.limit));
        }
        if length > room {
            room = (length + STEP).min(bounds.limit);
            held = memory
                .grow(held, room)
                .await
                .map_err(|_| BodyError::NoMemory)?;
        }
        if buffer.is_empty() {
            buffer.reserve(expected.unwrap_or(data.len()));
        }
        buffer.extend_from_slice(&data);
    }
    Ok(Body {
        bytes: buffer.freeze(),
        held,
    })
}

async fn next(
    incoming: &mut Incoming,
    activity: &Activity,
    bounds: Bounds,
    gives_way: impl Fn() -> bool,
) -> Result<Option<Bytes>, BodyError> {
    let start = Instant::now();
    let until = || {
        let idle = activity.last_read().max(start) + bounds.idle;
        bounds.until.min(idle)
    };
    loop {
        if gives_way() {
            return Err(BodyError::Slow);
        }
        let look = until().min(Instant::now() + bounds.tick);
        match timeout_at(look, incoming.frame()).await {
            Err(_) if Instant::now() < until() => {}
            Err(_) => return Err(BodyError::Slow),
            Ok(None) => return Ok(None),
            Ok(Some(Err(error))) => return Err(BodyError::Broken(error)),
            // Trailers say nothing here.
            Ok(Some(Ok(frame))) => {
                if let Ok(data) = frame.into_data()
                    && !data.is_empty()
                {
                    return Ok(Some(data));
                }
            }
        }
    }
}

/// Slower than those who wait should have to bear.
fn is_slow(took: Duration, bytes: usize) -> bool {
    let due = took.saturating_sub(LEISURE).as_millis() * PACE / 1000;
    due > bytes as u128
}
