//! Certificates as others make them.

use std::time::{Duration, SystemTime};

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair,
};

pub(crate) const HOST: &str = "pizza-crd.pizza-crd.svc";

pub(crate) struct Made {
    pub(crate) certificate: String,
    pub(crate) key: String,
    pub(crate) ca: String,
}

/// A leaf for [`HOST`] and the CA that signed it.
pub(crate) fn signed(change: impl FnOnce(&mut CertificateParams)) -> Made {
    let mut ca = CertificateParams::default();
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let ca = CertifiedIssuer::self_signed(ca, KeyPair::generate().unwrap()).unwrap();
    let (params, key) = leaf(change);
    Made {
        certificate: params.signed_by(&key, &ca).unwrap().pem(),
        key: key.serialize_pem(),
        ca: ca.pem(),
    }
}

/// A certificate for [`HOST`] that signed itself.
pub(crate) fn self_signed(change: impl FnOnce(&mut CertificateParams)) -> Made {
    let (params, key) = leaf(change);
    let certificate = params.self_signed(&key).unwrap().pem();
    Made {
        ca: certificate.clone(),
        certificate,
        key: key.serialize_pem(),
    }
}

fn leaf(change: impl FnOnce(&mut CertificateParams)) -> (CertificateParams, KeyPair) {
    let mut params = CertificateParams::new([HOST.to_owned()]).unwrap();
    params
        .distinguished_name
        .push(DnType::CommonName, "a server");
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    change(&mut params);
    (params, KeyPair::generate().unwrap())
}

/// Valid from now on for so long.
pub(crate) fn until(lifetime: Duration) -> impl FnOnce(&mut CertificateParams) {
    move |params| {
        let now = SystemTime::now();
        params.not_before = (now - Duration::from_hours(1)).into();
        params.not_after = (now + lifetime).into();
    }
}

/// Expired an hour ago.
pub(crate) fn expired(params: &mut CertificateParams) {
    let now = SystemTime::now();
    params.not_before = (now - Duration::from_hours(2)).into();
    params.not_after = (now - Duration::from_hours(1)).into();
}
