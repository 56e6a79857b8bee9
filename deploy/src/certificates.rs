//! Where the server's certificate comes from, as the cluster sees it.

use std::net::IpAddr;

use rustls::pki_types::{CertificateDer, pem::PemObject as _};
use x509_parser::prelude::{FromDer as _, GeneralName, X509Certificate};

use super::{Installation, Problem};
use crate::tls::{Identity, Memory, pem};

/// Where the server's certificate comes from.
#[derive(Clone)]
#[non_exhaustive]
pub enum Certificates {
    /// It is here, in PEM form, and goes into a Secret. [`Memory`] makes one for a year:
    /// `Certificates::from(&Memory::for_hosts(installation.names().hosts)?)`.
    Given {
        /// The chain, the leaf first.
        chain: String,
        /// The key of the leaf.
        key: String,
        /// What the API server is to trust: the certificates that signed the chain, or the leaf itself where it is
        /// self-signed.
        ca_bundle: String,
    },
    /// cert-manager makes it, renews it, and writes the CA bundles.
    CertManager {
        /// Who signs: kind (`Issuer` or `ClusterIssuer`) and name. Without one, an authority is made for this server alone.
        issuer: Option<(String, String)>,
    },
    /// The server makes it itself, keeps it in a Secret, and writes the CA bundles: feature `webhook-managed`.
    Managed,
}

/// Keys are not shown.
impl std::fmt::Debug for Certificates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Given { .. } => f.write_str("Given"),
            Self::CertManager { issuer } => f.debug_tuple("CertManager").field(issuer).finish(),
            Self::Managed => f.write_str("Managed"),
        }
    }
}

impl Certificates {
    /// A chain, its key and what is to trust it, all in PEM form.
    pub fn given(
        chain: impl Into<String>,
        key: impl Into<String>,
        ca_bundle: impl Into<String>,
    ) -> Self {
        Self::Given {
            chain: chain.into(),
            key: key.into(),
            ca_bundle: ca_bundle.into(),
        }
    }

    /// cert-manager, with an authority for this server alone.
    #[must_use]
    pub const fn cert_manager() -> Self {
        Self::CertManager { issuer: None }
    }

    /// cert-manager, with an issuer of yours: its kind, `Issuer` or `ClusterIssuer`, and its name.
    pub fn issued_by(kind: impl Into<String>, name: impl Into<String>) -> Self {
        Self::CertManager {
            issuer: Some((kind.into(), name.into())),
        }
    }

    /// The PEM that the API server is to trust, where that is known before anything runs.
    pub(super) fn ca_bundle(&self) -> Option<&str> {
        match self {
            Self::Given { ca_bundle, .. } => Some(ca_bundle),
            Self::CertManager { .. } | Self::Managed => None,
        }
    }
}

impl From<&Memory> for Certificates {
    fn from(made: &Memory) -> Self {
        Self::given(made.certificate(), made.key(), made.ca_bundle())
    }
}

/// What is wrong with the certificates.
pub(super) fn check(installation: &Installation, problems: &mut Vec<Problem>) {
    let (chain, key, ca_bundle) = match &installation.certificates {
        Certificates::Given {
            chain,
            key,
            ca_bundle,
        } => (chain, key, ca_bundle),
        Certificates::CertManager {
            issuer: Some((kind, name)),
        } => {
            if !matches!(kind.as_str(), "Issuer" | "ClusterIssuer") {
                problems.push(Problem::Certificate(format!(
                    "`{kind}` is no kind of issuer; write `Issuer` or `ClusterIssuer`"
                )));
            }
            super::check::subdomain("issuer", name, problems);
            return;
        }
        Certificates::CertManager { issuer: None } | Certificates::Managed => return,
    };
    if ca_bundle.contains("PRIVATE KEY-----") {
        problems.push(Problem::Certificate(
            "the CA bundle has a private key, which everybody who may read the CRD could read; give certificates only"
                .into(),
        ));
    }
    match certificates(ca_bundle) {
        Err(why) => problems.push(Problem::Certificate(format!("the CA bundle {why}"))),
        Ok(()) => {
            if let Err(error) = Identity::from_pem(chain, key, ca_bundle) {
                problems.push(Problem::Certificate(error.to_string()));
            }
        }
    }
    if let Ok(certified) = certified(chain) {
        let host = installation.called_host();
        if !certified.iter().any(|name| covers(name, &host)) {
            problems.push(Problem::Host { host, certified });
        }
    }
}

/// Each block has to be a certificate.
fn certificates(pem: &str) -> Result<(), String> {
    let mut count = 0;
    for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
        let certificate =
            certificate.map_err(|error| format!("is no PEM: {}", pem::why(&error)))?;
        X509Certificate::from_der(&certificate)
            .map_err(|error| format!("has a certificate that is malformed: {error}"))?;
        count += 1;
    }
    if count == 0 {
        return Err(
            "has no certificate; write it in PEM form, from `-----BEGIN CERTIFICATE-----` on"
                .into(),
        );
    }
    Ok(())
}

/// The hosts that the leaf is for.
fn certified(chain: &str) -> Result<Vec<String>, ()> {
    let leaf = CertificateDer::from_pem_slice(chain.as_bytes()).map_err(drop)?;
    let (_, leaf) = X509Certificate::from_der(&leaf).map_err(drop)?;
    let names = leaf.subject_alternative_name().map_err(drop)?;
    let names = names.map(|names| &names.value.general_names);
    let host = |name: &GeneralName<'_>| match name {
        GeneralName::DNSName(name) => Some((*name).to_owned()),
        GeneralName::IPAddress(bytes) => address(bytes).map(|address| address.to_string()),
        _ => None,
    };
    Ok(names.into_iter().flatten().filter_map(host).collect())
}

fn address(bytes: &[u8]) -> Option<IpAddr> {
    <[u8; 4]>::try_from(bytes)
        .map(IpAddr::from)
        .or_else(|_| <[u8; 16]>::try_from(bytes).map(IpAddr::from))
        .ok()
}

/// As Go's client has it: letter case does not matter, and `*` is one whole first label.
fn covers(certified: &str, host: &str) -> bool {
    if let (Ok(one), Ok(other)) = (certified.parse::<IpAddr>(), host.parse::<IpAddr>()) {
        return one == other;
    }
    let same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    match certified.strip_prefix("*.") {
        Some(below) => host
            .split_once('.')
            .is_some_and(|(_, rest)| same(below, rest)),
        None => same(certified, host),
    }
}
