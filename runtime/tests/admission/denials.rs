//! What a handler says no with.

use std::time::Duration;

use serde_json::json;
use wheelwright::webhook::admission::{Allowed, Denial};

use crate::{
    handlers::{ham, validating},
    review::Review,
};

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
