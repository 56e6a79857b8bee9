//! What the API server trusts is what is served.

use std::sync::Arc;

use k8s_openapi::ByteString;
use serde_json::{Value, json};
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, RootCertStore, ServerConnection,
    pki_types::{CertificateDer, ServerName, pem::PemObject as _},
};
use wheelwright::webhook::{
    deploy::Certificates,
    tls::{Certificates as Served, Identity},
};

use super::kite::{HOST, every_source, given, installation, named, of_kind};

/// Every `clientConfig` of an object, wherever it is.
fn clients<'o>(value: &'o Value, found: &mut Vec<&'o Value>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("clientConfig"));
            members.values().for_each(|member| clients(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| clients(item, found)),
        _ => {}
    }
}

fn decoded(base64: &Value) -> String {
    let bytes: ByteString = serde_json::from_value(base64.clone()).unwrap();
    String::from_utf8(bytes.0).unwrap()
}

/// A handshake in memory, of a server with this certificate and a client that trusts this bundle.
fn handshake(chain: &str, key: &str, bundle: &str, host: &str) -> Result<(), String> {
    let (publisher, served) = Served::channel();
    publisher.publish(Identity::from_pem(chain, key, bundle).unwrap());
    let config = served.server_config().unwrap();
    let mut roots = RootCertStore::empty();
    for anchor in CertificateDer::pem_slice_iter(bundle.as_bytes()) {
        roots.add(anchor.unwrap()).unwrap();
    }
    let client = ClientConfig::builder_with_provider(Arc::clone(config.crypto_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).unwrap();
    let mut client = ClientConnection::new(Arc::new(client), name).unwrap();
    let mut server = ServerConnection::new(Arc::new(config)).unwrap();
    while client.is_handshaking() || server.is_handshaking() {
        let mut wire = Vec::new();
        client.write_tls(&mut wire).unwrap();
        server.read_tls(&mut wire.as_slice()).unwrap();
        server
            .process_new_packets()
            .map_err(|error| error.to_string())?;
        let mut wire = Vec::new();
        server.write_tls(&mut wire).unwrap();
        client.read_tls(&mut wire.as_slice()).unwrap();
        client
            .process_new_packets()
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

#[test]
fn every_bundle_verifies_what_the_secret_serves_at_every_host_that_is_called() {
    let objects = installation(given()).objects().unwrap();
    let secret = &named(&objects, "Secret", "kite-webhook-tls");
    assert_eq!(secret["type"], "kubernetes.io/tls");
    let data = &secret["data"];
    let (chain, key) = (decoded(&data["tls.crt"]), decoded(&data["tls.key"]));
    let mut found = Vec::new();
    for object in &objects {
        clients(object, &mut found);
    }
    // One CRD, one mutating webhook, two validating ones.
    assert_eq!(found.len(), 4);
    for client in found {
        let service = &client["service"];
        let host = format!(
            "{}.{}.svc",
            service["name"].as_str().unwrap(),
            service["namespace"].as_str().unwrap()
        );
        handshake(&chain, &key, &decoded(&client["caBundle"]), &host).unwrap();
    }
    let kite = named(
        &objects,
        "CustomResourceDefinition",
        "kites.sky.example.com",
    );
    let bundle = &kite["spec"]["conversion"]["webhook"]["clientConfig"]["caBundle"];
    assert_eq!(decoded(&data["ca.crt"]), decoded(bundle));
}

#[test]
fn the_service_that_is_called_is_the_one_that_is_installed() {
    for certificates in every_source() {
        let objects = installation(certificates).service("entrance");
        // The certificate that is given is for another Service.
        let Ok(objects) = objects.objects() else {
            continue;
        };
        let service = named(&objects, "Service", "entrance");
        let mut found = Vec::new();
        for object in &objects {
            clients(object, &mut found);
        }
        for client in found {
            let called = &client["service"];
            assert_eq!(called["name"], service["metadata"]["name"]);
            assert_eq!(called["namespace"], service["metadata"]["namespace"]);
            let port = called.get("port").cloned().unwrap_or_else(|| json!(443));
            assert_eq!(port, service["spec"]["ports"][0]["port"]);
        }
    }
}

#[test]
fn cert_manager_is_told_of_every_bundle_and_every_host() {
    for certificates in [
        Certificates::cert_manager(),
        Certificates::issued_by("ClusterIssuer", "company"),
    ] {
        let own_authority = matches!(certificates, Certificates::CertManager { issuer: None });
        let objects = installation(certificates).objects().unwrap();
        let mut injected = 0;
        for object in &objects {
            let mut found = Vec::new();
            clients(object, &mut found);
            if found.is_empty() {
                continue;
            }
            injected += 1;
            let from = object["metadata"]["annotations"]["cert-manager.io/inject-ca-from"].as_str();
            let (namespace, name) = from.unwrap().split_once('/').unwrap();
            let certificate = named(&objects, "Certificate", name);
            assert_eq!(certificate["metadata"]["namespace"], namespace);
            let hosts = certificate["spec"]["dnsNames"].as_array().unwrap();
            assert!(hosts.contains(&json!(HOST)));
            for client in found {
                assert!(
                    client.get("caBundle").is_none(),
                    "it would be taken away again"
                );
            }
        }
        assert_eq!(injected, 3);
        for certificate in of_kind(&objects, "Certificate") {
            let issuer = &certificate["spec"]["issuerRef"];
            if own_authority {
                let name = issuer["name"].as_str().unwrap();
                let issuer = named(&objects, "Issuer", name);
                assert_eq!(
                    issuer["metadata"]["namespace"],
                    certificate["metadata"]["namespace"]
                );
                // The authority's own certificate signs the server's.
                if let Some(secret) = issuer["spec"]["ca"]["secretName"].as_str() {
                    let mut certificates = of_kind(&objects, "Certificate");
                    let signs = |one: &Value| {
                        one["spec"]["isCA"] == true && one["spec"]["secretName"] == secret
                    };
                    assert!(certificates.any(signs));
                }
            } else {
                assert_eq!(issuer["kind"], "ClusterIssuer");
                assert_eq!(issuer["name"], "company");
            }
        }
    }
}

#[test]
fn a_kind_without_a_webhook_gets_no_bundle() {
    let objects = installation(given()).objects().unwrap();
    let cloth = named(
        &objects,
        "CustomResourceDefinition",
        "cloths.sky.example.com",
    );
    assert!(cloth["spec"].get("conversion").is_none());
    let kite = named(
        &objects,
        "CustomResourceDefinition",
        "kites.sky.example.com",
    );
    assert_eq!(kite["spec"]["conversion"]["strategy"], "Webhook");
}

#[test]
fn keys_are_not_shown() {
    assert_eq!(format!("{:?}", given()), "Given");
    assert!(!format!("{:?}", installation(given())).contains("PRIVATE"));
}
