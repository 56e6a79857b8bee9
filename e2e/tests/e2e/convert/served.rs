//! A kind with its webhook, installed.

use std::collections::BTreeMap;

use e2e::{Answer, Cluster, Convert, Crd, Result, Webhook};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};
use wheelwright::manifest::Manifest;

use super::{gate::Gates, pizza::Pizzas, site::Sites};

/// The versions of the site, newest first.
pub(crate) const VERSIONS: [&str; 3] = ["v1", "v1beta1", "v1alpha1"];

/// What an object looks like at each version.
pub(crate) type Readings = BTreeMap<String, Value>;

/// A kind as the server serves it. One test at a time has it, for its definition is one.
pub(crate) struct Served {
    pub(crate) cluster: Cluster,
    pub(crate) crd: Crd,
    pub(crate) webhook: Webhook,
    group: String,
    kind: String,
    _turn: MutexGuard<'static, ()>,
}

impl Served {
    pub(crate) async fn sites() -> Result<Self> {
        static TURN: Mutex<()> = Mutex::const_new(());
        Self::install(&TURN, Sites::manifest(), |review| Sites::convert(review)).await
    }

    pub(crate) async fn pizzas() -> Result<Self> {
        static TURN: Mutex<()> = Mutex::const_new(());
        Self::install(&TURN, Pizzas::manifest(), |review| Pizzas::convert(review)).await
    }

    pub(crate) async fn gates() -> Result<Self> {
        static TURN: Mutex<()> = Mutex::const_new(());
        Self::install(&TURN, Gates::manifest(), |review| Gates::convert(review)).await
    }

    async fn install(
        turn: &'static Mutex<()>,
        manifest: Manifest,
        convert: Convert,
    ) -> Result<Self> {
        let turn = turn.lock().await;
        let cluster = Cluster::shared().await?;
        let webhook = Webhook::start(convert)?;
        let definition = webhook.converts(manifest).json();
        let definition = definition.unwrap_or_else(|report| panic!("{report}"));
        let text = |pointer| definition.pointer(pointer).and_then(Value::as_str);
        let group = text("/spec/group").unwrap_or_default().to_owned();
        let kind = text("/spec/names/kind").unwrap_or_default().to_owned();
        let crd = cluster.install(&definition).await?;
        Ok(Self {
            cluster,
            crd,
            webhook,
            group,
            kind,
            _turn: turn,
        })
    }

    /// Deletes the kind, after a last look: no conversion failed, also none that the server says nothing of.
    pub(crate) async fn uninstall(self) -> Result {
        let failures = self.webhook.failures();
        assert!(failures.is_empty(), "{failures:#?}");
        self.uninstall_after_failures().await
    }

    pub(crate) async fn uninstall_after_failures(self) -> Result {
        self.cluster.uninstall(&self.crd).await
    }

    /// The annotation in which travels what a version cannot hold.
    pub(crate) fn kept(&self) -> String {
        format!("{}/kept-by-conversion", self.group)
    }

    /// An object to be sent.
    pub(crate) fn object(&self, version: &str, name: &str, spec: &Value) -> Value {
        let mut object = self.bare(version, name);
        object["spec"] = spec.clone();
        object
    }

    /// An object of which nothing is said.
    pub(crate) fn bare(&self, version: &str, name: &str) -> Value {
        json!({
            "apiVersion": format!("{}/{version}", self.group), "kind": self.kind,
            "metadata": {"name": name, "namespace": "default"},
        })
    }

    pub(crate) async fn create(&self, version: &str, name: &str, spec: &Value) -> Result<Answer> {
        let object = self.object(version, name, spec);
        let request = self.cluster.create(self.crd.objects(version), &object);
        request.send().await?.ok()
    }

    pub(crate) async fn get(&self, version: &str, name: &str) -> Result<Answer> {
        let request = self.cluster.get(self.crd.object(version, name));
        request.send().await?.ok()
    }

    pub(crate) async fn patch(&self, version: &str, name: &str, change: &Value) -> Result<Answer> {
        let path = self.crd.object(version, name);
        self.cluster.merge_patch(path, change).send().await?.ok()
    }

    pub(crate) async fn patch_status(&self, version: &str, name: &str, status: &Value) -> Result {
        let path = self.crd.subresource(version, name, "status");
        let change = json!({"status": status});
        self.cluster.merge_patch(path, &change).send().await?.ok()?;
        Ok(())
    }

    pub(crate) async fn apply(&self, manager: &str, object: &Value) -> Result<Answer> {
        let version = object["apiVersion"].as_str().unwrap_or_default();
        let version = version.rsplit('/').next().unwrap_or_default();
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let path = self.crd.object(version, name);
        self.cluster.apply(path, manager, object).send().await?.ok()
    }

    /// The object at every version, less what each write changes and what is ours.
    pub(crate) async fn readings(&self, name: &str) -> Result<Readings> {
        let mut readings = Readings::new();
        for version in self.crd.served() {
            let mut object = self.get(version, name).await?.body;
            if let Some(metadata) = object["metadata"].as_object_mut() {
                metadata.remove("managedFields");
                metadata.remove("resourceVersion");
                metadata.remove("annotations");
            }
            readings.insert(version.clone(), object);
        }
        Ok(readings)
    }

    /// Writes the object at each version without changing anything; every version reads what it read before.
    pub(crate) async fn touch(&self, name: &str, what: &str) -> Result<Readings> {
        let before = self.readings(name).await?;
        for version in self.crd.served() {
            self.patch(version, name, &json!({})).await?;
            let after = self.readings(name).await?;
            assert_eq!(
                after, before,
                "{what}: an empty patch at {version} changed it"
            );
        }
        Ok(before)
    }

    /// Who is known to manage the object, and at which version, sorted. Nobody may manage nothing.
    pub(crate) async fn managers(&self, name: &str) -> Result<Vec<(String, String)>> {
        let object = self.get("v1", name).await?.body;
        let mut managers = Vec::new();
        for entry in object["metadata"]["managedFields"]
            .as_array()
            .into_iter()
            .flatten()
        {
            assert_ne!(entry["fieldsV1"], json!({}), "{object:#}");
            let version = entry["apiVersion"].as_str().unwrap_or_default();
            let version = version.rsplit('/').next().unwrap_or_default();
            let manager = entry["manager"].as_str().unwrap_or_default();
            managers.push((manager.to_owned(), version.to_owned()));
        }
        managers.sort();
        Ok(managers)
    }
}
