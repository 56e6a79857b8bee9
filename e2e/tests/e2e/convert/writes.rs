//! Created, patched and replaced at one version, read at all.

use e2e::Result;
use serde_json::{Value, json};

use super::samples::{Sample, all};
use super::served::{Served, VERSIONS};

impl Served {
    /// Creates the sample at its version; every version reads what it must.
    pub(crate) async fn create_sample(&self, sample: &Sample) -> Result {
        let mut object = self.object(sample.version, sample.name, &sample.spec);
        object["metadata"]["labels"] = sample.labels.clone();
        let request = self
            .cluster
            .create(self.crd.objects(sample.version), &object);
        request.send().await?.ok()?;
        self.reads(sample).await
    }

    /// Every version reads what it must of the sample.
    pub(crate) async fn reads(&self, sample: &Sample) -> Result {
        for (version, expected) in VERSIONS.iter().zip(&sample.reads) {
            let read = self.get(version, sample.name).await?;
            assert_eq!(
                read.at("/spec"),
                expected,
                "{} at {version}: {:#}",
                sample.name,
                read.body
            );
        }
        Ok(())
    }

    /// Patches at one version, which then reads just that. Afterwards each of the places, at its version, has its value,
    /// and writes that change nothing change nothing.
    async fn edit(
        &self,
        name: &str,
        version: &str,
        change: Value,
        places: &[(&str, &str, Value)],
    ) -> Result {
        let mut expected = self.get(version, name).await?.body["spec"].take();
        merge(&mut expected, &change["spec"]);
        self.patch(version, name, &change).await?;
        let read = self.get(version, name).await?;
        assert_eq!(
            read.at("/spec"),
            &expected,
            "{name} after {change} at {version}: {:#}",
            read.body
        );
        for (at, pointer, value) in places {
            let read = self.get(at, name).await?;
            assert_eq!(
                read.at(pointer),
                value,
                "{name}, {pointer} at {at} after {change} at {version}: {:#}",
                read.body
            );
        }
        self.touch(name, &format!("{name} after {change} at {version}"))
            .await?;
        Ok(())
    }
}

/// A JSON merge patch, of which the server is asked to do the same.
fn merge(value: &mut Value, change: &Value) {
    let Some(change) = change.as_object() else {
        if !change.is_null() {
            *value = change.clone();
        }
        return;
    };
    if !value.is_object() {
        *value = json!({});
    }
    for (name, change) in change {
        if change.is_null() {
            value.as_object_mut().map(|members| members.remove(name));
        } else {
            merge(&mut value[name], change);
        }
    }
}

#[tokio::test]
async fn what_is_created_at_one_version_is_read_at_all() -> Result {
    let sites = Served::sites().await?;
    for sample in all() {
        sites.create_sample(&sample).await?;
        sites.touch(sample.name, "just created").await?;
        sites.reads(&sample).await?;
    }
    // The field is a label at the older versions, also of an object that was stored without.
    let owner = json!({"site.e2e.example.com/owner": "team-a", "app": "shop"});
    for version in VERSIONS {
        let read = sites.get(version, "beta").await?;
        assert_eq!(read.at("/metadata/labels"), &owner, "beta at {version}");
        let read = sites.get(version, "gamma").await?;
        assert_eq!(
            read.at("/metadata/labels"),
            &json!({"app": "shop"}),
            "gamma at {version}"
        );
    }
    sites.uninstall().await
}

#[tokio::test]
async fn an_edit_at_any_version_is_read_back_and_loses_nothing_of_the_others() -> Result {
    let sites = Served::sites().await?;
    let [alpha, beta, gamma] = all();
    for sample in [&alpha, &beta, &gamma] {
        sites.create_sample(sample).await?;
    }
    // Items of a list-map: edited, added, in another order, deleted.
    let change = json!({"spec": {"listeners": [{"name": "http", "number": 8080}, {"name": "admin", "number": 9000}]}});
    sites.edit("beta", "v1alpha1", change, &[
        ("v1beta1", "/spec/listeners", json!([
            {"name": "http", "number": 8080, "hostname": "example.com"}, {"name": "admin", "number": 9000},
        ])),
        ("v1beta1", "/spec/theme", json!("red")),
        ("v1beta1", "/spec/tags", json!(["x,y", "z"])),
        ("v1", "/spec/listeners/1", json!({"name": "admin", "port": 9000, "protocol": "TCP"})),
        ("v1", "/spec/store", json!({"class": "fast", "sizeMi": 10})),
    ]).await?;
    let change = json!({"spec": {"listeners": [
        {"name": "admin", "port": 9000, "protocol": "TCP", "tls": "cert"}, {"name": "http", "port": 8080, "protocol": "UDP"},
    ]}});
    sites.edit("beta", "v1", change, &[
        ("v1beta1", "/spec/listeners", json!([
            {"name": "admin", "number": 9000}, {"name": "http", "number": 8080, "hostname": "example.com"},
        ])),
        ("v1alpha1", "/spec/listeners/0", json!({"name": "admin", "number": 9000})),
    ]).await?;
    sites
        .edit(
            "beta",
            "v1alpha1",
            json!({"spec": {"listeners": [{"name": "admin", "number": 9001}]}}),
            &[
                (
                    "v1beta1",
                    "/spec/listeners",
                    json!([{"name": "admin", "number": 9001}]),
                ),
                (
                    "v1",
                    "/spec/listeners",
                    json!([{"name": "admin", "port": 9001, "protocol": "TCP", "tls": "cert"}]),
                ),
            ],
        )
        .await?;
    // Items of a list without keys find what was kept of them.
    sites
        .edit(
            "beta",
            "v1alpha1",
            json!({"spec": {"routes": [{"path": "/new"}, {"path": "/"}, {"path": "/"}]}}),
            &[(
                "v1beta1",
                "/spec/routes",
                json!([{"path": "/new"}, {"path": "/", "retries": 3}, {"path": "/"}]),
            )],
        )
        .await?;
    sites
        .edit(
            "gamma",
            "v1beta1",
            json!({"spec": {"routes": [{"path": "/", "retries": 1}, {"path": "/", "retries": 2}]}}),
            &[(
                "v1",
                "/spec/routes",
                json!([{"path": "/", "weight": 5}, {"path": "/", "weight": 7}]),
            )],
        )
        .await?;
    // A value that is written otherwise at another version.
    sites
        .edit(
            "beta",
            "v1beta1",
            json!({"spec": {"timeout": "120s"}}),
            &[
                ("v1", "/spec/timeoutSeconds", json!(120)),
                ("v1alpha1", "/spec/timeout", json!("120s")),
            ],
        )
        .await?;
    sites
        .edit(
            "beta",
            "v1",
            json!({"spec": {"timeoutSeconds": 45}}),
            &[
                ("v1beta1", "/spec/timeout", json!("45s")),
                ("v1alpha1", "/spec/timeout", json!("45s")),
            ],
        )
        .await?;
    sites
        .edit(
            "beta",
            "v1alpha1",
            json!({"spec": {"timeout": "soon"}}),
            &[
                ("v1", "/spec/timeoutSeconds", json!(30)),
                ("v1beta1", "/spec/timeout", json!("soon")),
            ],
        )
        .await?;
    sites
        .edit(
            "beta",
            "v1alpha1",
            json!({"spec": {"tags": "p,q"}}),
            &[
                ("v1", "/spec/tags", json!(["p", "q"])),
                ("v1beta1", "/spec/tags", json!(["p", "q"])),
            ],
        )
        .await?;
    // What only one version has.
    sites
        .edit(
            "alpha",
            "v1",
            json!({"spec": {"strategy": "recreate", "replicas": 7}}),
            &[
                ("v1alpha1", "/spec/legacy", json!(true)),
                ("v1alpha1", "/spec/replicas", json!(7)),
            ],
        )
        .await?;
    sites
        .edit(
            "alpha",
            "v1beta1",
            json!({"spec": {"theme": "green", "storeClass": "fast"}}),
            &[
                ("v1alpha1", "/spec/legacy", json!(true)),
                ("v1", "/spec/strategy", json!("recreate")),
                ("v1", "/spec/store", json!({"class": "fast"})),
            ],
        )
        .await?;
    sites
        .edit(
            "alpha",
            "v1alpha1",
            json!({"spec": {"legacy": null, "name": "Omega"}}),
            &[
                ("v1", "/spec/title", json!("Omega")),
                ("v1", "/spec/strategy", json!("recreate")),
                ("v1beta1", "/spec/theme", json!("green")),
            ],
        )
        .await?;
    sites
        .edit(
            "alpha",
            "v1",
            json!({"spec": {"store": null}}),
            &[("v1beta1", "/spec/storeClass", Value::Null)],
        )
        .await?;
    sites.uninstall().await
}

#[tokio::test]
async fn a_field_that_is_a_label_elsewhere_is_edited_at_either() -> Result {
    let sites = Served::sites().await?;
    let [_, beta, _] = all();
    sites.create_sample(&beta).await?;
    let (label, pointer) = (
        "site.e2e.example.com/owner",
        "/metadata/labels/site.e2e.example.com~1owner",
    );
    sites
        .edit(
            "beta",
            "v1beta1",
            json!({"metadata": {"labels": {label: "team-b"}}}),
            &[
                ("v1", "/spec/owner", json!("team-b")),
                ("v1alpha1", pointer, json!("team-b")),
            ],
        )
        .await?;
    sites
        .edit(
            "beta",
            "v1",
            json!({"spec": {"owner": "Team 2"}}),
            &[
                ("v1beta1", pointer, Value::Null),
                ("v1beta1", "/metadata/labels/app", json!("shop")),
            ],
        )
        .await?;
    sites
        .edit(
            "beta",
            "v1alpha1",
            json!({"spec": {"replicas": 4}}),
            &[("v1", "/spec/owner", json!("Team 2"))],
        )
        .await?;
    sites
        .edit(
            "beta",
            "v1",
            json!({"spec": {"owner": "team-c"}}),
            &[
                ("v1alpha1", pointer, json!("team-c")),
                ("v1beta1", pointer, json!("team-c")),
            ],
        )
        .await?;
    sites
        .edit(
            "beta",
            "v1alpha1",
            json!({"metadata": {"labels": {label: null}}}),
            &[
                ("v1", "/spec/owner", Value::Null),
                ("v1beta1", pointer, Value::Null),
            ],
        )
        .await?;
    sites.uninstall().await
}

/// What a controller does: reads, changes the object, writes all of it.
#[tokio::test]
async fn a_replaced_object_keeps_what_its_version_does_not_show() -> Result {
    let sites = Served::sites().await?;
    let [alpha, beta, gamma] = all();
    for sample in [&alpha, &beta, &gamma] {
        sites.create_sample(sample).await?;
        for (version, title) in [("v1alpha1", "name"), ("v1beta1", "title"), ("v1", "title")] {
            let mut object = sites.get(version, sample.name).await?.body;
            object["spec"][title] = json!(format!("by {version}"));
            object["spec"]["replicas"] = json!(9);
            let request = sites
                .cluster
                .replace(sites.crd.object(version, sample.name), &object);
            request.send().await?.ok()?;
            for (at, reads) in VERSIONS.iter().zip(&sample.reads) {
                let mut expected = reads.clone();
                expected["replicas"] = json!(9);
                expected[if *at == "v1alpha1" { "name" } else { "title" }] =
                    object["spec"][title].clone();
                let read = sites.get(at, sample.name).await?;
                assert_eq!(
                    read.at("/spec"),
                    &expected,
                    "{} replaced at {version}: {:#}",
                    sample.name,
                    read.body
                );
            }
        }
    }
    sites.uninstall().await
}
