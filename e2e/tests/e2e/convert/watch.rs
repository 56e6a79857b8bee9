//! A watch at one version while objects are written at others.

use std::pin::pin;

use e2e::Result;
use futures_util::StreamExt as _;
use kube::api::{Api, WatchEvent, WatchParams};
use serde_json::{Value, json};

use super::samples::all;
use super::served::{Served, VERSIONS};
use super::site::{v1, v1alpha1, v1beta1};

/// Kind and object of the next events, that many.
async fn events<K>(api: &Api<K>, from: &str, count: usize) -> Result<Vec<(&'static str, Value)>>
where
    K: kube::Resource + serde::Serialize + serde::de::DeserializeOwned + Clone + std::fmt::Debug,
{
    let mut stream = pin!(api.watch(&WatchParams::default().timeout(60), from).await?);
    let mut events = Vec::new();
    while events.len() < count {
        let Some(event) = stream.next().await.transpose()? else {
            panic!("the watch ended after {events:#?}");
        };
        let (kind, object) = match event {
            WatchEvent::Added(object) => ("added", object),
            WatchEvent::Modified(object) => ("modified", object),
            WatchEvent::Deleted(object) => ("deleted", object),
            WatchEvent::Bookmark(_) => continue,
            WatchEvent::Error(status) => panic!("{status:?} after {events:#?}"),
        };
        events.push((
            kind,
            serde_json::to_value(object).map_err(kube::Error::SerdeError)?,
        ));
    }
    Ok(events)
}

#[tokio::test]
async fn a_watch_at_each_version_sees_what_is_written_at_the_others() -> Result {
    let sites = Served::sites().await?;
    let from = sites
        .cluster
        .get(sites.crd.objects("v1"))
        .send()
        .await?
        .ok()?;
    let from = from
        .at("/metadata/resourceVersion")
        .as_str()
        .unwrap_or("0")
        .to_owned();
    let [alpha, beta, gamma] = all();

    let mut expected: Vec<(&str, String, Vec<Value>)> = Vec::new();
    let mut seen = async |kind, name: &str| -> Result {
        let mut specs = Vec::new();
        for version in VERSIONS {
            specs.push(sites.get(version, name).await?.body["spec"].take());
        }
        expected.push((kind, name.to_owned(), specs));
        Ok(())
    };
    for sample in [&alpha, &beta, &gamma] {
        sites.create_sample(sample).await?;
        seen("added", sample.name).await?;
    }
    for (name, version, spec) in [
        ("beta", "v1", json!({"strategy": "recreate"})),
        ("alpha", "v1beta1", json!({"theme": "green"})),
        ("gamma", "v1alpha1", json!({"legacy": false, "tags": "a,b"})),
        ("beta", "v1alpha1", json!({"timeout": "5m"})),
    ] {
        sites.patch(version, name, &json!({"spec": spec})).await?;
        seen("modified", name).await?;
    }
    seen("deleted", "gamma").await?;
    sites
        .cluster
        .delete(sites.crd.object("v1alpha1", "gamma"))
        .send()
        .await?
        .ok()?;

    let client = || sites.cluster.client();
    let watched = [
        events(
            &Api::<v1::Site>::namespaced(client(), "default"),
            &from,
            expected.len(),
        )
        .await?,
        events(
            &Api::<v1beta1::Site>::namespaced(client(), "default"),
            &from,
            expected.len(),
        )
        .await?,
        events(
            &Api::<v1alpha1::Site>::namespaced(client(), "default"),
            &from,
            expected.len(),
        )
        .await?,
    ];
    for (index, (version, events)) in VERSIONS.iter().zip(watched).enumerate() {
        for ((kind, name, specs), (event, object)) in expected.iter().zip(&events) {
            assert_eq!(
                (event, &object["metadata"]["name"]),
                (kind, &json!(name)),
                "{version}: {events:#?}"
            );
            let (mut wanted, mut got) = (specs[index].clone(), object["spec"].clone());
            // The types write what is empty as absent.
            for spec in [&mut wanted, &mut got] {
                if let Some(members) = spec.as_object_mut() {
                    members.retain(|_, value| *value != json!([]));
                }
            }
            assert_eq!(got, wanted, "{event} {name} at {version}");
        }
    }
    sites.uninstall().await
}
