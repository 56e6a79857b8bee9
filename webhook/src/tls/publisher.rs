//! What is served now.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use k8s_openapi::jiff::Timestamp;
use rustls::{
    ServerConfig,
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use tokio::sync::watch;

use super::{CertificateError, Identity, identity::provider};

/// Takes the place of what is served.
#[derive(Clone, Debug)]
pub struct Publisher {
    current: Arc<watch::Sender<Option<Identity>>>,
    failures: Arc<AtomicU64>,
}

impl Publisher {
    /// Serves this identity to all connections that begin from now on.
    pub fn publish(&self, identity: Identity) {
        let not_after = Timestamp::try_from(identity.not_after()).unwrap_or(Timestamp::MAX);
        tracing::info!(%not_after, "certificate loaded");
        self.current.send_replace(Some(identity));
    }

    /// Says that a new identity could not be had; the one that is served, if there is one, stays.
    pub fn failed(&self, error: &CertificateError) {
        if self.current.borrow().is_some() {
            tracing::error!(%error, "certificate not reloaded, the last one stays");
        } else {
            tracing::error!(%error, "no certificate yet");
        }
        self.failures.fetch_add(1, Ordering::Relaxed);
    }
}

/// The identities as they are published.
#[derive(Clone, Debug)]
pub struct Certificates {
    current: watch::Receiver<Option<Identity>>,
    failures: Arc<AtomicU64>,
}

impl Certificates {
    /// Nothing yet, and who fills it.
    #[must_use]
    pub fn channel() -> (Publisher, Self) {
        let (sender, current) = watch::channel(None);
        let failures = Arc::<AtomicU64>::default();
        let publisher = Publisher {
            current: Arc::new(sender),
            failures: Arc::clone(&failures),
        };
        (publisher, Self { current, failures })
    }

    /// The identity that is served now.
    #[must_use]
    pub fn current(&self) -> Option<Identity> {
        self.current.borrow().clone()
    }

    /// Waits for the next identity, or for the first; `None` once the source has ended and nothing more can come.
    pub async fn changed(&mut self) -> Option<Identity> {
        self.current.changed().await.ok()?;
        self.current.borrow_and_update().clone()
    }

    /// How many reloads failed so far.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// A configuration that serves what is published: TLS 1.2 and 1.3, HTTP/2 and HTTP/1.1.
    ///
    /// # Errors
    ///
    /// If the process has installed a provider of cryptography that has neither TLS 1.2 nor 1.3.
    pub fn server_config(&self) -> Result<ServerConfig, CertificateError> {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(|error| CertificateError::new(error.to_string()))?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(Resolver(self.current.clone())));
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(config)
    }
}

#[derive(Debug)]
struct Resolver(watch::Receiver<Option<Identity>>);

impl ResolvesServerCert for Resolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.0.borrow().as_ref().map(Identity::key)
    }
}
