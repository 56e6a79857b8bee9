//! Installing definitions and waiting until they are served.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::cluster::Cluster;
use crate::error::Error;
use crate::request::Answer;

pub(crate) const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/// Marks the CRDs that these tests may delete.
const LABEL: (&str, &str) = ("wheelwright-e2e", "installed");
const TIMEOUT: Duration = Duration::from_secs(90);
const POLL: Duration = Duration::from_millis(20);

/// An installed CRD, served at all its served versions.
#[derive(Clone, Debug)]
pub struct Crd {
    name: String,
    group: String,
    plural: String,
    namespaced: bool,
    served: Vec<String>,
}

impl Cluster {
    /// Creates the CRD, in place of what an earlier run may have left, and waits until it is established, structural
    /// and served. It gets one label more. In the two seconds after a CRD is established the server makes each create of its
    /// objects wait for two seconds, so install all that a test needs before the first create.
    pub async fn install(&self, definition: &Value) -> Result<Crd, Error> {
        let crd = Crd::read(definition)?;
        self.delete_leftover(&crd).await?;
        self.create(CRDS, &labelled(definition))
            .send()
            .await?
            .ok()?;
        self.wait_until_established(&crd).await?;
        // The server that has set the condition may not have seen it yet.
        for version in &crd.served {
            let path = crd.all(version);
            let what = format!("GET {path} to succeed");
            self.poll(&what, &path, |answer| answer.code < 300).await?;
        }
        Ok(crd)
    }

    async fn wait_until_established(&self, crd: &Crd) -> Result<(), Error> {
        let path = crd.definition();
        let what = format!("CRD {} to become established", crd.name);
        let answer = self
            .poll(&what, &path, |answer| {
                condition(&answer.body, "Established").is_some_and(|(yes, _)| yes)
            })
            .await?;
        match condition(&answer.body, "NonStructuralSchema") {
            Some((true, reason)) => Err(Error::NonStructural(crd.name.clone(), reason)),
            _ => Ok(()),
        }
    }

    /// Deletes the CRD with all its objects, and waits until it is gone.
    pub async fn uninstall(&self, crd: &Crd) -> Result<(), Error> {
        let path = crd.definition();
        self.delete(&path).send().await?.ok()?;
        let what = format!("CRD {} to be gone", crd.name);
        self.poll(&what, &path, |answer| answer.code == 404).await?;
        Ok(())
    }

    async fn delete_leftover(&self, crd: &Crd) -> Result<(), Error> {
        let found = self.get(crd.definition()).send().await?;
        if found.code == 404 {
            return Ok(());
        }
        let found = found.ok()?;
        if found.at("/metadata/labels")[LABEL.0] != LABEL.1 {
            return Err(Error::Foreign(crd.name.clone()));
        }
        self.uninstall(crd).await
    }

    /// Reads the path until the answer is as wished.
    pub async fn poll(
        &self,
        what: &str,
        path: &str,
        wished: impl Fn(&Answer) -> bool,
    ) -> Result<Answer, Error> {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let answer = self.get(path).send().await?;
            if wished(&answer) {
                return Ok(answer);
            }
            if Instant::now() > deadline {
                let last = format!("{} {}", answer.code, answer.body);
                return Err(Error::Timeout {
                    what: what.to_owned(),
                    last,
                });
            }
            sleep(POLL).await;
        }
    }
}

impl Crd {
    fn read(definition: &Value) -> Result<Self, Error> {
        let text = |pointer: &'static str| {
            let found = definition.pointer(pointer).and_then(Value::as_str);
            found.map(str::to_owned).ok_or(Error::NoCrd(pointer))
        };
        let versions = definition
            .pointer("/spec/versions")
            .and_then(Value::as_array);
        let versions = versions.ok_or(Error::NoCrd("/spec/versions"))?;
        Ok(Self {
            name: text("/metadata/name")?,
            group: text("/spec/group")?,
            plural: text("/spec/names/plural")?,
            namespaced: text("/spec/scope")? == "Namespaced",
            served: versions
                .iter()
                .filter(|version| version["served"] == true)
                .filter_map(|version| version["name"].as_str().map(str::to_owned))
                .collect(),
        })
    }

    /// The name of the CRD.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The served versions, in the definition's order.
    #[must_use]
    pub fn served(&self) -> &[String] {
        &self.served
    }

    /// The path of the CRD itself.
    #[must_use]
    pub fn definition(&self) -> String {
        format!("{CRDS}/{}", self.name)
    }

    /// The path of all objects in all namespaces.
    #[must_use]
    pub fn all(&self, version: &str) -> String {
        format!("/apis/{}/{version}/{}", self.group, self.plural)
    }

    /// The path of the objects, in namespace `default` if they have one.
    #[must_use]
    pub fn objects(&self, version: &str) -> String {
        if self.namespaced {
            self.objects_in("default", version)
        } else {
            self.all(version)
        }
    }

    /// The path of the objects in a namespace.
    #[must_use]
    pub fn objects_in(&self, namespace: &str, version: &str) -> String {
        format!(
            "/apis/{}/{version}/namespaces/{namespace}/{}",
            self.group, self.plural
        )
    }

    /// The path of an object, in namespace `default` if it has one.
    #[must_use]
    pub fn object(&self, version: &str, name: &str) -> String {
        format!("{}/{name}", self.objects(version))
    }

    /// The path of an object's subresource, `status` or `scale`.
    #[must_use]
    pub fn subresource(&self, version: &str, name: &str, subresource: &str) -> String {
        format!("{}/{subresource}", self.object(version, name))
    }
}

fn labelled(definition: &Value) -> Value {
    let mut definition = definition.clone();
    if let Some(Value::Object(metadata)) = definition.get_mut("metadata") {
        let labels = metadata.entry("labels").or_insert_with(|| json!({}));
        // Of any other type, they are the server's to refuse.
        if let Value::Object(labels) = labels {
            labels.insert(LABEL.0.to_owned(), json!(LABEL.1));
        }
    }
    definition
}

/// Whether the condition is true, and its message, if it is there.
fn condition(definition: &Value, kind: &str) -> Option<(bool, String)> {
    let conditions = definition.pointer("/status/conditions")?.as_array()?;
    let found = conditions
        .iter()
        .find(|condition| condition["type"] == kind)?;
    Some((
        found["status"] == "True",
        found["message"].as_str().unwrap_or_default().to_owned(),
    ))
}
