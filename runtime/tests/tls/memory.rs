//! Certificates for development.

use std::time::{Duration, SystemTime};

use tokio_rustls::rustls::version;
use wheelwright::webhook::tls::{Files, Memory};

use crate::{
    folder::Folder,
    handshake::{shake, shake_with, start},
    made::HOST,
};

#[tokio::test]
async fn a_client_that_trusts_the_bundle_reaches_every_host_and_no_other() {
    let hosts = [
        HOST,
        "LocalHost.",
        "127.0.0.1",
        "[::1]",
        "*.dev.example.com",
    ];
    let memory = Memory::for_hosts(hosts).unwrap();
    let bundle = memory.ca_bundle().to_owned();
    let (certificates, task) = start(memory);
    task.await.unwrap().unwrap();
    for name in [HOST, "localhost", "127.0.0.1", "::1", "a.dev.example.com"] {
        for version in [&version::TLS12, &version::TLS13] {
            shake_with(&certificates, &bundle, name, version)
                .await
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    for name in ["pizza-crd", "127.0.0.2", "dev.example.com"] {
        assert!(shake(&certificates, &bundle, name).await.is_err(), "{name}");
    }
    let other = Memory::for_hosts([HOST]).unwrap();
    assert!(shake(&certificates, other.ca_bundle(), HOST).await.is_err());
}

#[test]
fn it_lives_as_long_as_it_is_told() {
    let left = |memory: &Memory| {
        memory
            .identity()
            .not_after()
            .duration_since(SystemTime::now())
            .unwrap()
            .as_secs()
    };
    let year = 365 * 24 * 3600;
    assert!((year - 60..=year).contains(&left(&Memory::for_hosts([HOST]).unwrap())));
    let minute = Memory::with_lifetime([HOST], Duration::from_mins(1)).unwrap();
    assert!((50..=60).contains(&left(&minute)));
    let ever = Memory::with_lifetime([HOST], Duration::MAX).unwrap();
    assert!(left(&ever) <= 100 * year);
}

#[test]
fn its_texts_are_a_secret_that_files_serve() {
    let memory = Memory::for_hosts([HOST]).unwrap();
    let folder = Folder::new("memory");
    let files = folder.write(memory.certificate(), memory.key(), memory.ca_bundle());
    let loaded = files.load().unwrap();
    assert_eq!(loaded.not_after(), memory.identity().not_after());
    assert_eq!(loaded.ca_bundle(), memory.ca_bundle());
    let _: Files = files;
}

#[test]
fn what_is_no_host_is_refused_by_name() {
    let refused = |host: &str| Memory::for_hosts([host]).unwrap_err().to_string();
    for host in [
        "",
        ".",
        "a..b",
        "https://a",
        "a:8443",
        "a/b",
        "-a",
        "a-",
        "a b",
        "ä.de",
        "a.*.b",
        "*",
        "[a]",
        "[::1",
        "a\0b",
    ] {
        let words = refused(host);
        assert!(words.contains("no host name and no IP address"), "{words}");
    }
    refused(&"a".repeat(64));
    refused(&["a"; 200].join("."));
    let none: [&str; 0] = [];
    assert!(Memory::for_hosts(none).is_err());
    // A name longer than a subject may be.
    Memory::for_hosts([["a".repeat(60), "b".repeat(60)].join(".")]).unwrap();
}
