//! A server in production: certificates rotate, replicas die and come back, and nobody loses anything by it.

mod berth;
mod fleet;
mod traffic;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use e2e::{Cluster, Result, webhook_host};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use wheelwright::manifest::Conversion;
use wheelwright::webhook::tls::ManagedNames;

use crate::hosted::until;
use berth::Berths;
use fleet::{Balancer, Replica};
use traffic::{Traffic, VERSIONS, bare, content};

const SECRET: &str = "/api/v1/namespaces/default/secrets/berth-e2e";
const FIXED: usize = 6;

/// What nobody is to change: something at each version that the others cannot hold.
fn fixed() -> Vec<Value> {
    let make = |index: usize| {
        let version = VERSIONS[index % VERSIONS.len()];
        let mut berth = bare(version, &format!("fixed-{index}"));
        berth["metadata"]["labels"] = json!({"soak": "fixed"});
        berth["spec"] = match version {
            "v1" => json!({
                "dock": "north", "length": 12 + index, "note": "deep",
                "crew": [{"name": "Anne", "rank": "captain"}, {"name": "Bo"}],
            }),
            "v1beta1" => json!({"dock": "south", "crew": [{"name": "Cy"}], "remark": "old"}),
            _ => json!({"pier": "east", "legacy": true}),
        };
        berth
    };
    (0..FIXED).map(make).collect()
}

/// Installs the kind with replicas whose certificate it trusts once the first of them has said so.
async fn installed(
    cluster: &Cluster,
    balancer: &Balancer,
) -> Result<(e2e::Crd, ManagedNames, [Replica; 2])> {
    let (_, host) = webhook_host();
    let url = format!("https://{host}:{}/convert", balancer.start()?);
    let manifest = Berths::manifest().conversion(Conversion::webhook_url(&url));
    let definition = manifest.json().unwrap_or_else(|report| panic!("{report}"));
    let crd = cluster.install(&definition).await?;
    // Of an earlier run.
    cluster.delete(SECRET).send().await?;
    let names = ManagedNames::new("default", "berth-e2e")
        .url_host(host)
        .crd(crd.name());
    // Both at once: whichever is first makes the certificate.
    let (first, second) = tokio::join!(Replica::start(&names), Replica::start(&names));
    let replicas = [first?, second?];
    for replica in &replicas {
        balancer.add(replica.port());
    }
    until("the server is trusted", async || {
        let definition = cluster.get(crd.definition()).send().await?.ok()?;
        let config = definition.at("/spec/conversion/webhook/clientConfig/caBundle");
        Ok(config.as_str().is_some_and(|bundle| bundle.len() > 100))
    })
    .await?;
    Ok((crd, names, replicas))
}

async fn create(traffic: &Traffic, object: &Value) -> Result {
    let version = object["apiVersion"].as_str().unwrap_or_default();
    let version = version.rsplit('/').next().unwrap_or_default();
    let name = object["metadata"]["name"].as_str().unwrap_or_default();
    let path = traffic.crd.object(version, name);
    traffic
        .insist(|| traffic.cluster.apply(&path, "maker", object))
        .await?;
    // A second manager, at another version.
    for version in VERSIONS {
        let path = traffic.crd.object(version, name);
        let manager = format!("harbour-{version}");
        let mut labelled = bare(version, name);
        labelled["metadata"]["labels"] = json!({manager.clone(): "here"});
        traffic
            .insist(|| traffic.cluster.apply(&path, &manager, &labelled))
            .await?;
    }
    Ok(())
}

async fn listed(traffic: &Traffic, version: &str) -> Result<Vec<Value>> {
    let path = traffic.crd.objects(version);
    let ask = || {
        traffic
            .cluster
            .get(&path)
            .query("labelSelector", "soak=fixed")
    };
    let list = traffic.insist(ask).await?;
    let items = list.at("/items").as_array().cloned().unwrap_or_default();
    Ok(items.into_iter().map(content).collect())
}

/// What the kind trusts, and what is served, as often as they change.
async fn observe(traffic: Arc<Traffic>, until: Instant) -> Result<BTreeSet<String>> {
    let mut bundles = BTreeSet::new();
    while Instant::now() < until {
        let definition = traffic
            .cluster
            .get(traffic.crd.definition())
            .send()
            .await?
            .ok()?;
        let bundle = definition
            .at("/spec/conversion/webhook/clientConfig/caBundle")
            .clone();
        bundles.insert(bundle.as_str().unwrap_or_default().to_owned());
        sleep(Duration::from_millis(300)).await;
    }
    Ok(bundles)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_while_certificates_rotate_and_replicas_come_and_go() -> Result {
    let cluster = Cluster::shared().await?;
    let balancer = Balancer::default();
    let (crd, names, replicas) = installed(&cluster, &balancer).await?;
    let traffic = Arc::new(Traffic::new(cluster.clone(), crd.clone()));
    let mut all = fixed();
    let writers: Vec<String> = (0..3).map(|index| format!("busy-{index}")).collect();
    for (index, name) in writers.iter().enumerate() {
        let mut busy = fixed().swap_remove(index);
        busy["metadata"] = bare("v1", name)["metadata"].clone();
        all.push(busy);
    }
    for object in &all {
        create(&traffic, object).await?;
    }
    let mut before = Vec::new();
    for version in VERSIONS {
        before.push(listed(&traffic, version).await?);
        assert_eq!(before.last().map(Vec::len), Some(FIXED));
    }

    traffic.enter("rotation");
    let began = Instant::now();
    let mut reading = Vec::new();
    for (version, expected) in VERSIONS.into_iter().zip(before.clone()) {
        let traffic = Arc::clone(&traffic);
        reading.push(tokio::spawn(async move {
            traffic.read(version, &expected).await
        }));
    }
    let mut writing = Vec::new();
    for name in writers {
        let traffic = Arc::clone(&traffic);
        let fixed: Vec<String> = (0..FIXED).map(|index| format!("fixed-{index}")).collect();
        writing.push(tokio::spawn(
            async move { traffic.write(&name, &fixed).await },
        ));
    }
    let observing = tokio::spawn(observe(
        Arc::clone(&traffic),
        began + Duration::from_secs(54),
    ));

    let [first, second] = replicas;
    let certificates = second.running().certificates();
    let served = certificates.current();
    sleep(Duration::from_secs(22)).await;
    let leaf = |identity: Option<wheelwright::webhook::tls::Identity>| {
        identity.map(|identity| identity.not_after())
    };
    assert_ne!(
        leaf(certificates.current()),
        leaf(served),
        "no new certificate is served"
    );
    assert_eq!(certificates.failures(), 0);

    traffic.enter("a replica ends");
    balancer.remove(first.port());
    first.end().await;
    let first = Replica::start(&names).await?;
    balancer.add(first.port());
    sleep(Duration::from_secs(4)).await;

    // What fails in an update while the server asks for the ownership of fields, it does not tell: it forgets the owners.
    // Nothing that can be done here helps those whose replica dies in that moment, so nobody writes in it.
    traffic.enter("a replica is killed");
    let mut replicas = [first, second];
    for index in 0..2 {
        let held = traffic.writing.write().await;
        let [first, second] = replicas;
        let (killed, other) = if index == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let port = killed.port();
        drop(killed);
        sleep(Duration::from_millis(500)).await;
        drop(held);
        sleep(Duration::from_secs(2)).await;
        balancer.remove(port);
        let started = Replica::start(&names).await?;
        balancer.add(started.port());
        replicas = [other, started];
        sleep(Duration::from_secs(3)).await;
    }

    traffic.enter("the server is restarted");
    let held = traffic.writing.write().await;
    for replica in replicas {
        balancer.remove(replica.port());
        replica.end().await;
    }
    sleep(Duration::from_secs(1)).await;
    let mut replicas = Vec::new();
    for _ in 0..2 {
        let replica = Replica::start(&names).await?;
        balancer.add(replica.port());
        replicas.push(replica);
    }
    drop(held);
    sleep(Duration::from_secs(2)).await;
    traffic.enter("afterwards");
    let bundles = observing.await.expect("no panic")?;
    traffic.end();
    let (mut reads, mut writes) = (0, 0);
    for reader in reading {
        reads += reader.await.expect("every read is as expected")?;
    }
    for writer in writing {
        writes += writer.await.expect("every write is kept")?;
    }

    for (version, before) in VERSIONS.into_iter().zip(&before) {
        assert_eq!(&listed(&traffic, version).await?, before, "at {version}");
    }
    println!(
        "{reads} reads and {writes} rounds of writes in {:?}, {} CA bundles",
        began.elapsed(),
        bundles.len(),
    );
    let tally = traffic.tally();
    for ((phase, code), (count, words)) in &tally {
        println!("{phase}: {code} {count} times {words}");
    }
    assert!(
        bundles.len() >= 3,
        "no authority was followed by the next: {bundles:?}"
    );
    // Where nothing breaks, nothing fails. 429 is the API server's: it fills its caches anew after each change of the CRD.
    for phase in ["rotation", "a replica ends", "afterwards"] {
        let failed = tally.get(&(phase, 500));
        assert_eq!(failed, None, "conversions failed: {phase}");
    }
    let failed = tally.get(&("the server is restarted", 500));
    assert!(failed.is_some(), "nobody noticed that there was no server");
    for replica in replicas {
        replica.end().await;
    }
    // Objects are stored at the hub, so that nobody is needed to delete them.
    cluster.uninstall(&crd).await?;
    cluster.delete(SECRET).send().await?.ok()?;
    Ok(())
}
