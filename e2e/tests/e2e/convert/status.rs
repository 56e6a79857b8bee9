//! The status at versions that do not have the same of it.

use e2e::Result;
use serde_json::{Value, json};

use super::samples::all;
use super::served::{Served, VERSIONS};

impl Served {
    async fn status_reads(&self, name: &str, expected: [Value; 3]) -> Result {
        for (version, expected) in VERSIONS.iter().zip(expected) {
            let read = self.get(version, name).await?;
            assert_eq!(
                read.at("/status"),
                &expected,
                "{name} at {version}: {:#}",
                read.body
            );
        }
        Ok(())
    }
}

#[tokio::test]
async fn status_is_written_at_one_version_and_read_at_all() -> Result {
    let sites = Served::sites().await?;
    for sample in all() {
        let name = sample.name;
        sites.create_sample(&sample).await?;
        sites
            .patch_status("v1beta1", name, &json!({"ready": 1, "phase": "Up"}))
            .await?;
        sites
            .status_reads(
                name,
                [
                    json!({"readyReplicas": 1}),
                    json!({"ready": 1, "phase": "Up"}),
                    json!({"ready": 1}),
                ],
            )
            .await?;
        sites
            .patch_status(
                "v1",
                name,
                &json!({"readyReplicas": 2, "url": "https://example.com"}),
            )
            .await?;
        sites
            .status_reads(
                name,
                [
                    json!({"readyReplicas": 2, "url": "https://example.com"}),
                    json!({"ready": 2, "phase": "Up"}),
                    json!({"ready": 2}),
                ],
            )
            .await?;
        sites
            .patch_status("v1alpha1", name, &json!({"ready": 3}))
            .await?;
        let full = [
            json!({"readyReplicas": 3, "url": "https://example.com"}),
            json!({"ready": 3, "phase": "Up"}),
            json!({"ready": 3}),
        ];
        sites.status_reads(name, full.clone()).await?;
        // Of the rest nothing changes, not even by a replacement that asks for it.
        let path = sites.crd.subresource("v1beta1", name, "status");
        let mut object = sites.get("v1beta1", name).await?.body;
        object["spec"] = json!({"title": "changed"});
        object["status"]["phase"] = json!("Down");
        sites.cluster.replace(path, &object).send().await?.ok()?;
        sites.reads(&sample).await?;
        sites
            .patch_status("v1beta1", name, &json!({"phase": "Up"}))
            .await?;
        sites.touch(name, "after status writes").await?;
        sites.reads(&sample).await?;
        sites.status_reads(name, full.clone()).await?;

        // And the other way: writes of the rest keep the status.
        for (version, title) in [("v1alpha1", "name"), ("v1beta1", "title"), ("v1", "title")] {
            sites
                .patch(version, name, &json!({"spec": {title: version}}))
                .await?;
            sites.status_reads(name, full.clone()).await?;
        }
        // A status that is taken away does not come back.
        sites.patch_status("v1", name, &Value::Null).await?;
        sites
            .status_reads(name, [Value::Null, Value::Null, Value::Null])
            .await?;
    }
    sites.uninstall().await
}
