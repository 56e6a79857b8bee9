//! `ConversionReview`s, as an API server sends them and as it never would.

mod hostile;
mod large;
pub(crate) mod menu;
mod order;
pub(crate) mod oven;
mod sparse;
mod typed;

use menu::{GROUP, Menu};
use oven::Ovens;
use serde_json::{Value, json};
use wheelwright::convert::answer;

const UID: &str = "00000000-0000-4000-8000-000000000001";

fn pizza(version: &str, name: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("{GROUP}/{version}"),
        "kind": "Pizza",
        "metadata": {"name": name, "namespace": "default"},
        "spec": spec,
    })
}

/// A review as an API server writes it, `response` included.
fn review(api_version: &str, desired: &str, objects: &[Value]) -> Value {
    json!({
        "kind": "ConversionReview",
        "apiVersion": format!("apiextensions.k8s.io/{api_version}"),
        "request": {"uid": UID, "desiredAPIVersion": desired, "objects": objects},
        "response": {"uid": "", "convertedObjects": null, "result": {"metadata": {}}},
    })
}

fn send(review: &Value) -> Value {
    let answer = Menu::convert(review.to_string()).expect("a review");
    serde_json::from_slice(&answer).expect("JSON")
}

/// The answer to a review of `v1` about pizzas. Whoever has to wait too long for other tests' large objects asks again, as an API
/// server does.
fn ask(to: &str, objects: &[Value]) -> Value {
    let review = review("v1", &format!("{GROUP}/{to}"), objects);
    let mut answers = std::iter::repeat_with(|| send(&review)).take(10);
    let is_busy = |answer: &Value| {
        let message = answer["response"]["result"]["message"].as_str();
        message.is_some_and(|message| message.ends_with("try again"))
    };
    let found = answers.find(|answer| !is_busy(answer));
    found.expect("there is room for large objects in the end")
}

/// The converted objects of an answer that says so.
fn success(answer: &Value) -> Vec<Value> {
    assert_eq!(answer["response"]["result"], json!({"status": "Success"}));
    answer["response"]["convertedObjects"]
        .as_array()
        .expect("objects")
        .clone()
}

/// The message of an answer that nothing was converted.
fn failure(answer: &Value) -> &str {
    let result = &answer["response"]["result"];
    assert_eq!(result["status"], "Failure", "{answer}");
    assert_eq!(answer["response"].get("convertedObjects"), None);
    assert_eq!(answer["response"]["uid"], UID);
    result["message"].as_str().expect("a message")
}

fn toppings(names: &[&str]) -> Value {
    json!({"toppings": names})
}

#[test]
fn both_versions_are_answered_in_kind_with_the_uid() {
    for version in ["v1", "v1beta1"] {
        let object = pizza("v1alpha1", "a", toppings(&["x"]));
        let answer = send(&review(version, &format!("{GROUP}/v1beta1"), &[object]));
        let expected = pizza(
            "v1beta1",
            "a",
            json!({"toppings": [{"name": "x", "quantity": 1}]}),
        );
        assert_eq!(
            answer,
            json!({
                "kind": "ConversionReview",
                "apiVersion": format!("apiextensions.k8s.io/{version}"),
                "response": {"uid": UID, "convertedObjects": [expected], "result": {"status": "Success"}},
            })
        );
    }
}

#[test]
fn objects_of_different_versions_come_back_in_order_and_none_is_lost() {
    let objects: Vec<Value> = (0..10)
        .map(|n| match n % 2 {
            0 => pizza("v1alpha1", &format!("p{n}"), toppings(&["x", "x"])),
            _ => pizza(
                "v1beta1",
                &format!("p{n}"),
                json!({"toppings": [{"name": "x", "quantity": 2}]}),
            ),
        })
        .collect();
    for to in ["v1alpha1", "v1beta1"] {
        let answers = success(&ask(to, &objects));
        let names: Vec<&Value> = answers.iter().map(|a| &a["metadata"]["name"]).collect();
        assert_eq!(
            names,
            ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"]
        );
        for (answer, object) in answers.iter().zip(&objects) {
            assert_eq!(answer["apiVersion"], format!("{GROUP}/{to}"));
            assert_eq!(answer["spec"], answers[0]["spec"]);
            // An object that is in the version already is copied.
            if object["apiVersion"] == answer["apiVersion"] {
                assert_eq!(answer, object);
            }
        }
    }
    assert_eq!(success(&ask("v1beta1", &[])), [] as [Value; 0]);
}

#[test]
fn an_object_in_its_version_is_copied_whatever_it_holds() {
    let object = json!({
        "apiVersion": format!("{GROUP}/v1beta1"), "kind": "Pizza", "spec": {"toppings": 5, "new": [null]}, "x": 1,
    });
    assert_eq!(
        success(&ask("v1beta1", std::slice::from_ref(&object))),
        [object]
    );
}

#[test]
fn metadata_is_not_touched() {
    // Text with the escapes that Go writes, members in no order of ours, digits beyond 64 bits.
    let metadata = r#"{"annotations":{"empty":"","example.com/note":"ünïcode ☃ \"quoted\" \u003cb\u003e\u0026"},"finalizers":["example.com/oven"],"labels":{"tier":"","app":"menu"},"name":"m","ownerReferences":[{"kind":"ConfigMap","controller":true}],"future":12345678901234567890123}"#;
    let body = format!(
        r#"{{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{{"uid":"u","desiredAPIVersion":"{GROUP}/v1beta1","objects":[{{"apiVersion":"{GROUP}/v1alpha1","kind":"Pizza","metadata":{metadata},"spec":{{}}}}]}}}}"#
    );
    let answer = String::from_utf8(Menu::convert(body).expect("a review")).expect("UTF-8");
    assert!(
        answer.contains(&format!("\"metadata\":{metadata}")),
        "{answer}"
    );
}

#[test]
fn kinds_of_several_wheels_share_a_webhook() {
    let converters = [
        Menu::converter().expect("a plan"),
        Ovens::converter().expect("a plan"),
    ];
    let oven = |version: &str, heat: &str| {
        json!({
            "apiVersion": format!("kitchen.example.com/{version}"), "kind": "Oven", "metadata": {"name": "o"},
            "spec": {"heat": heat},
        })
    };
    let ask = |to: &str, object: &Value| {
        let body = review("v1", to, std::slice::from_ref(object)).to_string();
        let answer = answer(&converters, body.as_bytes()).expect("a review");
        success(&serde_json::from_slice(&answer).expect("JSON"))
    };
    assert_eq!(
        ask("kitchen.example.com/v1", &oven("v1alpha1", "hot")),
        [oven("v1", "HOT")]
    );
    let pizza = pizza("v1beta1", "p", json!({}));
    assert_eq!(
        ask(&format!("{GROUP}/v1alpha1"), &pizza)[0]["kind"],
        "Pizza"
    );
}

#[test]
fn a_failure_names_the_object_the_versions_and_the_reason() {
    let good = pizza("v1alpha1", "good", toppings(&["x"]));
    let bad = |change: fn(&mut Value)| {
        let mut object = pizza("v1alpha1", "bad", toppings(&["x"]));
        change(&mut object);
        object
    };
    let cases: [(Value, &[&str]); 7] = [
        (json!(5), &["objects[1]", "no object"]),
        (json!(null), &["objects[1]", "no object"]),
        (
            bad(|object| object["kind"] = "Oven".into()),
            &["objects[1] Oven default/bad", "Pizza"],
        ),
        (
            bad(|object| object["apiVersion"] = format!("{GROUP}/v9").into()),
            &["objects[1] Pizza default/bad", "v9", "v1beta1", "v1alpha1"],
        ),
        (
            bad(|object| object["apiVersion"] = "other.example.com/v1beta1".into()),
            &["objects[1] Pizza default/bad", "other.example.com"],
        ),
        (
            bad(|object| object["apiVersion"] = "v1beta1".into()),
            &["objects[1] Pizza default/bad", "\"v1beta1\""],
        ),
        (
            bad(|object| {
                object["metadata"] = json!({"generateName": "made-", "namespace": "ns"});
                object["kind"] = "Pasta".into();
            }),
            &["objects[1] Pasta ns/made-"],
        ),
    ];
    for (object, words) in cases {
        let answer = ask("v1beta1", &[good.clone(), object.clone(), good.clone()]);
        let message = failure(&answer);
        for word in words {
            assert!(
                message.contains(word),
                "{word:?} in {message:?} for {object}"
            );
        }
        if object.is_object() {
            assert!(
                message.contains(&format!("to {GROUP}/v1beta1")),
                "{message}"
            );
        }
    }
}

#[test]
fn an_unknown_version_or_group_to_convert_to_fails_by_name() {
    let object = [pizza("v1alpha1", "p", json!({}))];
    for (desired, word) in [
        (format!("{GROUP}/v2"), "v2"),
        ("other.example.com/v1beta1".to_owned(), "other.example.com"),
        ("v1beta1".to_owned(), "group"),
        (String::new(), "group"),
    ] {
        let answer = send(&review("v1", &desired, &object));
        let message = failure(&answer);
        assert!(message.contains(word), "{message}");
        assert!(message.contains("objects[0] Pizza default/p"), "{message}");
    }
}

#[test]
fn a_quantity_that_no_list_can_hold_fails_at_its_field() {
    let object = pizza(
        "v1beta1",
        "much",
        json!({"toppings": [{"name": "x", "quantity": 1}, {"name": "y", "quantity": 4_000_000_000_u64}]}),
    );
    let answer = ask("v1alpha1", &[object]);
    let message = failure(&answer);
    assert!(
        message.contains(".spec.toppings[1].quantity") && message.contains("4000000000"),
        "{message}"
    );
}

#[test]
fn functions_that_refuse_or_panic_are_failures_like_others() {
    let converters = [Ovens::converter().expect("a plan")];
    let oven = |heat: &str| {
        json!({
            "apiVersion": "kitchen.example.com/v1alpha1", "kind": "Oven",
            "metadata": {"name": "stove", "namespace": "back"}, "spec": {"heat": heat},
        })
    };
    for (heat, reason) in [("refuse", "no such heat"), ("panic", "the fire is out")] {
        for count in [1, 5000] {
            let mut objects = vec![oven("low"); count];
            objects.push(oven(heat));
            objects.push(oven(heat));
            let body = review("v1", "kitchen.example.com/v1", &objects).to_string();
            let answer = answer(&converters, body.as_bytes()).expect("a review");
            let answer = serde_json::from_slice(&answer).expect("JSON");
            let message = failure(&answer);
            // The first that fails is named, however many threads there are.
            assert!(
                message.contains(&format!(
                    "objects[{count}] Oven back/stove at kitchen.example.com/v1alpha1"
                )),
                "{message}"
            );
            assert!(
                message.contains("to kitchen.example.com/v1: .spec.heat: ")
                    && message.contains(reason),
                "{message}"
            );
        }
    }
}

#[test]
fn many_objects_are_answered_with_the_bytes_of_one_by_one() {
    let objects: Vec<Value> = (0..5000)
        .map(|n| {
            let repeats = ["a", "b"].repeat(n % 7);
            let mut pizza = pizza("v1alpha1", &format!("p{n}"), toppings(&repeats));
            // Nothing, or what stays as it is and is too much to be copied.
            pizza["metadata"]["managedFields"] = json!([{"manager": "m".repeat(n * 13 % 1700)}]);
            pizza
        })
        .collect();
    let desired = format!("{GROUP}/v1beta1");
    let body = |objects: &[Value]| review("v1", &desired, objects).to_string();
    let inner = |objects: &[Value]| {
        let answer = Menu::convert(body(objects)).expect("a review");
        let answer = String::from_utf8(answer).expect("UTF-8");
        let start = answer.find("\"convertedObjects\":[").expect("objects") + 20;
        let end = answer.rfind("],\"result\"").expect("a result");
        answer[start..end].to_owned()
    };
    let one_by_one: Vec<String> = objects
        .iter()
        .map(|object| inner(std::slice::from_ref(object)))
        .collect();
    assert_eq!(inner(&objects), one_by_one.join(","));
}
