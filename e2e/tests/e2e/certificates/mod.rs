//! Two replicas that make their certificate themselves, and an API server that calls them all the while.

mod calls;
mod forward;
mod seal;
mod site;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use e2e::{Cluster, Result, webhook_host};
use k8s_openapi::ByteString;
use kube::Client;
use serde_json::{Value, json};
use tokio::time::sleep;
use wheelwright::webhook::tls::{Managed, ManagedNames};
use wheelwright::webhook::{Deadlines, Running, ServerError};

use calls::{Calls, store};
use forward::Forwarder;
use site::{NAMESPACE, SECRET, Seen, Site, USER, names, until};

const INTERVAL: Duration = Duration::from_millis(500);

/// Else the API server would keep one connection for all calls, and see one certificate only.
const IDLE: Duration = Duration::from_millis(150);

async fn start(client: &Client, names: ManagedNames) -> std::result::Result<Running, ServerError> {
    let managed = Managed::new(client.clone(), names)
        .every(INTERVAL)
        .settle(Duration::from_secs(1))
        .leaf_lifetime(Duration::from_secs(9))
        .ca_lifetime(Duration::from_secs(24));
    let (bind, _) = webhook_host();
    let server = seal::server().listen(format!("{bind}:0"));
    let deadlines = Deadlines {
        idle: IDLE,
        ..Deadlines::default()
    };
    server
        .drain(Duration::ZERO)
        .deadlines(deadlines)
        .bind(managed)
        .await
}

/// The service account may do what its roles say, as soon as the API server knows them, and nothing else.
async fn is_allowed(client: &Client, site: &Site) -> Result {
    let code = async |path: &str| {
        let request = http::Request::get(path).body(Vec::new());
        let answer = client.request::<Value>(request.expect("a path")).await;
        match answer {
            Ok(_) => Ok(200),
            Err(kube::Error::Api(status)) => Ok(status.code),
            Err(error) => Err(error),
        }
    };
    let known = async || {
        let role = code(SECRET).await? == 404;
        let cluster_role = code(&site.crd.definition()).await? == 200;
        Ok((role && cluster_role).then_some(()))
    };
    until("the roles are known", known).await?;
    let secrets = format!("/api/v1/namespaces/{NAMESPACE}/secrets");
    for path in [
        &secrets,
        &format!("{secrets}/other"),
        "/api/v1/namespaces/default/secrets/seal-tls",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/other",
    ] {
        assert_eq!(code(path).await?, 403, "{path}");
    }
    Ok(())
}

/// Each bundle that was seen at one place, in order.
fn bundles<'a>(history: &'a [Seen], of: impl Fn(&'a Seen) -> &'a [String]) -> Vec<Vec<String>> {
    let mut bundles = history
        .iter()
        .map(|seen| {
            let mut bundle = of(seen).to_vec();
            bundle.sort();
            bundle
        })
        .collect::<Vec<_>>();
    bundles.dedup();
    bundles
}

/// From one authority to the next, with both in between, everywhere.
fn assert_overlap(history: &[Seen]) {
    let places = (0..3).map(|at| bundles(history, move |seen| &seen.trusted[at]));
    let held = bundles(history, |seen| &seen.held);
    for bundles in places.chain([held]) {
        let [first, both, last, ..] = bundles.as_slice() else {
            panic!("no rotation: {bundles:?}");
        };
        assert_eq!((first.len(), both.len(), last.len()), (1, 2, 1));
        assert!(both.contains(&first[0]) && both.contains(&last[0]) && first != last);
    }
    let leaves: BTreeSet<&str> = history.iter().map(|seen| &*seen.leaf).collect();
    // One at the start, at least one renewal, the one by the next authority, and not many more although replicas are two.
    assert!((3..=7).contains(&leaves.len()), "{} leaves", leaves.len());
}

fn field(text: &str) -> Value {
    json!(ByteString(text.as_bytes().to_vec()))
}

#[tokio::test]
async fn replicas_keep_their_certificate_and_all_that_trusts_it() -> Result {
    let cluster = Cluster::shared().await?;
    let (bind, host) = webhook_host();
    let (forwarder, port) = Forwarder::start(bind).await.expect("a free port");
    let site = Arc::new(Site::install(cluster, &host, port).await?);
    let client = site.cluster.client_of(USER).await?;
    is_allowed(&client, &site).await?;

    // Both at once, and calls as soon as they are ready.
    let started = tokio::join!(start(&client, names(&host)), start(&client, names(&host)));
    let replicas = [started.0.expect("a start"), started.1.expect("a start")];
    for replica in &replicas {
        forwarder.add(replica.local_addr().port());
    }
    store(&site).await?;
    let calls = Calls::default();
    calls.round(&site).await;
    assert!(calls.outcome().failed.is_empty(), "{:?}", calls.outcome());
    site.watch();
    calls.go_on(&site);
    let first = site.wait("both agree", Seen::agrees).await?;
    site.assert_others_untouched().await?;

    // A whole life of an authority.
    let rotated = site
        .wait("the next authority is alone", |seen| {
            seen.agrees() && seen.held.len() == 1 && seen.held != first.held
        })
        .await?;
    sleep(INTERVAL).await;
    assert_overlap(&site.history());
    for replica in &replicas {
        assert_eq!(replica.certificates().failures(), 0);
    }

    // Without the Secret there is another authority, and the last is trusted on.
    site.cluster.delete(SECRET).send().await?.ok()?;
    let changed = |before: &Seen, seen: &Seen| {
        seen.agrees() && seen.held[0] != before.held[0] && seen.held.contains(&before.held[0])
    };
    let anew = site
        .wait("the Secret is made anew", |seen| changed(&rotated, seen))
        .await?;
    serves(&site, &replicas).await?;

    // The same if an authority's key is damaged; but if a leaf's is, only that is made anew.
    let damage = async |key: &str| {
        let change = json!({"data": {key: field("garbage")}});
        site.cluster.merge_patch(SECRET, &change).send().await?.ok()
    };
    damage("ca.key").await?;
    let again = site
        .wait("the damaged authority is replaced", |seen| {
            changed(&anew, seen)
        })
        .await?;
    serves(&site, &replicas).await?;
    damage("tls.key").await?;
    let leaf = site
        .wait("the damaged leaf is replaced", |seen| {
            seen.leaf != again.leaf
        })
        .await?;
    assert_eq!(leaf.held[0], again.held[0]);
    serves(&site, &replicas).await?;
    for replica in &replicas {
        assert_eq!(replica.certificates().failures(), 0);
    }

    // One that is not ours is never written; who starts refuses it, who serves goes on.
    let mark = json!({"metadata": {"annotations": null}});
    let foreign = site.cluster.merge_patch(SECRET, &mark).send().await?.ok()?;
    let refused = start(&client, names(&host)).await.err();
    let words = refused.map(|error| error.to_string()).unwrap_or_default();
    assert!(
        words.contains("is not ours, and it is not empty"),
        "{words}"
    );
    let said = async || {
        let all = replicas
            .iter()
            .all(|replica| replica.certificates().failures() == 1);
        Ok(all.then_some(()))
    };
    until("each says so once", said).await?;
    let version = "/metadata/resourceVersion";
    let now = site.cluster.get(SECRET).send().await?.ok()?;
    assert_eq!(now.at(version), foreign.at(version));
    site.cluster.delete(SECRET).send().await?.ok()?;
    site.wait("it is ours again", |seen| changed(&leaf, seen))
        .await?;
    serves(&site, &replicas).await?;

    site.assert_others_untouched().await?;
    let outcome = calls.outcome();
    println!(
        "{} calls in {} connections, {} tried again: {:#?}",
        outcome.calls,
        forwarder.connections(),
        outcome.retried.len(),
        outcome.retried
    );
    assert!(outcome.failed.is_empty(), "{:#?}", outcome.failed);
    assert!(forwarder.connections() > 20);
    site.uninstall().await
}

/// Waits until each replica serves what the Secret holds.
async fn serves(site: &Site, replicas: &[Running]) -> Result {
    let same = async || {
        let Some(seen) = site.see().await? else {
            return Ok(None);
        };
        let bundle = seen.held.concat();
        let all = replicas.iter().all(|replica| {
            let current = replica.certificates().current();
            current.is_some_and(|identity| identity.ca_bundle() == bundle)
        });
        Ok(all.then_some(()))
    };
    until("each serves it", same).await
}
