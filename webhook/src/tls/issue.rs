//! Makes an authority, and leaves that it signs.

use std::time::{Duration, SystemTime};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose,
};

use super::{CertificateError, hosts::Hosts};

/// The longest life of a certificate: what X.509 can say ends with the year 9999.
pub(super) const LONGEST: Duration = Duration::from_hours(24 * 365 * 100);

/// The longest name in a subject, RFC 5280 appendix A.1.
const COMMON_NAME: usize = 64;

/// A certificate and its key, in PEM form.
#[derive(Clone)]
pub(super) struct Issued {
    pub(super) certificate: String,
    pub(super) key: String,
}

/// From when and how long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Validity {
    pub(super) now: SystemTime,
    /// Counted from now. The certificate is valid a little longer, because it begins earlier, for clocks that are late.
    pub(super) lifetime: Duration,
    /// It ends no later than this, which is the end of its issuer's.
    pub(super) no_later: Option<SystemTime>,
}

impl Validity {
    /// A tenth of the life, and at most an hour.
    fn apply(self, params: &mut CertificateParams) {
        let lifetime = self.lifetime.min(LONGEST);
        let backdate = (lifetime / 10).min(Duration::from_hours(1));
        let end = self.now + lifetime;
        params.not_before = self
            .now
            .checked_sub(backdate)
            .unwrap_or(SystemTime::UNIX_EPOCH)
            .into();
        params.not_after = self.no_later.map_or(end, |limit| limit.min(end)).into();
    }
}

/// A new authority. No two have one name, so that clients which trust an old one and a new one know them apart.
pub(super) fn authority(hosts: &Hosts, validity: Validity) -> Result<Issued, CertificateError> {
    let key = KeyPair::generate().map_err(|error| failed(&error))?;
    let mut params = CertificateParams::default();
    validity.apply(&mut params);
    let number = params
        .key_identifier(&key)
        .iter()
        .take(4)
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    params.distinguished_name = named(&format!("CA {number} of {}", hosts.first()));
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![
        KeyUsagePurpose::DigitalSignature,
        KeyUsagePurpose::KeyCertSign,
        KeyUsagePurpose::CrlSign,
    ];
    let certificate = params.self_signed(&key).map_err(|error| failed(&error))?;
    Ok(Issued {
        certificate: certificate.pem(),
        key: key.serialize_pem(),
    })
}

/// A new leaf for these hosts.
pub(super) fn leaf(
    hosts: &Hosts,
    issuer: &Issued,
    validity: Validity,
) -> Result<Issued, CertificateError> {
    let issuer_key = KeyPair::from_pem(&issuer.key).map_err(|error| failed(&error))?;
    let issuer = Issuer::from_ca_cert_pem(&issuer.certificate, issuer_key)
        .map_err(|error| failed(&error))?;
    let key = KeyPair::generate().map_err(|error| failed(&error))?;
    let mut params = CertificateParams::default();
    validity.apply(&mut params);
    params.subject_alt_names = hosts.sans();
    params.distinguished_name = named(hosts.first());
    params.is_ca = IsCa::ExplicitNoCa;
    params.use_authority_key_identifier_extension = true;
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let certificate = params
        .signed_by(&key, &issuer)
        .map_err(|error| failed(&error))?;
    Ok(Issued {
        certificate: certificate.pem(),
        key: key.serialize_pem(),
    })
}

/// For people only: clients go by `subjectAltName`.
fn named(name: &str) -> DistinguishedName {
    let mut subject = DistinguishedName::new();
    let short = name.chars().take(COMMON_NAME).collect::<String>();
    subject.push(DnType::CommonName, short);
    subject
}

fn failed(error: &rcgen::Error) -> CertificateError {
    CertificateError::new(format!("a certificate could not be made: {error}"))
}
