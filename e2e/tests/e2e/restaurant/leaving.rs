//! What becomes of pizzas that nobody may order any more.

use e2e::Result;
use serde_json::json;

use super::{Restaurant, VERSIONS, bare, denied, of};

#[tokio::test(flavor = "multi_thread")]
async fn pizzas_with_what_has_run_out_keep_their_status_and_may_go() -> Result {
    let restaurant = Restaurant::open().await?;
    for version in VERSIONS {
        for name in ["held", "free"] {
            let mut order = bare(version, &format!("{name}-{version}"));
            if name == "held" {
                let finalizers = json!(["example.com/oven", "example.com/table"]);
                order["metadata"]["finalizers"] = finalizers;
            }
            restaurant.order(&order).await?.ok()?;
        }
    }
    restaurant.run_out_of("salami").await?;
    let what = json!(denied("topping \"salami\" not known"));
    for version in VERSIONS {
        let (held, free) = (format!("held-{version}"), format!("free-{version}"));
        let labels = json!({"metadata": {"labels": {"table": "7"}}});
        let refused = restaurant.patch(version, &held, &labels).await?;
        assert_eq!((refused.code, refused.at("/message")), (400, &what));

        // The handlers are for the pizza, not for its status.
        let path = restaurant.crd().subresource(version, &held, "status");
        let status = json!({"status": {"cost": 8.5}});
        restaurant
            .cluster
            .merge_patch(path, &status)
            .send()
            .await?
            .ok()?;
        for version in VERSIONS {
            let read = restaurant.get(version, &held).await?;
            assert_eq!(read["status"], status["status"]);
        }

        for name in [&held, &free] {
            let path = restaurant.crd().object(version, name);
            restaurant.cluster.delete(path).send().await?.ok()?;
        }
        let path = restaurant.crd().object(version, &free);
        assert_eq!(restaurant.cluster.get(path).send().await?.code, 404);

        // It is being deleted: finalizers go, other things do not change unseen.
        let one = json!({"metadata": {"finalizers": ["example.com/table"]}});
        let left = restaurant.patch(version, &held, &one).await?.ok()?;
        assert_eq!(
            left.at("/metadata/finalizers"),
            &json!(["example.com/table"])
        );
        let mut both = json!({"metadata": {"finalizers": null}});
        both["spec"] = json!({"toppings": of(version, &["salami"])});
        let refused = restaurant.patch(version, &held, &both).await?;
        assert_eq!((refused.code, refused.at("/message")), (400, &what));
        let last = json!({"metadata": {"finalizers": null}});
        restaurant.patch(version, &held, &last).await?.ok()?;
        let path = restaurant.crd().object(version, &held);
        assert_eq!(restaurant.cluster.get(path).send().await?.code, 404);
    }
    restaurant.close().await
}
