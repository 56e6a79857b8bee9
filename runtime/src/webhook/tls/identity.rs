//! A certificate chain with its key.

use std::{sync::Arc, time::SystemTime};

use rustls::{
    crypto::CryptoProvider,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    sign::CertifiedKey,
};
use x509_parser::prelude::{FromDer as _, X509Certificate};

use super::CertificateError;

/// A certificate chain, leaf first, its private key, and what clients are to trust.
#[derive(Clone, Debug)]
pub struct Identity {
    key: Arc<CertifiedKey>,
    ca_bundle: String,
    not_after: SystemTime,
}

impl Identity {
    /// From PEM: a chain, the leaf first, and the key of the leaf (PKCS#8, PKCS#1 or SEC1). Clients trust `ca_bundle`,
    /// PEM too: the certificates that signed the chain, or the leaf itself where it is self-signed.
    ///
    /// # Errors
    ///
    /// If either is no PEM, the chain is empty, or the key is not the leaf's.
    pub fn from_pem(chain: &str, key: &str, ca_bundle: &str) -> Result<Self, CertificateError> {
        let chain = CertificateDer::pem_slice_iter(chain.as_bytes())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| {
                CertificateError::new(format!("the certificate is no PEM: {error}"))
            })?;
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes())
            .map_err(|error| CertificateError::new(format!("the key is no PEM: {error}")))?;
        let leaf = chain
            .first()
            .ok_or_else(|| CertificateError::new("the PEM holds no certificate"))?;
        let (_, parsed) = X509Certificate::from_der(leaf).map_err(|error| {
            CertificateError::new(format!("the certificate is malformed: {error}"))
        })?;
        let seconds = u64::try_from(parsed.validity().not_after.timestamp()).unwrap_or(0);
        let not_after = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
        let key = CertifiedKey::from_der(chain, key, &*provider()?).map_err(|error| {
            CertificateError::new(format!("the key is not the certificate's: {error}"))
        })?;
        Ok(Self {
            key: Arc::new(key),
            ca_bundle: ca_bundle.to_owned(),
            not_after,
        })
    }

    /// What clients are to trust, in PEM form.
    #[must_use]
    pub fn ca_bundle(&self) -> &str {
        &self.ca_bundle
    }

    /// When the leaf expires.
    #[must_use]
    pub const fn not_after(&self) -> SystemTime {
        self.not_after
    }

    pub(super) fn key(&self) -> Arc<CertifiedKey> {
        Arc::clone(&self.key)
    }
}

/// The process' own provider if it has one, else the one that the features name.
///
/// # Errors
///
/// If neither feature is on, and the process has installed none.
pub(super) fn provider() -> Result<Arc<CryptoProvider>, CertificateError> {
    if let Some(installed) = CryptoProvider::get_default() {
        return Ok(Arc::clone(installed));
    }
    #[cfg(feature = "webhook-aws-lc-rs")]
    return Ok(Arc::new(rustls::crypto::aws_lc_rs::default_provider()));
    #[cfg(all(feature = "webhook", not(feature = "webhook-aws-lc-rs")))]
    return Ok(Arc::new(rustls::crypto::ring::default_provider()));
    #[cfg(not(any(feature = "webhook", feature = "webhook-aws-lc-rs")))]
    Err(CertificateError::new(
        "no cryptography: turn on the feature `webhook` or `webhook-aws-lc-rs` of wheelwright, or install a provider of rustls",
    ))
}
