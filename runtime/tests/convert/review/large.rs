//! Objects that are larger than any that an API server stores, or have more in them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wheelwright::convert::MAX_OBJECT;

use super::{ask, failure, pizza, success};

#[test]
fn an_object_of_more_than_8_mib_is_refused_by_name() {
    let of = |bytes: usize| {
        let mut large = pizza("v1alpha1", "large", json!({"toppings": []}));
        let rest = bytes - large.to_string().len() - r#","plain":"""#.len();
        large["spec"]["plain"] = "x".repeat(rest).into();
        assert_eq!(large.to_string().len(), bytes);
        large
    };
    let answer = ask("v1beta1", &[of(MAX_OBJECT)]);
    assert_eq!(success(&answer)[0]["metadata"]["name"], "large");
    let small = pizza("v1alpha1", "small", json!({"toppings": []}));
    let answer = ask("v1beta1", &[small, of(MAX_OBJECT + 1)]);
    let why = failure(&answer);
    assert!(
        why.starts_with("objects[1] Pizza default/large at ")
            && why.ends_with(
                ": it has 8388609 bytes, and objects of more than 8388608 are not converted"
            ),
        "{why}"
    );
}

/// Each compared with each, these would take minutes.
#[test]
fn many_different_items_are_counted_in_moments() {
    let written: [fn(usize) -> Value; 2] = [
        // As Go writes what a client sends as `<`.
        |at| format!("{at}\u{8}").into(),
        |at| json!(at),
    ];
    for written in written {
        let twice = (0..20_000).map(|at| written(at / 2));
        let items: Vec<Value> = twice.chain((10_000..50_000).map(written)).collect();
        let begun = Instant::now();
        let answer = ask(
            "v1beta1",
            &[pizza("v1alpha1", "many", json!({"toppings": items}))],
        );
        assert!(begun.elapsed() < Duration::from_secs(20));
        let counted = &success(&answer)[0]["spec"]["toppings"];
        assert_eq!(counted.as_array().map(Vec::len), Some(50_000));
        for (at, quantity) in [(0, 2), (9_999, 2), (10_000, 1), (49_999, 1)] {
            let expected = json!({"name": written(at), "quantity": quantity});
            assert_eq!(counted[at], expected);
        }
    }
}

#[test]
fn an_item_is_the_same_however_it_is_written_among_few_and_among_many() {
    for others in [2, 1000] {
        let others: Vec<String> = (0..others).map(|at| format!("other {at}")).collect();
        let mut items = vec!["a".to_owned()];
        items.extend(others);
        items.push("A".to_owned());
        let object = pizza("v1alpha1", "p", json!({"toppings": items})).to_string();
        let object = object.replace("\"A\"", r#""\u0061""#);
        let converted = super::menu::Menu::converter()
            .unwrap()
            .convert_text(&object, "v1beta1")
            .unwrap();
        let converted: Value = serde_json::from_str(&converted).unwrap();
        let first = &converted["spec"]["toppings"][0];
        assert_eq!(first, &json!({"name": "a", "quantity": 2}));
    }
}

#[test]
fn repeats_of_what_is_long_have_an_end() {
    let repeated = |length: usize| {
        let toppings = json!([{"name": "x".repeat(length), "quantity": 1000}]);
        ask(
            "v1alpha1",
            &[pizza("v1beta1", "long", json!({"toppings": toppings}))],
        )
    };
    let answer = repeated(8000);
    assert_eq!(
        success(&answer)[0]["spec"]["toppings"]
            .as_array()
            .map(Vec::len),
        Some(1000)
    );
    let answer = repeated(9000);
    let why = failure(&answer);
    assert!(
        why.ends_with(
            ".spec.toppings[0].quantity: 1000 repeats of 9002 bytes are too many for a list: it takes at most 8388608 \
             bytes of repeats"
        ),
        "{why}"
    );
}
