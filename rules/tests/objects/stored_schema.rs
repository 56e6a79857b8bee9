//! Objects are judged by the CRD that the server stored, whose numbers are not always what was sent.

use serde_json::{Value, json};

use crate::support::{create, lines, rules_of, stored};

#[test]
fn whole_floats_of_an_enum_are_integers() {
    let rules = rules_of(&json!({
        "a": {"type": "number", "enum": [1.0, 2]},
        "b": {"x-kubernetes-preserve-unknown-fields": true, "enum": [{"c": 1.0}, [1.0]]},
    }));
    // Compared with an integer, a fraction is cut off.
    for fields in [json!({"a": 1.5}), json!({"b": {"c": 1}}), json!({"b": [1]})] {
        assert_eq!(lines(&create(&rules, &fields)), [""; 0], "{fields}");
    }
    for (fields, shown) in [
        (json!({"b": {"c": 1.0}}), r#"{"c":1}"#),
        (json!({"b": [1.0]}), "[1]"),
    ] {
        let expected =
            format!(r#"b: Unsupported value: {shown}: supported values: "{{\"c\":1}}", "[1]""#);
        assert_eq!(lines(&create(&rules, &fields)), [expected], "{fields}");
    }
}

#[test]
fn whole_floats_of_a_default_are_integers() {
    let rules = rules_of(&json!({
        "set": {
            "type": "array", "items": {"type": "number"}, "x-kubernetes-list-type": "set", "default": [1, 1.0],
        },
        "multiple": {"type": "number", "multipleOf": 0.5, "default": 2.0},
    }));
    let outcome = create(&rules, &json!({}));
    assert_eq!(stored(&outcome), json!({"set": [1, 1], "multiple": 2}));
    let mut errors = lines(&outcome);
    errors.sort();
    // The factor is cut off for an integer.
    assert_eq!(
        errors,
        [
            "multiple: Invalid value: 0: factor MultipleOf declared for multiple must be positive: 0",
            "set[1]: Duplicate value: 1",
        ]
    );
}

/// What no integer of 64 bits stands for stays a float.
#[test]
fn other_floats_stay() {
    let rules = rules_of(
        &json!({"a": {"type": "number", "default": 1e21}, "b": {"type": "number", "default": 0.5}}),
    );
    let outcome = create(&rules, &json!({}));
    assert_eq!(stored(&outcome), json!({"a": 1e21, "b": 0.5}));
    assert_eq!(lines(&outcome), [""; 0]);
    let sent: Value = json!({"a": 2.5, "b": 1});
    assert_eq!(stored(&create(&rules, &sent)), sent);
}
