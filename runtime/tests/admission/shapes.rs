//! The requests that an API server sends, and bodies that it does not.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use serde_json::{Value, json};
use wheelwright::webhook::{
    Failure,
    admission::{Hooks, Operation, Request, Stage, on},
};

use crate::{
    pizza::{self, Pizzas, hooks, v1beta1::Pizza},
    review::{Answered, Review, pizza as object},
};

fn stocked() -> Vec<&'static str> {
    vec!["ham", "corn"]
}

/// Hooks with one validating handler for everything, and the requests that it got.
fn watched() -> (Hooks, Arc<Mutex<Vec<Request<Pizza>>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let all = [
        Operation::Create,
        Operation::Update,
        Operation::Delete,
        Operation::Connect,
    ];
    let handler = move |request: Request<Pizza>| {
        log.lock().unwrap().push(request);
        async {}
    };
    let handler = on(all, handler)
        .subresource("")
        .subresource("status")
        .subresource("scale");
    let hooks = Hooks::builder()
        .wheel::<Pizzas>()
        .validate::<Pizza, _>(handler)
        .build()
        .unwrap();
    (hooks, seen)
}

async fn seen(review: Review) -> (Request<Pizza>, Answered) {
    let (hooks, seen) = watched();
    let answered = review.validate(&hooks).await.allowed();
    let request = seen.lock().unwrap().pop().expect("the handler is asked");
    (request, answered)
}

fn ham(version: &str) -> Value {
    match version {
        "v1alpha1" => object(version, &json!({"spec": {"toppings": ["ham", "ham"]}})),
        _ => object(
            version,
            &json!({"spec": {"toppings": [{"name": "ham", "quantity": 2}]}}),
        ),
    }
}

#[tokio::test]
async fn a_create_has_an_object_and_no_name_yet() {
    let (request, answered) = seen(Review::create(&ham("v1beta1"))).await;
    assert_eq!(request.operation, Operation::Create);
    assert_eq!(
        (request.name, request.namespace.as_deref()),
        (None, Some("default"))
    );
    assert_eq!(
        request.object.unwrap().spec.toppings,
        [pizza::topping("ham", 2)]
    );
    assert!(request.old.is_none());
    assert_eq!(request.user.username.as_deref(), Some("admin"));
    assert_eq!(request.options["kind"], "CreateOptions");
    assert!(!request.dry_run);
    assert_eq!(
        answered.seen.kind,
        "Pizza.restaurant.programming-kubernetes.info"
    );
    assert_eq!(
        (&*answered.seen.operation, answered.seen.objects),
        ("CREATE", 1)
    );
}

#[tokio::test]
async fn an_object_of_another_version_comes_converted_and_with_defaults() {
    let (request, answered) = seen(Review::update(&ham("v1alpha1"), &ham("v1alpha1"))).await;
    assert_eq!(request.kind.version, "v1alpha1");
    assert_eq!(request.raw_object().unwrap()["spec"]["crust"], "Thin");
    let object = request.object.unwrap();
    assert_eq!(object.spec.toppings, [pizza::topping("ham", 2)]);
    assert_eq!(request.old.unwrap(), object);
    assert_eq!(
        (&*answered.seen.from, &*answered.seen.to),
        ("v1alpha1", "v1beta1")
    );
}

#[tokio::test]
async fn what_the_server_converted_says_what_the_client_used() {
    let used = json!({"version": "v1alpha1"});
    let review = Review::update(&ham("v1beta1"), &ham("v1beta1")).with(&json!({
        "requestKind": used, "requestResource": used, "dryRun": true,
        "options": {"kind": "PatchOptions", "force": true, "fieldManager": "m"},
    }));
    let (request, _) = seen(review).await;
    assert_eq!(request.kind.version, "v1beta1");
    assert_eq!(
        (
            &*request.request_kind.version,
            &*request.request_resource.version
        ),
        ("v1alpha1", "v1alpha1")
    );
    assert!(request.dry_run);
    assert_eq!(request.options["force"], true);
}

#[tokio::test]
async fn a_review_of_v1beta1_is_answered_in_v1beta1() {
    let mut review = Review::create(&object("v1beta1", &json!({})));
    review.0["apiVersion"] = "admission.k8s.io/v1beta1".into();
    // Whatever the path says: the review's helper asks at `v1`.
    let answered = review.mutate(&hooks(Some(stocked()))).await.allowed();
    assert_eq!(answered.mutated["spec"]["toppings"][0]["name"], "tomato");
}

#[tokio::test]
async fn a_deletion_has_only_the_old_object() {
    for members in [json!({}), json!({"name": null})] {
        let (request, _) = seen(Review::delete(&ham("v1alpha1")).with(&members)).await;
        assert_eq!(request.operation, Operation::Delete);
        assert!(request.object.is_none() && request.raw_object().is_none());
        assert_eq!(
            request.old.unwrap().spec.toppings,
            [pizza::topping("ham", 2)]
        );
        assert_eq!(
            request.name.is_none(),
            members["name"].is_null() && members.get("name").is_some()
        );
    }
}

#[tokio::test]
async fn a_user_is_read_whole_or_the_request_is_refused() {
    // As Go writes a list that was never made.
    let review = Review::create(&ham("v1beta1")).with(&json!({
        "userInfo": {"username": "joe", "groups": null, "extra": {"scopes": null, "team": ["a"]}},
    }));
    let user = seen(review).await.0.user;
    assert_eq!(user.username.as_deref(), Some("joe"));
    assert_eq!(user.groups.unwrap_or_default(), [""; 0]);
    let extra = user.extra.unwrap();
    assert_eq!(
        (&*extra["scopes"], &*extra["team"]),
        (&[][..], &["a".to_owned()][..])
    );

    let (hooks, requests) = watched();
    let review = Review::create(&ham("v1beta1")).with(&json!({"userInfo": {"groups": 1}}));
    let answered = review.validate(&hooks).await;
    assert_eq!(
        answered.denied(),
        (422, "the request cannot be read: `userInfo` is no user"),
        "nobody is no user"
    );
    assert!(requests.lock().unwrap().is_empty());
}

#[tokio::test]
async fn an_old_object_that_cannot_be_read_is_there_as_json() {
    let broken = object("v1beta1", &json!({"spec": {"toppings": "none"}}));
    let (request, _) = seen(Review::delete(&broken)).await;
    assert!(request.old.is_none());
    assert_eq!(request.raw_old().unwrap()["spec"]["toppings"], "none");
    let (request, _) = seen(Review::update(&broken, &ham("v1beta1"))).await;
    assert!(request.object.is_some() && request.old.is_none());
}

#[tokio::test]
async fn a_status_comes_as_the_object_and_a_scale_as_json() {
    let status = json!({"subResource": "status", "requestSubResource": "status"});
    let (request, _) = seen(Review::update(&ham("v1beta1"), &ham("v1beta1")).with(&status)).await;
    assert_eq!(request.subresource, "status");
    assert!(request.object.is_some());

    let kind = json!({"group": "autoscaling", "version": "v1", "kind": "Scale"});
    let scale = json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "spec": {"replicas": 3}});
    let mut review =
        Review::update(&scale, &scale).with(&json!({"kind": kind, "subResource": "scale"}));
    review.0["request"]["resource"]["version"] = "v1beta1".into();
    let (request, _) = seen(review).await;
    assert!(request.object.is_none() && request.old.is_none());
    assert_eq!(request.raw_object().unwrap()["spec"]["replicas"], 3);
    assert_eq!(request.check_schema(), Ok(()));
}

#[tokio::test]
async fn a_connection_has_options_for_an_object() {
    let options = json!({"apiVersion": "v1", "kind": "PodExecOptions"});
    let review = Review::create(&options).with(&json!({"operation": "CONNECT", "name": "salame"}));
    let (request, _) = seen(review).await;
    assert_eq!(request.operation, Operation::Connect);
    assert!(request.object.is_none());
    assert_eq!(request.raw_object().unwrap()["kind"], "PodExecOptions");
}

#[tokio::test]
async fn what_no_handler_is_for_is_allowed_with_a_warning() {
    let hooks = hooks(Some(stocked()));
    let strange = [
        Review::create(&json!({"apiVersion": "v1", "kind": "Pod"}))
            .with(&json!({"resource": {"group": "", "version": "v1", "resource": "pods"}})),
        Review::delete(&ham("v1beta1")),
        Review::update(&ham("v1beta1"), &ham("v1beta1")).with(&json!({"subResource": "status"})),
    ];
    let said = [
        "a webhook is called for CREATE of pods., for which",
        "a webhook is called for DELETE of pizzas.restaurant.programming-kubernetes.info, for which",
        "a webhook is called for UPDATE of pizzas/status.restaurant.programming-kubernetes.info, for which",
    ];
    for (review, said) in strange.into_iter().zip(said) {
        let answered = review.mutate(&hooks).await.allowed();
        assert_eq!(answered.patch, json!([]));
        let warning = answered.response["warnings"][0].as_str().unwrap();
        assert!(warning.starts_with(said), "{warning}");
        assert_eq!(answered.seen.failure, Some(Failure::Unknown));
        review.validate(&hooks).await.allowed();
    }
}

#[tokio::test]
async fn what_a_handler_is_for_and_cannot_be_judged_is_refused() {
    let hooks = hooks(Some(stocked()));
    let newer = Review::create(&object("v3", &json!({})));
    for answered in [newer.validate(&hooks).await, newer.mutate(&hooks).await] {
        let (code, message) = answered.denied();
        assert_eq!(code, 422);
        assert!(
            message.starts_with("version \"v3\" of Pizza.restaurant"),
            "{message}"
        );
        // Whoever runs the server is to hear that it is older than the CRD.
        assert_eq!(answered.seen.failure, Some(Failure::Unknown));
        assert!(!answered.seen.denied);
    }
    let mut other = ham("v1beta1");
    other["kind"] = "Topping".into();
    let answered = Review::create(&other).validate(&hooks).await;
    assert!(
        answered
            .denied()
            .1
            .starts_with("the object is a Topping of"),
        "{answered:?}"
    );
    assert_eq!(answered.seen.failure, Some(Failure::Unknown));
    let unreadable = object("v1beta1", &json!({"spec": {"toppings": "none"}}));
    let answered = Review::create(&unreadable).validate(&hooks).await;
    assert!(
        answered
            .denied()
            .1
            .starts_with("the object cannot be read, so nobody can judge it: "),
        "{answered:?}"
    );
}

#[tokio::test]
async fn a_body_that_is_no_review_is_answered_with_words() {
    let hooks = hooks(Some(stocked()));
    let review = Review::create(&ham("v1beta1")).0;
    let mut conversion = review.clone();
    conversion["kind"] = "ConversionReview".into();
    let mut later = review.clone();
    later["apiVersion"] = "admission.k8s.io/v2".into();
    let mut anonymous = review.clone();
    anonymous["request"]["uid"] = "".into();
    let empty = json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview"});
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let bodies: [(Vec<u8>, u16); 9] = [
        (b"hi".to_vec(), 400),
        (b"".to_vec(), 400),
        (b"\"\xff\"".to_vec(), 400),
        (deep.into_bytes(), 400),
        (b"[]".to_vec(), 422),
        (conversion.to_string().into_bytes(), 422),
        (later.to_string().into_bytes(), 422),
        (anonymous.to_string().into_bytes(), 422),
        (empty.to_string().into_bytes(), 422),
    ];
    for (body, status) in bodies {
        let text = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        let answer = hooks
            .answer(Stage::Mutating, None, None, Bytes::from(body))
            .await;
        assert_eq!(answer.status, status, "{text}");
        assert_eq!(answer.seen.failure, Some(Failure::NotReview), "{text}");
        assert!(!answer.body.is_empty());
    }
}

#[tokio::test]
async fn a_review_beyond_the_limits_of_reading_is_refused_as_a_review() {
    let hooks = hooks(Some(stocked()));
    let mut deep = json!(1);
    for _ in 0..200 {
        deep = json!([deep]);
    }
    let deep = Review::create(&object("v1beta1", &json!({"spec": {"unknown": deep}})))
        .0
        .to_string();
    let large = Review::create(&object("v1beta1", &json!({"spec": {"unknown": 7}})))
        .0
        .to_string();
    let large = large.replace("\"unknown\":7", "\"unknown\":1e999");
    for body in [deep, large] {
        let answer = hooks
            .answer(Stage::Mutating, None, None, Bytes::from(body))
            .await;
        assert_eq!(answer.status, 200);
        let review: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(review["response"]["allowed"], false);
        assert_eq!(
            review["response"]["uid"],
            "00000000-0000-4000-8000-000000000001"
        );
        assert_eq!(review["response"]["status"]["code"], 422);
    }
}

#[tokio::test]
async fn of_members_that_repeat_the_last_counts() {
    let hooks = hooks(Some(stocked()));
    let body = Review::create(&ham("v1beta1")).0.to_string();
    let body = body.replacen(
        "\"spec\":",
        "\"spec\":{\"toppings\":[{\"name\":\"tomato\"}]},\"spec\":",
        1,
    );
    let answer = hooks
        .answer(Stage::Validating, None, None, Bytes::from(body))
        .await;
    let review: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(review["response"]["allowed"], true, "{review}");
}

#[tokio::test]
async fn paths_name_kinds_and_versions_of_reviews() {
    let hooks = hooks(Some(stocked()));
    assert!(hooks.has(Stage::Mutating, None) && hooks.has(Stage::Mutating, Some("pizza")));
    assert!(!hooks.has(Stage::Mutating, Some("topping")));
    let body = || Bytes::from(Review::create(&ham("v1beta1")).0.to_string());
    for (kind, version, status) in [
        (Some("pizza"), Some("v1beta1"), 200),
        (Some("Pizza"), None, 200),
        (Some("topping"), Some("v1"), 404),
        (Some("pizza"), Some("v2"), 404),
    ] {
        let answer = hooks.answer(Stage::Validating, kind, version, body()).await;
        assert_eq!(answer.status, status, "{kind:?} {version:?}");
    }
}

#[tokio::test]
async fn registrations_name_every_served_version_the_handlers_own_first() {
    let registrations = hooks(Some(stocked())).registrations();
    assert_eq!(registrations.len(), 2);
    for registration in registrations {
        assert_eq!(registration.versions, ["v1beta1", "v1alpha1"]);
        assert_eq!(
            (registration.kind, registration.plural),
            ("Pizza", "pizzas")
        );
        assert_eq!(
            registration.rule.operations,
            [Operation::Create, Operation::Update]
        );
    }
}
