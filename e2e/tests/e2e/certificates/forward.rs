//! What a Service is in a cluster: one address, behind it replicas in turn.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone, Default)]
pub(super) struct Forwarder {
    ports: Arc<Mutex<Vec<u16>>>,
    connections: Arc<AtomicUsize>,
}

impl Forwarder {
    /// Listens, and gives the port.
    pub(super) async fn start(address: &str) -> io::Result<(Self, u16)> {
        let forwarder = Self::default();
        let listener = TcpListener::bind((address, 0)).await?;
        let port = listener.local_addr()?.port();
        tokio::spawn(forwarder.clone().run(listener));
        Ok((forwarder, port))
    }

    /// A connection before the first one is added ends at once.
    pub(super) fn add(&self, port: u16) {
        let mut ports = self.ports.lock().unwrap_or_else(PoisonError::into_inner);
        ports.push(port);
    }

    /// How many there were, each with a handshake of its own.
    pub(super) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    fn next(&self) -> Option<u16> {
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let ports = self.ports.lock().unwrap_or_else(PoisonError::into_inner);
        let at = number.checked_rem(ports.len())?;
        ports.get(at).copied()
    }

    async fn run(self, listener: TcpListener) {
        loop {
            if let Ok((mut client, _)) = listener.accept().await
                && let Some(port) = self.next()
            {
                tokio::spawn(async move {
                    let mut server = TcpStream::connect(("127.0.0.1", port)).await?;
                    copy_bidirectional(&mut client, &mut server).await
                });
            }
        }
    }
}
