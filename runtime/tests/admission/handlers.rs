//! What handlers may do, and what becomes of it.

use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Value, json};
use wheelwright::webhook::{
    Failure,
    admission::{Denial, Hooks, Mutated, Operation, Request, Stage, on},
};

use crate::{
    pizza::{
        Pizzas, topping,
        v1beta1::{Crust, Pizza},
    },
    review::{Review, pizza as object},
};

pub(crate) fn ham(rest: &Value) -> Value {
    let mut ham = object(
        "v1beta1",
        &json!({"spec": {"toppings": [{"name": "ham", "quantity": 2}], "crust": "Thin"}}),
    );
    for (name, value) in rest.as_object().into_iter().flatten() {
        ham[name.as_str()] = value.clone();
    }
    ham
}

pub(crate) fn validating<F, R>(handler: F) -> Hooks
where
    F: Fn(Request<Pizza>) -> R + Send + Sync + 'static,
    R: Future<Output: wheelwright::webhook::admission::IntoValidation> + Send + 'static,
{
    Hooks::builder()
        .wheel::<Pizzas>()
        .validate::<Pizza, _>(handler)
        .build()
        .unwrap()
}

#[tokio::test]
async fn several_handlers_run_in_order_and_all_of_them_are_heard() {
    async fn cheese(mut pizza: Pizza, _: Request<Pizza>) -> Mutated<Pizza> {
        pizza.spec.toppings.push(topping("cheese", 1));
        Mutated::new(pizza).warn("with cheese").audit("cheese", "1")
    }
    async fn twice(mut pizza: Pizza, _: Request<Pizza>) -> Result<Mutated<Pizza>, Denial> {
        pizza
            .spec
            .toppings
            .iter_mut()
            .for_each(|topping| topping.quantity *= 2);
        Ok(Mutated::new(pizza).warn("twice of all"))
    }
    let hooks = Hooks::builder()
        .mutate::<Pizza>(cheese)
        .wheel::<Pizzas>()
        .mutate::<Pizza>(twice)
        .build()
        .unwrap();
    let answered = Review::create(&ham(&json!({})))
        .mutate(&hooks)
        .await
        .allowed();
    assert_eq!(
        answered.mutated["spec"]["toppings"],
        json!([{"name": "ham", "quantity": 4}, {"name": "cheese", "quantity": 2}]),
    );
    assert_eq!(
        answered.response["warnings"],
        json!(["with cheese", "twice of all"])
    );
    assert_eq!(
        answered.patch,
        json!([
            {"op": "add", "path": "/spec/toppings/1", "value": {"name": "cheese", "quantity": 2}},
            {"op": "replace", "path": "/spec/toppings/0/quantity", "value": 4},
        ]),
        "one operation for each change",
    );
}

#[tokio::test]
async fn a_panic_is_a_refusal_and_the_hooks_go_on() {
    let hooks = validating(|request| {
        assert!(request.dry_run, "at the call");
        async move {
            assert!(request.name.is_some(), "in the future");
        }
    });
    let review = Review::create(&ham(&json!({})));
    for members in [json!({}), json!({"dryRun": true})] {
        let answered = Review(review.0.clone())
            .with(&members)
            .validate(&hooks)
            .await;
        assert_eq!(answered.denied(), (500, "the handler panicked"));
        assert_eq!(answered.seen.failure, Some(Failure::Panic));
        assert!(!answered.seen.denied);
    }
    review
        .with(&json!({"dryRun": true, "name": "salame"}))
        .validate(&hooks)
        .await
        .allowed();
}

#[tokio::test]
async fn a_handler_that_is_late_is_given_up() {
    let hooks = validating(|request| async move {
        assert!(request.deadline.is_some());
        std::future::pending::<()>().await;
    });
    let body = Bytes::from(Review::create(&ham(&json!({}))).0.to_string());
    let deadline = Instant::now() + Duration::from_millis(20);
    let answer = hooks
        .answer_by(Stage::Validating, None, None, body, Some(deadline))
        .await;
    let review: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(review["response"]["status"]["code"], 504);
    assert_eq!(answer.seen.failure, Some(Failure::Timeout));
}

#[tokio::test]
async fn an_object_that_is_being_deleted_may_lose_its_finalizers() {
    let metadata = |finalizers: Value, rest: Value| {
        let mut metadata = json!({
            "name": "salame", "deletionTimestamp": "2026-01-02T03:04:05Z", "finalizers": finalizers, "generation": 2,
        });
        for (name, value) in rest.as_object().into_iter().flatten() {
            metadata[name.as_str()] = value.clone();
        }
        ham(&json!({"metadata": metadata}))
    };
    async fn no(_: Request<Pizza>) -> Result<(), Denial> {
        Err(Denial::new("no"))
    }
    async fn more(mut pizza: Pizza, request: Request<Pizza>) -> Pizza {
        assert!(!request.is_deleting() || request.old.is_some());
        pizza.spec.note = Some("more".to_owned());
        pizza
    }
    let builder = || Hooks::builder().wheel::<Pizzas>();
    let hooks = builder()
        .validate::<Pizza, _>(no)
        .mutate::<Pizza>(more)
        .build()
        .unwrap();
    let old = metadata(json!(["a", "b"]), json!({}));
    let free = [
        metadata(json!(["b"]), json!({"managedFields": [], "generation": 3})),
        metadata(json!([]), json!({})),
        metadata(json!(null), json!({"resourceVersion": "7"})),
    ];
    for new in &free {
        let review = Review::update(&old, new);
        review.validate(&hooks).await.allowed();
        assert_eq!(review.mutate(&hooks).await.allowed().patch, json!([]));
    }
    let mut spec = metadata(json!(["b"]), json!({}));
    spec["spec"]["toppings"] = json!([]);
    let mut alive = old.clone();
    alive["metadata"]
        .as_object_mut()
        .unwrap()
        .remove("deletionTimestamp");
    let judged = [
        (old.clone(), metadata(json!(["a", "b"]), json!({}))),
        (old.clone(), metadata(json!(["c"]), json!({}))),
        (
            old.clone(),
            metadata(json!(["b"]), json!({"labels": {"a": "b"}})),
        ),
        (old.clone(), spec),
        (alive.clone(), metadata(json!(["b"]), json!({}))),
    ];
    for (old, new) in &judged {
        let review = Review::update(old, new);
        assert_eq!(review.validate(&hooks).await.denied(), (400, "no"), "{new}");
        assert_ne!(review.mutate(&hooks).await.allowed().patch, json!([]));
    }
    let asked = on([Operation::Update], no).even_for_lost_finalizers();
    let hooks = builder().validate::<Pizza, _>(asked).build().unwrap();
    assert_eq!(
        Review::update(&old, &free[0])
            .validate(&hooks)
            .await
            .denied(),
        (400, "no")
    );
}

#[tokio::test]
async fn mistakes_of_registration_are_named() {
    mod other {
        use serde::{Deserialize, Serialize};
        use wheelwright::{CustomResource, Schema};

        /// A version that the wheel does not have.
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "restaurant.programming-kubernetes.info",
            version = "v7",
            kind = "Pizza",
            namespaced
        )]
        pub(super) struct PizzaSpec {}
    }
    async fn same(pizza: Pizza, _: Request<Pizza>) -> Pizza {
        pizza
    }
    async fn nothing<T: Send>(_: Request<T>) {}
    let error = Hooks::builder()
        .mutate::<Pizza>(on([Operation::Delete], same))
        .validate::<other::Pizza, _>(nothing::<other::Pizza>)
        .wheel::<Pizzas>()
        .build()
        .unwrap_err();
    assert_eq!(error.problems.len(), 2, "{error}");
    assert!(
        error.problems[0].contains("a mutating handler is for creates and updates"),
        "{error}"
    );
    assert!(
        error.problems[1].contains("at v7: its type is no version of the wheel"),
        "{error}"
    );

    // Without a wheel, a handler answers for its type's version alone.
    let hooks = Hooks::builder().mutate::<Pizza>(same).build().unwrap();
    assert_eq!(hooks.registrations()[0].versions, ["v1beta1"]);
    let answered = Review::create(&object("v1alpha1", &json!({})))
        .mutate(&hooks)
        .await;
    assert_eq!(answered.denied().0, 422);
    let _ = Crust::Thin;
}
