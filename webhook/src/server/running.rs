//! A server's life: from its first certificate to its last answer.

use std::{
    net::SocketAddr,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use tokio::{
    sync::{Semaphore, watch},
    task::JoinHandle,
    time::{sleep, timeout},
};

use super::{
    Server, ServerError,
    accept::accept,
    caught::{Panicked, caught},
    connections::Connections,
    memory::Memory,
    metrics::Metrics,
    phase::{Phase, Shutdown},
    service::Shared,
};
use crate::tls::{CertificateError, CertificateSource, Certificates};

/// A server in the background. It goes on when this is dropped.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    certificates: Certificates,
    shutdown: Shutdown,
    done: JoinHandle<()>,
}

impl Running {
    /// Where it listens.
    #[must_use]
    pub const fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// The certificates that it serves.
    #[must_use]
    pub fn certificates(&self) -> Certificates {
        self.certificates.clone()
    }

    /// What ends it.
    #[must_use]
    pub fn shutdown(&self) -> Shutdown {
        self.shutdown.clone()
    }

    /// Serves until SIGTERM or SIGINT; a second one ends the server at once. What came before this is called does what the
    /// system does with it: the first process of a container ignores it. [`Server::run_with`] hears it from the start.
    ///
    /// # Errors
    ///
    /// If the process cannot listen to signals.
    pub async fn until_signal(self) -> Result<(), ServerError> {
        let signals = Signals::new().map_err(ServerError::Signals)?;
        end_by(signals, self).await;
        Ok(())
    }

    /// Waits until it has ended.
    pub async fn join(self) {
        // The task ends when it is done, or with the runtime, when there is nothing to wait for.
        let _ = self.done.await;
    }
}

pub(super) async fn bind(
    server: Server,
    tls: Box<dyn CertificateSource>,
) -> Result<Running, ServerError> {
    let hooks = Arc::new(server.hooks()?);
    let listener = server.listener().await?;
    let address = listener.local_addr().map_err(|error| ServerError::Listen {
        address: server.address.clone(),
        error,
    })?;
    let (publisher, certificates) = Certificates::channel();
    let keeping = Aborted(tokio::spawn(async move {
        let told = publisher.clone();
        let kept = caught(async move { tls.keep(told).await }).await;
        let kept = kept.unwrap_or_else(|Panicked| {
            Err(CertificateError::new("the source of certificates panicked"))
        });
        if let Err(error) = &kept {
            publisher.failed(error);
        }
        kept
    }));
    let keeping = first_certificate(&certificates, keeping).await?;
    let config = certificates
        .server_config()
        .map_err(ServerError::Certificate)?;
    let (shutdown, phase) = Shutdown::new();
    let (limits, deadlines) = (server.limits.bounded(), server.deadlines.bounded());
    let shared = Arc::new(Shared {
        kinds: server.kinds,
        hooks,
        gates: server.gates,
        request_span: server.request_span,
        memory: Memory::new(&limits, deadlines.queue),
        conversions: Arc::new(Semaphore::new(limits.conversions)),
        connections: Connections::new(limits.connections),
        requests: Arc::new(Semaphore::new(limits.requests)),
        starved: AtomicBool::new(false),
        limits,
        deadlines,
        metrics: Metrics::new(),
        certificates: certificates.clone(),
        phase: phase.clone(),
    });
    let accepting = tokio::spawn(accept(
        Arc::clone(&shared),
        listener,
        Arc::new(config),
        phase.clone(),
    ));
    tracing::info!(%address, "serving");
    #[cfg(feature = "install")]
    let installing = server
        .install
        .map(|(client, install)| installation(client, install, &shared));
    let done = tokio::spawn(live(Life {
        #[cfg(feature = "install")]
        installing,
        shared,
        shutdown: shutdown.clone(),
        phase,
        drain: server.drain,
        accepting,
        keeping,
    }));
    Ok(Running {
        address,
        certificates,
        shutdown,
        done,
    })
}

/// A task that ends with its handle.
struct Aborted<T>(JoinHandle<T>);

impl<T> Drop for Aborted<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

type Keeping = Aborted<Result<(), CertificateError>>;

async fn first_certificate(
    certificates: &Certificates,
    mut keeping: Keeping,
) -> Result<Keeping, ServerError> {
    let mut published = certificates.clone();
    tokio::select! {
        biased;
        Some(_) = published.changed() => return Ok(keeping),
        ended = &mut keeping.0 => match ended {
            Ok(Ok(())) if certificates.current().is_some() => return Ok(keeping),
            Ok(Err(error)) => return Err(ServerError::Certificate(error)),
            Ok(Ok(())) | Err(_) => {}
        },
    }
    let error = CertificateError::new("the source of certificates ended without one");
    Err(ServerError::Certificate(error))
}

/// Installs the CRDs, and keeps their stanza.
#[cfg(feature = "install")]
fn installation(
    client: wheelwright_install::Client,
    install: wheelwright_install::Install,
    shared: &Shared,
) -> Aborted<()> {
    let certificates = shared.certificates.clone();
    let install = install.bundle_from(move || {
        let identity = certificates.current()?;
        Some(identity.ca_bundle().to_owned())
    });
    let restored = shared.metrics.restored.clone();
    Aborted(tokio::spawn(async move {
        let error = install.keep(&client, &restored).await;
        tracing::error!(%error, "the CRDs are not installed");
    }))
}

struct Life {
    #[cfg(feature = "install")]
    installing: Option<Aborted<()>>,
    shared: Arc<Shared>,
    shutdown: Shutdown,
    phase: watch::Receiver<Phase>,
    drain: Duration,
    accepting: JoinHandle<()>,
    keeping: Keeping,
}

async fn live(life: Life) {
    let Life {
        #[cfg(feature = "install")]
        installing,
        shared,
        shutdown,
        mut phase,
        drain,
        accepting,
        keeping,
    } = life;
    // The sender is in `shutdown`, so this ends only when the server is to.
    let _ = phase.wait_for(|phase| *phase >= Phase::Draining).await;
    tracing::info!(?drain, "shutting down, still serving for the drain delay");
    // The replicas that stay keep the stanza.
    #[cfg(feature = "install")]
    drop(installing);
    tokio::select! {
        () = sleep(drain) => {}
        _ = phase.wait_for(|phase| *phase >= Phase::Over) => {}
    }
    shutdown.advance(Phase::Closing);
    let _ = accepting.await;
    let ended = shared.connections.ended();
    if timeout(shared.deadlines.finish, ended).await.is_err() {
        tracing::warn!("requests that were begun did not finish in time");
        shutdown.advance(Phase::Over);
        let ended = shared.connections.ended();
        let _ = timeout(Duration::from_secs(1), ended).await;
    }
    shutdown.advance(Phase::Over);
    drop(keeping);
    tracing::info!("ended");
}

pub(super) async fn run(
    server: Server,
    tls: Box<dyn CertificateSource>,
    begun: impl FnOnce(&Running),
) -> Result<(), ServerError> {
    // Listening to signals begins before serving, so that none is missed.
    let mut signals = Signals::new().map_err(ServerError::Signals)?;
    let running = tokio::select! {
        running = bind(server, tls) => running?,
        () = signals.next() => return Ok(()),
    };
    begun(&running);
    end_by(signals, running).await;
    Ok(())
}

async fn end_by(mut signals: Signals, running: Running) {
    let shutdown = running.shutdown();
    let ending = Aborted(tokio::spawn(async move {
        signals.next().await;
        shutdown.begin();
        signals.next().await;
        shutdown.now();
    }));
    running.join().await;
    drop(ending);
}

#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    #[allow(clippy::unnecessary_wraps)]
    fn new() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
