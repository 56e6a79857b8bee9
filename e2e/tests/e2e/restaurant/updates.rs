//! Changes of pizzas that are there.

use e2e::Result;
use serde_json::json;

use super::{Restaurant, VERSIONS, bare, denied, house, of, pizza};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_empties_a_pizza_gets_toppings_however_it_is_written() -> Result {
    let restaurant = Restaurant::open().await?;
    restaurant
        .order(&pizza("v1beta1", "mine", &of("v1beta1", &["tomato"])))
        .await?
        .ok()?;
    let tomato = VERSIONS.map(|version| of(version, &["tomato"]));
    for version in VERSIONS {
        let reset = async || -> Result {
            let change = json!({"spec": {"toppings": of(version, &["tomato"])}});
            restaurant.patch(version, "mine", &change).await?.ok()?;
            assert_eq!(restaurant.toppings("mine").await?, tomato);
            Ok(())
        };
        for change in [
            json!({"spec": null}),
            json!({"spec": {"toppings": null}}),
            json!({"spec": {"toppings": []}}),
        ] {
            reset().await?;
            restaurant.patch(version, "mine", &change).await?.ok()?;
            assert_eq!(
                restaurant.toppings("mine").await?,
                house(),
                "{version}: {change}"
            );
        }
        for mut template in [bare(version, "mine"), pizza(version, "mine", &json!([]))] {
            reset().await?;
            let read = restaurant.get(version, "mine").await?;
            template["metadata"]["resourceVersion"] = read["metadata"]["resourceVersion"].clone();
            restaurant.replace(&template).await?.ok()?;
            assert_eq!(
                restaurant.toppings("mine").await?,
                house(),
                "{version}: {template}"
            );
        }
        // Applying the same again changes nothing more, whoever owns what the restaurant gave.
        reset().await?;
        let path = restaurant.crd().object(version, "mine");
        let empty = pizza(version, "mine", &json!([]));
        let mut versions = Vec::new();
        for _ in 0..3 {
            let request = restaurant.cluster.apply(&path, "waiter", &empty);
            let applied = request.query("force", "true").send().await?.ok()?;
            versions.push(applied.at("/metadata/generation").clone());
        }
        versions.dedup();
        assert!(versions.len() <= 2, "{version}: generations {versions:?}");
        reset().await?;
    }
    restaurant.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_to_what_there_is_not_is_refused_and_changes_nothing() -> Result {
    let restaurant = Restaurant::open().await?;
    restaurant.order(&bare("v1beta1", "mine")).await?.ok()?;
    let what = json!(denied("topping \"pineapple\" not known"));
    for version in VERSIONS {
        let before = restaurant.get(version, "mine").await?;
        let change = json!({"spec": {"toppings": of(version, &["tomato", "pineapple"])}});
        let patched = restaurant.patch(version, "mine", &change).await?;
        assert_eq!((patched.code, patched.at("/message")), (400, &what));
        let mut replacement = before.clone();
        replacement["spec"] = change["spec"].clone();
        let replaced = restaurant.replace(&replacement).await?;
        assert_eq!((replaced.code, replaced.at("/message")), (400, &what));
        let path = restaurant.crd().object(version, "mine");
        let mut applied = bare(version, "mine");
        applied["spec"] = change["spec"].clone();
        let request = restaurant.cluster.apply(&path, "waiter", &applied);
        let applied = request.query("force", "true").send().await?;
        assert_eq!((applied.code, applied.at("/message")), (400, &what));
        assert_eq!(restaurant.get(version, "mine").await?, before);

        // What is only tried is not stored.
        let change = json!({"spec": {"toppings": of(version, &["salami"])}});
        let request = restaurant.cluster.merge_patch(&path, &change);
        let tried = request.dry_run().send().await?.ok()?;
        assert_eq!(tried.at("/spec/toppings"), &of(version, &["salami"]));
        assert_eq!(restaurant.get(version, "mine").await?, before);
    }
    restaurant.close().await
}

/// The order of toppings is what the hub cannot hold.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_template_drops_of_conversions_annotation_is_put_back() -> Result {
    let restaurant = Restaurant::open().await?;
    let order = json!(["tomato", "mozzarella", "tomato"]);
    restaurant
        .order(&pizza("v1alpha1", "mine", &order))
        .await?
        .ok()?;
    let kept = "restaurant.programming-kubernetes.info/kept-by-conversion";
    let stored = restaurant.get("v1beta1", "mine").await?;
    let annotation = &stored["metadata"]["annotations"][kept];
    assert!(annotation.is_string(), "{stored:#}");

    for version in VERSIONS {
        let read = restaurant.get(version, "mine").await?;
        let mut template = pizza(version, "mine", &read["spec"]["toppings"]);
        template["metadata"]["resourceVersion"] = read["metadata"]["resourceVersion"].clone();
        let replaced = restaurant.replace(&template).await?.ok()?;
        assert_eq!(
            replaced.at("/metadata/generation"),
            &read["metadata"]["generation"]
        );
        assert_eq!(
            restaurant.toppings("mine").await?[0],
            order,
            "written at {version}"
        );
        restaurant
            .patch(version, "mine", &json!({"metadata": {"annotations": null}}))
            .await?
            .ok()?;
        assert_eq!(
            restaurant.toppings("mine").await?[0],
            order,
            "patched at {version}"
        );
    }
    restaurant.close().await
}
