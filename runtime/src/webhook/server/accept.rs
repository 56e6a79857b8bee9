//! Connections as they come.

use std::{
    io,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, watch},
};
use tokio_rustls::TlsAcceptor;

use super::{connection, metrics::Broken, phase::Phase, service::Shared};

/// After an error that will not have gone at once: the process has no file descriptors left, say.
const BACK_OFF: Duration = Duration::from_millis(50);

/// So many connections that wait are taken at the end, at most: tokio asks the system to keep 128, and others may come meanwhile.
const LAST: usize = 1024;

/// Takes connections until the server closes, and then those that are there already.
pub(super) async fn accept(
    shared: Arc<Shared>,
    listener: TcpListener,
    acceptor: TlsAcceptor,
    phase: watch::Receiver<Phase>,
) {
    let mut closing = phase.clone();
    let serve = |stream, slot| {
        let (shared, acceptor, phase) = (Arc::clone(&shared), acceptor.clone(), phase.clone());
        tokio::spawn(connection::serve(shared, stream, acceptor, phase, slot));
    };
    loop {
        let next = async {
            let slot = Arc::clone(&shared.connections).acquire_owned().await.ok()?;
            Some((slot, listener.accept().await))
        };
        let (slot, accepted): (OwnedSemaphorePermit, io::Result<(TcpStream, _)>) = tokio::select! {
            next = next => match next {
                Some(next) => next,
                None => return,
            },
            _ = closing.wait_for(|phase| *phase >= Phase::Closing) => break,
        };
        match accepted {
            Ok((stream, _)) => {
                shared.starved.store(false, Ordering::Relaxed);
                serve(stream, slot);
            }
            // The client was gone before it was accepted.
            Err(error) if is_clients(&error) => {}
            Err(error) => {
                shared.metrics.broken(Broken::Accept);
                // Said once, and not at each of the twenty attempts of a second.
                if !shared.starved.swap(true, Ordering::Relaxed) {
                    tracing::warn!(%error, "no connection taken, trying again");
                }
                tokio::time::sleep(BACK_OFF).await;
            }
        }
    }
    for stream in waiting(listener) {
        let Ok(slot) = Arc::clone(&shared.connections).try_acquire_owned() else {
            return;
        };
        serve(stream, slot);
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
