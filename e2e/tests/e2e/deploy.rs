//! What installs a webhook server, put to the API server that it is for.

use std::time::{Duration, Instant};

use e2e::{Cluster, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::sleep;
use wheelwright::webhook::{
    admission::{Operation, Registration, Stage},
    deploy::{Certificates, Installation, Part},
};
use wheelwright::{CustomResource, Schema};

use crate::hosted::path;

/// Flies without an engine.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "deploy.e2e.example.com",
    version = "v1",
    kind = "Glider",
    namespaced,
    storage,
    also(version = "v1beta1")
)]
struct GliderSpec {
    /// In metres.
    span: u32,
}

/// What a glider takes off from.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "deploy.e2e.example.com",
    version = "v1",
    kind = "Field",
    cluster
)]
struct FieldSpec {
    /// In metres.
    length: u32,
}

wheelwright::wheel!(Gliders = Glider);
wheelwright::wheel!(Fields = Field);

const NAMESPACE: &str = "deploy-e2e";
const HOST: &str = "glider.deploy-e2e.svc";

fn registrations() -> Vec<Registration> {
    let mut all = Vec::new();
    for stage in [Stage::Mutating, Stage::Validating] {
        let mut glider = Registration::of::<Glider>(stage);
        glider.versions.push("v1beta1".into());
        glider.rule.operations.push(Operation::Delete);
        glider.rule.subresources.push("status".into());
        all.extend([glider, Registration::of::<Field>(stage)]);
    }
    all
}

fn installation(certificates: Certificates) -> Installation {
    Installation::new("glider", NAMESPACE, "registry.example.com/glider:1.0")
        .crd(Gliders::manifest())
        .crd(Fields::manifest())
        .registrations(registrations())
        .watches("deploy.e2e.example.com", "fields")
        .certificates(certificates)
        .label("example.com/team", "air")
}

/// Whether the server keeps everything as it was given; it adds defaults.
fn keeps(kept: &Value, given: &Value) -> bool {
    match (kept, given) {
        (Value::Object(kept), Value::Object(given)) => given
            .iter()
            .all(|(key, given)| kept.get(key).is_some_and(|kept| keeps(kept, given))),
        (Value::Array(kept), Value::Array(given)) => {
            kept.len() == given.len()
                && kept
                    .iter()
                    .zip(given)
                    .all(|(kept, given)| keeps(kept, given))
        }
        // Bounds of schemas are floating-point numbers.
        (Value::Number(kept), Value::Number(given)) => kept.as_f64() == given.as_f64(),
        _ => kept == given,
    }
}

#[tokio::test]
async fn the_server_takes_every_object_as_it_is() -> Result {
    let cluster = Cluster::shared().await?;
    let key = rcgen::generate_simple_self_signed([HOST.to_owned()]).expect("a certificate");
    let pem = key.cert.pem();
    let given = Certificates::given(pem.clone(), key.signing_key.serialize_pem(), pem);
    let namespace =
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}});
    // What is in it cannot be tried in a namespace that is only tried.
    cluster
        .apply(path(&namespace), "e2e", &namespace)
        .send()
        .await?
        .ok()?;
    let mut kinds = Vec::new();
    for certificates in [given, Certificates::Managed, Certificates::cert_manager()] {
        let objects = installation(certificates)
            .objects()
            .expect("nothing is refused");
        for object in objects {
            // cert-manager is not there.
            if object["apiVersion"] == "cert-manager.io/v1" {
                continue;
            }
            let request = cluster.apply(path(&object), "e2e", &object);
            let answer = request
                .query("force", "true")
                .dry_run()
                .strict()
                .send()
                .await?
                .ok()?;
            assert_eq!(answer.warnings, [""; 0], "{object}");
            assert!(
                keeps(&answer.body, &object),
                "{object} became {}",
                answer.body
            );
            kinds.push(object["kind"].as_str().unwrap_or_default().to_owned());
        }
    }
    kinds.sort();
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "ClusterRole",
            "ClusterRoleBinding",
            "CustomResourceDefinition",
            "Deployment",
            "MutatingWebhookConfiguration",
            "Namespace",
            "PodDisruptionBudget",
            "Role",
            "RoleBinding",
            "Secret",
            "Service",
            "ServiceAccount",
            "ValidatingWebhookConfiguration",
        ]
    );
    cluster.delete(path(&namespace)).send().await?.ok()?;
    Ok(())
}

/// A kite, for a webhook that nobody answers.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "down.deploy.e2e.example.com",
    version = "v1",
    kind = "Kite",
    namespaced
)]
struct KiteSpec {
    /// In metres.
    span: u32,
}

wheelwright::wheel!(Kites = Kite);

/// Waits until the server goes by the configurations.
async fn refused(cluster: &Cluster, objects: &str) -> Result<String> {
    let deadline = Instant::now() + Duration::from_secs(90);
    loop {
        let kite = kite("later");
        let answer = cluster.create(objects, &kite).dry_run().send().await?;
        if let Some(message) = answer.at("/message").as_str() {
            return Ok(message.to_owned());
        }
        assert!(Instant::now() < deadline, "the webhooks are not called");
        sleep(Duration::from_millis(50)).await;
    }
}

fn kite(name: &str) -> Value {
    json!({
        "apiVersion": "down.deploy.e2e.example.com/v1",
        "kind": "Kite",
        "metadata": {"name": name, "namespace": "default", "finalizers": ["example.com/string"]},
        "spec": {"span": 1},
    })
}

#[tokio::test]
async fn while_nobody_answers_nothing_is_stored_unseen_and_what_is_deleted_goes() -> Result {
    let cluster = Cluster::shared().await?;
    let crd = cluster
        .install(&Kites::crd_json().expect("a manifest"))
        .await?;
    let objects = crd.objects("v1");
    cluster.create(&objects, &kite("red")).send().await?.ok()?;
    cluster.create(&objects, &kite("blue")).send().await?.ok()?;

    // Nothing listens there.
    let installation = Installation::at_url("kite-down", "https://127.0.0.1:1")
        .registrations([Stage::Mutating, Stage::Validating].map(Registration::of::<Kite>))
        .webhook_name("Kite", "down.deploy.e2e.example.com");
    let configurations = installation.objects().expect("nothing is refused");
    assert_eq!(
        installation.yaml_of(Part::Registration).ok(),
        installation.yaml().ok()
    );
    for configuration in &configurations {
        cluster
            .apply(path(configuration), "e2e", configuration)
            .send()
            .await?
            .ok()?;
    }
    let message = refused(&cluster, &objects).await?;
    assert!(
        message.contains("failed calling webhook \"down.deploy.e2e.example.com\""),
        "{message}"
    );

    let red = crd.object("v1", "red");
    let change = json!({"spec": {"span": 2}});
    let finalizers = json!({"metadata": {"finalizers": null}});
    let patch = async |change: &Value| cluster.merge_patch(&red, change).send().await;
    assert_eq!(patch(&change).await?.code, 500);
    assert_eq!(
        patch(&finalizers).await?.code,
        500,
        "it is not being deleted"
    );

    // Deletes are not what the handlers are registered for.
    cluster.delete(&red).send().await?.ok()?;
    assert_eq!(
        patch(&change).await?.code,
        500,
        "a change is seen, or there is none"
    );
    let both = json!({"metadata": {"finalizers": null}, "spec": {"span": 3}});
    assert_eq!(patch(&both).await?.code, 500);
    let annotated = json!({"metadata": {"annotations": {"example.com/a": "b"}}});
    assert_eq!(patch(&annotated).await?.code, 500);
    patch(&finalizers).await?.ok()?;
    assert_eq!(cluster.get(&red).send().await?.code, 404);

    for configuration in &configurations {
        cluster.delete(path(configuration)).send().await?.ok()?;
    }
    let blue = crd.object("v1", "blue");
    let deadline = Instant::now() + Duration::from_secs(90);
    while cluster.merge_patch(&blue, &finalizers).send().await?.code != 200 {
        assert!(Instant::now() < deadline, "the webhooks are still called");
        sleep(Duration::from_millis(50)).await;
    }
    cluster.uninstall(&crd).await
}
