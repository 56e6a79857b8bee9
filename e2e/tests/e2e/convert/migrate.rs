//! Objects are stored anew while clients read and write, and a version goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use e2e::{Answer, Cluster, Crd, Result};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;
use wheelwright::migration::{Migration, MigrationError, Migrator, Way};

use super::pizza::Pizzas;
use super::served::Served;
use crate::hosted::until;

const COUNT: usize = 40;
/// Of these so many are written by others all the time.
const BUSY: usize = 8;

impl Served {
    /// Pizzas of several managers, stored at v1alpha1, which is no longer the version that is stored.
    async fn stored_before(&self) -> Result {
        self.create("v1beta1", "trigger", &json!({})).await?;
        self.store("v1alpha1", "trigger").await?;
        for number in 0..COUNT {
            let name = format!("pizza-{number:02}");
            // Repeats that are not neighbours travel in the annotation.
            let toppings = json!(["mozzarella", "tomato", "mozzarella"]);
            let mut pizza = self.object("v1alpha1", &name, &json!({"toppings": toppings}));
            pizza["metadata"]["labels"] = json!({"table": number.to_string()});
            self.apply("waiter", &pizza).await?;
            if number.is_multiple_of(3) {
                let note = json!({"spec": {"note": "no olives"}});
                self.patch("v1beta1", &name, &note).await?;
            }
        }
        self.store("v1beta1", "trigger").await
    }

    async fn definition(&self) -> Result<Value> {
        let request = self.cluster.get(self.crd.definition());
        Ok(request.send().await?.ok()?.body)
    }

    async fn redefine(&self, change: impl Fn(&mut Vec<Value>)) -> Result<Answer> {
        loop {
            let mut definition = self.definition().await?;
            if let Some(versions) = definition["spec"]["versions"].as_array_mut() {
                change(versions);
            }
            let request = self.cluster.replace(self.crd.definition(), &definition);
            let answer = request.send().await?;
            // A controller of the server wrote its status.
            if answer.code != 409 {
                return Ok(answer);
            }
        }
    }

    async fn without(&self, version: &str) -> Result<Answer> {
        self.redefine(|versions| versions.retain(|entry| entry["name"] != version))
            .await
    }

    async fn stored_versions(&self) -> Result<Value> {
        Ok(self.definition().await?["status"]["storedVersions"].clone())
    }

    /// The versions of `managedFields`, of all objects.
    async fn managed_versions(&self) -> Result<Vec<String>> {
        let all = self.cluster.get(self.crd.all("v1beta1"));
        let all = all.send().await?.ok()?.body;
        let mut versions: Vec<String> = all["items"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|object| object["metadata"]["managedFields"].as_array().cloned())
            .flatten()
            .map(|entry| {
                assert_ne!(entry["manager"], "wheelwright-migration", "{entry:#}");
                entry["apiVersion"].as_str().unwrap_or_default().to_owned()
            })
            .collect();
        versions.sort();
        versions.dedup();
        Ok(versions)
    }

    /// What is to be the same at the end.
    async fn pizza(&self, number: usize) -> Result<Value> {
        let read = self.get("v1beta1", &format!("pizza-{number:02}")).await?;
        let mut pizza = read.body;
        if let Some(metadata) = pizza["metadata"].as_object_mut() {
            metadata.remove("managedFields");
            metadata.remove("resourceVersion");
        }
        Ok(pizza)
    }
}

/// Clients that read and write at versions until they are stopped, and what failed.
struct Clients {
    tasks: JoinSet<Vec<String>>,
    is_over: Arc<AtomicBool>,
    requests: Arc<AtomicU64>,
}

impl Clients {
    fn start(cluster: &Cluster, crd: &Crd, versions: &[&'static str]) -> Self {
        let mut clients = Self {
            tasks: JoinSet::new(),
            is_over: Arc::default(),
            requests: Arc::default(),
        };
        for version in versions {
            for number in 0..BUSY {
                let (cluster, crd, version) = (cluster.clone(), crd.clone(), *version);
                let (is_over, requests) = (clients.is_over.clone(), clients.requests.clone());
                clients.tasks.spawn(async move {
                    let mut failures = Vec::new();
                    let path = crd.object(version, &format!("pizza-{number:02}"));
                    for round in 0.. {
                        if is_over.load(Ordering::Relaxed) {
                            break;
                        }
                        let change = json!({"metadata": {"labels": {version: round.to_string()}}});
                        let all = crd.all(version);
                        for request in [cluster.merge_patch(&path, &change), cluster.get(all)] {
                            let answer = request.send().await;
                            requests.fetch_add(1, Ordering::Relaxed);
                            match answer {
                                // A list waits while the server reads all objects again for it.
                                Ok(answer) if answer.code < 300 || answer.code == 429 => {}
                                Ok(answer) => failures.push(format!("{version}: {}", answer.body)),
                                Err(error) => failures.push(format!("{version}: {error}")),
                            }
                        }
                        sleep(Duration::from_millis(20)).await;
                    }
                    failures
                });
            }
        }
        clients
    }

    async fn stop(mut self) -> u64 {
        self.is_over.store(true, Ordering::Relaxed);
        while let Some(failures) = self.tasks.join_next().await {
            let failures = failures.expect("the task does not panic");
            assert!(failures.is_empty(), "{failures:#?}");
        }
        self.requests.load(Ordering::Relaxed)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_goes_while_clients_read_and_write() -> Result {
    let pizzas = Served::pizzas().await?;
    pizzas.stored_before().await?;
    // Who applies at the new version in time keeps what it owns.
    let early = format!("pizza-{:02}", BUSY + 1);
    let both = json!({"toppings": [{"name": "mozzarella", "quantity": 2}, {"name": "tomato", "quantity": 1}]});
    pizzas
        .apply("waiter", &pizzas.object("v1beta1", &early, &both))
        .await?;
    let mut before = Vec::new();
    for number in BUSY..COUNT {
        before.push(pizzas.pizza(number).await?);
    }
    let stored = json!(["v1beta1", "v1alpha1"]);
    assert_eq!(pizzas.stored_versions().await?, stored);
    // What a release that drops it too soon meets.
    let refused = pizzas.without("v1alpha1").await?;
    assert_eq!(refused.code, 422, "{:#}", refused.body);
    let hint = Pizzas::migration().inspect(&pizzas.cluster.client()).await;
    let hint = hint.expect("it can be looked at");
    assert!(!hint.is_migrated(), "{hint}");

    let client = pizzas.cluster.client();
    let migration = || {
        Pizzas::migration()
            .by(Migrator::Client)
            .page(7)
            .rate(0)
            .settle(Duration::from_secs(1))
    };
    // A dry run leaves everything as it is.
    let tried = migration().dry_run(true).run(&client, |_| ()).await;
    let tried = tried.expect("it can be tried");
    assert!(tried.is_done() && tried.objects.refused == 0, "{tried}");
    assert_eq!(pizzas.stored_versions().await?, stored);

    let clients = Clients::start(&pizzas.cluster, &pizzas.crd, &["v1alpha1", "v1beta1"]);
    // One that is ended half-way, and one that does the rest.
    let half_way = AtomicU64::new(0);
    let first = migration();
    let ended = tokio::select! {
        report = first.run(&client, |_| { half_way.fetch_add(1, Ordering::Relaxed); }) => Some(report),
        () = async { while half_way.load(Ordering::Relaxed) < 3 { tokio::task::yield_now().await; } } => None,
    };
    assert!(ended.is_none());
    assert_eq!(pizzas.stored_versions().await?, stored);
    let report = migration().run(&client, |_| ()).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.is_done(), "{report}");
    assert_eq!(report.way, Way::Client);
    assert!(report.objects.rewritten >= 10, "{report}");
    assert_eq!(pizzas.stored_versions().await?, json!(["v1beta1"]));
    let requests = clients.stop().await;
    assert!(requests > 100, "{requests}");

    // It is served still, so that what is managed at it stays, and is told.
    let drop = || migration().drop_version("v1alpha1");
    let soon = drop().run(&client, |_| ()).await;
    let soon = soon.unwrap_or_else(|error| panic!("{error}"));
    assert!(soon.is_migrated() && !soon.is_done(), "{soon}");
    let managed = &soon.dropped[0].managed_fields;
    assert!(managed.managers.contains("waiter"), "{soon}");

    let clients = Clients::start(&pizzas.cluster, &pizzas.crd, &["v1beta1"]);
    let unserved = pizzas
        .redefine(|versions| {
            for entry in versions {
                entry["served"] = json!(entry["name"] != "v1alpha1");
            }
        })
        .await?;
    unserved.ok()?;
    let old = pizzas.crd.all("v1alpha1");
    let gone = |answer: &Answer| answer.code == 404;
    pizzas.cluster.poll("v1alpha1 to go", &old, gone).await?;
    let report = drop().run(&client, |_| ()).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.is_done(), "{report}");
    // All but the one that was applied at the new version.
    let stale = u64::try_from(COUNT).expect("a few") - 1;
    assert!(report.objects.cleaned >= stale, "{report}");
    let version = "pizza.e2e.example.com/v1beta1".to_owned();
    assert_eq!(pizzas.managed_versions().await?, [version]);
    pizzas.without("v1alpha1").await?.ok()?;
    sleep(Duration::from_secs(1)).await;
    clients.stop().await;

    let mut after = Vec::new();
    for number in BUSY..COUNT {
        after.push(pizzas.pizza(number).await?);
    }
    assert_eq!(after, before);
    // Who applied at the old version applies at the new one without a conflict. Labels that it no longer names go; toppings stay, unless
    // it owned them at the new version.
    let late = format!("pizza-{BUSY:02}");
    for (name, expected) in [(late, 3), (early, 1)] {
        let toppings = json!({"toppings": [{"name": "salami", "quantity": 3}]});
        let applied = pizzas
            .apply("waiter", &pizzas.object("v1beta1", &name, &toppings))
            .await?;
        let toppings = applied.at("/spec/toppings").as_array();
        assert_eq!(toppings.map(Vec::len), Some(expected), "{:#}", applied.body);
        assert_eq!(applied.at("/metadata/labels"), &Value::Null);
    }
    pizzas.uninstall().await
}

/// Entries at a version that is gone, of which server-side apply fails: kubernetes/kubernetes#111937.
#[tokio::test(flavor = "multi_thread")]
async fn apply_works_again_after_a_version_went_uncleaned() -> Result {
    let pizzas = Served::pizzas().await?;
    pizzas.stored_before().await?;
    let client = pizzas.cluster.client();
    let migration = Pizzas::migration()
        .by(Migrator::Client)
        .rate(0)
        .settle(Duration::from_secs(1));
    let report = migration.run(&client, |_| ()).await;
    assert!(report.expect("it runs").is_migrated());
    pizzas.without("v1alpha1").await?.ok()?;
    let pizza = pizzas.object("v1beta1", "pizza-09", &json!({"note": "with olives"}));
    let path = pizzas.crd.object("v1beta1", "pizza-09");
    let apply = || {
        pizzas
            .cluster
            .apply(&path, "owner", &pizza)
            .query("force", "true")
    };
    // The versions change one after the other, each when the server's watch brings it.
    until("apply fails of a version that is gone", async || {
        Ok(apply().dry_run().send().await?.code >= 500)
    })
    .await?;
    let report = migration.run(&client, |_| ()).await.expect("it runs");
    assert!(report.is_done() && report.objects.cleaned > 0, "{report}");
    apply().send().await?.ok()?;
    pizzas.uninstall().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_migrates_where_it_has_a_migrator() -> Result {
    let pizzas = Served::pizzas().await?;
    pizzas.stored_before().await?;
    let before = pizzas.pizza(3).await?;
    let client = pizzas.cluster.client();
    let migration = Pizzas::migration().rate(0).settle(Duration::from_secs(1));
    let mut told = Vec::new();
    let report = migration
        .run(&client, |progress| told.push(progress.to_string()))
        .await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.is_done(), "{report}");
    if !pizzas.cluster.is_given() {
        assert_eq!(report.way, Way::Server, "{report}{told:#?}");
    }
    assert_eq!(pizzas.stored_versions().await?, json!(["v1beta1"]));
    assert_eq!(pizzas.pizza(3).await?, before);
    pizzas.uninstall().await
}

/// The server's migrator fails at the first object that is refused, and sets the stored versions all the same.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_keeps_its_version_whoever_migrates() -> Result {
    let pizzas = Served::pizzas().await?;
    pizzas.stored_before().await?;
    let cluster = &pizzas.cluster;
    let admission = "/apis/admissionregistration.k8s.io/v1";
    let name = "wheelwright-e2e-migrate";
    let policy = json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicy", "metadata": {"name": name},
        "spec": {
            "matchConstraints": {"resourceRules": [{
                "apiGroups": ["pizza.e2e.example.com"], "apiVersions": ["*"], "operations": ["UPDATE"], "resources": ["pizzas"],
            }]},
            "validations": [{"expression": "object.metadata.name != 'pizza-05'", "message": "it stays as it is"}],
        },
    });
    let binding = json!({
        "apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": name},
        "spec": {"policyName": name, "validationActions": ["Deny"]},
    });
    let policies = [
        ("validatingadmissionpolicies", policy),
        ("validatingadmissionpolicybindings", binding),
    ];
    for (plural, object) in &policies {
        let request = cluster.apply(format!("{admission}/{plural}/{name}"), "e2e", object);
        request.send().await?.ok()?;
    }
    let path = pizzas.crd.object("v1beta1", "pizza-05");
    crate::hosted::until("the policy holds", async || {
        let request = cluster.merge_patch(&path, &json!({}));
        Ok(request.dry_run().send().await?.code >= 400)
    })
    .await?;
    let client = cluster.client();
    let migration = Pizzas::migration().rate(0).settle(Duration::from_secs(1));
    let report = migration.run(&client, |_| ()).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(!report.is_migrated(), "{report}");
    assert_eq!(report.refused[0].name, "pizza-05");
    assert!(
        report.refused[0].message.contains("it stays as it is"),
        "{report}"
    );
    let stored = json!(["v1beta1", "v1alpha1"]);
    assert_eq!(pizzas.stored_versions().await?, stored, "{report}");
    let dropped = pizzas.without("v1alpha1").await?;
    assert_eq!(dropped.code, 422, "{:#}", dropped.body);
    for (plural, _) in &policies {
        let request = cluster.delete(format!("{admission}/{plural}/{name}"));
        request.send().await?.ok()?;
    }
    crate::hosted::until("the policy is gone", async || {
        let request = cluster.merge_patch(&path, &json!({}));
        Ok(request.dry_run().send().await?.code < 300)
    })
    .await?;
    let report = migration.run(&client, |_| ()).await;
    let report = report.unwrap_or_else(|error| panic!("{error}"));
    assert!(report.is_done(), "{report}");
    assert_eq!(pizzas.stored_versions().await?, json!(["v1beta1"]));
    pizzas.uninstall().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_that_is_missing_is_named_and_nothing_is_changed() -> Result {
    let pizzas = Served::pizzas().await?;
    pizzas.stored_before().await?;
    let cluster = &pizzas.cluster;
    let client = cluster.client_of("wheelwright-e2e-migrator").await?;
    let migration = || Migration::new(pizzas.crd.name()).settle(Duration::ZERO);
    let none = migration().run(&client, |_| ()).await;
    let text = none.expect_err("no right at all").to_string();
    let words =
        "no right to get customresourcedefinitions.apiextensions.k8s.io in all namespaces: ";
    assert!(text.starts_with(words), "{text}");
    let rbac = "/apis/rbac.authorization.k8s.io/v1";
    let name = "wheelwright-e2e-migrator";
    let role = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": name},
        "rules": [
            {"apiGroups": ["apiextensions.k8s.io"], "resources": ["customresourcedefinitions"], "verbs": ["get"]},
            {"apiGroups": ["pizza.e2e.example.com"], "resources": ["pizzas"], "verbs": ["list", "patch"]},
        ],
    });
    let binding = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": name},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": name}],
    });
    let roles = [("clusterroles", role), ("clusterrolebindings", binding)];
    for (plural, object) in &roles {
        let request = cluster.apply(format!("{rbac}/{plural}/{name}"), "e2e", object);
        request.send().await?.ok()?;
    }
    crate::hosted::until("the role holds", async || {
        Ok(!matches!(
            migration().inspect(&client).await,
            Err(MigrationError::NoRight { .. })
        ))
    })
    .await?;
    let before = pizzas.managed_versions().await?;
    let error = migration().run(&client, |_| ()).await;
    let text = error
        .expect_err("no right to write the CRD's status")
        .to_string();
    let words =
        "no right to patch customresourcedefinitions.apiextensions.k8s.io/status in all namespaces";
    assert!(text.starts_with(words), "{text}");
    assert_eq!(pizzas.managed_versions().await?, before);
    assert_eq!(
        pizzas.stored_versions().await?,
        json!(["v1beta1", "v1alpha1"])
    );
    for (plural, _) in &roles {
        cluster
            .delete(format!("{rbac}/{plural}/{name}"))
            .send()
            .await?
            .ok()?;
    }
    pizzas.uninstall().await
}
