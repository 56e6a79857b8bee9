//! A client that trusts a bundle, and what it is shown.

use std::sync::Arc;

use tokio_rustls::{
    TlsAcceptor, TlsConnector,
    rustls::{
        ClientConfig, RootCertStore, SupportedProtocolVersion,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject as _},
        version,
    },
};
use wheelwright::webhook::tls::{CertificateSource, Certificates, Publisher};

/// The leaf that a client gets which trusts only this bundle and asks for this name.
pub(crate) async fn shake(
    certificates: &Certificates,
    bundle: &str,
    name: &str,
) -> Result<CertificateDer<'static>, String> {
    shake_with(certificates, bundle, name, &version::TLS13).await
}

pub(crate) async fn shake_with(
    certificates: &Certificates,
    bundle: &str,
    name: &str,
    version: &'static SupportedProtocolVersion,
) -> Result<CertificateDer<'static>, String> {
    let mut roots = RootCertStore::empty();
    for anchor in CertificateDer::pem_slice_iter(bundle.as_bytes()) {
        roots.add(anchor.unwrap()).unwrap();
    }
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_protocol_versions(&[version])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let server = certificates.server_config().unwrap();
    let (near, far) = tokio::io::duplex(1 << 16);
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let connector = TlsConnector::from(Arc::new(client));
    let acceptor = TlsAcceptor::from(Arc::new(server));
    let (shown, _) = tokio::join!(connector.connect(name, near), acceptor.accept(far));
    let stream = shown.map_err(|error| error.to_string())?;
    let chain = stream.get_ref().1.peer_certificates().unwrap();
    Ok(chain[0].clone())
}

/// What a source publishes, which runs on.
pub(crate) fn start(
    source: impl CertificateSource,
) -> (Certificates, tokio::task::JoinHandle<Result<(), String>>) {
    let (publisher, certificates): (Publisher, _) = Certificates::channel();
    let keeping = Box::new(source).keep(publisher);
    let task = tokio::spawn(async move { keeping.await.map_err(|error| error.to_string()) });
    (certificates, task)
}
