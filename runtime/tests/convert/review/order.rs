//! Reviews whose members come in another order than an API server's, twice, or with something wrong after the objects.

use serde_json::{Value, json};

use super::{GROUP, Menu, UID, failure, pizza, success};

/// An object of members as they are written.
fn object(members: &[&str]) -> String {
    format!("{{{}}}", members.join(","))
}

/// All orders of some members.
fn orders<'m>(members: &[&'m str]) -> Vec<Vec<&'m str>> {
    let Some((first, rest)) = members.split_first() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for order in orders(rest) {
        for at in 0..=order.len() {
            let mut order = order.clone();
            order.insert(at, first);
            all.push(order);
        }
    }
    all
}

const KIND: &str = r#""kind":"ConversionReview""#;
const VERSION: &str = r#""apiVersion":"apiextensions.k8s.io/v1beta1""#;

fn uid() -> String {
    format!(r#""uid":"{UID}""#)
}

fn desired(version: &str) -> String {
    format!(r#""desiredAPIVersion":"{GROUP}/{version}""#)
}

fn objects(name: &str, count: usize) -> String {
    let object = pizza("v1alpha1", name, json!({"toppings": ["x", "x"]})).to_string();
    format!(r#""objects":[{}]"#, vec![object; count].join(","))
}

fn request(members: &[&str]) -> String {
    format!(r#""request":{}"#, object(members))
}

fn answer(text: &str) -> Value {
    let answer = Menu::convert(text).expect("a review");
    serde_json::from_slice(&answer).expect("JSON")
}

#[test]
fn members_come_in_any_order() {
    let (uid, desired, objects) = (uid(), desired("v1beta1"), objects("p", 3));
    let mut answers = Vec::new();
    for inner in orders(&[&uid, &desired, &objects]) {
        let request = request(&inner);
        for outer in orders(&[KIND, VERSION, &request, r#""response":{}"#]) {
            answers.push(Menu::convert(object(&outer)).expect("a review"));
        }
    }
    assert_eq!(answers.len(), 6 * 24);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let answer: Value = serde_json::from_slice(&answers[0]).expect("JSON");
    assert_eq!(answer["response"]["uid"], UID);
    assert_eq!(answer["apiVersion"], "apiextensions.k8s.io/v1beta1");
    assert_eq!(success(&answer).len(), 3);
}

#[test]
fn of_what_is_asked_twice_the_last_counts() {
    let (uid, wanted, other) = (uid(), desired("v1beta1"), desired("v1alpha1"));
    let (lost, found) = (objects("lost", 1), objects("p", 1));
    let good = request(&[&uid, &wanted, &found]);
    for members in [
        vec![KIND, VERSION, &request(&[&uid, &wanted, &lost, &found])],
        vec![KIND, VERSION, &request(&[&uid, &other, &wanted, &found])],
        vec![KIND, VERSION, &request(&[&uid, &other, &found, &wanted])],
        vec![
            KIND,
            VERSION,
            &request(&[r#""uid":"lost""#, &wanted, &found, &uid]),
        ],
        vec![KIND, VERSION, &request(&[&uid, &wanted, &lost]), &good],
        vec![KIND, VERSION, r#""request":null"#, &good],
        vec![r#""kind":"Lost""#, VERSION, &good, KIND],
        vec![KIND, r#""apiVersion":"lost""#, &good, VERSION],
        vec![
            KIND,
            r#""apiVersion":"apiextensions.k8s.io/v1""#,
            &good,
            VERSION,
        ],
    ] {
        let text = object(&members);
        let answer = answer(&text);
        assert_eq!(
            answer["apiVersion"], "apiextensions.k8s.io/v1beta1",
            "{text}"
        );
        assert_eq!(answer["response"]["uid"], UID, "{text}");
        let objects = success(&answer);
        assert_eq!(objects.len(), 1, "{text}");
        assert_eq!(objects[0]["metadata"]["name"], "p", "{text}");
        assert_eq!(
            objects[0]["apiVersion"],
            format!("{GROUP}/v1beta1"),
            "{text}"
        );
    }
    for (members, word) in [
        (vec![&*uid, &wanted, &found, r#""objects":null"#], "objects"),
        (
            vec![&uid, &wanted, &found, r#""desiredAPIVersion":1"#],
            "desiredAPIVersion",
        ),
    ] {
        let answer = answer(&object(&[KIND, VERSION, &request(&members)]));
        assert!(failure(&answer).contains(word), "{answer}");
    }
    for last in [
        r#""request":null"#,
        r#""kind":"Other""#,
        r#""apiVersion":"v1""#,
    ] {
        let error = Menu::convert(object(&[KIND, VERSION, &good, last])).expect_err(last);
        assert_eq!(error.http_status(), 422, "{error}");
    }
}

#[test]
fn what_is_no_json_after_the_objects_is_no_review_however_many_there_are() {
    let (uid, good, bad) = (uid(), desired("v1beta1"), desired("v9"));
    for count in [1, 5000] {
        let objects = objects("p", count);
        for desired in [&good, &bad] {
            let whole = object(&[KIND, VERSION, &request(&[&uid, desired, &objects])]);
            assert!(Menu::convert(&whole).is_ok());
            let (before, length) = (&whole[..whole.len() - 3], whole.len());
            for (text, at) in [
                (before.to_owned(), length - 3),
                (format!("{before}]}}]"), length - 1),
                (format!("{before},]}}}}"), length - 2),
                (format!("{whole}}}"), length),
            ] {
                let error = Menu::convert(text).expect_err("no JSON");
                assert_eq!(error.http_status(), 400, "{error}");
                assert!(
                    error.to_string().contains(&format!("byte {at}:")),
                    "{error}, {at}"
                );
            }
        }
    }
}
