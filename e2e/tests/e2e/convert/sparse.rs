//! The objects of which little is left, that the server converts when a manager moves to another version.

use e2e::{Call, Result};
use serde_json::{Value, json};

use super::served::Served;

impl Served {
    /// Whether an object like this was converted, in one of the calls since.
    fn converted(&self, since: usize, like: impl Fn(&Value) -> bool) -> bool {
        let calls = self.webhook.calls();
        let new = self.webhook.count() - since;
        let first = calls.len().saturating_sub(new);
        let objects = |call: &Call| {
            call.request()["request"]["objects"]
                .as_array()
                .cloned()
                .unwrap_or_default()
        };
        calls
            .iter()
            .skip(first)
            .flat_map(objects)
            .any(|object| like(&object))
    }
}

#[tokio::test]
async fn a_manager_of_the_whole_spec_moves() -> Result {
    let sites = Served::sites().await?;
    let common = json!({"replicas": 4, "timeout": "1m30s"});
    for (from, to) in [
        ("v1beta1", "v1alpha1"),
        ("v1alpha1", "v1beta1"),
        ("v1", "v1alpha1"),
        ("v1beta1", "v1"),
    ] {
        let name = format!("solo-{from}-{to}");
        let spec = |version: &str| {
            let mut spec = common.clone();
            spec[if version == "v1alpha1" {
                "name"
            } else {
                "title"
            }] = json!("Solo");
            match version {
                "v1" => {
                    spec["timeoutSeconds"] = json!(90);
                    spec["strategy"] = json!("recreate");
                    spec["listeners"] = json!([{"name": "http", "port": 80, "protocol": "TCP"}]);
                    spec.as_object_mut().map(|spec| spec.remove("timeout"));
                }
                "v1beta1" => {
                    spec["theme"] = json!("red");
                    spec["listeners"] = json!([{"name": "http", "number": 80}]);
                }
                _ => {
                    spec["legacy"] = json!(true);
                    spec["listeners"] = json!([{"name": "http", "number": 80}]);
                }
            }
            spec
        };
        sites
            .apply("solo", &sites.object(from, &name, &spec(from)))
            .await?;
        let since = sites.webhook.count();
        sites
            .apply("solo", &sites.object(to, &name, &spec(to)))
            .await?;
        let without_spec = sites.converted(since, |object| {
            object["metadata"]["name"] == *name && object.get("spec").is_none()
        });
        assert!(without_spec, "{name}: nothing without spec was converted");
        let read = sites.get(to, &name).await?;
        for (field, value) in spec(to).as_object().into_iter().flatten() {
            assert_eq!(&read.body["spec"][field], value, "{name}: {:#}", read.body);
        }
        assert_eq!(
            sites.managers(&name).await?,
            [("solo".to_owned(), to.to_owned())]
        );
        sites.touch(&name, "moved").await?;
    }
    sites.uninstall().await
}

/// The owner of the rest is at the version that the label moves to. Were it at a third, the server might send `"metadata": null`
/// on the way, which it refuses whatever it is answered; on the order of a Go map hangs whether it does.
#[tokio::test]
async fn a_manager_of_one_label_moves() -> Result {
    let sites = Served::sites().await?;
    for (from, to) in [
        ("v1alpha1", "v1beta1"),
        ("v1beta1", "v1"),
        ("v1", "v1alpha1"),
    ] {
        let name = format!("label-{from}-{to}");
        let (title, port) = (
            if to == "v1alpha1" { "name" } else { "title" },
            if to == "v1" { "port" } else { "number" },
        );
        let spec =
            json!({title: "Label", "replicas": 4, "listeners": [{"name": "http", port: 80}]});
        sites
            .apply("owner", &sites.object(to, &name, &spec))
            .await?;
        let before = sites.readings(&name).await?;
        let labelled = |version: &str| {
            let mut object = sites.bare(version, &name);
            object["metadata"]["labels"] = json!({"tier": "front"});
            object
        };
        sites.apply("labeller", &labelled(from)).await?;
        let since = sites.webhook.count();
        sites.apply("labeller", &labelled(to)).await?;
        let without_metadata = sites.converted(since, |object| object.get("metadata").is_none());
        assert!(
            without_metadata,
            "{name}: nothing without metadata was converted"
        );
        for (version, mut read) in sites.readings(&name).await? {
            assert_eq!(
                read["metadata"]["labels"],
                json!({"tier": "front"}),
                "{name}: {read:#}"
            );
            if let Some(metadata) = read["metadata"].as_object_mut() {
                metadata.remove("labels");
            }
            assert_eq!(Some(&read), before.get(&version), "{name} at {version}");
        }
        let expected = [("labeller", to), ("owner", to)].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(sites.managers(&name).await?, expected);
    }
    sites.uninstall().await
}

#[tokio::test]
async fn a_manager_of_the_status_moves() -> Result {
    let sites = Served::sites().await?;
    sites
        .apply(
            "owner",
            &sites.object("v1beta1", "shop", &json!({"title": "Shop", "theme": "red"})),
        )
        .await?;
    let before = sites.readings("shop").await?;
    let apply = async |version: &str, status: Value| -> Result {
        let mut object = sites.bare(version, "shop");
        object["status"] = status;
        let path = sites.crd.subresource(version, "shop", "status");
        sites
            .cluster
            .apply(path, "controller", &object)
            .send()
            .await?
            .ok()?;
        Ok(())
    };
    for (version, status) in [
        ("v1beta1", json!({"ready": 1, "phase": "Up"})),
        (
            "v1",
            json!({"readyReplicas": 1, "url": "https://example.com"}),
        ),
        ("v1alpha1", json!({"ready": 1})),
        ("v1beta1", json!({"ready": 2, "phase": "Down"})),
    ] {
        apply(version, status.clone()).await?;
        let read = sites.get(version, "shop").await?;
        for (field, value) in status.as_object().into_iter().flatten() {
            assert_eq!(
                &read.body["status"][field], value,
                "{version}: {:#}",
                read.body
            );
        }
        for (version, mut read) in sites.readings("shop").await? {
            read.as_object_mut().map(|object| object.remove("status"));
            assert_eq!(
                Some(&read),
                before.get(&version),
                "after the status at {version}"
            );
        }
        let managers = sites.managers("shop").await?;
        let expected = [("controller", version), ("owner", "v1beta1")]
            .map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(managers, expected);
    }
    sites.uninstall().await
}
