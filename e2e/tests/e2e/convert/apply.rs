//! Server-side apply by several managers, each at a version of its own.

use e2e::Result;
use serde_json::{Value, json};

use super::served::{Served, VERSIONS};

fn managed<const N: usize>(expected: [(&str, &str); N]) -> Vec<(String, String)> {
    expected
        .map(|(manager, version)| (manager.to_owned(), version.to_owned()))
        .to_vec()
}

impl Served {
    /// At each of the versions, the pointer leads to the value.
    async fn shows(&self, name: &str, places: &[(&str, &str, Value)]) -> Result {
        for (version, pointer, value) in places {
            let read = self.get(version, name).await?;
            assert_eq!(
                read.at(pointer),
                value,
                "{pointer} at {version}: {:#}",
                read.body
            );
        }
        Ok(())
    }
}

#[tokio::test]
async fn managers_at_different_versions_keep_their_fields_and_move_to_others() -> Result {
    let sites = Served::sites().await?;
    let alice = json!({"title": "Shop", "strategy": "recreate", "listeners": [{"name": "http", "port": 80, "tls": "cert"}]});
    sites
        .apply("alice", &sites.object("v1", "shop", &alice))
        .await?;
    let bob = json!({"theme": "red", "listeners": [{"name": "https", "number": 443, "hostname": "example.com"}]});
    sites
        .apply("bob", &sites.object("v1beta1", "shop", &bob))
        .await?;
    let carol = json!({"legacy": true, "listeners": [{"name": "admin", "number": 9000}]});
    sites
        .apply("carol", &sites.object("v1alpha1", "shop", &carol))
        .await?;
    let all = managed([("alice", "v1"), ("bob", "v1beta1"), ("carol", "v1alpha1")]);
    assert_eq!(sites.managers("shop").await?, all);
    let places = [
        (
            "v1",
            "/spec/listeners",
            json!([
                {"name": "http", "port": 80, "protocol": "TCP", "tls": "cert"}, {"name": "https", "port": 443, "protocol": "TCP"},
                {"name": "admin", "port": 9000, "protocol": "TCP"},
            ]),
        ),
        ("v1", "/spec/strategy", json!("recreate")),
        (
            "v1beta1",
            "/spec/listeners",
            json!([
                {"name": "http", "number": 80}, {"name": "https", "number": 443, "hostname": "example.com"},
                {"name": "admin", "number": 9000},
            ]),
        ),
        ("v1beta1", "/spec/theme", json!("red")),
        (
            "v1alpha1",
            "/spec/listeners",
            json!([
                {"name": "http", "number": 80}, {"name": "https", "number": 443}, {"name": "admin", "number": 9000},
            ]),
        ),
        ("v1alpha1", "/spec/legacy", json!(true)),
    ];
    sites.shows("shop", &places).await?;
    sites.touch("shop", "applied by three").await?;
    assert_eq!(sites.managers("shop").await?, all);
    // Each applies again what it had applied.
    for (manager, version, spec) in [
        ("bob", "v1beta1", &bob),
        ("alice", "v1", &alice),
        ("carol", "v1alpha1", &carol),
    ] {
        sites
            .apply(manager, &sites.object(version, "shop", spec))
            .await?;
        sites.shows("shop", &places).await?;
    }
    // Another's field is another's, at whatever version it is written.
    let theirs = sites.object("v1alpha1", "shop", &json!({"name": "Mine"}));
    let conflict = sites
        .cluster
        .apply(sites.crd.object("v1alpha1", "shop"), "bob", &theirs)
        .send()
        .await?;
    assert_eq!(conflict.code, 409, "{conflict:?}");

    // Moving to another version, each says there what it said; the others' fields stay.
    let alice = json!({"title": "Shop", "listeners": [{"name": "http", "number": 80}]});
    sites
        .apply("alice", &sites.object("v1beta1", "shop", &alice))
        .await?;
    sites
        .shows(
            "shop",
            &[
                ("v1", "/spec/title", json!("Shop")),
                ("v1", "/spec/listeners/0/port", json!(80)),
                ("v1beta1", "/spec/theme", json!("red")),
                ("v1beta1", "/spec/listeners", places[2].2.clone()),
                ("v1alpha1", "/spec/legacy", json!(true)),
                ("v1alpha1", "/spec/listeners", places[4].2.clone()),
            ],
        )
        .await?;
    let bob = json!({"listeners": [{"name": "https", "number": 443}]});
    sites
        .apply("bob", &sites.object("v1alpha1", "shop", &bob))
        .await?;
    sites
        .shows(
            "shop",
            &[
                ("v1", "/spec/title", json!("Shop")),
                ("v1", "/spec/listeners/1/port", json!(443)),
                ("v1alpha1", "/spec/legacy", json!(true)),
                ("v1alpha1", "/spec/listeners", places[4].2.clone()),
            ],
        )
        .await?;
    let carol = json!({"listeners": [{"name": "admin", "port": 9000}]});
    sites
        .apply("carol", &sites.object("v1", "shop", &carol))
        .await?;
    sites
        .shows(
            "shop",
            &[
                ("v1", "/spec/title", json!("Shop")),
                ("v1", "/spec/listeners/2/port", json!(9000)),
                ("v1beta1", "/spec/title", json!("Shop")),
                ("v1alpha1", "/spec/listeners", places[4].2.clone()),
            ],
        )
        .await?;
    let mut managers = sites.managers("shop").await?;
    managers.retain(|(manager, _)| ["alice", "bob", "carol"].contains(&manager.as_str()));
    assert_eq!(
        managers,
        managed([("alice", "v1beta1"), ("bob", "v1alpha1"), ("carol", "v1")])
    );

    // What a manager no longer applies goes, and nothing else.
    sites.apply("bob", &sites.bare("v1alpha1", "shop")).await?;
    for version in VERSIONS {
        let read = sites.get(version, "shop").await?;
        let names: Vec<_> = read
            .at("/spec/listeners")
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| &item["name"])
            .collect();
        assert_eq!(names, ["http", "admin"], "{version}: {:#}", read.body);
    }
    sites.touch("shop", "applied by two").await?;
    sites.uninstall().await
}

/// What the server does in a plain update when it computes who owns what.
#[tokio::test]
async fn updates_at_any_version_erase_no_managed_fields() -> Result {
    let sites = Served::sites().await?;
    sites
        .apply(
            "alice",
            &sites.object(
                "v1",
                "shop",
                &json!({"title": "Shop", "strategy": "recreate"}),
            ),
        )
        .await?;
    sites
        .apply(
            "bob",
            &sites.object("v1beta1", "shop", &json!({"theme": "red"})),
        )
        .await?;
    for (version, title) in [("v1alpha1", "name"), ("v1beta1", "title"), ("v1", "title")] {
        let path = sites.crd.object(version, "shop");
        let change = json!({"spec": {"replicas": 5, title: version}});
        let request = sites
            .cluster
            .merge_patch(path, &change)
            .query("fieldManager", version);
        request.send().await?.ok()?;
        sites
            .patch_status(
                version,
                "shop",
                &json!({(if version == "v1" { "readyReplicas" } else { "ready" }): 1}),
            )
            .await?;
        let managers = sites.managers("shop").await?;
        for known in managed([("alice", "v1"), ("bob", "v1beta1")]) {
            assert!(
                managers.contains(&known),
                "after an update at {version}: {managers:?}"
            );
        }
        assert!(managers.iter().any(|(_, at)| at == version), "{managers:?}");
    }
    sites.uninstall().await
}
