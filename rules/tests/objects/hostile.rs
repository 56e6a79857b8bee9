//! Input that is made to hurt: an answer comes all the same, and soon.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wheelwright_rules::{Rules, json};

use crate::support::{crd, create, lines, rules_of};

/// Debug builds on slow machines are far below this; what grows out of bounds is far above.
const SOON: Duration = Duration::from_secs(20);

fn soon(work: impl FnOnce()) {
    let start = Instant::now();
    work();
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

#[test]
fn nesting_beyond_what_is_parsed_is_an_error() {
    for text in ["[".repeat(1 << 20), "{\"a\":".repeat(1 << 18)] {
        assert!(json::parse(text.as_bytes()).is_err());
    }
}

#[test]
fn schemas_nest_to_a_limit() {
    let nested = |depth: usize| {
        let mut not = json!({"enum": [1]});
        for _ in 0..depth {
            not = json!({ "not": not });
        }
        crd(&json!({"type": "object", "properties": {"a": {"type": "integer", "not": not}}}))
    };
    let rules = Rules::from_crd(&nested(100)).expect("the server takes the CRD");
    assert_eq!(lines(&create(&rules, &json!({"a": 1}))).len(), 1);
    assert_eq!(lines(&create(&rules, &json!({"a": 2}))).len(), 0);
    let error = Rules::from_crd(&nested(1000))
        .expect_err("it is too deep")
        .to_string();
    assert!(error.contains("exceeded max depth"), "{error}");
}

#[test]
fn thousands_of_alternatives_are_tried_once_each() {
    soon(|| {
        let alternatives: Vec<Value> = (0..5_000)
            .map(|n| json!({"enum": [format!("value-{n}")]}))
            .collect();
        let rules = rules_of(
            &json!({"a": {"type": "array", "items": {"type": "string", "anyOf": alternatives}}}),
        );
        let items: Vec<Value> = (0..200)
            .map(|n| json!(format!("value-{n}")))
            .chain([json!("other")])
            .collect();
        assert_eq!(lines(&create(&rules, &json!({ "a": items }))).len(), 2);
    });
}

#[test]
fn patterns_are_matched_in_linear_time() {
    soon(|| {
        let rules = rules_of(
            &json!({"a": {"type": "string", "pattern": "^(a+)+$"}, "b": {
                "type": "string", "pattern": "(x+x+)+y",
            }}),
        );
        let errors = lines(&create(
            &rules,
            &json!({"a": "a".repeat(200_000) + "!", "b": "x".repeat(200_000)}),
        ));
        assert_eq!(errors.len(), 2);
    });
}

#[test]
fn long_lists_of_faults_are_cut_off() {
    soon(|| {
        let rules = rules_of(&json!({"a": {
            "type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "maxLength": 1},
        }}));
        let items: Vec<Value> = (0..200_000).map(|n| json!(format!("item {n}"))).collect();
        let errors = lines(&create(&rules, &json!({ "a": items })));
        assert!((1_000..=10_001).contains(&errors.len()), "{}", errors.len());
    });
}

#[test]
fn long_keyed_lists_are_compared_in_linear_time() {
    soon(|| {
        let rules = rules_of(&json!({"a": {
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "items": {
                "type": "object", "required": ["k"],
                "properties": {"k": {"type": "integer"}, "v": {"type": "integer", "maximum": 1}},
            },
        }}));
        let list = |shift: usize| -> Value {
            (0..50_000)
                .map(|n| json!({"k": n, "v": (n + shift) % 3}))
                .collect()
        };
        let outcome =
            crate::support::update(&rules, &json!({"a": list(0)}), &json!({"a": list(1)}));
        assert!(!outcome.errors().is_empty());
    });
}

#[test]
fn numbers_of_any_size_are_read() {
    let rules = rules_of(
        &json!({"a": {"type": "number", "maximum": 1}, "b": {"type": "integer", "multipleOf": 3}}),
    );
    let digits = "9".repeat(300);
    let text = format!(r#"{{"a": {digits}, "b": -{digits}}}"#);
    let document = json::parse(text.as_bytes()).expect("it is JSON");
    assert_eq!(lines(&create(&rules, &document.value)).len(), 4);
}

/// What a real server 1.37 says of the same bodies: `-0` is the integer 0, which is a duplicate, and half a surrogate
/// pair is U+FFFD.
#[test]
fn text_is_read_as_by_a_server() {
    let rules = rules_of(&json!({
        "set": {"type": "array", "items": {"type": "number"}, "x-kubernetes-list-type": "set"},
        "zero": {"type": "integer", "x-kubernetes-validations": [{"rule": "self == 0"}]},
        "text": {"type": "string", "maxLength": 1},
    }));
    let said = |text: &str| {
        let document = json::parse(text.as_bytes()).expect("it is JSON");
        lines(&create(&rules, &document.value))
    };
    assert_eq!(said(r#"{"set": [0, -0]}"#), ["set[1]: Duplicate value: 0"]);
    assert_eq!(said(r#"{"zero": -0, "text": "\ud800"}"#), [""; 0]);
    assert_eq!(
        said(r#"{"zero": -0.0}"#),
        [
            "zero: Invalid value: \"integer\": invalid data, expected int, got float64 evaluating rule: self == 0"
        ]
    );
}

#[test]
fn the_texts_of_errors_are_bounded() {
    soon(|| {
        let names: Vec<String> = (0..5_000).map(|n| format!("value-{n}")).collect();
        let key = "k".repeat(100_000);
        let rules = rules_of(&json!({
            "a": {"type": "array", "items": {"type": "string", "enum": names}},
            "b": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        }));
        let object = json!({"a": vec!["other"; 5_000], "b": {key: vec![1; 5_000]}});
        let errors = lines(&create(&rules, &object));
        let size: usize = errors.iter().map(String::len).sum();
        assert!(errors.len() > 10 && size < 100 << 20, "{size}");
    });
}

/// What a level of combinators has to say is found without finding all errors of all levels below.
#[test]
fn nested_alternatives_take_time_in_proportion() {
    let mut schema = json!({"minimum": 5});
    for level in 0..40 {
        let keyword = ["anyOf", "oneOf", "allOf"][level % 3];
        schema = json!({ keyword: [schema, {"minimum": 7}] });
    }
    schema["type"] = json!("integer");
    soon(|| {
        let rules = rules_of(&json!({ "a": schema }));
        assert!(!lines(&create(&rules, &json!({"a": 1}))).is_empty());
    });
}
