//! Replicas of a server that come and go, and what spreads connections over them.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use e2e::{Cluster, Error, Result, webhook_host};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use wheelwright::webhook::tls::{Managed, ManagedNames};
use wheelwright::webhook::{Running, Server};

use super::berth::Berths;
use crate::hosted::RUNTIME;

/// A certificate is renewed at two thirds of its life, an authority is followed by the next at two thirds of its own.
const LEAF: Duration = Duration::from_secs(15);
const CA: Duration = Duration::from_secs(24);
const EVERY: Duration = Duration::from_millis(500);
const SETTLE: Duration = Duration::from_secs(2);

/// A server in threads of its own. Dropped, it ends as by SIGKILL: its connections break.
pub(crate) struct Replica {
    running: Running,
    _threads: Threads,
}

struct Threads(Option<Runtime>);

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Replica {
    pub(crate) async fn start(names: &ManagedNames) -> Result<Self> {
        let refused = |error: &dyn std::fmt::Display| Error::Webhook(error.to_string());
        let mut builder = Builder::new_multi_thread();
        let built = builder.worker_threads(2).enable_all().build();
        let runtime = built.map_err(|error| refused(&error))?;
        let names = names.clone();
        let running = runtime.spawn(async move {
            let client = Cluster::shared().await?.client();
            let managed = Managed::new(client, names)
                .leaf_lifetime(LEAF)
                .ca_lifetime(CA)
                .every(EVERY)
                .settle(SETTLE);
            let (bind, _) = webhook_host();
            let server = Server::new().wheel::<Berths>().listen(format!("{bind}:0"));
            let running = server.drain(Duration::from_secs(1)).bind(managed).await;
            running.map_err(|error| Error::Webhook(error.to_string()))
        });
        let threads = Threads(Some(runtime));
        let running = running.await.map_err(|error| refused(&error))??;
        Ok(Self {
            running,
            _threads: threads,
        })
    }

    pub(crate) fn port(&self) -> u16 {
        self.running.local_addr().port()
    }

    pub(crate) fn running(&self) -> &Running {
        &self.running
    }

    /// As by SIGTERM.
    pub(crate) async fn end(self) {
        self.running.shutdown().begin();
        self.running.join().await;
    }
}

/// Takes the connections for all replicas, as a service does: each new one goes to the next.
#[derive(Clone, Default)]
pub(crate) struct Balancer(Arc<Mutex<Vec<u16>>>);

impl Balancer {
    /// Its port.
    pub(crate) fn start(&self) -> Result<u16> {
        let (bind, _) = webhook_host();
        let failed = |error: std::io::Error| Error::Webhook(error.to_string());
        let listener = std::net::TcpListener::bind((bind, 0)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let balancer = self.clone();
        RUNTIME.spawn(async move {
            let listener = TcpListener::from_std(listener).expect("a listener");
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(balancer.clone().forward(stream));
            }
        });
        Ok(port)
    }

    /// New connections may go to this one.
    pub(crate) fn add(&self, port: u16) {
        self.ports().push(port);
    }

    /// No new connections go to this one; those that are there stay.
    pub(crate) fn remove(&self, port: u16) {
        self.ports().retain(|other| *other != port);
    }

    fn ports(&self) -> std::sync::MutexGuard<'_, Vec<u16>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn forward(self, mut client: TcpStream) {
        let ports = {
            let mut ports = self.ports();
            if !ports.is_empty() {
                ports.rotate_left(1);
            }
            ports.clone()
        };
        for port in ports {
            let address = SocketAddr::from(([127, 0, 0, 1], port));
            // One that is dead is left out.
            let Ok(mut server) = TcpStream::connect(address).await else {
                continue;
            };
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            let _ = copy_bidirectional(&mut client, &mut server).await;
            return;
        }
    }
}
