//! Writes that change nothing, at each version, of objects whose versions have different defaults: `generation` stays.

use e2e::Result;
use serde_json::{Value, json};

use super::samples::all;
use super::served::{Served, VERSIONS};

const NAMES: [(&str, &str); 3] = [("v1", "title"), ("v1beta1", "title"), ("v1alpha1", "name")];

#[tokio::test]
async fn a_write_that_changes_nothing_does_not_raise_the_generation() -> Result {
    let sites = Served::sites().await?;
    let mut names: Vec<String> = Vec::new();
    for sample in all() {
        sites.create_sample(&sample).await?;
        names.push(sample.name.to_owned());
    }
    // All but what is required is the server's to fill in.
    for (version, title) in NAMES {
        let name = format!("bare-{version}");
        let spec = json!({title: "Bare", "listeners": [{
            "name": "http", (if version == "v1" { "port" } else { "number" }): 80,
        }]});
        sites.create(version, &name, &spec).await?;
        names.push(name);
    }
    for name in &names {
        let before = sites.readings(name).await?;
        for (version, title) in NAMES {
            let path = sites.crd.object(version, name);
            let read = sites.get(version, name).await?.body;
            let unchanged = |way: &str, object: &Value| {
                assert_eq!(
                    object["metadata"]["generation"], 1,
                    "{way} at {version}: {object:#}\nbefore: {read:#}"
                );
                assert_eq!(object["spec"], read["spec"], "{way} at {version}");
            };
            let put = sites.cluster.replace(&path, &read).send().await?.ok()?;
            unchanged("PUT", &put.body);
            let patched = sites.patch(version, name, &json!({})).await?;
            unchanged("PATCH", &patched.body);
            // What others have written is applied again, first by a new manager, and then by the same.
            for _ in 0..2 {
                let spec =
                    json!({title: read["spec"][title], "replicas": read["spec"]["replicas"]});
                let applied = sites
                    .apply(version, &sites.object(version, name, &spec))
                    .await?;
                unchanged("apply", &applied.body);
            }
            assert_eq!(
                sites.readings(name).await?,
                before,
                "{name}: after writes at {version}"
            );
        }
    }
    sites.uninstall().await
}

/// An absent value is each version's own default only where the object was written; elsewhere it is that value.
#[tokio::test]
async fn the_default_is_that_of_the_version_of_the_write() -> Result {
    let sites = Served::sites().await?;
    for ((version, title), (replicas, seconds)) in
        NAMES.into_iter().zip([(2, 60), (1, 30), (3, 10)])
    {
        sites
            .create(version, version, &json!({title: "Bare"}))
            .await?;
        let text = if seconds == 60 {
            "1m0s".to_owned()
        } else {
            format!("{seconds}s")
        };
        for at in VERSIONS {
            let read = sites.get(at, version).await?;
            let timeout = if at == "v1" {
                json!(seconds)
            } else {
                json!(text)
            };
            let pointer = if at == "v1" {
                "/spec/timeoutSeconds"
            } else {
                "/spec/timeout"
            };
            assert_eq!(
                read.at("/spec/replicas"),
                &json!(replicas),
                "{version} at {at}: {:#}",
                read.body
            );
            assert_eq!(
                read.at(pointer),
                &timeout,
                "{version} at {at}: {:#}",
                read.body
            );
        }
        sites.touch(version, "with defaults").await?;
    }
    sites.uninstall().await
}
