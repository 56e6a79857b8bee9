//! A connection's state, and its stream watched for it.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

use super::{connections::Standing, limits::Deadlines, metrics::Broken};

/// What a connection is at, for its deadlines.
#[derive(Debug)]
pub(super) struct Activity {
    state: Mutex<State>,
    /// On HTTP/2 a client may send frames that begin no request.
    is_http2: bool,
    standing: Arc<Standing>,
}

#[derive(Debug)]
struct State {
    /// Requests without a complete answer.
    requests: usize,
    /// Since when there is none.
    idle: Instant,
    /// Since when the head of a request comes in.
    head: Option<Instant>,
    /// Since when the answers that are written wait, by a number of each.
    answers: Vec<(u64, Instant)>,
    /// The next such number.
    number: u64,
    /// Since when the client takes nothing.
    stalled: Option<Instant>,
    /// When anything came in last.
    read: Instant,
}

/// A deadline that has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overdue {
    Idle,
    Broken(Broken),
}

impl Activity {
    pub(super) fn new(is_http2: bool, standing: Arc<Standing>) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                requests: 0,
                idle: Instant::now(),
                head: None,
                answers: Vec::new(),
                number: 0,
                stalled: None,
                read: Instant::now(),
            }),
            is_http2,
            standing,
        })
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A request's head is there; nothing if it is one too many. A connection's first takes none of those that all share, so
    /// that no client keeps others from asking whether the server lives.
    pub(super) fn begin(self: &Arc<Self>, shared: &Arc<Semaphore>) -> Option<Pending> {
        self.with(|state| {
            state.head = None;
            let share = match state.requests {
                0 => {
                    self.standing.asked();
                    None
                }
                _ => Some(Arc::clone(shared).try_acquire_owned().ok()?),
            };
            state.requests += 1;
            state.number += 1;
            Some(Pending {
                activity: Arc::clone(self),
                number: state.number,
                _share: share,
            })
        })
    }

    /// When anything came in last: on HTTP/2 a body may stand still while others come.
    pub(super) fn last_read(&self) -> Instant {
        self.with(|state| state.read)
    }

    /// Requests without a complete answer.
    pub(super) fn has_requests(&self) -> bool {
        self.with(|state| state.requests > 0)
    }

    /// No request, and none coming in.
    pub(super) fn is_quiet(&self) -> bool {
        self.with(|state| state.requests == 0 && state.head.is_none())
    }

    /// No request yet, and none coming in.
    pub(super) fn is_fresh(&self) -> bool {
        self.with(|state| state.number == 0 && state.head.is_none())
    }

    /// The deadline that has passed, if any has.
    pub(super) fn overdue(&self, deadlines: &Deadlines, crowded: bool) -> Option<Overdue> {
        let idle = if crowded {
            deadlines.idle_when_crowded.min(deadlines.idle)
        } else {
            deadlines.idle
        };
        self.with(|state| {
            let head = state
                .head
                .is_some_and(|since| since.elapsed() > deadlines.head);
            let stalled = state
                .stalled
                .is_some_and(|since| since.elapsed() > deadlines.write_idle);
            let written = state
                .answers
                .iter()
                .any(|(_, since)| since.elapsed() > deadlines.write);
            if stalled || written {
                Some(Overdue::Broken(Broken::WriteTimeout))
            } else if state.requests > 0 {
                None
            } else if head {
                Some(Overdue::Broken(Broken::HeadTimeout))
            } else if state.head.is_none() && state.idle.elapsed() > idle {
                Some(Overdue::Idle)
            } else {
                None
            }
        })
    }
}

/// A request that is not answered completely.
#[derive(Debug)]
pub(super) struct Pending {
    activity: Arc<Activity>,
    number: u64,
    _share: Option<OwnedSemaphorePermit>,
}

impl Pending {
    /// The answer is there, and is to be taken.
    pub(super) fn answered(&self) {
        self.activity
            .with(|state| state.answers.push((self.number, Instant::now())));
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.activity.with(|state| {
            state.requests = state.requests.saturating_sub(1);
            state.answers.retain(|(number, _)| *number != self.number);
            state.idle = Instant::now();
            if state.requests == 0 {
                self.activity.standing.answered();
            }
        });
    }
}

/// A stream that tells its connection's [`Activity`] of what comes in and what does not go out.
#[derive(Debug)]
pub(super) struct Watched<S> {
    stream: S,
    activity: Arc<Activity>,
}

impl<S> Watched<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>) -> Self {
        Self { stream, activity }
    }

    fn written<T>(&self, result: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        self.activity.with(|state| {
            state.stalled = match (&result, state.stalled) {
                (Poll::Pending, None) => Some(Instant::now()),
                (Poll::Pending, since) => since,
                (Poll::Ready(_), _) => None,
            };
        });
        result
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            let is_http2 = self.activity.is_http2;
            self.activity.with(|state| {
                state.read = Instant::now();
                if !is_http2 && state.requests == 0 && state.head.is_none() {
                    state.head = Some(state.read);
                }
            });
        }
        result
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.written(result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(cx);
        self.written(result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
