//! What is fit to be served, and the words for what is not.

use std::time::{Duration, SystemTime};

use rcgen::{ExtendedKeyUsagePurpose, IsCa};
use wheelwright::webhook::tls::{Certificates, Identity};

use crate::{
    handshake::shake,
    made::{self, HOST, Made, signed},
};

fn refused(chain: &str, key: &str, ca: &str) -> String {
    Identity::from_pem(chain, key, ca).unwrap_err().to_string()
}

fn taken(made: &Made) -> Identity {
    Identity::from_pem(&made.certificate, &made.key, &made.ca).unwrap()
}

#[tokio::test]
async fn a_chain_with_its_key_is_served() {
    let made = signed(made::until(Duration::from_hours(1)));
    let identity = taken(&made);
    let left = identity
        .not_after()
        .duration_since(SystemTime::now())
        .unwrap();
    assert!((3500..=3600).contains(&left.as_secs()), "{left:?}");
    let (publisher, certificates) = Certificates::channel();
    assert!(shake(&certificates, &made.ca, HOST).await.is_err());
    publisher.publish(identity);
    shake(&certificates, &made.ca, HOST).await.unwrap();
    assert!(shake(&certificates, &made.ca, "other.svc").await.is_err());
}

#[test]
fn what_is_no_pem_is_named() {
    let made = signed(|_| {});
    assert_eq!(
        refused("", &made.key, ""),
        "the certificate holds no certificate: write it in PEM form, from `-----BEGIN CERTIFICATE-----` on"
    );
    assert_eq!(
        refused(&made.certificate, "", ""),
        "the key holds no private key: write it in PEM form, from `-----BEGIN PRIVATE KEY-----` on"
    );
    assert_eq!(
        refused(&made.certificate, &made.key, "nothing"),
        "the CA bundle holds no certificate: write it in PEM form, from `-----BEGIN CERTIFICATE-----` on"
    );
    let cut = &made.certificate[..made.certificate.len() - 40];
    assert!(refused(cut, &made.key, "").starts_with("the certificate is no PEM: "));
    let cut = &made.key[..made.key.len() - 40];
    assert!(refused(&made.certificate, cut, "").starts_with("the key is no PEM: "));
    let one_line = "is no PEM: a section does not end; `-----BEGIN …-----` and `-----END …-----` each have a line of their own";
    assert_eq!(
        refused(&made.certificate, &made.key.replace('\n', ""), ""),
        format!("the key {one_line}"),
        "not a byte of the key"
    );
    assert_eq!(
        refused(&made.certificate.replace('\n', ""), &made.key, ""),
        format!("the certificate {one_line}")
    );
    let torn = made.key.replacen("KEY-----\n", "KEY----", 1);
    assert_eq!(
        refused(&made.certificate, &torn, ""),
        "the key is no PEM: a line that begins a section is not `-----BEGIN …-----`"
    );
    let empty = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
    assert!(refused(empty, &made.key, "").starts_with("the certificate is malformed: "));
    assert!(
        refused(&made.certificate, &made.key, empty).starts_with("the CA bundle is malformed: ")
    );
}

#[test]
fn a_key_that_is_encrypted_is_refused_in_both_forms() {
    let made = signed(|_| {});
    let body = made.key.replace("PRIVATE", "ENCRYPTED PRIVATE");
    let header = made.key.replacen(
        "PRIVATE KEY-----\n",
        "EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n",
        1,
    );
    for key in [body, header] {
        let words = refused(&made.certificate, &key, &made.ca);
        assert!(words.starts_with("the key is encrypted, "), "{words}");
    }
}

#[test]
fn a_key_that_cannot_be_used_is_told_which_can() {
    let made = signed(|_| {});
    let key = "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n";
    let words = refused(&made.certificate, key, &made.ca);
    assert!(words.starts_with("the key cannot be used: "), "{words}");
    assert!(words.contains("P-256"), "{words}");
}

#[test]
fn the_key_of_another_certificate_is_refused() {
    let (one, other) = (signed(|_| {}), signed(|_| {}));
    assert_eq!(
        refused(&one.certificate, &other.key, &one.ca),
        "the key is not the key of the first certificate of the certificate: write the leaf first, and the key it was made with"
    );
    let wrong_order = format!("{}{}", one.ca, one.certificate);
    assert!(Identity::from_pem(&wrong_order, &one.key, "").is_err());
}

#[test]
fn what_the_api_server_would_refuse_is_refused() {
    let expired = signed(made::expired);
    let words = refused(&expired.certificate, &expired.key, &expired.ca);
    assert!(
        words.starts_with("the certificate has expired, at "),
        "{words}"
    );
    let early = signed(|params| {
        params.not_before = (SystemTime::now() + Duration::from_hours(1)).into();
    });
    let words = refused(&early.certificate, &early.key, &early.ca);
    assert!(
        words.starts_with("the certificate is not valid before "),
        "{words}"
    );
    let nameless = signed(|params| params.subject_alt_names.clear());
    let words = refused(&nameless.certificate, &nameless.key, &nameless.ca);
    assert!(words.contains("subjectAltName"), "{words}");
    let client = signed(|params| {
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    });
    let words = refused(&client.certificate, &client.key, &client.ca);
    assert!(words.contains("serverAuth"), "{words}");
    let (one, other) = (signed(|_| {}), signed(|_| {}));
    let words = refused(&one.certificate, &one.key, &other.ca);
    assert!(
        words.starts_with("the certificate is not signed by a certificate of the CA bundle"),
        "{words}"
    );
}

#[test]
fn what_the_api_server_takes_is_taken() {
    // A clock that is a little late.
    taken(&signed(|params| {
        params.not_before = (SystemTime::now() + Duration::from_mins(4)).into();
    }));
    taken(&signed(|params| params.extended_key_usages.clear()));
    // Many certificates in a bundle, one of them expired.
    let (one, other) = (signed(|_| {}), made::self_signed(made::expired));
    let both = format!("{}{}", other.ca, one.ca);
    Identity::from_pem(&one.certificate, &one.key, &both).unwrap();
    // A certificate that signed itself, as an authority too: Go trusts what is in the bundle.
    taken(&made::self_signed(|_| {}));
    taken(&made::self_signed(|params| {
        params.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    }));
    // The authorities of the system.
    Identity::from_pem(&one.certificate, &one.key, "").unwrap();
}
