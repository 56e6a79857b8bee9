//! Connections as they come.

use std::{
    io,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use rustls::ServerConfig;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{Instant, timeout},
};

use super::{connection, connections::Wait, metrics::Broken, phase::Phase, service::Shared};

/// So many connections the system is asked to keep until they are taken. Beyond, it drops what a client sends first, and the
/// client tries again after a second. Linux cuts it to `net.core.somaxconn`, 4096 by default.
pub(super) const BACKLOG: u32 = 4096;

/// After an error that will not have gone at once: the process has no file descriptors left, say.
const BACK_OFF: Duration = Duration::from_millis(50);

/// So many connections that wait are taken at the end, at most: others may come meanwhile.
const LAST: usize = 4096;

/// How long these may wait for a place.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// Of what goes on, the log hears once in this time.
const SELDOM: Duration = Duration::from_mins(1);

/// Takes connections until the server closes, and then those that are there already.
pub(super) async fn accept(
    shared: Arc<Shared>,
    listener: TcpListener,
    tls: Arc<ServerConfig>,
    phase: watch::Receiver<Phase>,
) {
    let mut closing = phase.clone();
    let serve = |stream, place| {
        let (shared, tls, phase) = (Arc::clone(&shared), Arc::clone(&tls), phase.clone());
        tokio::spawn(connection::serve(shared, stream, tls, phase, place));
    };
    let (mut starved, mut full) = (Seldom::default(), Seldom::default());
    let mut evicted = |wait: Wait| {
        shared.metrics.evicted(wait);
        if full.is_due() {
            let waited_for = wait.label();
            tracing::warn!(
                waited_for,
                "no place left, connections without a request make room"
            );
        }
    };
    let (mut last, mut has_failed, mut in_a_row) = (None, false, 0);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closes(&mut closing) => break,
        };
        match accepted {
            Ok((stream, _)) => {
                // Where each waits for the end of another, every second attempt fails.
                let again = std::mem::take(&mut has_failed);
                shared.starved.store(again, Ordering::Relaxed);
                let place = tokio::select! {
                    place = shared.connections.enter(&mut evicted) => place,
                    () = closes(&mut closing) => {
                        last = Some(stream);
                        break;
                    }
                };
                serve(stream, place);
                in_a_row += 1;
                if in_a_row >= shared.connections.most_in_a_row() {
                    in_a_row = 0;
                    tokio::task::yield_now().await;
                }
            }
            // The client was gone before it was accepted.
            Err(error) if is_clients(&error) => {}
            Err(error) => {
                shared.metrics.broken(Broken::Accept);
                shared.starved.store(true, Ordering::Relaxed);
                if starved.is_due() {
                    tracing::warn!(%error, "no connection taken, trying again");
                }
                has_failed = true;
                // At its end the process may have one again.
                let _ = timeout(BACK_OFF, shared.connections.shrink(&mut evicted)).await;
            }
        }
    }
    let last = last.into_iter().chain(waiting(listener));
    let all = async {
        for stream in last {
            let place = shared.connections.enter(&mut evicted).await;
            serve(stream, place);
        }
    };
    // When all others have requests, nobody makes room.
    let _ = timeout(LAST_WAIT, all).await;
}

async fn closes(phase: &mut watch::Receiver<Phase>) {
    let _ = phase.wait_for(|phase| *phase >= Phase::Closing).await;
}

/// What is said seldom, however often it happens.
#[derive(Default)]
struct Seldom(Option<Instant>);

impl Seldom {
    fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|said| said.elapsed() >= SELDOM);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

/// The connections that nobody took yet: their clients believe that they are served.
fn waiting(listener: TcpListener) -> impl Iterator<Item = TcpStream> {
    let listener = listener.into_std().ok();
    let next = move || match listener.as_ref()?.accept() {
        Ok((stream, _)) => Some(stream),
        Err(_) => None,
    };
    std::iter::from_fn(next).take(LAST).filter_map(|stream| {
        stream.set_nonblocking(true).ok()?;
        TcpStream::from_std(stream).ok()
    })
}

fn is_clients(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}
