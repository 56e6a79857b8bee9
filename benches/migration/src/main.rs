//! How fast objects are stored anew on a real API server: by a migration from here, by the server's own migrator, and by
//! `kubectl get | kubectl replace`, all in one run on the same objects.
//!
//! `cargo run --release -p migration-bench [-- OBJECTS BYTES ROUNDS]` makes 2000 objects of 10 kB and takes the best of 3 rounds unless
//! told otherwise. It takes what `e2e` takes: Go, or a cluster by `WHEELWRIGHT_E2E_KUBECONFIG`. Each round writes all objects once for
//! each way, and etcd takes 2 GB with what was written before it is compacted. Between two turns the CRD stores the other of its two versions, which no webhook
//! converts: what counts is reading and writing.

use std::{
    error::Error,
    fs,
    process::ExitCode,
    time::{Duration, Instant},
};

use e2e::{Cluster, Crd};
use serde_json::{Value, json};
use tokio::{task::JoinSet, time::sleep};
use wheelwright_migration::{Migration, Migrator};

const NAME: &str = "crates.migration.bench.example.com";
const GROUP: &str = "migration.bench.example.com";
const VERSIONS: [&str; 2] = ["v1", "v1alpha1"];

type Failed = Box<dyn Error>;

fn main() -> ExitCode {
    let runtime = tokio::runtime::Runtime::new();
    let ran = runtime
        .map_err(Failed::from)
        .and_then(|runtime| runtime.block_on(run()));
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("migration-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |given| given.parse());
    let (count, bytes, rounds) = (number(2000)?, number(10_000)?, number(3)?);
    let cluster = Cluster::shared().await?;
    let crd = cluster.install(&definition(VERSIONS[0])).await?;
    make(&cluster, &crd, count, bytes).await?;
    println!("{count} objects of {bytes} bytes, the best of {rounds} rounds");
    let kubectl = best(
        &cluster,
        "kubectl get | kubectl replace",
        (count, rounds),
        None,
        async |_| replace(&cluster),
    )
    .await?;
    for (what, migrator) in [
        ("a migration from here", Migrator::Client),
        ("the server's own migrator", Migrator::Server),
    ] {
        let migrate = async |cluster: &Cluster| {
            let migration = Migration::new(NAME)
                .by(migrator)
                .rate(0)
                .settle(Duration::ZERO);
            let report = migration.run(&cluster.client(), |_| ()).await?;
            if report.is_done() {
                Ok(())
            } else {
                Err(report.to_string().into())
            }
        };
        best(&cluster, what, (count, rounds), Some(kubectl), migrate).await?;
    }
    cluster.uninstall(&crd).await?;
    Ok(())
}

/// The shortest time that storing all objects anew takes, and a line for it.
async fn best(
    cluster: &Cluster,
    what: &str,
    (count, rounds): (u32, u32),
    beside: Option<Duration>,
    migrate: impl AsyncFn(&Cluster) -> Result<(), Failed>,
) -> Result<Duration, Failed> {
    let mut best = Duration::MAX;
    for _ in 0..rounds {
        store_the_other(cluster).await?;
        let begun = Instant::now();
        migrate(cluster).await?;
        best = best.min(begun.elapsed());
    }
    let rate = f64::from(count) / best.as_secs_f64();
    let ratio = beside.map_or(String::new(), |beside| {
        format!(
            ", {:.2} times as fast",
            beside.as_secs_f64() / best.as_secs_f64()
        )
    });
    println!(
        "{what}: {:.2} s, {rate:.0} objects/s{ratio}",
        best.as_secs_f64()
    );
    Ok(best)
}

/// Has the server store the version that it does not.
async fn store_the_other(cluster: &Cluster) -> Result<(), Failed> {
    let path = format!("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{NAME}");
    let now = cluster.get(&path).send().await?.ok()?;
    let is_first = now.at("/spec/versions/0/storage") == true;
    let change = definition(VERSIONS[usize::from(is_first)]);
    let change = json!({"spec": change["spec"]});
    cluster.merge_patch(&path, &change).send().await?.ok()?;
    // Until the server stores it.
    sleep(Duration::from_secs(2)).await;
    Ok(())
}

fn replace(cluster: &Cluster) -> Result<(), Failed> {
    let all = cluster.kubectl(&["get", NAME, "-A", "-o", "json"])?;
    let file =
        std::env::temp_dir().join(format!("wheelwright-migration-{}.json", std::process::id()));
    fs::write(&file, all)?;
    let replaced = cluster.kubectl(&["replace", "-f", &file.to_string_lossy()]);
    fs::remove_file(&file)?;
    replaced?;
    Ok(())
}

/// Makes the objects, several at a time.
async fn make(cluster: &Cluster, crd: &Crd, count: u32, bytes: u32) -> Result<(), Failed> {
    let text = "x".repeat(usize::try_from(bytes)?);
    let mut requests = JoinSet::new();
    for number in 0..count {
        let object = json!({
            "apiVersion": format!("{GROUP}/v1"), "kind": "Crate",
            "metadata": {"name": format!("crate-{number:05}"), "namespace": "default"},
            "spec": {"text": text},
        });
        let (cluster, path) = (cluster.clone(), crd.objects("v1"));
        if requests.len() == 16
            && let Some(made) = requests.join_next().await
        {
            made??;
        }
        requests.spawn(async move { cluster.create(path, &object).send().await?.ok() });
    }
    while let Some(made) = requests.join_next().await {
        made??;
    }
    Ok(())
}

fn definition(storage: &str) -> Value {
    let versions: Vec<Value> = VERSIONS
        .iter()
        .map(|name| {
            json!({
                "name": name, "served": true, "storage": *name == storage,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": {"text": {"type": "string"}}},
                }}},
            })
        })
        .collect();
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": NAME},
        "spec": {
            "group": GROUP, "scope": "Namespaced", "names": {"kind": "Crate", "plural": "crates"}, "versions": versions,
        },
    })
}
