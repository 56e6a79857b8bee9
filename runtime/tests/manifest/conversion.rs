use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, check::Problem, manifest::Conversion};

mod old {
    use super::*;

    /// A job.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::Job, version = "v1beta1")]
    #[serde(rename_all = "camelCase")]
    pub struct JobSpec {
        /// Host and port.
        pub host_port: String,
    }
}

/// A job.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Job",
    namespaced,
    storage
)]
pub struct JobSpec {
    /// The host.
    pub host: String,
}

wheelwright::wheel!(pub Jobs = Job, [old::Job]);

fn stanza(conversion: impl Into<Conversion>) -> Value {
    Jobs::manifest().conversion(conversion).json().unwrap()["spec"]["conversion"].clone()
}

#[test]
fn a_service_is_called_at_the_servers_defaults_unless_said() {
    assert_eq!(
        stanza(
            Conversion::webhook_service("default", "example-conversion-webhook-server")
                .path("/crdconvert")
        ),
        json!({
            "strategy": "Webhook",
            "webhook": {
                "conversionReviewVersions": ["v1", "v1beta1"],
                "clientConfig": {
                    "service": {
                        "namespace": "default", "name": "example-conversion-webhook-server", "path": "/crdconvert"
                    }
                }
            }
        })
    );
    assert_eq!(
        stanza(
            Conversion::webhook_service("my-service-namespace", "my-service-name")
                .path("/my-path")
                .port(1234)
                .review_versions(["v1"])
        ),
        json!({
            "strategy": "Webhook",
            "webhook": {
                "conversionReviewVersions": ["v1"],
                "clientConfig": {
                    "service": {
                        "namespace": "my-service-namespace", "name": "my-service-name", "path": "/my-path", "port": 1234
                    }
                }
            }
        })
    );
}

#[test]
fn a_url_stands_alone() {
    let url = "https://my-webhook.example.com:9443/my-webhook-path";
    assert_eq!(
        stanza(Conversion::webhook_url(url)),
        json!({
            "strategy": "Webhook",
            "webhook": {"conversionReviewVersions": ["v1", "v1beta1"], "clientConfig": {"url": url}}
        })
    );
}

/// `printf -- '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'`
const PEM: &str = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
/// The same through `base64 -w0`.
const PEM_BASE64: &str =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUIKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";

#[test]
fn the_ca_bundle_is_the_base64_of_the_pem() {
    let client = |stanza: Value| stanza["webhook"]["clientConfig"]["caBundle"].clone();
    assert_eq!(
        client(stanza(Conversion::webhook_service("a", "b").ca_bundle(PEM))),
        PEM_BASE64
    );
    assert_eq!(
        client(stanza(
            Conversion::webhook_url("https://a.b").ca_bundle(PEM)
        )),
        PEM_BASE64
    );
    let later = Jobs::manifest()
        .ca_bundle(PEM)
        .conversion(Conversion::webhook_service("a", "b"));
    assert_eq!(
        client(later.json().unwrap()["spec"]["conversion"].clone()),
        PEM_BASE64
    );
}

#[test]
fn a_ca_bundle_is_certificates_and_no_key() {
    let problems = |pem: &str| -> Vec<Problem> {
        let manifest =
            Jobs::manifest().conversion(Conversion::webhook_service("a", "b").ca_bundle(pem));
        manifest
            .check()
            .errors()
            .map(|finding| finding.problem.clone())
            .collect()
    };
    assert_eq!(problems(PEM), []);
    assert_eq!(problems(PEM_BASE64), [Problem::NoCertificate]);
    let key = format!("{PEM}-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n");
    assert_eq!(problems(&key), [Problem::PrivateKey]);
}

#[test]
fn versions_that_differ_are_not_served_without_a_webhook() {
    for manifest in [Jobs::manifest(), Jobs::manifest().conversion_none()] {
        let report = manifest.json().unwrap_err();
        let problems: Vec<_> = report
            .errors()
            .map(|finding| finding.problem.clone())
            .collect();
        let property = "spec.host".to_owned();
        assert_eq!(
            problems,
            [Problem::NeedsConversion {
                first: "v1",
                second: "v1beta1",
                property
            }]
        );
        assert!(
            report.to_string().contains("conversion(webhook(service"),
            "{report}"
        );
    }
}

#[test]
fn versions_that_differ_and_are_said_to_lose_it_are_served_with_a_warning() {
    let manifest = Jobs::manifest().conversion(Conversion::Unchecked);
    let crd = manifest.json().unwrap();
    assert_eq!(crd["spec"]["conversion"], json!({"strategy": "None"}));
    let report = manifest.check();
    let problems: Vec<_> = report
        .warnings()
        .map(|finding| finding.problem.clone())
        .collect();
    let unconverted = Problem::Unconverted {
        first: "v1",
        second: "v1beta1",
        property: "spec.host".to_owned(),
    };
    assert_eq!(problems, [unconverted]);
    // What does not differ loses nothing.
    let said = said::Jobs::manifest().conversion(Conversion::Unchecked);
    assert_eq!(said.check().warnings().count(), 0);
}

pub mod said {
    use super::*;

    /// A job.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Job",
        namespaced,
        storage
    )]
    #[crd(conversion(webhook(service = "a/b", port = 8443, review_versions("v1beta1"))))]
    pub struct JobSpec {}

    pub mod old {
        use super::*;

        /// A job, in other words.
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::Job, version = "v1beta1")]
        pub struct JobSpec {}
    }

    wheelwright::wheel!(pub Jobs = Job, [old::Job]);
}

#[test]
fn the_attribute_is_heard_unless_the_place_of_installation_says_otherwise() {
    assert_eq!(
        said::Jobs::crd_json().unwrap()["spec"]["conversion"],
        json!({
            "strategy": "Webhook",
            "webhook": {
                "conversionReviewVersions": ["v1beta1"],
                "clientConfig": {"service": {"namespace": "a", "name": "b", "port": 8443}}
            }
        })
    );
    // Versions that differ only in their documentation convert by name.
    let none = said::Jobs::manifest().conversion_none().json().unwrap();
    assert_eq!(none["spec"]["conversion"], json!({"strategy": "None"}));
}
