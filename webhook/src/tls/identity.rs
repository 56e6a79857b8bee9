//! A certificate chain with its key.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use rustls::{
    Error, InconsistentKeys, RootCertStore,
    client::verify_server_cert_signed_by_trust_anchor,
    crypto::CryptoProvider,
    pki_types::{CertificateDer, UnixTime},
    server::ParsedCertificate,
    sign::CertifiedKey,
};
use wheelwright_grammar::base64;
use x509_parser::prelude::{FromDer as _, X509Certificate};

use super::{
    CertificateError,
    pem::{self, Origin},
};

/// By how much the clocks of a cluster may differ; what Kubernetes' own signers backdate by.
const SKEW: Duration = Duration::from_mins(5);

/// A certificate chain, leaf first, its private key, and what clients are to trust.
#[derive(Clone, Debug)]
pub struct Identity {
    key: Arc<CertifiedKey>,
    ca_bundle: String,
    not_after: SystemTime,
}

impl Identity {
    /// From PEM: a chain, the leaf first, and the key of the leaf (PKCS#8, PKCS#1 or SEC1). Clients trust `ca_bundle`,
    /// PEM too: the certificates that signed the chain, or the leaf itself where it is self-signed. Empty where they go
    /// by the authorities of their system.
    ///
    /// # Errors
    ///
    /// If one is no PEM, the chain is empty, the key is encrypted or is not the leaf's, or the API server would refuse
    /// the chain: the leaf has expired, begins more than five minutes from now, has no `subjectAltName`, is not for
    /// servers, or is not signed by anything in the bundle.
    pub fn from_pem(chain: &str, key: &str, ca_bundle: &str) -> Result<Self, CertificateError> {
        let origin = Origin {
            certificate: "the certificate",
            key: "the key",
            bundle: "the CA bundle",
        };
        Self::load(chain, key, ca_bundle, origin, SystemTime::now())
    }

    pub(super) fn load(
        chain: &str,
        key: &str,
        ca_bundle: &str,
        origin: Origin<'_>,
        now: SystemTime,
    ) -> Result<Self, CertificateError> {
        let certificate = origin.certificate;
        let chain = pem::certificates(chain, certificate)?;
        let key = pem::private_key(key, origin.key)?;
        let provider = provider();
        let not_after = check_leaf(&chain[0], certificate, now)?;
        if !ca_bundle.trim().is_empty() {
            check_signed(&chain, ca_bundle, origin, &provider, now)?;
        }
        let key = CertifiedKey::from_der(chain, key, &provider).map_err(|error| {
            CertificateError::new(match error {
                Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => format!(
                    "{} is not the key of the first certificate of {certificate}: write the leaf first, and the key it was made with",
                    origin.key
                ),
                error => format!(
                    "{} cannot be used: {error}; what is served everywhere is ECDSA on P-256 and P-384, Ed25519, and RSA from 2048 bits on",
                    origin.key
                ),
            })
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

    /// The authority as the field `caBundle` of CRDs and webhook configurations has it: the base64 of the PEM.
    #[must_use]
    pub fn ca_bundle_field(&self) -> String {
        base64::encode(self.ca_bundle.as_bytes())
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

/// What Go's client, which the API server is, asks of a server's certificate whatever its issuer.
fn check_leaf(
    leaf: &CertificateDer<'_>,
    origin: &str,
    now: SystemTime,
) -> Result<SystemTime, CertificateError> {
    let malformed = |error: &dyn std::fmt::Display| {
        CertificateError::new(format!("{origin} is malformed: {error}"))
    };
    let (_, leaf) = X509Certificate::from_der(leaf).map_err(|error| malformed(&error))?;
    let validity = leaf.validity();
    let (not_before, not_after) = (
        time(validity.not_before.timestamp()),
        time(validity.not_after.timestamp()),
    );
    if not_after <= now {
        return Err(CertificateError::new(format!(
            "{origin} has expired, at {}: renew it",
            validity.not_after
        )));
    }
    if not_before > now + SKEW {
        return Err(CertificateError::new(format!(
            "{origin} is not valid before {}: wait, or set this machine's clock",
            validity.not_before
        )));
    }
    let names = leaf
        .subject_alternative_name()
        .map_err(|error| malformed(&error))?;
    if names.is_none_or(|names| names.value.general_names.is_empty()) {
        return Err(CertificateError::new(format!(
            "{origin} has no subjectAltName, and the API server takes no common name for it: name the hosts there"
        )));
    }
    let usage = leaf
        .extended_key_usage()
        .map_err(|error| malformed(&error))?;
    if usage.is_some_and(|usage| !usage.value.server_auth && !usage.value.any) {
        return Err(CertificateError::new(format!(
            "{origin} is not for servers: its extended key usage must have `serverAuth`"
        )));
    }
    Ok(not_after)
}

/// Refuses a chain that surely leads to nothing in the bundle. What the verifier cannot judge (an algorithm that it does not
/// know, say) is left to the client.
fn check_signed(
    chain: &[CertificateDer<'_>],
    bundle: &str,
    origin: Origin<'_>,
    provider: &CryptoProvider,
    now: SystemTime,
) -> Result<(), CertificateError> {
    let anchors = pem::certificates(bundle, origin.bundle)?;
    let mut roots = RootCertStore::empty();
    for anchor in &anchors {
        roots.add(anchor.clone()).map_err(|error| {
            CertificateError::new(format!("{} is malformed: {error}", origin.bundle))
        })?;
    }
    // Go takes a certificate that is in the bundle itself, whatever else it is.
    if anchors.contains(&chain[0]) {
        return Ok(());
    }
    let Ok(leaf) = ParsedCertificate::try_from(&chain[0]) else {
        return Ok(());
    };
    let since = now
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let verified = verify_server_cert_signed_by_trust_anchor(
        &leaf,
        &roots,
        &chain[1..],
        UnixTime::since_unix_epoch(since),
        provider.signature_verification_algorithms.all,
    );
    match verified {
        Err(Error::InvalidCertificate(
            rustls::CertificateError::UnknownIssuer | rustls::CertificateError::BadSignature,
        )) => Err(CertificateError::new(format!(
            "{} is not signed by a certificate of {}: put there the CA that signed it, and behind the leaf what lies between",
            origin.certificate, origin.bundle
        ))),
        _ => Ok(()),
    }
}

/// Times before 1970 are all the same here: over.
pub(super) fn time(timestamp: i64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(timestamp).unwrap_or(0))
}

/// The process' own provider if it has one, else the one that the features name.
pub(super) fn provider() -> Arc<CryptoProvider> {
    if let Some(installed) = CryptoProvider::get_default() {
        return Arc::clone(installed);
    }
    #[cfg(feature = "aws-lc-rs")]
    let provider = rustls::crypto::aws_lc_rs::default_provider();
    #[cfg(not(feature = "aws-lc-rs"))]
    let provider = rustls::crypto::ring::default_provider();
    Arc::new(provider)
}
