//! What PEM text holds, with errors that name where it stood and say what to write instead.

use rustls::pki_types::{
    CertificateDer, PrivateKeyDer,
    pem::{self, PemObject as _},
};
use wheelwright_grammar::base64;
use x509_parser::prelude::{FromDer as _, X509Certificate};

use super::CertificateError;

/// Where a chain, its key and the CA bundle come from, as an error names them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'a> {
    pub(super) certificate: &'a str,
    pub(super) key: &'a str,
    pub(super) bundle: &'a str,
}

/// All certificates of a text, at least one.
pub(super) fn certificates(
    text: &str,
    origin: &str,
) -> Result<Vec<CertificateDer<'static>>, CertificateError> {
    let found = CertificateDer::pem_slice_iter(text.as_bytes())
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| CertificateError::new(format!("{origin} is no PEM: {}", why(&error))))?;
    if found.is_empty() {
        return Err(CertificateError::new(format!(
            "{origin} holds no certificate: write it in PEM form, from `-----BEGIN CERTIFICATE-----` on"
        )));
    }
    Ok(found)
}

/// The bundle of a chain that has none of its own: the leaf, if it signed itself, by its names.
pub(super) fn own_bundle(chain: &str, origin: &str) -> Result<String, CertificateError> {
    let chain = certificates(chain, origin)?;
    let signed_itself = X509Certificate::from_der(&chain[0])
        .is_ok_and(|(_, leaf)| leaf.subject().as_raw() == leaf.issuer().as_raw());
    Ok(if signed_itself {
        write(&chain[0])
    } else {
        String::new()
    })
}

/// A certificate as PEM.
pub(super) fn write(certificate: &CertificateDer<'_>) -> String {
    let mut text = String::from("-----BEGIN CERTIFICATE-----\n");
    for line in base64::encode(certificate).as_bytes().chunks(64) {
        text.extend(line.iter().map(|byte| char::from(*byte)));
        text.push('\n');
    }
    text.push_str("-----END CERTIFICATE-----\n");
    text
}

/// The first private key of a text: PKCS#8, PKCS#1 or SEC1.
pub(super) fn private_key(
    text: &str,
    origin: &str,
) -> Result<PrivateKeyDer<'static>, CertificateError> {
    // PKCS#8 says so in the label, the older forms in a header.
    if text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || text.contains("4,ENCRYPTED") {
        return Err(CertificateError::new(format!(
            "{origin} is encrypted, and a server has nobody to ask for the passphrase: write it unencrypted, with `openssl pkey -in … -out …`"
        )));
    }
    PrivateKeyDer::from_pem_slice(text.as_bytes()).map_err(|error| {
        CertificateError::new(match error {
            pem::Error::NoItemsFound => format!(
                "{origin} holds no private key: write it in PEM form, from `-----BEGIN PRIVATE KEY-----` on"
            ),
            error => format!("{origin} is no PEM: {}", why(&error)),
        })
    })
}

/// The error's own words repeat what they stumbled over: of a key that is one line, all of it.
#[must_use]
pub fn why(error: &pem::Error) -> &'static str {
    match error {
        pem::Error::MissingSectionEnd { .. } => {
            "a section does not end; `-----BEGIN …-----` and `-----END …-----` each have a line of their own"
        }
        pem::Error::IllegalSectionStart { .. } => {
            "a line that begins a section is not `-----BEGIN …-----`"
        }
        pem::Error::Base64Decode(_) => "what stands in a section is no base64",
        pem::Error::NoItemsFound => "there is nothing in it",
        _ => "it cannot be read",
    }
}
