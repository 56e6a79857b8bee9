//! What the Secret holds.

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    time::{Duration, SystemTime},
};

use k8s_openapi::{ByteString, api::core::v1::Secret};
use rcgen::{KeyPair, PublicKeyData as _};
use rustls::pki_types::CertificateDer;
use x509_parser::{
    extensions::GeneralName,
    prelude::{FromDer as _, X509Certificate},
};

use crate::tls::{
    CertificateError, Identity,
    identity::time,
    issue::Issued,
    pem::{self, Origin},
};

/// The mark of a Secret that is ours to change.
const MARK: (&str, &str) = ("wheelwright-certificates", "managed");

/// The keys of a Secret of the type `kubernetes.io/tls`, and those that only replicas read.
const CERTIFICATE: &str = "tls.crt";
const KEY: &str = "tls.key";
const BUNDLE: &str = "ca.crt";
const SIGNER: &str = "ca.key";
const NEXT: &str = "ca-next.key";
const OLD_UNTIL: &str = "ca-old-until";

/// The most certificates of a bundle that are kept: three of our own, and those that another source left.
pub(super) const MOST: usize = 8;

/// A certificate that clients trust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    pub(super) der: CertificateDer<'static>,
    pub(super) not_before: SystemTime,
    pub(super) not_after: SystemTime,
    /// As it stands in the certificate.
    public_key: Vec<u8>,
}

impl Anchor {
    pub(super) fn parse(der: &CertificateDer<'_>) -> Option<Self> {
        let (_, parsed) = X509Certificate::from_der(der).ok()?;
        Some(Self {
            not_before: time(parsed.validity().not_before.timestamp()),
            not_after: time(parsed.validity().not_after.timestamp()),
            public_key: parsed.public_key().raw.to_vec(),
            der: der.clone().into_owned(),
        })
    }

    /// Those of a bundle that can be read.
    pub(super) fn all(bundle: &str) -> Vec<Self> {
        pem::certificates(bundle, "").map_or_else(
            |_| Vec::new(),
            |all| all.iter().filter_map(Self::parse).collect(),
        )
    }
}

/// A certificate that signs, and its key.
#[derive(Clone)]
pub(super) struct Authority {
    pub(super) anchor: Anchor,
    pub(super) key: String,
}

impl Authority {
    pub(super) fn issued(&self) -> Issued {
        Issued {
            certificate: pem::write(&self.anchor.der),
            key: self.key.clone(),
        }
    }

    pub(super) fn parse(issued: &Issued) -> Result<Self, CertificateError> {
        let anchor = Anchor::all(&issued.certificate).pop();
        Ok(Self {
            anchor: anchor.ok_or_else(|| CertificateError::new("the CA is malformed"))?,
            key: issued.key.clone(),
        })
    }
}

/// A certificate that is served.
#[derive(Clone)]
pub(super) struct Leaf {
    pub(super) issued: Issued,
    pub(super) not_before: SystemTime,
    pub(super) not_after: SystemTime,
    pub(super) hosts: Vec<String>,
}

impl Leaf {
    /// If it is fit to be served, signed by this authority.
    pub(super) fn parse(
        issued: Issued,
        signer: &Anchor,
        secret: &str,
        now: SystemTime,
    ) -> Result<Self, CertificateError> {
        let bundle = pem::write(&signer.der);
        load(&issued, &bundle, secret, now)?;
        let leaf = pem::certificates(&issued.certificate, CERTIFICATE)?.remove(0);
        let malformed = || CertificateError::new(format!("{CERTIFICATE} is malformed"));
        let (_, parsed) = X509Certificate::from_der(&leaf).map_err(|_| malformed())?;
        let names = parsed.subject_alternative_name().map_err(|_| malformed())?;
        let names = names.ok_or_else(malformed)?.value.general_names.iter();
        Ok(Self {
            not_before: time(parsed.validity().not_before.timestamp()),
            not_after: time(parsed.validity().not_after.timestamp()),
            hosts: names.filter_map(host).collect(),
            issued,
        })
    }
}

/// As `Hosts` writes it.
fn host(name: &GeneralName<'_>) -> Option<String> {
    match name {
        GeneralName::DNSName(name) => Some(name.to_ascii_lowercase()),
        GeneralName::IPAddress(octets) => {
            let four =
                <[u8; 4]>::try_from(*octets).map(|octets| IpAddr::V4(Ipv4Addr::from(octets)));
            let address = four.or_else(|_| {
                <[u8; 16]>::try_from(*octets).map(|octets| IpAddr::V6(Ipv6Addr::from(octets)))
            });
            address.ok().map(|address| address.to_string())
        }
        _ => None,
    }
}

pub(super) fn load(
    leaf: &Issued,
    bundle: &str,
    secret: &str,
    now: SystemTime,
) -> Result<Identity, CertificateError> {
    let named = |key| format!("`{key}` of {secret}");
    Identity::load(
        &leaf.certificate,
        &leaf.key,
        bundle,
        Origin {
            certificate: &named(CERTIFICATE),
            key: &named(KEY),
            bundle: &named(BUNDLE),
        },
        now,
    )
}

/// All that replicas share.
#[derive(Clone)]
pub(super) struct State {
    /// Or why it cannot be served.
    pub(super) leaf: Result<Leaf, CertificateError>,
    pub(super) signer: Authority,
    /// Takes the signer's place once it is trusted everywhere.
    pub(super) next: Option<Authority>,
    /// What replicas may still be serving under.
    pub(super) old: Vec<Anchor>,
    /// When no replica does any more.
    pub(super) old_until: SystemTime,
}

impl State {
    pub(super) fn anchors(&self) -> impl Iterator<Item = &Anchor> {
        let next = self.next.iter().map(|next| &next.anchor);
        std::iter::once(&self.signer.anchor)
            .chain(next)
            .chain(&self.old)
    }

    /// What clients are to trust now.
    pub(super) fn bundle(&self) -> String {
        self.anchors()
            .map(|anchor| pem::write(&anchor.der))
            .collect()
    }

    /// Writes all but what is not ours.
    pub(super) fn write(&self, secret: &mut Secret) {
        let annotations = secret.metadata.annotations.get_or_insert_default();
        annotations.insert(MARK.0.to_owned(), MARK.1.to_owned());
        let data = secret.data.get_or_insert_default();
        let mut put = |key: &str, text: Option<String>| match text {
            Some(text) => {
                data.insert(key.to_owned(), ByteString(text.into_bytes()));
            }
            None => {
                data.remove(key);
            }
        };
        if let Ok(leaf) = &self.leaf {
            put(CERTIFICATE, Some(leaf.issued.certificate.clone()));
            put(KEY, Some(leaf.issued.key.clone()));
        }
        put(BUNDLE, Some(self.bundle()));
        put(SIGNER, Some(self.signer.key.clone()));
        put(NEXT, self.next.as_ref().map(|next| next.key.clone()));
        let until = self
            .old_until
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        let until = (!self.old.is_empty()).then(|| until.as_secs().to_string());
        put(OLD_UNTIL, until);
    }
}

/// What was found.
pub(super) enum Held {
    Missing,
    /// A Secret in which nothing is.
    Empty,
    /// A Secret that is somebody else's.
    Foreign,
    /// Ours, but the authority cannot be made out.
    Damaged(CertificateError),
    Whole(Box<State>),
}

impl Held {
    /// Of a Secret that errors call `name`.
    pub(super) fn read(secret: Option<&Secret>, name: &str, now: SystemTime) -> Self {
        let Some(secret) = secret else {
            return Self::Missing;
        };
        let none = BTreeMap::new();
        let data = secret.data.as_ref().unwrap_or(&none);
        if data.values().all(|value| value.0.is_empty()) {
            return Self::Empty;
        }
        let annotations = secret.metadata.annotations.as_ref();
        if annotations
            .and_then(|all| all.get(MARK.0))
            .map(String::as_str)
            != Some(MARK.1)
        {
            return Self::Foreign;
        }
        match parse(data, name, now) {
            Ok(state) => Self::Whole(Box::new(state)),
            Err(error) => Self::Damaged(error),
        }
    }
}

fn parse(
    data: &BTreeMap<String, ByteString>,
    name: &str,
    now: SystemTime,
) -> Result<State, CertificateError> {
    let text = |key: &str| {
        let bytes = data.get(key)?;
        String::from_utf8(bytes.0.clone()).ok()
    };
    let missing = |key: &str| CertificateError::new(format!("{name} has no `{key}` that is text"));
    let bundle = text(BUNDLE).ok_or_else(|| missing(BUNDLE))?;
    pem::certificates(&bundle, &format!("`{BUNDLE}` of {name}"))?;
    let mut anchors = Anchor::all(&bundle);
    anchors.truncate(MOST);
    let key = text(SIGNER).ok_or_else(|| missing(SIGNER))?;
    let signer = authority(&mut anchors, key, SIGNER, name)?;
    let next = text(NEXT)
        .map(|key| authority(&mut anchors, key, NEXT, name))
        .transpose()?;
    let issued = Issued {
        certificate: text(CERTIFICATE).unwrap_or_default(),
        key: text(KEY).unwrap_or_default(),
    };
    let last = anchors.iter().map(|anchor| anchor.not_after).max();
    let until = text(OLD_UNTIL).and_then(|text| text.parse::<u32>().ok());
    let until = until.map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.into()));
    Ok(State {
        leaf: Leaf::parse(issued, &signer.anchor, name, now),
        signer,
        next,
        // Without a word on it they are kept while they are valid.
        old_until: until.or(last).unwrap_or(SystemTime::UNIX_EPOCH),
        old: anchors,
    })
}

/// Takes the certificate of the key out of the bundle.
fn authority(
    anchors: &mut Vec<Anchor>,
    key: String,
    of: &str,
    name: &str,
) -> Result<Authority, CertificateError> {
    let called = format!("`{of}` of {name}");
    // What is wrong with the text is said without the text.
    pem::private_key(&key, &called)?;
    let pair = KeyPair::from_pem(&key)
        .map_err(|error| CertificateError::new(format!("{called} cannot be used: {error}")))?;
    let public_key = pair.subject_public_key_info();
    let position = anchors
        .iter()
        .position(|anchor| anchor.public_key == public_key)
        .ok_or_else(|| {
            CertificateError::new(format!(
                "{called} is the key of no certificate in `{BUNDLE}`"
            ))
        })?;
    Ok(Authority {
        anchor: anchors.remove(position),
        key,
    })
}
