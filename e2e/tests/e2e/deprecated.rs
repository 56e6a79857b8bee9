//! Policies that warn of deprecated fields, at work on the API server.

use std::time::{Duration, Instant};

use e2e::{Cluster, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::sleep;
use wheelwright::{CustomResource, Schema};

use crate::hosted::path;

/// Blows.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "deprecated.e2e.example.com",
    version = "v1",
    kind = "Whistle",
    namespaced,
    status = WhistleStatus
)]
struct WhistleSpec {
    /// How high.
    #[deprecated(note = "use \"tone\"")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pitch: Option<u32>,
    /// How loud.
    #[schema(default = 7, deprecated = "nobody hears it")]
    volume: u32,
    /// What it plays.
    #[serde(default)]
    tones: Vec<Tone>,
    /// Whose it is.
    #[schema(values(description = "Deprecated: say nothing of it"))]
    #[serde(default, rename = "owned-by")]
    owners: std::collections::BTreeMap<String, String>,
}

/// Sounds.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Tone {
    /// Of the scale.
    name: Name,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Name {
    A,
    #[schema(deprecated = "use A")]
    Ut,
}

/// Blown.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct WhistleStatus {
    /// How often.
    blown: u32,
}

wheelwright::wheel!(Whistles = Whistle);

/// The path of a policy or a binding.
fn at(object: &Value) -> String {
    path(object).replace("policys/", "policies/")
}

#[tokio::test]
async fn the_server_warns_who_sets_a_deprecated_field() -> Result {
    let cluster = Cluster::shared().await?;
    let crd = Whistles::crd_json().expect("it is a CRD");
    let crd = cluster.install(&crd).await?;
    let policies = Whistles::manifest()
        .deprecation_policies()
        .expect("it is a CRD");
    for object in &policies {
        let answer = cluster
            .apply(at(object), "e2e", object)
            .strict()
            .send()
            .await?
            .ok()?;
        assert_eq!(answer.warnings, [""; 0], "{object}");
    }
    let whistle = |spec: Value| {
        json!({
            "apiVersion": "deprecated.e2e.example.com/v1", "kind": "Whistle",
            "metadata": {"name": "one", "namespace": "default"}, "spec": spec,
        })
    };
    let all = whistle(json!({
        "pitch": 3, "volume": 9, "tones": [{"name": "A"}, {"name": "Ut"}], "owned-by": {"a": "b"},
    }));
    // A new policy takes its time.
    let until = Instant::now() + Duration::from_mins(1);
    let warnings = loop {
        let request = cluster.create(crd.objects("v1"), &all).dry_run();
        let warnings = request.send().await?.ok()?.warnings;
        if !warnings.is_empty() || Instant::now() > until {
            break warnings;
        }
        sleep(Duration::from_millis(200)).await;
    };
    let said = |warnings: &[String]| -> Vec<String> {
        let prefix = "Validation failed for ValidatingAdmissionPolicy 'deprecated-fields-v1.whistles.deprecated.e2e.example.com' \
                      with binding 'deprecated-fields-v1.whistles.deprecated.e2e.example.com': ";
        let warnings = warnings.iter();
        warnings
            .map(|warning| warning.strip_prefix(prefix).unwrap_or(warning).to_owned())
            .collect()
    };
    let every = [
        "spec.owned-by.*: deprecated: say nothing of it",
        "spec.pitch: deprecated: use \"tone\"",
        "spec.tones[].name: \"Ut\" is deprecated: use A",
        "spec.volume: deprecated: nobody hears it",
    ];
    let mut told = said(&warnings);
    told.sort();
    assert_eq!(told, every);

    // The default is the server's.
    let plain = whistle(json!({"tones": [{"name": "A"}]}));
    let created = cluster
        .create(crd.objects("v1"), &plain)
        .send()
        .await?
        .ok()?;
    assert_eq!(
        (created.warnings, created.body["spec"]["volume"].clone()),
        (Vec::new(), json!(7))
    );
    let object = crd.object("v1", "one");
    let change = |change: Value| {
        let (cluster, object) = (&cluster, object.clone());
        async move {
            let answer = cluster.merge_patch(object, &change).send().await?.ok()?;
            Result::Ok(answer.warnings)
        }
    };
    let pitch = [every[1]];
    assert_eq!(said(&change(json!({"spec": {"pitch": 4}})).await?), pitch);
    // As with Kubernetes' own: any change of the spec is told, one of metadata is not.
    assert_eq!(said(&change(json!({"spec": {"tones": []}})).await?), pitch);
    assert_eq!(
        change(json!({"metadata": {"labels": {"a": "b"}}})).await?,
        [""; 0]
    );
    assert_eq!(change(json!({"spec": {"pitch": null}})).await?, [""; 0]);

    for object in policies.iter().rev() {
        cluster.delete(at(object)).send().await?;
    }
    cluster.uninstall(&crd).await
}
