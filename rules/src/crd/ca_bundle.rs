//! The certificates that a conversion webhook is trusted by, as far as an API server looks at them when a CRD is updated.
//! Source: `ValidateCABundle` of apiserver's `util/webhook`, which loads the bundle for TLS.

use std::fmt;

use wheelwright_grammar::base64::{self, Alphabet};

/// Why a bundle cannot be loaded. `Display` is the server's own text, but for what it has against a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BundleError {
    NoPem,
    NoCertificate,
    BadCertificate,
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unable to load root certificates: ")?;
        f.write_str(match self {
            Self::NoPem => "unable to parse bytes as PEM block",
            Self::NoCertificate => "no valid certificate authority data seen",
            Self::BadCertificate => "failed to parse certificate: x509: malformed certificate",
        })
    }
}

/// Whether at least one certificate in a bundle can be loaded; of the others, the first decides what is said.
pub(super) fn check(bundle: &[u8]) -> Result<(), BundleError> {
    let blocks = blocks(bundle);
    let mut certificates = blocks
        .iter()
        .filter(|block| block.is_certificate)
        .peekable();
    if blocks.is_empty() {
        Err(BundleError::NoPem)
    } else if certificates.peek().is_none() {
        Err(BundleError::NoCertificate)
    } else if certificates.any(|block| is_certificate(&block.bytes)) {
        Ok(())
    } else {
        Err(BundleError::BadCertificate)
    }
}

struct Block {
    is_certificate: bool,
    bytes: Vec<u8>,
}

/// The blocks of a PEM document; what is between them, and what is not well-formed, is skipped.
fn blocks(bundle: &[u8]) -> Vec<Block> {
    let text = String::from_utf8_lossy(bundle);
    let mut blocks = Vec::new();
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        let Some(label) = line
            .strip_prefix("-----BEGIN ")
            .and_then(|rest| rest.strip_suffix("-----"))
        else {
            continue;
        };
        let end = format!("-----END {label}-----");
        let mut body = String::new();
        let mut has_headers = false;
        let mut rest = lines.clone();
        let mut is_closed = false;
        for line in rest.by_ref() {
            if line == end {
                is_closed = true;
                break;
            }
            if line.contains(':') {
                has_headers = true;
            } else {
                body.push_str(line.trim());
            }
        }
        if let (true, Ok(bytes)) = (is_closed, base64::decode(&body, Alphabet::Standard)) {
            blocks.push(Block {
                is_certificate: label == "CERTIFICATE" && !has_headers,
                bytes,
            });
            lines = rest;
        }
    }
    blocks
}

const SEQUENCE: u8 = 0x30;
const BIT_STRING: u8 = 0x03;
const INTEGER: u8 = 0x02;
const VERSION: u8 = 0xa0;

/// Whether the bytes have the shape of an X.509 certificate. What is in it is not looked at: the server goes on to names,
/// keys and extensions.
fn is_certificate(bytes: &[u8]) -> bool {
    let shape = || {
        let (certificate, rest) = element(bytes, SEQUENCE)?;
        let (signed, after) = element(certificate, SEQUENCE)?;
        let (_, after) = element(after, SEQUENCE)?;
        let (_, after) = element(after, BIT_STRING)?;
        let signed = element(signed, VERSION).map_or(signed, |(_, after)| after);
        let (_, signed) = element(signed, INTEGER)?;
        // The algorithm, the issuer, the validity, the subject and the key.
        (0..5).try_fold(signed, |signed, _| {
            element(signed, SEQUENCE).map(|(_, after)| after)
        })?;
        Some(rest.is_empty() && after.is_empty())
    };
    shape().unwrap_or(false)
}

/// The content of the DER element that the bytes start with, and what follows it.
fn element(bytes: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    let (&length, rest) = rest.split_first()?;
    if first != tag {
        return None;
    }
    if length < 0x80 {
        return rest.split_at_checked(usize::from(length));
    }
    let (length, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
    if length.is_empty() || length.len() > 4 {
        return None;
    }
    let length = length
        .iter()
        .fold(0_usize, |length, &byte| length << 8 | usize::from(byte));
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pem(label: &str, bytes: &[u8]) -> String {
        format!(
            "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
            base64::encode(bytes)
        )
    }

    /// The least that has the shape: empty fields.
    const CERTIFICATE: &[u8] = &[
        0x30, 20, 0x30, 13, 2, 1, 1, 0x30, 0, 0x30, 0, 0x30, 0, 0x30, 0, 0x30, 0, 0x30, 0, 3, 1, 0,
    ];

    #[test]
    fn one_good_certificate_is_enough() {
        let bundle = format!(
            "# roots\n{}{}",
            pem("CERTIFICATE", b"junk"),
            pem("CERTIFICATE", CERTIFICATE)
        );
        assert_eq!(check(bundle.as_bytes()), Ok(()));
    }

    #[test]
    fn what_is_no_certificate_is_named() {
        // A real API server 1.36 says this of `not a cert`.
        assert_eq!(
            check(b"not a cert").map_err(|error| error.to_string()),
            Err("unable to load root certificates: unable to parse bytes as PEM block".to_owned())
        );
        assert_eq!(
            check(pem("PRIVATE KEY", CERTIFICATE).as_bytes()),
            Err(BundleError::NoCertificate)
        );
        for length in 0..CERTIFICATE.len() {
            let bundle = pem("CERTIFICATE", CERTIFICATE.get(..length).unwrap());
            assert_eq!(
                check(bundle.as_bytes()),
                Err(BundleError::BadCertificate),
                "{length}"
            );
        }
    }
}
