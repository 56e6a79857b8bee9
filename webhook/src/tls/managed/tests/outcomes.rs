//! What comes of a Secret that is not as it should be, and of objects that are not ours.

use std::time::{Duration, SystemTime};

use k8s_openapi::ByteString;
use serde_json::{Value, json};

use super::{
    api::Api,
    cluster::{
        CRD, DAY, HOST, MUTATING, Running, SECRET, VALIDATING, bundles, count, held, install,
        names, policy, trusts,
    },
};
use crate::tls::{
    CertificateSource as _, Certificates, Managed, Memory, hosts::Hosts, managed::decide::Policy,
};

const MINUTE: Duration = Duration::from_mins(1);

fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_hours(500_000)
}

fn installed() -> Api {
    let api = Api::new(1);
    install(&api);
    api
}

/// A replica that looked once, and what it found.
async fn first(api: &Api) -> Running {
    let mut running = Running::start(&api.client(), policy(0.0));
    running.pass(now()).await.unwrap();
    assert!(running.served().is_some());
    running
}

fn trusted_everywhere(api: &Api, running: &Running, at: SystemTime) {
    for (place, bundle) in bundles(api) {
        trusts(&bundle, &running.served().unwrap(), at)
            .unwrap_or_else(|error| panic!("{place}: {error}"));
    }
}

fn write(api: &Api, key: &str, text: &str) {
    let mut world = api.world();
    let mut secret = world.get(SECRET).unwrap().clone();
    secret["data"][key] = serde_json::to_value(ByteString(text.into())).unwrap();
    world.put(SECRET, secret);
}

#[tokio::test]
async fn a_secret_is_made_and_all_that_is_ours_trusts_it() {
    let api = installed();
    let running = first(&api).await;
    trusted_everywhere(&api, &running, now());
    assert_eq!(bundles(&api).len(), 5);
    let world = api.world();
    let secret = world.get(SECRET).unwrap();
    assert_eq!(secret["type"], "kubernetes.io/tls");
    let keys = secret["data"].as_object().unwrap().keys();
    assert!(keys.eq(["ca.crt", "ca.key", "tls.crt", "tls.key"]));
    // The webhook of another service, and all else, are as they were.
    let webhooks = &world.get(MUTATING).unwrap()["webhooks"];
    assert_eq!(webhooks[0]["clientConfig"]["caBundle"], "b3RoZXI=");
    assert_eq!(webhooks[0]["failurePolicy"], "Fail");
    assert_eq!(webhooks[1]["failurePolicy"], "Ignore");
    assert_eq!(webhooks[1]["clientConfig"]["service"]["path"], "/x");
    let conversion = &world.get(CRD).unwrap()["spec"]["conversion"];
    assert_eq!(conversion["webhook"]["conversionReviewVersions"][0], "v1");
}

#[tokio::test]
async fn a_look_at_what_is_as_it_should_be_writes_nothing_and_reads_little() {
    let api = installed();
    let mut running = first(&api).await;
    let writes = api.world().writes.len();
    let requests = api.world().requests;
    for minute in 1..=10 {
        running.pass(now() + minute * MINUTE).await.unwrap();
    }
    assert_eq!(api.world().writes.len(), writes);
    // The Secret, and the metadata of three objects.
    assert_eq!(api.world().requests - requests, 40);
    assert_eq!(running.certificates.failures(), 0);
}

#[tokio::test]
async fn what_is_registered_later_or_written_over_gets_the_bundle() {
    let api = installed();
    let crd = api.world().get(CRD).unwrap().clone();
    api.world().delete(CRD);
    let mut running = first(&api).await;
    api.world().put(CRD, crd.clone());
    running.pass(now() + MINUTE).await.unwrap();
    trusted_everywhere(&api, &running, now());
    api.world().put(CRD, crd);
    running.pass(now() + 2 * MINUTE).await.unwrap();
    trusted_everywhere(&api, &running, now());
    assert_eq!(running.certificates.failures(), 0);
}

#[tokio::test]
async fn an_empty_secret_is_filled_and_one_of_others_refused() {
    let api = installed();
    let empty = json!({ "type": "kubernetes.io/tls", "data": { "tls.crt": "", "tls.key": "" } });
    api.world().put(SECRET, empty);
    first(&api).await;
    let api = installed();
    let memory = Memory::for_hosts([HOST]).unwrap();
    let foreign = json!({ "data": {
        "tls.crt": ByteString(memory.certificate().into()),
        "tls.key": ByteString(memory.key().into()),
    } });
    api.world().put(SECRET, foreign);
    let mut running = Running::start(&api.client(), policy(0.0));
    let error = running.pass(now()).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "the Secret `pizza-crd/pizza-tls` is not ours, and it is not empty: choose another name, delete it, or serve it as files"
    );
    assert_eq!(api.world().writes, Vec::<String>::new());
}

#[tokio::test]
async fn one_that_becomes_somebody_elses_is_left_alone_and_the_old_stays() {
    let api = installed();
    let mut running = first(&api).await;
    let mut secret = api.world().get(SECRET).unwrap().clone();
    secret["metadata"]["annotations"] = Value::Null;
    api.world().put(SECRET, secret);
    let writes = api.world().writes.len();
    for minute in 1..5 {
        running.pass(now() + minute * MINUTE).await.unwrap();
    }
    assert_eq!(api.world().writes.len(), writes);
    // Said once.
    assert_eq!(running.certificates.failures(), 1);
    assert!(running.served().is_some());
}

#[tokio::test]
async fn a_damaged_authority_is_made_anew_and_the_old_trusted_for_a_while() {
    for (key, text) in [("ca.key", "garbage"), ("ca.crt", "garbage"), ("ca.key", "")] {
        let api = installed();
        let mut running = first(&api).await;
        let before = running.served().unwrap();
        write(&api, key, text);
        running.pass(now() + MINUTE).await.unwrap();
        // Others serve the old one still, and this one too.
        assert_eq!(count(&held(&api, "ca.crt").unwrap()), 2);
        assert_eq!(running.served().unwrap().cert, before.cert);
        trusted_everywhere(&api, &running, now() + MINUTE);
        running.pass(now() + 2 * MINUTE).await.unwrap();
        assert_ne!(running.served().unwrap().cert, before.cert);
        trusted_everywhere(&api, &running, now() + MINUTE);
        running.pass(now() + 70 * MINUTE).await.unwrap();
        assert_eq!(count(&held(&api, "ca.crt").unwrap()), 1);
        trusted_everywhere(&api, &running, now() + 70 * MINUTE);
    }
}

#[tokio::test]
async fn a_damaged_or_foreign_leaf_is_renewed_by_the_same_authority() {
    let foreign = Memory::for_hosts([HOST]).unwrap();
    for (key, text) in [
        ("tls.crt", "garbage"),
        ("tls.key", ""),
        ("tls.crt", foreign.certificate()),
        ("tls.key", foreign.key()),
    ] {
        let api = installed();
        let mut running = first(&api).await;
        let bundle = held(&api, "ca.crt");
        write(&api, key, text);
        running.pass(now() + MINUTE).await.unwrap();
        assert_eq!(held(&api, "ca.crt"), bundle);
        let leaf = held(&api, "tls.crt").unwrap();
        assert!(leaf != text && leaf.contains("BEGIN"), "{key}");
        trusted_everywhere(&api, &running, now() + MINUTE);
    }
}

#[tokio::test]
async fn releases_that_want_other_hosts_come_to_one_certificate() {
    let api = installed();
    let client = api.client();
    let other = Policy {
        hosts: Hosts::parse(["new.pizza-crd.svc", "10.0.0.1"]).unwrap(),
        ..policy(0.0)
    };
    let mut old = first(&api).await;
    let mut new = Running::start(&client, other);
    new.pass(now()).await.unwrap();
    let writes = api.world().writes.len();
    for minute in 1..5 {
        old.pass(now() + minute * MINUTE).await.unwrap();
        new.pass(now() + minute * MINUTE).await.unwrap();
    }
    assert_eq!(api.world().writes.len(), writes);
    trusted_everywhere(&api, &old, now() + MINUTE);
    assert_eq!(old.served().unwrap().cert, new.served().unwrap().cert);
}

#[tokio::test]
async fn what_has_expired_is_replaced_before_it_is_served() {
    // The leaf, and the authority too.
    for days in [100, 400] {
        let api = installed();
        drop(first(&api).await);
        let later = now() + days * DAY;
        let mut running = Running::start(&api.client(), policy(0.0));
        running.pass(later).await.unwrap();
        trusted_everywhere(&api, &running, later);
        assert_eq!(count(&held(&api, "ca.crt").unwrap()), 1);
    }
}

#[tokio::test]
async fn an_authority_is_not_changed_while_one_object_does_not_trust_the_next() {
    let api = installed();
    let mut running = first(&api).await;
    api.world().refused = Some(("validatingwebhookconfigurations", 403));
    let mut at = now();
    for _ in 0..130 {
        at += 2 * DAY;
        running.pass(at).await.unwrap();
    }
    // Announced, but all leaves since are the first one's.
    assert_eq!(count(&held(&api, "ca.crt").unwrap()), 2);
    trusted_everywhere(&api, &running, at);
    api.world().refused = None;
    for _ in 0..3 {
        at += 2 * MINUTE;
        running.pass(at).await.unwrap();
        trusted_everywhere(&api, &running, at);
    }
    assert!(held(&api, "ca-next.key").is_none());
    assert_eq!(running.certificates.failures(), 1);
}

#[tokio::test]
async fn an_api_server_that_does_not_answer_is_waited_for() {
    let api = installed();
    let mut running = Running::start(&api.client(), policy(0.0));
    api.world().refused = Some(("secrets", 503));
    let mut pauses = Vec::new();
    for _ in 0..8 {
        pauses.push(running.pass(now()).await.unwrap().as_secs());
    }
    assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
    assert!(running.served().is_none());
    api.world().refused = None;
    assert_eq!(running.pass(now()).await.unwrap(), MINUTE);
    assert!(running.served().is_some());
    // One that serves goes on.
    api.world().refused = Some(("secrets", 403));
    running.pass(now() + MINUTE).await.unwrap();
    assert!(running.served().is_some());
    assert_eq!(running.certificates.failures(), 2);
}

#[tokio::test]
async fn what_cert_manager_writes_is_left_to_it() {
    let api = installed();
    let mut crd = api.world().get(CRD).unwrap().clone();
    crd["metadata"]["annotations"]["cert-manager.io/inject-ca-from"] = "pizza-crd/x".into();
    api.world().put(CRD, crd);
    let running = first(&api).await;
    assert_eq!(running.certificates.failures(), 1);
    let writes = api.world().writes.clone();
    assert!(!writes.iter().any(|write| write.contains(CRD)));
    assert!(writes.iter().any(|write| write.contains(VALIDATING)));
}

#[tokio::test]
async fn a_crd_without_our_webhook_is_left_as_it_is() {
    let api = installed();
    let none = json!({ "spec": { "conversion": { "strategy": "None" } } });
    api.world().put(CRD, none.clone());
    let url = json!({ "webhooks": [
        { "name": "a", "clientConfig": { "url": "https://localhost:8443/admit" } },
        { "name": "b", "clientConfig": { "url": "https://other:8443/admit" } },
    ] });
    api.world().put(MUTATING, url);
    let (publisher, _certificates) = Certificates::channel();
    let managed = Managed::new(api.client(), names().url_host("LOCALHOST"));
    let task = tokio::spawn(Box::new(managed).keep(publisher));
    while api.world().writes.len() < 3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    task.abort();
    assert_eq!(api.world().get(CRD).unwrap()["spec"], none["spec"]);
    let world = api.world();
    let webhooks = &world.get(MUTATING).unwrap()["webhooks"];
    assert!(webhooks[0]["clientConfig"]["caBundle"].is_string());
    assert_eq!(webhooks[1]["clientConfig"].get("caBundle"), None);
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused() {
    let api = installed();
    let refused = async |managed: Managed| {
        let (publisher, _certificates) = Certificates::channel();
        let kept = Box::new(managed).keep(publisher).await;
        kept.unwrap_err().to_string()
    };
    let managed = || Managed::new(api.client(), names());
    let nothing = crate::tls::ManagedNames::new("a", "b").service("c");
    let error = refused(Managed::new(api.client(), nothing)).await;
    assert!(
        error.starts_with("nothing trusts the managed certificate"),
        "{error}"
    );
    let error = refused(managed().leaf_lifetime(MINUTE)).await;
    assert!(error.contains("look twelve times in its life"), "{error}");
    let error = refused(managed().ca_lifetime(DAY)).await;
    assert!(error.contains("let it live longer"), "{error}");
    let error = refused(Managed::new(api.client(), names().service("a b"))).await;
    assert!(error.contains("no host name"), "{error}");
    assert_eq!(api.world().requests, 0);
}

/// By the real clock, through several authorities.
#[tokio::test]
async fn short_lives_are_renewed_in_time() {
    let api = installed();
    let managed = Managed::new(api.client(), names())
        .every(Duration::from_millis(100))
        .settle(Duration::from_millis(100))
        .leaf_lifetime(Duration::from_secs(3))
        .ca_lifetime(Duration::from_secs(6));
    let (publisher, mut certificates) = Certificates::channel();
    let task = tokio::spawn(Box::new(managed).keep(publisher));
    let end = SystemTime::now() + Duration::from_secs(12);
    let mut leaves = 0;
    while SystemTime::now() < end {
        if tokio::time::timeout(Duration::from_millis(20), certificates.changed())
            .await
            .is_ok()
        {
            leaves += 1;
        }
        let Some(identity) = certificates.current() else {
            continue;
        };
        for (place, bundle) in bundles(&api) {
            trusts(&bundle, &identity.key(), SystemTime::now())
                .unwrap_or_else(|error| panic!("{place}: {error}"));
        }
    }
    task.abort();
    assert!(leaves > 4, "{leaves}");
    assert_eq!(certificates.failures(), 0);
}
