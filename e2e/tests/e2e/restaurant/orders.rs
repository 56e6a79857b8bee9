//! New pizzas.

use e2e::{Error, Result};
use serde_json::{Value, json};

use super::{Restaurant, VERSIONS, bare, denied, house, of, pizza};

/// All ways to say nothing of the toppings.
fn silent(version: &str) -> Vec<Value> {
    let mut pizzas = vec![bare(version, "")];
    for spec in [
        json!(null),
        json!({}),
        json!({"toppings": null}),
        json!({"toppings": []}),
    ] {
        let mut pizza = bare(version, "");
        pizza["spec"] = spec;
        pizzas.push(pizza);
    }
    for (index, pizza) in pizzas.iter_mut().enumerate() {
        pizza["metadata"]["name"] = json!(format!("silent-{version}-{index}"));
    }
    pizzas
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pizza_of_which_nothing_is_said_gets_toppings_at_either_version() -> Result {
    let restaurant = Restaurant::open().await?;
    for (version, expected) in VERSIONS.into_iter().zip(house()) {
        for order in silent(version) {
            let name = order["metadata"]["name"].as_str().unwrap_or_default();
            // What is only tried gets the same, and nothing is stored.
            let request = restaurant
                .cluster
                .create(restaurant.orders(version), &order);
            let tried = request.dry_run().send().await?.ok()?;
            assert_eq!(tried.at("/spec"), &json!({"toppings": expected}), "{order}");
            let path = restaurant.crd().object(version, name);
            assert_eq!(restaurant.cluster.get(path).send().await?.code, 404);

            let made = restaurant.order(&order).await?.ok()?;
            assert_eq!(made.at("/spec"), &json!({"toppings": expected}), "{order}");
            assert_eq!(restaurant.toppings(name).await?, house(), "{order}");

            // Mutating what was mutated changes nothing: not even a new resource version is stored.
            for version in VERSIONS {
                let read = restaurant.get(version, name).await?;
                let again = restaurant.replace(&read).await?.ok()?;
                for member in ["resourceVersion", "generation"] {
                    let (then, now) = (&read["metadata"][member], &again.body["metadata"][member]);
                    assert_eq!(now, then, "{order}: {member}");
                }
            }
        }
        // By apply, which makes the object too.
        let name = format!("applied-{version}");
        let order = pizza(version, &name, &json!([]));
        let path = restaurant.crd().object(version, &name);
        let request = restaurant.cluster.apply(&path, "waiter", &order);
        let made = request.send().await?.ok()?;
        assert_eq!(made.at("/spec/toppings"), &expected);
    }
    restaurant.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_what_there_is_stays_as_it_is_and_one_of_what_there_is_not_is_refused() -> Result
{
    let restaurant = Restaurant::open().await?;
    for version in VERSIONS {
        let name = format!("salami-{version}");
        let order = pizza(version, &name, &of(version, &["salami", "tomato"]));
        let made = restaurant.order(&order).await?.ok()?;
        assert_eq!(made.at("/spec"), &order["spec"]);
        assert_eq!(
            restaurant.toppings(&name).await?,
            VERSIONS.map(|version| of(version, &["salami", "tomato"]))
        );

        let order = pizza(version, "hawaii", &of(version, &["tomato", "pineapple"]));
        let refused = restaurant.order(&order).await?;
        assert_eq!(refused.code, 400, "{refused:?}");
        let what = denied("topping \"pineapple\" not known");
        assert_eq!(refused.at("/message"), &json!(what));
        let path = restaurant.crd().object(version, "hawaii");
        let applied = restaurant
            .cluster
            .apply(&path, "waiter", &order)
            .send()
            .await?;
        assert_eq!((applied.code, applied.at("/message")), (400, &json!(what)));
        let request = restaurant
            .cluster
            .create(restaurant.orders(version), &order);
        let tried = request.dry_run().send().await?;
        assert_eq!((tried.code, tried.at("/message")), (400, &json!(what)));
        assert_eq!(restaurant.cluster.get(path).send().await?.code, 404);

        // Clients read where it was, too.
        assert_eq!(
            refused.at("/details/causes"),
            &json!([{
                "reason": "FieldValueNotFound", "message": "topping \"pineapple\" not known",
                "field": "spec.toppings[1].name",
            }])
        );
    }
    restaurant.close().await
}

/// The words of the issue that this restaurant is made for.
#[tokio::test(flavor = "multi_thread")]
async fn kubectl_shows_the_denial_and_the_deprecation_of_the_older_version() -> Result {
    let restaurant = Restaurant::open().await?;
    restaurant.run_out_of("tomato").await?;
    let file = std::env::temp_dir().join(format!("wheelwright-e2e-{}.json", std::process::id()));
    let name = file.to_string_lossy().into_owned();
    let what = denied("topping \"tomato\" not known");
    for version in VERSIONS {
        // The tomato is what the restaurant gave it.
        std::fs::write(&file, bare(version, "margherita").to_string()).expect("a file");
        for command in ["create", "apply"] {
            let Err(Error::Kubectl(said)) = restaurant.cluster.kubectl(&[command, "-f", &name])
            else {
                panic!("kubectl {command} made a pizza");
            };
            let line = format!("Error from server: error when creating \"{name}\": {what}\n");
            assert!(said.ends_with(&line), "{said}\n{line}");
            let warning = "restaurant.programming-kubernetes.info/v1alpha1 Pizza is deprecated";
            assert_eq!(said.contains(warning), version == "v1alpha1", "{said}");
        }
    }
    std::fs::remove_file(&file).expect("the test's own file");

    let order = pizza("v1beta1", "bianca", &of("v1beta1", &["mozzarella"]));
    restaurant.order(&order).await?.ok()?;
    let change = r#"{"spec":{"toppings":null}}"#;
    let patch = ["patch", "pizza", "bianca", "--type=merge", "-p", change];
    let Err(Error::Kubectl(said)) = restaurant.cluster.kubectl(&patch) else {
        panic!("kubectl patched a pizza");
    };
    assert_eq!(said, format!("Error from server: {what}\n"));
    restaurant.close().await
}
