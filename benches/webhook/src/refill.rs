//! What a cluster feels: the watch caches of a real API server refill, one review per stored object.

use std::time::{Duration, Instant};

use conversion_bench::{Services, object};
use e2e::{Cluster, Crd};
use serde_json::{Value, json};
use tokio::{task::JoinSet, time::sleep};
use wheelwright::manifest::Conversion;

use crate::{
    Failed, Result,
    figures::{Goal, Row, head, micros_each},
    side::{Kind, Programs, Side},
};

/// Objects of which the issue speaks.
pub(crate) const OBJECTS: usize = 20_000;
/// The sides take turns so often.
const ROUNDS: usize = 2;
/// Creations that are under way at a time.
const PARALLEL: usize = 32;
const POLL: Duration = Duration::from_millis(20);
/// For the new definition to take effect.
const EFFECT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_mins(10);

/// What one side did in all rounds.
struct Measured {
    side: Side,
    seconds: Vec<f64>,
    cpu: Duration,
}

pub(crate) async fn run(programs: &Programs, objects: usize) -> Result {
    let cluster = Cluster::shared().await.failed("the API server")?;
    let crd = store(&cluster, objects).await?;
    let mut sides = Vec::new();
    for kind in programs.kinds() {
        let (side, seconds, cpu) = (programs.start(kind)?, Vec::new(), Duration::ZERO);
        sides.push(Measured { side, seconds, cpu });
    }
    for round in 0..=ROUNDS {
        for measured in &mut sides {
            let before = measured.side.cpu()?;
            let seconds = refill(&cluster, &crd, &measured.side, objects).await?;
            // The first is to warm up, and the one in which the floor converts: it knows the answers then.
            if round > 0 {
                measured.seconds.push(seconds);
                measured.cpu += measured.side.cpu()?.saturating_sub(before);
            }
        }
    }
    head(&format!(
        "Refill of {objects} objects, {ROUNDS} times each, from the change of the CRD until lists at the other version answer"
    ));
    let of = |kind: Kind| sides.iter().find(|one| one.side.kind == kind);
    let row = |what: &str, unit, goal, figure: &dyn Fn(&Measured) -> f64| {
        Row {
            what: what.to_owned(),
            unit,
            floor: of(Kind::Floor).map(figure),
            ours: of(Kind::Ours).map_or(f64::NAN, figure),
            peer: of(Kind::Peer).map(figure),
            goal,
        }
        .print();
    };
    let best = |one: &Measured| one.seconds.iter().copied().fold(f64::INFINITY, f64::min);
    row("time, the better", "s", Goal::PartOfPeer(1.0), &best);
    let cpu = Goal::OfFloor(1.6);
    row("CPU of the webhook per object", "µs", cpu, &|one| {
        micros_each(one.cpu, objects * ROUNDS)
    });
    row("CPU of the webhook per refill", "s", cpu, &|one| {
        micros_each(one.cpu, ROUNDS) / 1e6
    });
    remove(&cluster, &crd).await
}

/// A server of our own ends with this process; somebody's cluster gets rid of the objects without a webhook.
async fn remove(cluster: &Cluster, crd: &Crd) -> Result {
    if !cluster.is_given() {
        return Ok(());
    }
    let none = json!({"spec": {"conversion": {"strategy": "None", "webhook": null}}});
    change_definition(cluster, crd, &none).await?;
    let removal = cluster.delete(crd.definition()).send();
    removal.await.failed("the CRD")?.ok().failed("the CRD")?;
    Ok(())
}

/// Objects at the old version, which was the only one then.
async fn store(cluster: &Cluster, objects: usize) -> Result<Crd> {
    let both = Services::crd_json().failed("the CRD")?;
    let mut old = both.clone();
    if let Some(versions) = old["spec"]["versions"].as_array_mut() {
        versions.retain(|version| version["name"] == "v1alpha1");
        for version in versions {
            version["storage"] = json!(true);
        }
    }
    old["spec"]["conversion"] = json!({"strategy": "None"});
    let crd = cluster.install(&old).await.failed("the CRD")?;

    let start = Instant::now();
    let path = crd.objects("v1alpha1");
    let mut requests: JoinSet<std::result::Result<_, e2e::Error>> = JoinSet::new();
    for number in 0..objects {
        let object = small(number)?;
        let (cluster, path) = (cluster.clone(), path.clone());
        if requests.len() == PARALLEL
            && let Some(created) = requests.join_next().await
        {
            created.failed("a creation")?.failed("a creation")?;
        }
        requests.spawn(async move { cluster.create(path, &object).send().await?.ok() });
    }
    while let Some(created) = requests.join_next().await {
        created.failed("a creation")?.failed("a creation")?;
    }
    let one = cluster.get(crd.object("v1alpha1", "service-0")).send();
    let size = one.await.failed("an object")?.body.to_string().len();
    println!(
        "{objects} objects of {size} bytes stored at v1alpha1 in {:.0} s",
        start.elapsed().as_secs_f64()
    );

    // Now v1 is what is stored, and the objects are still at v1alpha1.
    let change = json!({"spec": {"versions": both["spec"]["versions"]}});
    change_definition(cluster, &crd, &change).await?;
    Ok(crd)
}

/// An object at the old version, half as large as that of the other benchmarks.
fn small(number: usize) -> Result<Value> {
    let mut object = object(number);
    if let Some(metadata) = object["metadata"].as_object_mut() {
        metadata.retain(|name, _| name == "name" || name == "labels");
    }
    if let Some(containers) = object["spec"]["template"]["spec"]["containers"].as_array_mut() {
        containers.pop();
        for list in ["env", "volumeMounts"] {
            if let Some(items) = containers[0][list].as_array_mut() {
                items.truncate(4);
            }
        }
    }
    Services::convert_object(&object, "v1alpha1").failed("an object")
}

async fn change_definition(cluster: &Cluster, crd: &Crd, change: &Value) -> Result {
    let patch = cluster.merge_patch(crd.definition(), change).send();
    patch.await.failed("the CRD")?.ok().failed("the CRD")?;
    Ok(())
}

/// The seconds from the moment the CRD names this webhook until lists at v1 answer.
async fn refill(cluster: &Cluster, crd: &Crd, side: &Side, objects: usize) -> Result<f64> {
    let url = format!("https://{}/convert", side.address);
    let webhook = Conversion::webhook_url(&url).ca_bundle(side.ca.as_str());
    let crd_of_side = Services::manifest()
        .conversion(webhook)
        .json()
        .failed("the CRD")?;
    let start = Instant::now();
    change_definition(
        cluster,
        crd,
        &json!({"spec": {"conversion": crd_of_side["spec"]["conversion"]}}),
    )
    .await?;
    let mut begun = false;
    loop {
        // Nothing has the label. Without a selector, a short list is read from etcd while the cache is not there.
        let none = cluster
            .get(crd.all("v1"))
            .query("labelSelector", "bench.example.com/none");
        let answer = none.send().await.failed("a list")?;
        let elapsed = start.elapsed();
        if answer.code != 200 {
            begun = true;
        } else if begun {
            is_complete(cluster, crd, objects).await?;
            return Ok(elapsed.as_secs_f64());
        } else if elapsed > EFFECT {
            return Err(
                "lists at v1 answered all the time: too few objects to see a gap".to_owned(),
            );
        }
        if elapsed > TIMEOUT {
            return Err(format!("no list at v1: {}", answer.body));
        }
        sleep(POLL).await;
    }
}

/// Whether all that was stored is there at v1, converted.
async fn is_complete(cluster: &Cluster, crd: &Crd, objects: usize) -> Result {
    let first = cluster.get(crd.all("v1")).query("limit", "1").send();
    let answer = first.await.failed("a list")?;
    let remaining = answer.at("/metadata/remainingItemCount").as_u64();
    if remaining == Some(objects as u64 - 1)
        && answer.at("/items/0/spec/serviceAccount") == "runner"
    {
        Ok(())
    } else {
        Err(format!(
            "the list at v1 is not what was stored: {}",
            answer.body
        ))
    }
}
