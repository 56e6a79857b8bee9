//! The CRDs of all examples: a real server takes them, serves them, and shows what their pages promise.

use cron_tab::{extend, versions};
use e2e::{Cluster, Result, TABLE};
use serde_json::{Value, json};
use wheelwright::manifest::Manifest;

use crate::restaurant;

fn crd(manifest: &Manifest) -> Value {
    manifest.json().unwrap_or_else(|report| panic!("{report}"))
}

/// Installs each in turn, for most forms of `CronTab` have the same name.
async fn served(cluster: &Cluster, manifests: &[Manifest]) -> Result {
    for manifest in manifests {
        let crd = crd(manifest);
        let verdict = cluster.verdict(&crd).await?;
        assert!(verdict.accepted, "{}: {verdict:?}", manifest.name());
        assert_eq!(verdict.warnings, [""; 0], "{}", manifest.name());
        let installed = cluster.install(&crd).await?;
        let served: Vec<&str> = manifest
            .versions()
            .iter()
            .filter(|version| version.served)
            .map(|version| version.name)
            .collect();
        assert_eq!(installed.served(), served, "{}", manifest.name());
        cluster.uninstall(&installed).await?;
    }
    Ok(())
}

#[tokio::test]
async fn every_example_but_crontabs_is_served() -> Result {
    let cluster = Cluster::shared().await?;
    {
        let _turn = restaurant::TURN.lock().await;
        let manifests = [pizza::Pizzas::manifest(), pizza::Toppings::manifest()];
        served(&cluster, &manifests).await?;
    }
    let manifests = [
        cluster_resource_set::ClusterResourceSets::manifest(),
        cnat::Ats::manifest(),
        cron_job::CronJobs::manifest(),
        nightly_job::MaintenanceNightlyJobs::manifest(),
        nightly_job::loose::LooseNightlyJobs::manifest(),
        build_script::api::Widgets::manifest(),
        gadget_api::Gadgets::manifest(),
        ip_address_claim::IPAddressClaims::manifest(),
        machine_deployment::MachineDeployments::manifest(),
        machine_health_check::MachineHealthChecks::manifest(),
        server::Servers::manifest(),
        task::Tasks::manifest(),
    ];
    served(&cluster, &manifests).await
}

/// Each of the two names is used by one test, for tests run side by side.
#[tokio::test]
async fn every_crontab_of_the_extension_page_is_served() -> Result {
    let cluster = Cluster::shared().await?;
    let manifests = [
        extend::plain::CronTabs::manifest(),
        extend::validated::CronTabs::manifest(),
        extend::ruled::CronTabs::manifest(),
        extend::columns::CronTabs::manifest(),
        extend::categories::CronTabs::manifest(),
        extend::restricted_name::CronTabs::manifest(),
    ];
    served(&cluster, &manifests).await?;

    // The documented table of what becomes of null.
    let crontabs = cluster
        .install(&crd(&extend::nullable::CronTabs::manifest()))
        .await?;
    let object = json!({
        "apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "nulls"},
        "spec": {"foo": null, "bar": null, "baz": null},
    });
    let created = cluster
        .create(crontabs.objects("v1"), &object)
        .send()
        .await?
        .ok()?;
    assert_eq!(created.at("/spec"), &json!({"foo": "default", "bar": null}));
    cluster.uninstall(&crontabs).await?;

    let crontabs = cluster
        .install(&crd(&extend::defaulted::CronTabs::manifest()))
        .await?;
    let object = json!({
        "apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "my-new-cron-object"},
        "spec": {"image": "my-awesome-cron-image"},
    });
    let created = cluster
        .create(crontabs.objects("v1"), &object)
        .send()
        .await?
        .ok()?;
    assert_eq!(
        created.at("/spec"),
        &json!({"cronSpec": "5 0 * * *", "image": "my-awesome-cron-image", "replicas": 1})
    );
    cluster.uninstall(&crontabs).await?;

    let crontabs = cluster
        .install(&crd(&extend::subresources::CronTabs::manifest()))
        .await?;
    let object = json!({
        "apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "my-new-cron-object"},
        "spec": {"cronSpec": "* * * * */5", "image": "my-awesome-cron-image", "replicas": 3},
    });
    cluster
        .create(crontabs.objects("v1"), &object)
        .send()
        .await?
        .ok()?;
    let scale = crontabs.subresource("v1", "my-new-cron-object", "scale");
    let read = cluster.get(&scale).send().await?.ok()?;
    assert_eq!(read.at("/spec/replicas"), &json!(3));
    cluster
        .merge_patch(&scale, &json!({"spec": {"replicas": 5}}))
        .send()
        .await?
        .ok()?;
    let read = cluster
        .get(crontabs.object("v1", "my-new-cron-object"))
        .send()
        .await?
        .ok()?;
    assert_eq!(read.at("/spec/replicas"), &json!(5));
    cluster.uninstall(&crontabs).await
}

#[tokio::test]
async fn every_crontab_of_the_versions_page_is_served() -> Result {
    let cluster = Cluster::shared().await?;
    let manifests = [
        versions::webhook::CronTabs::manifest(),
        versions::removed::CronTabs::manifest(),
        versions::deprecated::CronTabs::manifest(),
        host_port::CronTabs::manifest(),
    ];
    served(&cluster, &manifests).await?;

    let crontabs = cluster
        .install(&crd(&versions::unchanged::CronTabs::manifest()))
        .await?;
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "CronTab", "metadata": {"name": "local-crontab"},
        "host": "localhost", "port": "1234",
    });
    cluster
        .create(crontabs.objects("v1"), &object)
        .send()
        .await?
        .ok()?;
    for version in ["v1", "v1beta1"] {
        let read = cluster
            .get(crontabs.object(version, "local-crontab"))
            .send()
            .await?
            .ok()?;
        assert_eq!(
            read.at("/apiVersion"),
            &json!(format!("example.com/{version}"))
        );
        assert_eq!(read.at("/port"), &json!("1234"));
    }
    cluster.uninstall(&crontabs).await
}

/// The job of the blog: what nobody declared is pruned, and exactly one way to run is taken.
#[tokio::test]
async fn the_nightly_job_loses_its_privilege() -> Result {
    let cluster = Cluster::shared().await?;
    let mut definition = crd(&nightly_job::MaintenanceNightlyJobs::manifest());
    // A group of its own: the test that serves all examples removes the CRD of this name.
    let group = "nightly.e2e.example.com";
    definition["metadata"]["name"] = json!(format!("maintenancenightlyjobs.{group}"));
    definition["spec"]["group"] = json!(group);
    let jobs = cluster.install(&definition).await?;
    let job = |name: &str, spec: Value| {
        json!({
            "apiVersion": format!("{group}/v1"), "kind": "MaintenanceNightlyJob",
            "metadata": {"name": name}, "spec": spec,
        })
    };
    let machines = json!(["az1-master1", "az1-master2", "az2-master3"]);
    let object = job(
        "evil",
        json!({"shell": "grep backdoor /etc/passwd", "machines": machines, "privileged": true}),
    );
    let created = cluster
        .create(jobs.objects("v1"), &object)
        .send()
        .await?
        .ok()?;
    assert_eq!(
        created.at("/spec"),
        &json!({"shell": "grep backdoor /etc/passwd", "machines": machines})
    );
    for (name, spec) in [
        ("both", json!({"shell": "a", "command": "b"})),
        ("none", json!({"machines": machines})),
        ("blank", json!({"command": ""})),
        ("shout", json!({"command": "b", "machines": ["AZ1"]})),
    ] {
        let refused = cluster
            .create(jobs.objects("v1"), &job(name, spec))
            .send()
            .await?;
        assert_eq!(refused.code, 422, "{name}: {refused:?}");
    }
    cluster.uninstall(&jobs).await
}

/// `kubectl get at` shows the schedule and the phase.
#[tokio::test]
async fn an_at_shows_its_columns() -> Result {
    let cluster = Cluster::shared().await?;
    let mut definition = crd(&cnat::Ats::manifest());
    let group = "cnat.e2e.example.com";
    definition["metadata"]["name"] = json!(format!("ats.{group}"));
    definition["spec"]["group"] = json!(group);
    let ats = cluster.install(&definition).await?;
    let object = json!({
        "apiVersion": format!("{group}/v1alpha1"), "kind": "At", "metadata": {"name": "example-at"},
        "spec": {"schedule": "2019-07-03T02:00:00Z", "command": "echo YAY", "someGarbage": 42},
    });
    let created = cluster
        .create(ats.objects("v1alpha1"), &object)
        .send()
        .await?
        .ok()?;
    assert_eq!(
        created.at("/spec"),
        &json!({"schedule": "2019-07-03T02:00:00Z", "command": "echo YAY", "image": "busybox"})
    );
    cluster
        .merge_patch(
            ats.subresource("v1alpha1", "example-at", "status"),
            &json!({"status": {"phase": "PENDING"}}),
        )
        .send()
        .await?
        .ok()?;
    let table = cluster
        .get(ats.objects("v1alpha1"))
        .accept(TABLE)
        .send()
        .await?
        .ok()?;
    assert_eq!(
        table.at("/rows/0/cells"),
        &json!(["example-at", "2019-07-03T02:00:00Z", "PENDING"])
    );
    cluster.uninstall(&ats).await
}
