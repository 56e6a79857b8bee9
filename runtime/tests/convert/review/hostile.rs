//! Bodies that no API server sends.

use serde_json::{Value, json};
use wheelwright::convert::{MAX_BODY, NotReview};

use super::{GROUP, Menu, failure, pizza, review, send, success};

/// The HTTP status that a body is answered with, and why.
fn status(body: impl AsRef<[u8]>) -> (u16, String) {
    match Menu::convert(body) {
        Ok(answer) => (200, String::from_utf8_lossy(&answer).into_owned()),
        Err(error) => (error.http_status(), error.to_string()),
    }
}

fn body() -> Value {
    review(
        "v1",
        &format!("{GROUP}/v1beta1"),
        &[pizza("v1alpha1", "p", json!({"toppings": ["x"]}))],
    )
}

#[test]
fn what_is_no_review_gets_a_status_of_its_own() {
    let changed = |change: fn(&mut Value)| {
        let mut body = body();
        change(&mut body);
        body.to_string()
    };
    for (text, code, word) in [
        (String::new(), 400, "byte 0"),
        ("{".to_owned(), 400, "byte 1"),
        ("{} {}".to_owned(), 400, "byte 3"),
        ("[]".to_owned(), 422, "object"),
        ("null".to_owned(), 422, "object"),
        ("{}".to_owned(), 422, "ConversionReview"),
        (
            changed(|body| body["kind"] = "AdmissionReview".into()),
            422,
            "AdmissionReview",
        ),
        (
            changed(|body| body["apiVersion"] = "apiextensions.k8s.io/v2".into()),
            422,
            "apiextensions.k8s.io/v2",
        ),
        (
            changed(|body| body["apiVersion"] = "v1".into()),
            422,
            "v1beta1",
        ),
        (
            changed(|body| drop(body.as_object_mut().map(|body| body.remove("request")))),
            422,
            "request",
        ),
        (
            changed(|body| body["request"] = json!(null)),
            422,
            "request",
        ),
        (changed(|body| body["request"] = json!([])), 422, "request"),
    ] {
        let (status, reason) = status(&text);
        assert_eq!(status, code, "{text}: {reason}");
        assert!(reason.contains(word), "{text}: {reason}");
    }
}

#[test]
fn a_request_without_what_it_asks_is_a_failure() {
    for (member, value) in [
        ("objects", json!(null)),
        ("objects", json!({})),
        ("desiredAPIVersion", json!(null)),
        ("desiredAPIVersion", json!(1)),
    ] {
        let mut body = body();
        body["request"][member] = value.clone();
        let answer = send(&body);
        assert!(failure(&answer).contains(member), "{member}: {value}");
    }
    let mut body = body();
    body["request"]["uid"] = json!(5);
    assert_eq!(send(&body)["response"]["uid"], "");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut bytes = body().to_string().into_bytes();
    let at = bytes.windows(3).position(|w| w == b"\"x\"").expect("x") + 1;
    bytes[at] = 0xff;
    let (code, reason) = status(&bytes);
    assert_eq!(code, 400, "{reason}");
    assert!(reason.contains("UTF-8"), "{reason}");
    // Two halves of a pair, one missing.
    for escape in [r"\ud800", r"\udc00", r"\ud800\u0041", r"\u12g4", r"\x"] {
        let text = body()
            .to_string()
            .replace("\"x\"", &format!("\"{escape}\""));
        assert_eq!(status(text).0, 400, "{escape}");
    }
}

#[test]
fn nesting_ends_at_512_levels() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    // The object stands four levels deep: review, request, objects, itself; `spec` is the fifth.
    let around = |levels: usize| body().to_string().replace("[\"x\"]", &deep(levels));
    assert_eq!(status(around(512 - 5)).0, 200);
    let (code, reason) = status(around(513 - 5));
    assert_eq!(code, 400);
    assert!(reason.contains("512"), "{reason}");
    for nested in ["[", "{\"a\":"] {
        let (code, reason) = status(nested.repeat(1 << 20));
        assert_eq!(code, 400);
        assert!(reason.contains("512"), "{reason}");
    }
}

#[test]
fn bodies_beyond_the_limit_are_not_read() {
    let error = Menu::convert(vec![0; MAX_BODY + 1]).expect_err("too long");
    assert_eq!(
        error,
        NotReview::TooLong {
            bytes: MAX_BODY + 1
        }
    );
    assert_eq!(error.http_status(), 413);
}

#[test]
fn of_members_that_are_there_twice_the_last_counts() {
    let text = body().to_string();
    let twice = text.replace(
        "\"toppings\":[\"x\"]",
        "\"toppings\":[\"lost\"],\"toppings\":[\"y\",\"y\"],\"note\":\"lost\",\"note\":\"n\"",
    );
    assert_ne!(text, twice);
    let answer = Menu::convert(&twice).expect("a review");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    let objects = success(&answer);
    assert_eq!(
        objects[0]["spec"],
        json!({"toppings": [{"name": "y", "quantity": 2}], "note": "n"})
    );
    let twice = text.replace(
        "\"kind\":\"Pizza\"",
        "\"kind\":\"Pasta\",\"kind\":\"Pizza\"",
    );
    success(&serde_json::from_slice(&Menu::convert(twice).expect("a review")).expect("JSON"));
}

#[test]
fn cut_off_anywhere_it_is_no_review_and_no_panic() {
    let text = body().to_string();
    for end in 0..text.len() {
        assert_eq!(status(&text[..end]).0, 400, "{}", &text[..end]);
    }
    // Each byte replaced by others: whatever comes out, it is an answer or a status.
    for at in 0..text.len() {
        for byte in [b'{', b'}', b'"', b',', b'0', b'\\', 0, 0xc3] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = byte;
            let (code, _) = status(&bytes);
            assert!(matches!(code, 200 | 400 | 422), "{code}");
        }
    }
}
