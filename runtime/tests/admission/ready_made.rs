//! What handlers need not write themselves: the check of the schema, and the annotation put back.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::webhook::admission::{
    Hooks, KeepAnnotation, Request, WarnDeprecated, check_schema,
};
use wheelwright::{CustomResource, Schema};

use crate::{
    handlers::{ham, validating},
    pizza::{Pizzas, topping, v1alpha1, v1beta1::Pizza},
    review::{Review, pizza as object},
};

const NAME: &str = "restaurant.programming-kubernetes.info/kept-by-conversion";

/// What keeps the annotation of pizzas of the older version.
fn keeping() -> Hooks {
    let hooks = Hooks::builder().wheel::<Pizzas>();
    let hooks = hooks.mutate::<v1alpha1::Pizza>(KeepAnnotation);
    hooks.build().unwrap()
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

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Oven",
    namespaced,
    derive(PartialEq)
)]
#[schema(rule(
    "self.low <= self.high",
    message = "low is over high",
    reason = "FieldValueForbidden",
    field_path = ".low"
))]
struct OvenSpec {
    low: u8,
    high: u8,
}

#[test]
fn rules_are_part_of_the_schema() {
    let oven = |low, high| Oven::new("o", OvenSpec { low, high });
    assert_eq!(check_schema(&oven(1, 2)), Ok(()));
    let denial = check_schema(&oven(3, 2)).unwrap_err();
    assert_eq!(
        (denial.code(), denial.message()),
        (422, "spec.low: Forbidden: low is over high")
    );
    assert_eq!(Request::create(oven(3, 2)).check_schema(), Err(denial));
}

#[tokio::test]
async fn an_annotation_that_a_template_dropped_is_put_back() {
    let hooks = keeping();
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
async fn a_write_brings_nothing_that_a_schema_refused() {
    let hooks = keeping();
    let kept = |tree: Value| {
        let text = json!({"format": 2, "kept": {"v1beta1": tree}}).to_string();
        object(
            "v1alpha1",
            &json!({"spec": {"toppings": ["ham"]}, "metadata": {"annotations": {NAME: text}}}),
        )
    };
    let marked = kept(json!({"spec": {"crust": ["refused", ["Burnt"]]}}));
    let other = kept(json!({"spec": {"crust": ["refused", ["Raw"]]}}));
    let elsewhere = kept(json!({"spec": {"note": ["refused", ["Burnt"]]}}));
    let plain = kept(json!({"spec": {"crust": ["Thick"]}}));
    for review in [
        Review::create(&marked),
        Review::update(&plain, &marked),
        Review::update(&other, &marked),
        Review::update(&elsewhere, &marked),
    ] {
        let answered = review.mutate(&hooks).await;
        let (code, message) = answered.denied();
        assert_eq!(code, 422);
        assert!(
            message.starts_with(&format!(
                "metadata.annotations[{NAME}]: Forbidden: what it keeps of v1beta1 is marked"
            )),
            "{message}"
        );
    }
    for review in [
        Review::create(&plain),
        Review::update(&marked, &marked),
        Review::update(&marked, &plain),
    ] {
        assert_eq!(review.mutate(&hooks).await.allowed().patch, json!([]));
    }
}

mod older {
    #![allow(
        unreachable_pub,
        reason = "the roots that the derive makes are as visible as the spec"
    )]

    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "restaurant.programming-kubernetes.info", version = "v1beta1", kind = "Pizza", namespaced,
        status = PizzaStatus
    )]
    pub struct PizzaSpec {
        #[deprecated(note = "use crust")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dough: Option<String>,
        #[schema(default = 30, deprecated = "use area")]
        pub size: u32,
        #[serde(default)]
        pub toppings: Vec<Topping>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Topping {
        Ham,
        #[schema(deprecated = "use Ham")]
        Pineapple,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct PizzaStatus {
        #[schema(deprecated = "nobody reads it")]
        pub phase: String,
    }

    wheelwright::wheel!(pub Pizzas = Pizza);
}

#[tokio::test]
async fn who_sets_a_deprecated_field_is_warned() {
    let hooks = Hooks::builder().wheel::<older::Pizzas>();
    let hooks = hooks.validate::<older::Pizza, _>(WarnDeprecated);
    let hooks = hooks.build().unwrap();
    let pizza = |rest: Value| {
        let mut pizza = object("v1beta1", &json!({"spec": {"size": 30}}));
        json_patch::merge(&mut pizza, &rest);
        pizza
    };
    let warnings = async |review: Review| {
        let answered = review.validate(&hooks).await.allowed();
        let audit = answered.response["auditAnnotations"]["deprecated-fields"].clone();
        (
            answered.response["warnings"].clone(),
            audit,
            answered.seen.deprecated,
        )
    };
    // What only the server sets, and the status of which controllers know.
    let plain = pizza(json!({"status": {"phase": "baked"}}));
    let (told, audit, counted) = warnings(Review::create(&plain)).await;
    assert_eq!((told, audit, counted.len()), (json!(null), json!(null), 0));

    let old = pizza(
        json!({"spec": {"dough": "thick", "size": 40, "toppings": ["Ham", "Pineapple", "Pineapple"]}}),
    );
    let all = json!([
        "spec.dough: deprecated: use crust",
        "spec.size: deprecated: use area",
        "spec.toppings[1]: \"Pineapple\" is deprecated: use Ham",
        "spec.toppings[2]: \"Pineapple\" is deprecated: use Ham",
    ]);
    let (told, audit, counted) = warnings(Review::create(&old)).await;
    assert_eq!(
        (told, audit),
        (all.clone(), json!("spec.dough,spec.size,spec.toppings[]"))
    );
    let fields: Vec<_> = counted
        .iter()
        .map(|write| (write.version.as_str(), write.field.as_str(), write.user))
        .collect();
    assert_eq!(
        fields,
        [
            ("v1beta1", "spec.dough", "user"),
            ("v1beta1", "spec.size", "user"),
            ("v1beta1", "spec.toppings[]", "user"),
        ]
    );

    // An update is warned as Kubernetes' own are: unless nothing but metadata and status changes.
    let labelled = pizza(
        json!({"spec": old["spec"], "metadata": {"labels": {"a": "b"}}, "status": {"phase": "baked"}}),
    );
    assert_eq!(
        warnings(Review::update(&old, &labelled)).await.0,
        json!(null)
    );
    let mut fewer = old.clone();
    fewer["spec"]["toppings"] = json!([]);
    let (told, ..) = warnings(Review::update(&old, &fewer)).await;
    assert_eq!(told, json!([all[0], all[1]]));

    // A dry run is warned, and not counted; what a user is, its name says.
    let dry = Review::create(&old).with(&json!({"dryRun": true}));
    let (told, _, counted) = warnings(dry).await;
    assert_eq!((told, counted.len()), (all, 0));
    for (name, class) in [
        ("system:serviceaccount:ci:robot", "service_account"),
        ("system:node:one", "node"),
        ("system:admin", "system"),
        ("system", "user"),
    ] {
        let review = Review::create(&old).with(&json!({"userInfo": {"username": name}}));
        let (_, _, counted) = warnings(review).await;
        assert_eq!(counted[0].user, class, "{name}");
    }
}
