//! The project that `wheelwright new` makes, at work: its controller has the rights that are installed with it, and no more.

use std::collections::BTreeMap;

use e2e::Result;
use greetings::installation::{IMAGE, NAME, installation, installation_at};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::hosted::{Hosted, RUNTIME, path, until};

/// The samples of the project by the names of the objects.
fn samples() -> BTreeMap<String, Value> {
    [
        include_str!("../../../examples/greetings/samples/v1.yaml"),
        include_str!("../../../examples/greetings/samples/v1alpha1.yaml"),
    ]
    .into_iter()
    .flat_map(wheelwright_yaml::documents)
    .map(|document| {
        let mut object = document.expect("it is YAML").value;
        object["metadata"]["namespace"] = "default".into();
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        (name.to_owned(), object)
    })
    .collect()
}

#[tokio::test]
async fn a_new_project_does_what_its_readme_says() -> Result {
    let mut hosted = Hosted::start(|_| greetings::webhook::server()).await?;
    let cluster = hosted.cluster.clone();
    let at_url = installation_at(&hosted.url).expect("handlers of the wheel");
    let mut objects = hosted.objects_of(at_url);
    let deployed = installation(IMAGE).expect("handlers of the wheel");
    let deployed = deployed.objects().expect("it is sound").into_iter();
    objects.extend(deployed.filter(|object| {
        let kind = object["kind"].as_str().unwrap_or_default();
        kind.starts_with("ClusterRole")
    }));
    hosted.install(&objects).await?;
    let crd = hosted.crd("greetings");
    let greeting =
        |version: &str, name: &str| format!("{}/{name}", crd.objects_in("default", version));
    let said = |name: &str| format!("/api/v1/namespaces/default/configmaps/{name}-greeting");

    // Somebody's own, of the name that is wanted.
    let other = json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": "taken-greeting", "namespace": "default"},
        "data": {"text": "mine"},
    });
    hosted.install([&other]).await?;

    let account = format!("system:serviceaccount:{NAME}:{NAME}");
    let client = cluster.client_of(&account).await?;
    let (stop, stopped) = oneshot::channel::<()>();
    let controller = RUNTIME.spawn(greetings::controller::control(client, async {
        let _ = stopped.await;
    }));

    let mut wanted = samples();
    let mut taken = wanted["hello"].clone();
    taken["metadata"]["name"] = "taken".into();
    wanted.insert("taken".into(), taken);
    until("the webhook is there", async || {
        let mut blank = wanted["hello"].clone();
        blank["spec"]["text"] = "  ".into();
        let create = cluster.create(crd.objects_in("default", "v1"), &blank);
        let refused = create.dry_run().send().await?;
        Ok(refused.code >= 400 && refused.body.to_string().contains("nothing but white space"))
    })
    .await?;
    for object in wanted.values() {
        let request = cluster.apply(path(object), "e2e", object).strict();
        request.send().await?.ok()?;
    }
    for (name, text) in [
        ("hello", "HELLO, WORLD\nHELLO, WORLD\n"),
        ("old", "Hello, world\n"),
        ("taken", "mine"),
    ] {
        until(&format!("{name} is done"), async || {
            let object = cluster.get(greeting("v1", name)).send().await?;
            let status = object.at("/status/conditions/0/status").clone();
            let map = cluster.get(said(name)).send().await?;
            let is_ready = if name == "taken" { "False" } else { "True" };
            Ok(status == is_ready && *map.at("/data/text") == text)
        })
        .await?;
    }
    let object = cluster.get(greeting("v1", "taken")).send().await?.ok()?;
    assert_eq!(*object.at("/status/conditions/0/reason"), "NameTaken");

    // An older client says something else, and what it does not know stays.
    let change = json!({"spec": {"message": "bye"}});
    let request = cluster.merge_patch(greeting("v1alpha1", "hello"), &change);
    request.send().await?.ok()?;
    until("the change is done", async || {
        let map = cluster.get(said("hello")).send().await?;
        Ok(*map.at("/data/text") == "BYE\nBYE\n")
    })
    .await?;
    // What somebody changes is put right.
    let change = json!({"data": {"text": "nothing"}});
    cluster
        .merge_patch(said("hello"), &change)
        .send()
        .await?
        .ok()?;
    until("it is put right", async || {
        let map = cluster.get(said("hello")).send().await?;
        Ok(*map.at("/data/text") == "BYE\nBYE\n")
    })
    .await?;
    // It settles: the controller writes nothing that is so already.
    let version = async || -> Result<Value> {
        let object = cluster.get(greeting("v1", "old")).send().await?.ok()?;
        Ok(object.at("/metadata/resourceVersion").clone())
    };
    let before = version().await?;

    // What it owns goes with it, which is the garbage collector's to do in its own time.
    let owner = cluster.get(greeting("v1", "hello")).send().await?.ok()?;
    let map = cluster.get(said("hello")).send().await?.ok()?;
    assert_eq!(
        map.at("/metadata/ownerReferences"),
        &json!([{
            "apiVersion": owner.at("/apiVersion"), "kind": "Greeting", "name": "hello",
            "uid": owner.at("/metadata/uid"), "controller": true,
        }])
    );
    assert_eq!(version().await?, before);
    for name in ["hello", "old", "taken"] {
        cluster.delete(greeting("v1", name)).send().await?.ok()?;
    }
    drop(stop);
    controller.await.expect("it ends");
    hosted.uninstall().await
}
