//! What handlers may do, and what becomes of it.

use std::time::{Duration, Instant};

use bytes::Bytes;
use serde_json::{Value, json};
use wheelwright::webhook::{
    Failure,
    admission::{
        Allowed, Denial, Hooks, KeepAnnotation, Mutated, Operation, Request, Stage, check_schema,
        on,
    },
};

use crate::{
    pizza::{
        Pizzas, topping, v1alpha1,
        v1beta1::{Crust, Pizza},
    },
    review::{Review, pizza as object},
};

fn ham(rest: &Value) -> Value {
    let mut ham = object(
        "v1beta1",
        &json!({"spec": {"toppings": [{"name": "ham", "quantity": 2}], "crust": "Thin"}}),
    );
    for (name, value) in rest.as_object().into_iter().flatten() {
        ham[name.as_str()] = value.clone();
    }
    ham
}

fn validating<F, R>(handler: F) -> Hooks
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
async fn a_denial_carries_code_reason_message_causes_warnings_and_notes() {
    let hooks = validating(|_| async {
        Err::<(), _>(
            Denial::invalid("no ham today")
                .cause(
                    "spec.toppings[0].name",
                    "FieldValueNotFound",
                    "there is no ham",
                )
                .warn("ham\nis out")
                .audit("ham/left", "0"),
        )
    });
    let answered = Review::update(&ham(&json!({})), &ham(&json!({})))
        .validate(&hooks)
        .await;
    assert_eq!(
        answered.response,
        json!({
            "uid": "00000000-0000-4000-8000-000000000001",
            "allowed": false,
            "status": {
                "status": "Failure", "message": "no ham today", "code": 422, "reason": "Invalid",
                "details": {
                    "name": "salame", "group": "restaurant.programming-kubernetes.info", "kind": "Pizza",
                    "causes": [{
                        "field": "spec.toppings[0].name", "reason": "FieldValueNotFound", "message": "there is no ham",
                    }],
                },
            },
            "warnings": ["ham is out"],
            "auditAnnotations": {"ham-left": "0"},
        })
    );
    assert!(answered.seen.denied && answered.seen.failure.is_none());
}

#[tokio::test]
async fn a_code_that_is_no_error_is_what_the_server_makes_of_it() {
    for (denial, code) in [
        (Denial::new("m"), 400),
        (Denial::new("m").with_code(200), 400),
        (Denial::new("m").with_code(418), 418),
        (Denial::new("m").with_code(999), 999),
        (Denial::new("m").with_code(1000), 400),
        (Denial::forbidden("m"), 403),
        (Denial::conflict("m"), 409),
    ] {
        let hooks = validating(move |_| {
            let denial = denial.clone();
            async move { Err::<Allowed, _>(denial) }
        });
        let answered = Review::create(&ham(&json!({}))).validate(&hooks).await;
        assert_eq!(answered.denied(), (code, "m"));
    }
    assert_eq!(
        Denial::new("m")
            .retry_after(Duration::from_millis(1500))
            .code(),
        400
    );
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
async fn the_schema_is_checked_in_one_call() {
    let hooks = validating(|request| async move { request.check_schema() });
    let wrong = ham(&json!({"spec": {"toppings": [{"name": "", "quantity": 101}]}}));
    let answered = Review::create(&wrong).validate(&hooks).await;
    let (code, message) = answered.denied();
    assert_eq!(code, 422);
    assert_eq!(
        message,
        "[spec.toppings[0].name: Invalid value: \"\": spec.toppings[0].name in body should be at least 1 chars long, \
         spec.toppings[0].quantity: Invalid value: 101: spec.toppings[0].quantity in body should be less than or equal \
         to 100]"
    );
    let causes = &answered.response["status"]["details"]["causes"];
    assert_eq!(
        causes[1],
        json!({
            "field": "spec.toppings[0].quantity", "reason": "FieldValueInvalid",
            "message": "Invalid value: 101: spec.toppings[0].quantity in body should be less than or equal to 100",
        })
    );
    Review::create(&ham(&json!({})))
        .validate(&hooks)
        .await
        .allowed();
    // What was wrong before may stay.
    let mut noted = wrong.clone();
    noted["spec"]["note"] = "same".into();
    Review::update(&wrong, &noted)
        .validate(&hooks)
        .await
        .allowed();
    Review::create(&ham(&json!({"metadata": {"generateName": "g-"}})))
        .validate(&hooks)
        .await
        .allowed();

    let mut pizza: Pizza = serde_json::from_value(ham(&json!({}))).unwrap();
    assert_eq!(check_schema(&pizza), Ok(()));
    pizza.spec.toppings.push(topping("ham", 1));
    let denial = check_schema(&pizza).unwrap_err();
    assert_eq!(
        (denial.code(), denial.message()),
        (422, "spec.toppings[1]: Duplicate value: {\"name\":\"ham\"}")
    );
    assert_eq!(Request::create(pizza).check_schema(), Err(denial));
}

#[tokio::test]
async fn an_annotation_that_a_template_dropped_is_put_back() {
    const NAME: &str = "restaurant.programming-kubernetes.info/kept-by-conversion";
    let hooks = Hooks::builder()
        .wheel::<Pizzas>()
        .mutate::<v1alpha1::Pizza>(KeepAnnotation)
        .build()
        .unwrap();
    let with = |annotations: &Value| {
        object(
            "v1alpha1",
            &json!({"spec": {"toppings": ["ham"]}, "metadata": {"annotations": annotations}}),
        )
    };
    let old = with(&json!({NAME: "kept", "other": "1"}));
    for (annotations, path) in [
        (json!(null), "/metadata/annotations"),
        (
            json!({}),
            "/metadata/annotations/restaurant.programming-kubernetes.info~1kept-by-conversion",
        ),
        (
            json!({"x": "y"}),
            "/metadata/annotations/restaurant.programming-kubernetes.info~1kept-by-conversion",
        ),
    ] {
        let new = with(&annotations);
        let answered = Review::update(&old, &new).mutate(&hooks).await.allowed();
        assert_eq!(answered.patch[0]["path"], path, "{}", answered.patch);
        let mut expected = annotations.as_object().cloned().unwrap_or_default();
        expected.insert(NAME.to_owned(), "kept".into());
        assert_eq!(
            answered.mutated["metadata"]["annotations"],
            Value::from(expected)
        );
        let again = Review::update(&old, &answered.mutated)
            .mutate(&hooks)
            .await
            .allowed();
        assert_eq!(again.patch, json!([]));
    }
    // Whatever the order: a handler for the hub may add to the annotation, and does to the one that was put back.
    async fn noted(mut pizza: Pizza, _: Request<Pizza>) -> Pizza {
        pizza.spec.note = Some("new".to_owned());
        pizza
    }
    let newer = object(
        "v1beta1",
        &json!({"spec": {"toppings": [{"name": "ham"}], "crust": "Thick"}}),
    );
    let older = Pizzas::convert_object(&newer, "v1alpha1").unwrap();
    let template = with(&json!(null));
    let builder = Hooks::builder().wheel::<Pizzas>().mutate::<Pizza>(noted);
    let both = builder.mutate::<Pizza>(KeepAnnotation).build().unwrap();
    let answered = Review::update(&older, &template)
        .mutate(&both)
        .await
        .allowed();
    let back = Pizzas::convert_object(&answered.mutated, "v1beta1").unwrap();
    assert_eq!(
        (&back["spec"]["crust"], &back["spec"]["note"]),
        (&json!("Thick"), &json!("new"))
    );
    // One that is there is the client's, and what was not there is not made up.
    for (old, new) in [
        (&old, with(&json!({NAME: ""}))),
        (&with(&json!({"x": "y"})), with(&json!(null))),
    ] {
        let answered = Review::update(old, &new).mutate(&hooks).await.allowed();
        assert_eq!(answered.patch, json!([]));
    }
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
            kind = "Pizza"
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
