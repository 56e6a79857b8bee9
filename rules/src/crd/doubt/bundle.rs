//! What webhooks are trusted by. A server looks at it on update alone.

use super::{Doubt, DoubtKind};
use crate::crd::model::Spec;
use crate::path::FieldPath;

pub(super) fn check(spec: &Spec, found: &mut Vec<Doubt>) {
    let conversion = spec.conversion.as_ref();
    let client = conversion.and_then(|conversion| conversion.client.as_ref());
    let bundle = client.map(|client| client.ca_bundle.as_slice());
    let Some(bundle) = bundle.filter(|bundle| !bundle.is_empty()) else {
        return;
    };
    let path = ["spec", "conversion", "webhook", "clientConfig", "caBundle"]
        .into_iter()
        .fold(FieldPath::root(), |path, name| path.child(name));
    for (is_so, kind) in [
        (has_private_key(bundle), DoubtKind::PrivateKey),
        (!has_certificate(bundle), DoubtKind::NoCertificate),
    ] {
        if is_so {
            found.push(Doubt::new(path.clone(), kind));
        }
    }
}

/// Whether there is a certificate in PEM form.
#[must_use]
pub fn has_certificate(bundle: &[u8]) -> bool {
    String::from_utf8_lossy(bundle).contains("-----BEGIN CERTIFICATE-----")
}

/// Whether there is a private key in PEM form.
#[must_use]
pub fn has_private_key(bundle: &[u8]) -> bool {
    String::from_utf8_lossy(bundle).contains("PRIVATE KEY-----")
}
