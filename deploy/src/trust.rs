//! The certificate, as a Secret or as what cert-manager is to make.

use serde_json::{Value, json};
use wheelwright_grammar::base64;

use super::{
    Certificates, Installation,
    document::{Document, Part},
    kept::SECRET,
};

/// The annotation by which cert-manager writes the CA bundle of a certificate, `<namespace>/<name>`, into an object.
const INJECT: &str = "cert-manager.io/inject-ca-from";

pub(super) fn write(installation: &Installation, namespace: &str, documents: &mut Vec<Document>) {
    let mut push = |file: &str, comment: &str, object: Value| {
        documents.push(Document::new(Part::Server, file, comment, object));
    };
    let name = &installation.name;
    let metadata = |name: &str| installation.metadata(name, Some(namespace));
    match &installation.certificates {
        Certificates::Managed => {}
        Certificates::Given {
            chain,
            key,
            ca_bundle,
        } => {
            push(
                SECRET,
                "The server's certificate and its PRIVATE KEY: keep this out of version control. A new one is served without a\n\
                 restart, once it is mounted.",
                json!({
                    "apiVersion": "v1",
                    "kind": "Secret",
                    "metadata": metadata(&installation.secret()),
                    "type": "kubernetes.io/tls",
                    "data": {
                        "ca.crt": base64::encode(ca_bundle.as_bytes()),
                        "tls.crt": base64::encode(chain.as_bytes()),
                        "tls.key": base64::encode(key.as_bytes()),
                    },
                }),
            );
        }
        Certificates::CertManager { issuer } => {
            let issuer = issuer
                .as_ref()
                .map_or(("Issuer", name.as_str()), |(kind, name)| (kind, name));
            if matches!(
                &installation.certificates,
                Certificates::CertManager { issuer: None }
            ) {
                authority(installation, namespace, &mut push);
            }
            push(
                "33-certificate.yaml",
                "The server's certificate. It is renewed a month before it ends, and served without a restart.",
                json!({
                    "apiVersion": "cert-manager.io/v1",
                    "kind": "Certificate",
                    "metadata": metadata(name),
                    "spec": {
                        "secretName": installation.secret(),
                        "dnsNames": installation.names().hosts,
                        "duration": "2160h",
                        "renewBefore": "720h",
                        "usages": ["digital signature", "server auth"],
                        "privateKey": {"algorithm": "ECDSA", "size": 256, "rotationPolicy": "Always"},
                        "issuerRef": {"group": "cert-manager.io", "kind": issuer.0, "name": issuer.1},
                    },
                }),
            );
        }
    }
}

/// An authority for this server alone, so that the CA bundle stays as it is when the server's certificate is renewed: of a
/// self-signed one, the API server would trust the next before a pod serves it.
fn authority(
    installation: &Installation,
    namespace: &str,
    push: &mut impl FnMut(&str, &str, Value),
) {
    let name = &installation.name;
    let (root, ca) = (format!("{name}-root"), format!("{name}-ca"));
    let metadata = |name: &str| installation.metadata(name, Some(namespace));
    push(
        "30-root-issuer.yaml",
        "An authority for this server alone: its certificate is what the API server trusts, and stays when the server's is\n\
         renewed.",
        json!({
            "apiVersion": "cert-manager.io/v1",
            "kind": "Issuer",
            "metadata": metadata(&root),
            "spec": {"selfSigned": {}},
        }),
    );
    push(
        "31-authority.yaml",
        "",
        json!({
            "apiVersion": "cert-manager.io/v1",
            "kind": "Certificate",
            "metadata": metadata(&ca),
            "spec": {
                "isCA": true,
                "commonName": ca.chars().take(64).collect::<String>(),
                "secretName": ca,
                "duration": "87600h",
                "usages": ["cert sign", "crl sign", "digital signature"],
                "privateKey": {"algorithm": "ECDSA", "size": 256},
                "issuerRef": {"group": "cert-manager.io", "kind": "Issuer", "name": root},
            },
        }),
    );
    push(
        "32-issuer.yaml",
        "",
        json!({
            "apiVersion": "cert-manager.io/v1",
            "kind": "Issuer",
            "metadata": metadata(name),
            "spec": {"ca": {"secretName": ca}},
        }),
    );
}

/// Has cert-manager write the CA bundle into an object, where it is cert-manager that knows it.
pub(super) fn inject(installation: &Installation, object: &mut Value) {
    let Certificates::CertManager { .. } = installation.certificates else {
        return;
    };
    let Some(namespace) = installation.namespace() else {
        return;
    };
    let metadata = object.get_mut("metadata").and_then(Value::as_object_mut);
    let annotations =
        metadata.map(|metadata| metadata.entry("annotations").or_insert_with(|| json!({})));
    if let Some(annotations) = annotations.and_then(Value::as_object_mut) {
        let certificate = format!("{namespace}/{}", installation.name);
        annotations.insert(INJECT.into(), certificate.into());
    }
}
