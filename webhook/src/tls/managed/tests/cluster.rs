//! Replicas before an API server, by a clock that the test turns.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, SystemTime},
};

use k8s_openapi::ByteString;
use kube_client::Client;
use rustls::{
    RootCertStore,
    client::{verify_server_cert_signed_by_trust_anchor, verify_server_name},
    pki_types::{ServerName, UnixTime},
    server::ParsedCertificate,
    sign::CertifiedKey,
};
use serde_json::{Value, json};

use super::api::Api;
use crate::tls::{
    CertificateError, Certificates, ManagedNames, Publisher,
    hosts::Hosts,
    identity::provider,
    managed::{
        decide::Policy,
        replica::{Replica, Timing},
    },
    pem,
};

pub(super) const SECRET: &str = "/api/v1/namespaces/pizza-crd/secrets/pizza-tls";
pub(super) const CRD: &str =
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/pizzas.example.com";
pub(super) const MUTATING: &str =
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/pizza";
pub(super) const VALIDATING: &str =
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/pizza";
pub(super) const HOST: &str = "pizza-crd.pizza-crd.svc";
pub(super) const DAY: Duration = Duration::from_hours(24);
pub(super) const TIMING: Timing = Timing {
    interval: Duration::from_mins(1),
    settle: Duration::from_mins(1),
};

pub(super) fn names() -> ManagedNames {
    ManagedNames::new("pizza-crd", "pizza-tls")
        .service("pizza-crd")
        .crd("pizzas.example.com")
        .mutating("pizza")
        .validating("pizza")
}

pub(super) fn policy(jitter: f64) -> Policy {
    Policy {
        hosts: Hosts::parse(names().hosts()).unwrap(),
        leaf_lifetime: 90 * DAY,
        ca_lifetime: 365 * DAY,
        handover: Duration::from_hours(1),
        jitter,
    }
}

pub(super) struct Running {
    pub(super) replica: Replica,
    pub(super) publisher: Publisher,
    pub(super) certificates: Certificates,
}

impl Running {
    pub(super) fn start(client: &Client, policy: Policy) -> Self {
        let (publisher, certificates) = Certificates::channel();
        Self {
            replica: Replica::new(client, &names(), policy, TIMING),
            publisher,
            certificates,
        }
    }

    pub(super) async fn pass(&mut self, now: SystemTime) -> Result<Duration, CertificateError> {
        self.replica.pass(now, &self.publisher).await
    }

    pub(super) fn served(&self) -> Option<Arc<CertifiedKey>> {
        self.certificates.current().map(|identity| identity.key())
    }
}

/// What `deploy` installs: a conversion webhook, and two configurations with our webhook among others.
pub(super) fn install(api: &Api) {
    let ours =
        json!({ "service": { "namespace": "pizza-crd", "name": "pizza-crd", "path": "/x" } });
    let other = json!({
        "service": { "namespace": "pizza-crd", "name": "other" }, "caBundle": "b3RoZXI=",
    });
    let webhooks = json!({ "webhooks": [
        { "name": "other.example.com", "clientConfig": other, "failurePolicy": "Fail" },
        { "name": "a.example.com", "clientConfig": ours, "failurePolicy": "Ignore" },
        { "name": "b.example.com", "clientConfig": ours },
    ] });
    let mut world = api.world();
    world.put(
        CRD,
        json!({ "spec": { "conversion": { "strategy": "Webhook", "webhook": {
            "clientConfig": ours, "conversionReviewVersions": ["v1"],
        } } } }),
    );
    world.put(MUTATING, webhooks.clone());
    world.put(VALIDATING, webhooks);
}

/// The caBundles for our service, by where they stand.
pub(super) fn bundles(api: &Api) -> BTreeMap<String, String> {
    let world = api.world();
    let mut bundles = BTreeMap::new();
    let mut add = |name: String, config: &Value| {
        if config["service"]["name"] == "pizza-crd" {
            let bytes = serde_json::from_value::<ByteString>(config["caBundle"].clone());
            let text = bytes.map(|bytes| String::from_utf8(bytes.0).unwrap());
            bundles.insert(name, text.unwrap_or_default());
        }
    };
    if let Some(crd) = world.get(CRD) {
        add(
            CRD.to_owned(),
            &crd["spec"]["conversion"]["webhook"]["clientConfig"],
        );
    }
    for path in [MUTATING, VALIDATING] {
        let webhooks = world.get(path).map(|object| &object["webhooks"]);
        for webhook in webhooks.and_then(Value::as_array).into_iter().flatten() {
            add(
                format!("{path} {}", webhook["name"]),
                &webhook["clientConfig"],
            );
        }
    }
    bundles
}

/// Whether a client which trusts only the bundle takes the chain.
pub(super) fn trusts(bundle: &str, served: &CertifiedKey, now: SystemTime) -> Result<(), String> {
    let mut roots = RootCertStore::empty();
    for anchor in pem::certificates(bundle, "bundle").map_err(|error| error.to_string())? {
        roots.add(anchor).map_err(|error| error.to_string())?;
    }
    let leaf = ParsedCertificate::try_from(&served.cert[0]).unwrap();
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap();
    verify_server_cert_signed_by_trust_anchor(
        &leaf,
        &roots,
        &served.cert[1..],
        UnixTime::since_unix_epoch(since),
        provider().signature_verification_algorithms.all,
    )
    .map_err(|error| error.to_string())?;
    let host = ServerName::try_from(HOST).unwrap();
    verify_server_name(&leaf, &host).map_err(|error| error.to_string())
}

/// What the Secret holds at a key.
pub(super) fn held(api: &Api, key: &str) -> Option<String> {
    let world = api.world();
    let value = world.get(SECRET)?["data"].get(key)?.clone();
    let bytes: ByteString = serde_json::from_value(value).unwrap();
    Some(String::from_utf8(bytes.0).unwrap())
}

pub(super) fn count(bundle: &str) -> usize {
    bundle.matches("BEGIN CERTIFICATE").count()
}
