//! The harness itself: with a CRD written by hand, each way of asking shows what it is there to show.

use e2e::{Cluster, Result, Server, TABLE};
use serde_json::{Value, json};

const OLD: &str = "v1alpha1";
const NEW: &str = "v1";

/// Two versions, the older deprecated, with all that the tests below look at. Each test has a group of its own, for they
/// run side by side.
fn wheels(group: &str) -> Value {
    let schema = json!({"openAPIV3Schema": {
        "type": "object",
        "required": ["spec"],
        "properties": {
            "spec": {
                "type": "object",
                "properties": {
                    "size": {"type": "integer", "default": 28, "minimum": 1},
                    "replicas": {"type": "integer", "default": 1},
                },
            },
            "status": {"type": "object", "properties": {"replicas": {"type": "integer"}}},
        },
    }});
    let subresources = json!({
        "status": {},
        "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
    });
    let columns = json!([{"name": "Size", "type": "integer", "jsonPath": ".spec.size"}]);
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("wheels.{group}")},
        "spec": {
            "group": group,
            "names": {"kind": "Wheel", "plural": "wheels", "shortNames": ["whl"]},
            "scope": "Namespaced",
            "versions": [
                {
                    "name": NEW, "served": true, "storage": true,
                    "schema": schema, "subresources": subresources, "additionalPrinterColumns": columns,
                },
                {
                    "name": OLD, "served": true, "storage": false, "deprecated": true,
                    "schema": schema, "subresources": subresources, "additionalPrinterColumns": columns,
                },
            ],
        },
    })
}

fn wheel(group: &str, name: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("{group}/{NEW}"), "kind": "Wheel",
        "metadata": {"name": name, "namespace": "default"}, "spec": spec,
    })
}

#[tokio::test]
async fn our_own_server_says_its_version() -> Result {
    let cluster = Cluster::shared().await?;
    let version = cluster.client().apiserver_version().await?.git_version;
    assert!(cluster.is_given() || version == "v1.37.2", "{version}");
    Ok(())
}

#[tokio::test]
async fn unknown_fields_are_pruned_with_a_warning_and_absent_ones_defaulted() -> Result {
    let cluster = Cluster::shared().await?;
    let group = "prune.e2e.example.com";
    let wheels = cluster.install(&wheels(group)).await?;
    let object = wheel(group, "front", &json!({"replicas": 2, "tyre": "flat"}));

    let strict = cluster
        .create(wheels.objects(NEW), &object)
        .strict()
        .send()
        .await?;
    assert_eq!(strict.code, 400, "{strict:?}");
    let created = cluster
        .create(wheels.objects(NEW), &object)
        .send()
        .await?
        .ok()?;
    assert_eq!(created.warnings, ["unknown field \"spec.tyre\""]);
    assert_eq!(created.at("/spec"), &json!({"replicas": 2, "size": 28}));

    let old = cluster
        .get(wheels.object(OLD, "front"))
        .send()
        .await?
        .ok()?;
    assert_eq!(old.at("/spec"), created.at("/spec"));
    assert_eq!(
        old.warnings,
        [format!(
            "{group}/{OLD} Wheel is deprecated; use {group}/{NEW} Wheel"
        )]
    );
    cluster.uninstall(&wheels).await
}

#[tokio::test]
async fn refusals_carry_their_causes_and_dry_runs_store_nothing() -> Result {
    let cluster = Cluster::shared().await?;
    let group = "refuse.e2e.example.com";
    let wheels = cluster.install(&wheels(group)).await?;

    let small = wheel(group, "small", &json!({"size": 0}));
    let refused = cluster.create(wheels.objects(NEW), &small).send().await?;
    assert_eq!(
        (refused.code, refused.at("/details/causes/0/field")),
        (422, &json!("spec.size")),
        "{refused:?}"
    );

    let good = wheel(group, "good", &json!({}));
    cluster
        .create(wheels.objects(NEW), &good)
        .dry_run()
        .send()
        .await?
        .ok()?;
    let absent = cluster.get(wheels.object(NEW, "good")).send().await?;
    assert_eq!(absent.code, 404, "{absent:?}");
    cluster.uninstall(&wheels).await
}

#[tokio::test]
async fn tables_show_the_columns_to_us_and_to_kubectl() -> Result {
    let cluster = Cluster::shared().await?;
    let group = "table.e2e.example.com";
    let wheels = cluster.install(&wheels(group)).await?;
    cluster
        .create(wheels.objects(NEW), &wheel(group, "front", &json!({})))
        .send()
        .await?
        .ok()?;

    let table = cluster
        .get(wheels.objects(NEW))
        .accept(TABLE)
        .send()
        .await?
        .ok()?;
    let columns = table
        .at("/columnDefinitions")
        .as_array()
        .into_iter()
        .flatten();
    let columns: Vec<&str> = columns
        .filter_map(|column| column["name"].as_str())
        .collect();
    assert_eq!(columns, ["Name", "Size"]);
    assert_eq!(table.at("/rows/0/cells"), &json!(["front", 28]));

    let printed = cluster.kubectl(&["get", &format!("whl.{group}")])?;
    let words: Vec<&str> = printed.split_whitespace().collect();
    assert_eq!(words, ["NAME", "SIZE", "front", "28"]);
    cluster.uninstall(&wheels).await
}

#[tokio::test]
async fn status_and_scale_are_subresources() -> Result {
    let cluster = Cluster::shared().await?;
    let group = "scale.e2e.example.com";
    let wheels = cluster.install(&wheels(group)).await?;
    cluster
        .create(wheels.objects(NEW), &wheel(group, "front", &json!({})))
        .send()
        .await?
        .ok()?;

    let status = wheels.subresource(NEW, "front", "status");
    let patch = json!({"spec": {"replicas": 9}, "status": {"replicas": 1}});
    cluster.merge_patch(&status, &patch).send().await?.ok()?;
    let scale = wheels.subresource(NEW, "front", "scale");
    let read = cluster.get(&scale).send().await?.ok()?;
    assert_eq!(
        (read.at("/spec/replicas"), read.at("/status/replicas")),
        (&json!(1), &json!(1))
    );

    let mut more = read.body.clone();
    more["spec"]["replicas"] = json!(3);
    cluster.replace(&scale, &more).send().await?.ok()?;
    let wheel = cluster
        .get(wheels.object(NEW, "front"))
        .send()
        .await?
        .ok()?;
    assert_eq!(wheel.at("/spec/replicas"), &json!(3));
    cluster.uninstall(&wheels).await
}

#[tokio::test]
async fn apply_respects_the_other_manager() -> Result {
    let cluster = Cluster::shared().await?;
    let group = "apply.e2e.example.com";
    let wheels = cluster.install(&wheels(group)).await?;
    let path = wheels.object(NEW, "front");

    let mine = wheel(group, "front", &json!({"size": 26}));
    cluster.apply(&path, "me", &mine).send().await?.ok()?;
    let theirs = wheel(group, "front", &json!({"size": 20}));
    let conflict = cluster.apply(&path, "them", &theirs).send().await?;
    assert_eq!(conflict.code, 409, "{conflict:?}");
    let forced = cluster
        .apply(&path, "them", &theirs)
        .query("force", "true")
        .send()
        .await?
        .ok()?;
    assert_eq!(forced.at("/spec/size"), &json!(20));
    cluster.uninstall(&wheels).await
}

/// It needs the controllers to empty the namespace.
#[tokio::test]
async fn a_deleted_namespace_takes_its_objects_along() -> Result {
    let cluster = Cluster::shared().await?;
    let group = "namespace.e2e.example.com";
    let wheels = cluster.install(&wheels(group)).await?;
    let namespace = format!("wheelwright-e2e-{}", std::process::id());
    let path = format!("/api/v1/namespaces/{namespace}");
    cluster
        .create(
            "/api/v1/namespaces",
            &json!({"metadata": {"name": namespace}}),
        )
        .send()
        .await?
        .ok()?;
    let mut object = wheel(group, "front", &json!({}));
    object["metadata"]["namespace"] = json!(namespace);
    cluster
        .create(wheels.objects_in(&namespace, NEW), &object)
        .send()
        .await?
        .ok()?;

    cluster.delete(&path).send().await?.ok()?;
    cluster
        .poll("the namespace to be gone", &path, |answer| {
            answer.code == 404
        })
        .await?;
    let left = cluster.get(wheels.all(NEW)).send().await?.ok()?;
    assert_eq!(left.at("/items"), &json!([]));
    cluster.uninstall(&wheels).await
}

/// What ends the server when a test process dies: the end of its stdin. With a given cluster there is nothing to end.
#[tokio::test]
async fn the_server_ends_with_its_stdin_and_leaves_nothing() -> Result {
    if Cluster::shared().await?.is_given() {
        return Ok(());
    }
    let server = Server::start()?;
    let folder = server.folder().to_owned();
    let status = server.stop()?;
    assert!(status.success(), "{status}");
    assert!(!folder.exists(), "{} is still there", folder.display());
    Ok(())
}
