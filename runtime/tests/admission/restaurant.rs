//! The pizza restaurant, whole.

use serde_json::json;
use wheelwright::webhook::{
    Failure,
    admission::{Allowed, Mutated, Request},
};

use crate::{
    pizza::{
        self, default_toppings, hooks, known_toppings, topping,
        v1beta1::{Crust, Pizza, PizzaSpec},
    },
    review::{Review, pizza as object},
};

const UNKNOWN: pizza::Store = None;

fn stocked() -> Vec<&'static str> {
    vec!["tomato", "mozzarella", "salami"]
}

#[tokio::test]
async fn a_pizza_without_toppings_becomes_a_salami_at_either_version() {
    let hooks = hooks(Some(stocked()));
    let newer = json!([
        {"name": "tomato", "quantity": 1}, {"name": "mozzarella", "quantity": 1}, {"name": "salami", "quantity": 1},
    ]);
    let older = json!(["tomato", "mozzarella", "salami"]);
    for (version, toppings) in [("v1beta1", newer), ("v1alpha1", older)] {
        let without = [
            json!({}),
            json!({"spec": null}),
            json!({"spec": {}}),
            json!({"spec": {"toppings": null}}),
            json!({"spec": {"toppings": []}}),
        ];
        for without in without {
            let before = object(version, &without);
            let answered = Review::create(&before).mutate(&hooks).await.allowed();
            let mutated = &answered.mutated;
            assert_eq!(
                mutated["spec"]["toppings"], toppings,
                "{before}: {}",
                answered.patch
            );
            let mut expected = before.clone();
            if !expected["spec"].is_object() {
                expected["spec"] = json!({});
            }
            expected["spec"]["toppings"] = toppings.clone();
            assert_eq!(
                *mutated, expected,
                "nothing else is touched: {}",
                answered.patch
            );
            assert_eq!(
                answered.patch.as_array().unwrap().len(),
                1,
                "{}",
                answered.patch
            );

            let again = Review::create(mutated).mutate(&hooks).await.allowed();
            assert_eq!(again.patch, json!([]), "{before}");
        }
    }
}

#[tokio::test]
async fn a_pizza_with_toppings_is_left_alone() {
    let hooks = hooks(Some(stocked()));
    for (version, toppings) in [
        ("v1beta1", json!([{"name": "ham"}])),
        ("v1alpha1", json!(["ham", "corn", "ham"])),
    ] {
        let before = object(
            version,
            &json!({"spec": {"toppings": toppings, "unknown": 1}}),
        );
        let answered = Review::create(&before).mutate(&hooks).await.allowed();
        assert_eq!(answered.patch, json!([]));
    }
}

/// The API server refuses it: what the type or the conversion would read of it is not what the client wrote.
#[tokio::test]
async fn an_object_with_a_value_of_another_type_is_left_alone() {
    let hooks = hooks(Some(stocked()));
    for version in ["v1beta1", "v1alpha1"] {
        let specs = [
            json!([]),
            json!("margherita"),
            json!({"toppings": "ham"}),
            json!({"toppings": {}}),
            json!({"toppings": [1]}),
            json!({"toppings": [null]}),
            json!({"toppings": [["ham", 1]]}),
        ];
        for spec in specs {
            let before = object(version, &json!({"spec": spec}));
            let answered = Review::create(&before).mutate(&hooks).await.allowed();
            assert_eq!(answered.patch, json!([]), "{before}");
        }
    }
}

#[tokio::test]
async fn an_unknown_topping_is_refused_by_name() {
    let hooks = hooks(Some(vec!["mozzarella"]));
    for (version, toppings) in [
        (
            "v1beta1",
            json!([{"name": "mozzarella", "quantity": 2}, {"name": "tomato"}]),
        ),
        ("v1alpha1", json!(["mozzarella", "mozzarella", "tomato"])),
    ] {
        let review = Review::create(&object(version, &json!({"spec": {"toppings": toppings}})));
        let answered = review.validate(&hooks).await;
        assert_eq!(answered.denied(), (400, "topping \"tomato\" not known"));
        assert!(answered.seen.denied);
        assert_eq!(answered.seen.failure, None);
        assert_eq!(
            (&*answered.seen.from, &*answered.seen.to),
            (version, "v1beta1")
        );
    }
}

#[tokio::test]
async fn until_the_toppings_are_known_the_client_is_to_try_again() {
    let review = Review::create(&object(
        "v1beta1",
        &json!({"spec": {"toppings": [{"name": "tomato"}]}}),
    ));
    let answered = review.validate(&hooks(UNKNOWN)).await;
    assert_eq!(answered.denied(), (503, "the toppings are not known yet"));
    let status = &answered.response["status"];
    assert_eq!(status["reason"], "ServiceUnavailable");
    assert_eq!(status["details"]["retryAfterSeconds"], 1);
    assert_eq!(answered.seen.failure, Some(Failure::NotReady));
    assert!(!answered.seen.denied);
}

#[tokio::test]
async fn handlers_are_tested_without_a_server() {
    let spec = PizzaSpec {
        toppings: Vec::new(),
        crust: Crust::Thick,
        note: None,
    };
    let plain = Pizza::new("plain", spec);
    let Mutated { object, .. } = Request::create(plain.clone())
        .mutate(default_toppings)
        .await
        .unwrap();
    assert_eq!(object.spec.toppings.first(), Some(&topping("tomato", 1)));
    assert_eq!(object.spec.toppings.len(), 3);

    let store = std::sync::Arc::new(Some(stocked()));
    let validate = move |request| known_toppings(std::sync::Arc::clone(&store), request);
    let allowed = Request::update(plain.clone(), object)
        .by("chef")
        .dry_run()
        .validate(validate.clone())
        .await;
    assert_eq!(allowed, Ok(Allowed::new()));
    let denied = Request::create(plain.clone())
        .validate(validate.clone())
        .await
        .unwrap_err();
    assert_eq!(
        (denied.code(), denied.message()),
        (422, "a pizza has toppings")
    );
    assert_eq!(
        Request::delete(plain).validate(validate).await,
        Ok(Allowed::new())
    );
}
