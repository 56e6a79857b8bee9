//! TLS as the API server's client has it: one caBundle is trusted, and nothing else.

use std::sync::Arc;

use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, pem::PemObject as _};
use rustls::{ClientConfig, RootCertStore};
use wheelwright_grammar::base64::{self, Alphabet};

/// A configuration that trusts what the field `caBundle` holds.
pub(crate) fn trust(bundle: &str) -> Result<Arc<ClientConfig>, String> {
    let pem = base64::decode(bundle, Alphabet::Standard)
        .map_err(|position| format!("the caBundle is no base64, at byte {position}"))?;
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&pem) {
        let certificate =
            certificate.map_err(|error| format!("the caBundle cannot be read: {error}"))?;
        roots
            .add(certificate)
            .map_err(|error| format!("a certificate of the caBundle cannot be used: {error}"))?;
    }
    if roots.is_empty() {
        return Err("the caBundle has no certificate".to_owned());
    }
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// The process's own where it has installed one.
fn provider() -> Arc<CryptoProvider> {
    if let Some(installed) = CryptoProvider::get_default() {
        return Arc::clone(installed);
    }
    #[cfg(feature = "aws-lc-rs")]
    let provider = rustls::crypto::aws_lc_rs::default_provider();
    #[cfg(not(feature = "aws-lc-rs"))]
    let provider = rustls::crypto::ring::default_provider();
    Arc::new(provider)
}
