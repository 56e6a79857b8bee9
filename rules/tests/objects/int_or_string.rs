//! Kubernetes documentation, "`IntOrString`".

use serde_json::json;

use crate::support::{create, lines, rules_of};

/// All three forms that the documentation has are the same type.
#[test]
fn integers_and_strings_are_taken_and_nothing_else() {
    for schema in [
        json!({"x-kubernetes-int-or-string": true}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
        json!({"x-kubernetes-int-or-string": true, "allOf": [
            {"anyOf": [{"type": "integer"}, {"type": "string"}]}, {"maxLength": 5},
        ]}),
    ] {
        let rules = rules_of(&json!({ "foo": schema }));
        for value in [json!(1), json!("10%"), json!(-1), json!(2.0)] {
            assert!(
                create(&rules, &json!({ "foo": value })).refusal.is_none(),
                "{schema} takes {value}"
            );
        }
        for (value, name) in [
            (json!(1.5), "number"),
            (json!(true), "boolean"),
            (json!([]), "array"),
        ] {
            let errors = lines(&create(&rules, &json!({ "foo": value })));
            let wrong_type = format!(
                "foo: Invalid value: \"{name}\": foo in body must be of type integer,string: \"{name}\""
            );
            assert!(errors.contains(&wrong_type), "{schema}: {errors:?}");
        }
    }
}

#[test]
fn an_enum_converts_integers_to_characters() {
    let rules = rules_of(&json!({"foo": {"x-kubernetes-int-or-string": true, "enum": ["A", 1]}}));
    for value in [json!("A"), json!(1), json!(65)] {
        assert!(
            create(&rules, &json!({ "foo": value })).refusal.is_none(),
            "{value}"
        );
    }
    assert_eq!(
        lines(&create(&rules, &json!({"foo": 66}))),
        ["foo: Unsupported value: 66: supported values: \"A\", \"1\""]
    );
}
