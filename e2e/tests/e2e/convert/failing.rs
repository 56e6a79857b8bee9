//! Objects that cannot be converted: the client hears why, and the others are not touched.

use e2e::Result;
use serde_json::json;

use super::served::Served;

#[tokio::test]
async fn the_reason_of_a_failed_conversion_reaches_the_client() -> Result {
    let gates = Served::gates().await?;
    gates
        .create("v1beta1", "good", &json!({"hostPort": "example.com:80"}))
        .await?;
    for (text, reason) in [
        (
            "nowhere",
            "objects[0] Gate default/bad at gate.e2e.example.com/v1beta1, to gate.e2e.example.com/v1: .spec.hostPort: \
                     hostPort could not be parsed into a separate host and port",
        ),
        ("panic", ".spec.hostPort: the conversion function panicked"),
    ] {
        let bad = gates.object("v1beta1", "bad", &json!({"hostPort": text}));
        let refused = gates
            .cluster
            .create(gates.crd.objects("v1beta1"), &bad)
            .send()
            .await?;
        let message = refused.at("/message").as_str().unwrap_or_default();
        let named = "conversion webhook for gate.e2e.example.com/v1beta1, Kind=Gate failed: ";
        assert_eq!(refused.code, 500, "{refused:?}");
        assert!(
            message.contains(named) && message.contains(reason),
            "{message}"
        );
    }
    let refused = gates.cluster.merge_patch(
        gates.crd.object("v1beta1", "good"),
        &json!({"spec": {"hostPort": "nowhere"}}),
    );
    assert_eq!(refused.send().await?.code, 500);
    for (version, spec) in [
        ("v1beta1", json!({"hostPort": "example.com:80"})),
        ("v1", json!({"host": "example.com", "port": "80"})),
    ] {
        let list = gates
            .cluster
            .get(gates.crd.objects(version))
            .send()
            .await?
            .ok()?;
        assert_eq!(list.at("/items/0/spec"), &spec, "{:#}", list.body);
        assert_eq!(list.at("/items/1"), &serde_json::Value::Null);
    }
    gates.uninstall_after_failures().await
}

/// Annotations have a limit. Nothing that was stored stops a version: what does not fit is only not to be written.
#[tokio::test]
async fn what_is_too_long_to_be_kept_is_readable_and_refused_by_name() -> Result {
    let gates = Served::gates().await?;
    let long = "x".repeat(300_000);
    gates
        .create(
            "v1",
            "long",
            &json!({"host": "h", "port": "1", "note": long}),
        )
        .await?;
    let read = gates.get("v1beta1", "long").await?;
    assert_eq!(read.at("/spec"), &json!({"hostPort": "h:1"}));
    let list = gates
        .cluster
        .get(gates.crd.objects("v1beta1"))
        .send()
        .await?
        .ok()?;
    assert_eq!(list.at("/items/0/spec"), &json!({"hostPort": "h:1"}));

    let change = json!({"spec": {"hostPort": "h:2"}});
    let refused = gates
        .cluster
        .merge_patch(gates.crd.object("v1beta1", "long"), &change)
        .send()
        .await?;
    let message = refused.at("/message").as_str().unwrap_or_default();
    assert_eq!(refused.code, 500, "{refused:?}");
    assert!(
        message.contains("what version v1 had besides was not kept"),
        "{message}"
    );
    assert!(message.contains("Gate default/long"), "{message}");
    let remark = gates.object(
        "v1beta1",
        "remark",
        &json!({"hostPort": "h:1", "remark": long}),
    );
    let refused = gates
        .cluster
        .create(gates.crd.objects("v1beta1"), &remark)
        .send()
        .await?;
    let message = refused.at("/message").as_str().unwrap_or_default();
    assert_eq!(refused.code, 500, "{message}");
    assert!(
        message.contains("does not fit into its annotations"),
        "{message}"
    );

    // At its own version it is as any other; and once it is shorter, at all.
    gates
        .patch("v1", "long", &json!({"spec": {"port": "3"}}))
        .await?;
    assert_eq!(
        gates.get("v1", "long").await?.at("/spec/note"),
        &json!(long)
    );
    gates
        .patch("v1", "long", &json!({"spec": {"note": "short"}}))
        .await?;
    // A write begins with what the cache of its version has, which may be a moment behind.
    let cached = format!("{}?resourceVersion=0", gates.crd.object("v1beta1", "long"));
    let kept = gates.kept();
    gates
        .cluster
        .poll("the shorter note to be kept", &cached, |answer| {
            let kept = answer.at("/metadata/annotations")[&kept].as_str();
            kept.is_some_and(|kept| kept.contains("short"))
        })
        .await?;
    gates.patch("v1beta1", "long", &change).await?;
    assert_eq!(
        gates.get("v1", "long").await?.at("/spec"),
        &json!({"host": "h", "port": "2", "note": "short"})
    );
    gates.uninstall_after_failures().await
}
