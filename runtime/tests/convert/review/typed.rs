//! Reviews in kube's types.

use kube_core::conversion::{ConversionRequest, ConversionReview};
use serde_json::json;

use super::{GROUP, Menu, UID, ask, pizza, review, success};

fn typed(api_version: &str, to: &str, objects: &[serde_json::Value]) -> ConversionReview {
    let json = review(api_version, &format!("{GROUP}/{to}"), objects);
    let mut review: ConversionReview = serde_json::from_value(without_answer(json)).unwrap();
    assert_eq!(review.response, None);
    let request = ConversionRequest::from_review(review.clone()).unwrap();
    review.request = Some(ConversionRequest {
        types: None,
        ..request
    });
    review
}

/// kube does not read the empty answer that API servers write into what they ask.
fn without_answer(mut review: serde_json::Value) -> serde_json::Value {
    review.as_object_mut().unwrap().remove("response");
    review
}

#[test]
fn the_answer_is_that_to_the_bytes() {
    let objects = [pizza("v1alpha1", "a", json!({"toppings": ["salami"]}))];
    for api_version in ["v1", "v1beta1"] {
        let answer = Menu::convert_review(&typed(api_version, "v1beta1", &objects)).unwrap();
        assert_eq!(
            answer.types.api_version,
            format!("apiextensions.k8s.io/{api_version}")
        );
        assert_eq!(answer.types.kind, "ConversionReview");
        let response = answer.response.unwrap();
        assert_eq!(response.uid, UID);
        assert!(response.result.is_success());
        assert_eq!(
            response.converted_objects,
            success(&ask("v1beta1", &objects))
        );
    }
}

#[test]
fn what_fails_is_a_failure_without_objects() {
    let answer = Menu::convert_review(&typed(
        "v1",
        "v7",
        &[pizza("v1alpha1", "a", json!({"toppings": []}))],
    ));
    let response = answer.unwrap().response.unwrap();
    assert!(response.result.is_failure());
    assert!(response.result.message.contains("v7"), "{response:?}");
    assert!(response.converted_objects.is_empty());
}

#[test]
fn what_asks_nothing_is_no_review() {
    let mut review = typed("v1", "v1beta1", &[]);
    review.request = None;
    assert_eq!(
        Menu::convert_review(&review).unwrap_err().http_status(),
        422
    );
}
