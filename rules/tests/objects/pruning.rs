//! Kubernetes documentation, "Field pruning" and "Controlling pruning"; what follows from the algorithm beside it.

use serde_json::json;

use crate::support::{create, lines, rules, rules_of, stored};

#[test]
fn an_unknown_field_is_dropped() {
    let rules = rules_of(&json!({"spec": {
        "type": "object",
        "properties": {"cronSpec": {"type": "string"}, "image": {"type": "string"}},
    }}));
    let outcome = create(
        &rules,
        &json!({"spec": {
            "cronSpec": "* * * * */5", "image": "my-awesome-cron-image", "someRandomField": 42,
        }}),
    );
    assert_eq!(
        stored(&outcome),
        json!({"spec": {"cronSpec": "* * * * */5", "image": "my-awesome-cron-image"}})
    );
    assert_eq!(outcome.unknown_fields, ["spec.someRandomField"]);
    assert_eq!(outcome.warnings, ["unknown field \"spec.someRandomField\""]);
}

#[test]
fn a_node_that_preserves_takes_any_json() {
    let rules = rules_of(&json!({"json": {"x-kubernetes-preserve-unknown-fields": true}}));
    for value in [
        json!({"a": [1, {"b": null}]}),
        json!([1, [2]]),
        json!("x"),
        json!(1.5),
        json!(true),
    ] {
        let outcome = create(&rules, &json!({ "json": value }));
        assert_eq!(stored(&outcome), json!({ "json": value }));
        assert!(outcome.refusal.is_none());
    }
}

#[test]
fn a_node_that_preserves_may_have_a_type() {
    let rules = rules_of(&json!({"json": {
        "x-kubernetes-preserve-unknown-fields": true, "type": "object", "description": "this is arbitrary JSON",
    }}));
    assert!(create(&rules, &json!({"json": {"a": 1}})).refusal.is_none());
    assert_eq!(
        lines(&create(&rules, &json!({"json": [1]}))),
        ["json: Invalid value: \"array\": json in body must be of type object: \"array\""]
    );
}

#[test]
fn pruning_starts_again_below_what_is_declared() {
    let rules = rules_of(&json!({"json": {
        "x-kubernetes-preserve-unknown-fields": true,
        "type": "object",
        "properties": {"spec": {
            "type": "object",
            "properties": {"foo": {"type": "string"}, "bar": {"type": "string"}},
        }},
    }}));
    let outcome = create(
        &rules,
        &json!({"json": {
            "spec": {"foo": "abc", "bar": "def", "something": "x"}, "status": {"something": "x"},
        }}),
    );
    assert_eq!(
        stored(&outcome),
        json!({"json": {"spec": {"foo": "abc", "bar": "def"}, "status": {"something": "x"}}})
    );
    assert_eq!(outcome.unknown_fields, ["json.spec.something"]);
}

/// The schema of the Kubernetes blog, "Future of CRDs: Structural Schemas".
#[test]
fn the_privileged_job_loses_its_privilege() {
    let rules = rules(&json!({
        "type": "object",
        "required": ["spec"],
        "properties": {"spec": {
            "type": "object",
            "properties": {
                "command": {"type": "string", "minLength": 1},
                "shell": {"type": "string", "minLength": 1},
                "machines": {"type": "array", "items": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}},
            },
            "oneOf": [{"required": ["command"]}, {"required": ["shell"]}],
        }},
    }));
    let outcome = create(
        &rules,
        &json!({"spec": {
            "shell": "true", "machines": ["az1-master1", "az2-master3"], "privileged": true,
        }}),
    );
    assert_eq!(
        stored(&outcome),
        json!({"spec": {"shell": "true", "machines": ["az1-master1", "az2-master3"]}})
    );
    assert_eq!(outcome.unknown_fields, ["spec.privileged"]);
    assert_eq!(
        lines(&create(&rules, &json!({"spec": {"machines": ["az1-"]}}))),
        [
            "<nil>: Invalid value: \"\": \"spec\" must validate one and only one schema (oneOf). Found none valid",
            "spec.command: Required value",
            "spec.machines[0]: Invalid value: \"az1-\": spec.machines[0] in body should match '^[a-z0-9]+(-[a-z0-9]+)*$'",
        ]
    );
    assert_eq!(
        lines(&create(
            &rules,
            &json!({"spec": {"command": "a", "shell": "b"}})
        )),
        [
            "<nil>: Invalid value: \"\": \"spec\" must validate one and only one schema (oneOf). Found 2 valid alternatives"
        ]
    );
}

#[test]
fn the_values_of_a_map_are_kept_and_pruned_inside() {
    let rules = rules_of(&json!({
        "typed": {"type": "object", "additionalProperties": {
            "type": "object", "properties": {"a": {"type": "string"}},
        }},
        "any": {"type": "object", "additionalProperties": true},
        "none": {"type": "object", "additionalProperties": false},
    }));
    let outcome = create(
        &rules,
        &json!({
            "typed": {"k": {"a": "x", "b": "y"}},
            // Without a schema nothing is declared, so that an object becomes empty.
            "any": {"k": {"a": {"b": 1}}, "l": [{"c": 1}], "s": "text"},
        }),
    );
    assert_eq!(
        stored(&outcome),
        json!({"typed": {"k": {"a": "x"}}, "any": {"k": {}, "l": [{}], "s": "text"}})
    );
    assert_eq!(
        outcome.unknown_fields,
        ["any.k.a", "any.l[0].c", "typed.k.b"]
    );
    // What a closed map does not know is refused, not pruned.
    let outcome = create(&rules, &json!({"none": {"k": 1}}));
    assert_eq!(outcome.unknown_fields, [""; 0]);
    assert_eq!(
        lines(&outcome),
        ["none: Invalid value: \"k\": none.k in body is a forbidden property"]
    );
}

#[test]
fn metadata_knows_its_own_fields() {
    let rules = rules_of(&json!({"spec": {"type": "object"}}));
    let outcome = create(
        &rules,
        &json!({
            "metadata": {"name": "w", "extra": 1, "labels": {"a": "b"}, "annotations": {}, "ownerReferences": [
                {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u", "x": 1},
            ]},
        }),
    );
    assert_eq!(
        outcome.unknown_fields,
        ["metadata.extra", "metadata.ownerReferences[0].x"]
    );
    let object = outcome.object.expect("it was read");
    assert_eq!(
        object["metadata"],
        json!({
            "generation": 1, "name": "w", "namespace": "default", "labels": {"a": "b"},
            "ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}],
        })
    );
}

#[test]
fn unknown_fields_are_ignored_warned_of_or_refused() {
    use crate::support::widget;
    use wheelwright_rules::{Admission, FieldValidation, Refusal};

    let rules = rules_of(&json!({"spec": {"type": "object"}}));
    let ask = |field_validation| {
        let object = widget(&json!({"x": 1, "spec": {"y": 1}}));
        let duplicate_fields = vec!["spec.z".to_owned()];
        let request = Admission {
            field_validation,
            duplicate_fields,
            ..Admission::create(object)
        };
        rules
            .version("v1")
            .expect("there is a version")
            .admit(request)
    };
    assert_eq!(ask(FieldValidation::Ignore).warnings, [""; 0]);
    assert_eq!(
        ask(FieldValidation::Warn).warnings,
        [
            "duplicate field \"spec.z\"",
            "unknown field \"spec.y\"",
            "unknown field \"x\""
        ]
    );
    assert_eq!(
        ask(FieldValidation::Strict).refusal,
        Some(Refusal::BadRequest(
            "strict decoding error: duplicate field \"spec.z\", unknown field \"spec.y\", unknown field \"x\"".to_owned()
        ))
    );
}
