//! Another version becomes the one that is stored, and back.

use std::time::{Duration, Instant};

use e2e::Result;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::samples::all;
use super::served::Served;

impl Served {
    /// Makes that version the stored one, and waits until the server stores it: until a read at that version of what was
    /// just written needs no conversion.
    pub(super) async fn store(&self, version: &str, name: &str) -> Result {
        let path = self.crd.definition();
        let mut definition = self.cluster.get(&path).send().await?.ok()?.body;
        for entry in definition["spec"]["versions"]
            .as_array_mut()
            .into_iter()
            .flatten()
        {
            entry["storage"] = json!(entry["name"] == version);
        }
        self.cluster
            .replace(&path, &definition)
            .send()
            .await?
            .ok()?;
        let deadline = Instant::now() + Duration::from_mins(1);
        loop {
            self.patch(version, name, &json!({})).await?;
            sleep(Duration::from_millis(200)).await;
            let before = self.conversions_to(version, name);
            self.get(version, name).await?;
            if self.conversions_to(version, name) == before {
                return Ok(());
            }
            assert!(
                Instant::now() < deadline,
                "{version} does not become the stored version"
            );
        }
    }

    /// How often the object was converted to the version.
    fn conversions_to(&self, version: &str, name: &str) -> usize {
        let wanted = |review: &Value| {
            let desired = review["request"]["desiredAPIVersion"]
                .as_str()
                .unwrap_or_default();
            desired.ends_with(&format!("/{version}"))
                && review["request"]["objects"][0]["metadata"]["name"] == name
        };
        let calls = self.webhook.calls();
        calls.iter().filter(|call| wanted(&call.request())).count()
    }
}

#[tokio::test]
async fn the_stored_version_becomes_a_spoke_and_the_hub_again() -> Result {
    let sites = Served::sites().await?;
    for sample in all() {
        sites.create_sample(&sample).await?;
        sites
            .patch_status("v1beta1", sample.name, &json!({"ready": 1, "phase": "Up"}))
            .await?;
    }
    for (round, stored) in ["v1beta1", "v1alpha1", "v1"].into_iter().enumerate() {
        sites
            .create(
                "v1",
                &format!("trigger-{round}"),
                &json!({"title": "Trigger"}),
            )
            .await?;
        let mut before = Vec::new();
        for sample in all() {
            before.push(sites.readings(sample.name).await?);
        }
        sites.store(stored, &format!("trigger-{round}")).await?;
        for (sample, before) in all().iter().zip(&before) {
            let name = sample.name;
            assert_eq!(
                &sites.readings(name).await?,
                before,
                "{name}, stored as it was, with {stored} as storage"
            );
            sites.touch(name, &format!("stored as {stored}")).await?;
            assert_eq!(
                &sites.readings(name).await?,
                before,
                "{name}, stored as {stored}"
            );
            sites.reads(sample).await?;
        }
        // New objects, and edits, at each version.
        for mut sample in all() {
            let name = format!("{}-{round}", sample.name);
            sample.name = name.leak();
            sites.create_sample(&sample).await?;
            for (version, title) in [("v1alpha1", "name"), ("v1beta1", "title"), ("v1", "title")] {
                sites
                    .patch(version, sample.name, &json!({"spec": {title: version}}))
                    .await?;
                for (at, reads) in super::served::VERSIONS.iter().zip(&sample.reads) {
                    let mut expected = reads.clone();
                    expected[if *at == "v1alpha1" { "name" } else { "title" }] = json!(version);
                    let read = sites.get(at, sample.name).await?;
                    assert_eq!(
                        read.at("/spec"),
                        &expected,
                        "{} edited at {version}: {:#}",
                        sample.name,
                        read.body
                    );
                }
            }
            sites
                .patch_status("v1alpha1", sample.name, &json!({"ready": 4}))
                .await?;
            assert_eq!(
                sites.get("v1", sample.name).await?.at("/status"),
                &json!({"readyReplicas": 4})
            );
            sites
                .touch(sample.name, &format!("created with {stored} as storage"))
                .await?;
        }
    }
    sites.uninstall().await
}
