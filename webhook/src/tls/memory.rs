//! A certificate made for one run of the process.

use std::time::{Duration, SystemTime};

use super::{
    CertificateError, CertificateSource, Identity, Keeping, Publisher,
    hosts::Hosts,
    issue::{self, Issued, Validity},
};

/// As long as a certificate lives where nobody says how long: a year.
const LIFETIME: Duration = Duration::from_hours(24 * 365);

/// A certificate made in memory, for development: a new authority signs it, whose key is thrown away at once.
///
/// Nothing renews it. What trusts it has to be told again after each start: print [`Memory::ca_bundle`], or write all three
/// texts to a Secret and serve that with [`Files`](super::Files).
///
/// ```
/// use wheelwright::webhook::tls::Memory;
///
/// let tls = Memory::for_hosts(["pizza-crd.pizza-crd.svc", "localhost", "127.0.0.1"])?;
/// assert!(tls.ca_bundle().starts_with("-----BEGIN CERTIFICATE-----"));
/// # Ok::<(), wheelwright::webhook::tls::CertificateError>(())
/// ```
#[derive(Clone)]
pub struct Memory {
    leaf: Issued,
    ca_bundle: String,
    identity: Identity,
}

impl Memory {
    /// For host names and IP addresses, for a year from now. Clients must reach the server by one of them: the API server
    /// uses `<service>.<namespace>.svc`, or the host of the URL.
    ///
    /// # Errors
    ///
    /// If there is no host, or one is neither a host name nor an IP address.
    pub fn for_hosts(
        hosts: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Self, CertificateError> {
        Self::with_lifetime(hosts, LIFETIME)
    }

    /// As [`Memory::for_hosts`], for so long; at most a hundred years.
    ///
    /// # Errors
    ///
    /// As [`Memory::for_hosts`].
    pub fn with_lifetime(
        hosts: impl IntoIterator<Item = impl Into<String>>,
        lifetime: Duration,
    ) -> Result<Self, CertificateError> {
        let hosts = Hosts::parse(hosts)?;
        let validity = Validity {
            now: SystemTime::now(),
            lifetime,
            no_later: None,
        };
        let authority = issue::authority(&hosts, validity)?;
        let leaf = issue::leaf(&hosts, &authority, validity)?;
        let ca_bundle = authority.certificate;
        let identity = Identity::from_pem(&leaf.certificate, &leaf.key, &ca_bundle)?;
        Ok(Self {
            leaf,
            ca_bundle,
            identity,
        })
    }

    /// What clients are to trust, in PEM form: `ca.crt` of a Secret, and in base64 the `caBundle` of a webhook.
    #[must_use]
    pub fn ca_bundle(&self) -> &str {
        &self.ca_bundle
    }

    /// The certificate in PEM form: `tls.crt` of a Secret.
    #[must_use]
    pub fn certificate(&self) -> &str {
        &self.leaf.certificate
    }

    /// Its private key in PEM form: `tls.key` of a Secret. Whoever reads it can pass for the server.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.leaf.key
    }

    /// What is served.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }
}

impl CertificateSource for Memory {
    fn keep(self: Box<Self>, publisher: Publisher) -> Keeping {
        Box::pin(async move {
            publisher.publish(self.identity);
            Ok(())
        })
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory")
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}
