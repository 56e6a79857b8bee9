//! Where the releases run: what `Installation` gives, and pods that are servers of this process behind a real Service.

use std::time::Duration;

use e2e::{Cluster, Error, Result};
use serde_json::{Value, json};
use wheelwright::install::{Client, Install};
use wheelwright::webhook::deploy::{Certificates, Installation};
use wheelwright::webhook::tls::Memory;
use wheelwright::webhook::{Running, Server};

use super::releases::{Release, V2_0};
use crate::hosted::{RUNTIME, path, until};
use crate::install::address;

/// The name of the CRD.
pub(crate) const CRD: &str = "pizzas.life.e2e.example.com";
pub(crate) const DEFINITION: &str =
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/pizzas.life.e2e.example.com";
const SLICES: &str = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
const DEPLOYMENT: &str = "/apis/apps/v1/namespaces/default/deployments/life";
const ACCOUNT: &str = "system:serviceaccount:default:life";

/// The objects at a version.
pub(crate) fn objects(version: &str) -> String {
    format!("/apis/life.e2e.example.com/{version}/namespaces/default/pizzas")
}

/// The namespace in which all runs, and the account of the pods with the rights that an installing server gets, and no more.
pub(crate) struct Site {
    pub(crate) cluster: Cluster,
    tls: Memory,
    /// What was installed, to be taken away.
    installed: Vec<String>,
}

/// A pod of a release.
pub(crate) struct Pod {
    pub(crate) running: Running,
    slice: String,
}

impl Site {
    pub(crate) async fn new() -> Result<Self> {
        let installation = Installation::new("life", "default", "example.com/life")
            .existing_namespace()
            .crd((V2_0.manifest)())
            .installs();
        let tls = Memory::for_hosts(installation.names().hosts).expect("a certificate");
        let installation = installation.certificates(Certificates::from(&tls));
        let mut site = Self {
            cluster: Cluster::shared().await?,
            tls,
            installed: Vec::new(),
        };
        let given = installation
            .objects()
            .unwrap_or_else(|error| panic!("{error}"));
        let given = given.into_iter().filter(|object| {
            let kind = object["kind"].as_str().unwrap_or_default();
            !matches!(kind, "PodDisruptionBudget" | "Secret")
        });
        let given: Vec<Value> = given.collect();
        site.installed = given.iter().map(path).collect();
        site.clear().await?;
        for mut object in given {
            if object["kind"] == "Deployment" {
                // In a cluster of somebody's own nothing is to run.
                object["spec"]["paused"] = true.into();
            }
            let request = site.cluster.apply(path(&object), "e2e", &object);
            request.query("force", "true").send().await?.ok()?;
        }
        let client = site.account().await?;
        until("the account has its rights", async || {
            let program = site.program(&V2_0).patience(Duration::ZERO);
            let error = program.run(&client).await.expect_err("nobody serves");
            Ok(!error.to_string().starts_with("no right"))
        })
        .await?;
        Ok(site)
    }

    /// A client with the rights of the pods.
    pub(crate) async fn account(&self) -> Result<Client> {
        self.cluster.client_of(ACCOUNT).await
    }

    /// What a release's program installs.
    pub(crate) fn program(&self, release: &Release) -> Install {
        Install::new([(release.manifest)()])
            .release(release.version)
            .ca_bundle(self.tls.ca_bundle())
            .settle(Duration::ZERO)
    }

    /// A pod that serves, installs, and is an endpoint of the Service.
    pub(crate) async fn pod(&self, release: &Release) -> Result<Pod> {
        let (tls, release) = (self.tls.clone(), *release);
        let install = self.program(&release);
        let running = RUNTIME.spawn(async move {
            let client = Cluster::shared().await?.client_of(ACCOUNT).await?;
            let server = (release.serve)(Server::new())
                .installs(client, install)
                .listen("0.0.0.0:0")
                .drain(Duration::ZERO);
            let running = server.bind(tls).await;
            running.map_err(|error| Error::Webhook(error.to_string()))
        });
        let running = running.await.expect("the server starts")?;
        let address = address();
        let port = running.local_addr().port();
        let slice = format!("life-e2e-{port}");
        let object = json!({
            "apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice",
            "metadata": {"name": slice, "labels": {"kubernetes.io/service-name": "life"}},
            "addressType": if address.is_ipv4() { "IPv4" } else { "IPv6" },
            "ports": [{"name": "https", "port": port, "protocol": "TCP"}],
            "endpoints": [{"addresses": [address.to_string()], "conditions": {"ready": true}}],
        });
        let slice = format!("{SLICES}/{slice}");
        let request = self.cluster.apply(&slice, "e2e", &object);
        request.send().await?.ok()?;
        Ok(Pod { running, slice })
    }

    /// As a Deployment ends a pod: it is no endpoint any more, then it gets its SIGTERM.
    pub(crate) async fn end(&self, pod: Pod) -> Result {
        self.cluster.delete(&pod.slice).send().await?.ok()?;
        pod.running.shutdown().begin();
        pod.running.join().await;
        Ok(())
    }

    /// What the Deployment says of its replicas, of which so many are new.
    pub(crate) async fn roll_out(&self, new: u64) -> Result {
        let found = self.cluster.get(DEPLOYMENT).send().await?.ok()?;
        let status = json!({"status": {
            "observedGeneration": found.body["metadata"]["generation"],
            "replicas": 2, "readyReplicas": 2, "availableReplicas": 2, "updatedReplicas": new,
        }});
        let request = self
            .cluster
            .merge_patch(format!("{DEPLOYMENT}/status"), &status);
        request.send().await?.ok()?;
        Ok(())
    }

    /// A rollout from one release to the next, one pod after the other.
    pub(crate) async fn replace(&self, old: Option<Pod>, release: &Release) -> Result<Pod> {
        self.roll_out(1).await?;
        let pod = self.pod(release).await?;
        if let Some(old) = old {
            self.end(old).await?;
        }
        self.roll_out(2).await?;
        Ok(pod)
    }

    pub(crate) async fn definition(&self) -> Result<Value> {
        Ok(self.cluster.get(DEFINITION).send().await?.ok()?.body)
    }

    /// Until a release has installed the CRD, and it is stored as it is to be.
    pub(crate) async fn installed(&self, release: &Release, state: &State) -> Result {
        let what = format!("{} is installed: {state:?}", release.version);
        until(&what, async || {
            let answer = self.cluster.get(DEFINITION).send().await?;
            Ok(answer.code == 200
                && release_of(&answer.body) == release.version
                && State::of(&answer.body) == *state)
        })
        .await?;
        for version in &state.served {
            until("the version is served", async || {
                Ok(self.cluster.get(objects(version)).send().await?.code == 200)
            })
            .await?;
        }
        Ok(())
    }

    /// What a package manager does whose CRD has no stanza.
    pub(crate) async fn strip(&self) -> Result {
        let none = json!({"spec": {"conversion": {"strategy": "None", "webhook": null}}});
        let request = self.cluster.merge_patch(DEFINITION, &none);
        request.send().await?.ok()?;
        Ok(())
    }

    /// What an administrator does who is ahead of the releases.
    pub(crate) async fn store_at(&self, stored: &str) -> Result {
        let mut versions = self.definition().await?["spec"]["versions"].take();
        for version in versions.as_array_mut().into_iter().flatten() {
            version["storage"] = (version["name"] == stored).into();
        }
        let change = json!({"spec": {"versions": versions}});
        let request = self.cluster.merge_patch(DEFINITION, &change);
        request.send().await?.ok()?;
        Ok(())
    }

    /// How often a pod restored a stanza, by its `/metrics`.
    pub(crate) async fn restorations(&self, pod: &Pod) -> Result<u64> {
        crate::install::restorations(&self.tls, &pod.running, "life.default.svc", CRD).await
    }

    /// What an earlier run left, or this one.
    pub(crate) async fn clear(&self) -> Result {
        let slices = format!("{SLICES}?labelSelector=kubernetes.io%2Fservice-name%3Dlife");
        self.cluster.delete(slices).send().await?.ok()?;
        for path in self
            .installed
            .iter()
            .map(String::as_str)
            .chain([DEFINITION])
        {
            let answer = self.cluster.delete(path).send().await?;
            if answer.code != 404 {
                answer.ok()?;
            }
            let what = format!("{path} to be gone");
            self.cluster
                .poll(&what, path, |answer| answer.code == 404)
                .await?;
        }
        Ok(())
    }
}

pub(crate) fn release_of(definition: &Value) -> &str {
    let annotations = &definition["metadata"]["annotations"];
    annotations["life.e2e.example.com/installed-release"]
        .as_str()
        .unwrap_or_default()
}

/// What matters of a CRD.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) served: Vec<String>,
    pub(crate) storage: String,
    pub(crate) strategy: String,
}

impl State {
    pub(crate) fn new(served: &[&str], storage: &str, strategy: &str) -> Self {
        Self {
            served: served.iter().map(|version| (*version).to_owned()).collect(),
            storage: storage.to_owned(),
            strategy: strategy.to_owned(),
        }
    }

    pub(crate) fn of(definition: &Value) -> Self {
        let spec = &definition["spec"];
        let versions = spec["versions"].as_array().into_iter().flatten();
        let named = |key: &'static str| {
            let chosen = versions.clone().filter(move |version| version[key] == true);
            chosen.filter_map(|version| version["name"].as_str().map(str::to_owned))
        };
        Self {
            served: named("served").collect(),
            storage: named("storage").next().unwrap_or_default(),
            strategy: spec["conversion"]["strategy"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        }
    }
}
