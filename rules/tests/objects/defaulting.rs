//! Kubernetes documentation, "Defaulting" and "Defaulting and Nullable"; the corners of the algorithm.

use serde_json::json;

use crate::support::{create, rules_of, stored};

#[test]
fn absent_fields_get_their_defaults() {
    let rules = rules_of(&json!({"spec": {
        "type": "object",
        "properties": {
            "cronSpec": {
                "type": "string", "pattern": r"^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$", "default": "5 0 * * *",
            },
            "image": {"type": "string"},
            "replicas": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1},
        },
    }}));
    let outcome = create(&rules, &json!({"spec": {"image": "my-awesome-cron-image"}}));
    assert!(outcome.refusal.is_none());
    assert_eq!(
        stored(&outcome),
        json!({"spec": {"cronSpec": "5 0 * * *", "image": "my-awesome-cron-image", "replicas": 1}})
    );
    // A parent that is absent and has no default gets nothing.
    assert_eq!(stored(&create(&rules, &json!({}))), json!({}));
}

#[test]
fn nulls_are_dropped_or_defaulted_unless_nullable() {
    let rules = rules_of(&json!({"spec": {"type": "object", "properties": {
        "foo": {"type": "string", "nullable": false, "default": "default"},
        "bar": {"type": "string", "nullable": true},
        "baz": {"type": "string"},
    }}}));
    let outcome = create(
        &rules,
        &json!({"spec": {"foo": null, "bar": null, "baz": null}}),
    );
    assert_eq!(
        stored(&outcome),
        json!({"spec": {"foo": "default", "bar": null}})
    );
    assert_eq!(outcome.unknown_fields, [""; 0]);
}

#[test]
fn a_nullable_null_is_not_replaced_by_a_default() {
    let rules = rules_of(&json!({"a": {"type": "string", "nullable": true, "default": "x"}}));
    assert_eq!(
        stored(&create(&rules, &json!({"a": null}))),
        json!({"a": null})
    );
    assert_eq!(stored(&create(&rules, &json!({}))), json!({"a": "x"}));
}

#[test]
fn a_default_is_itself_defaulted() {
    let rules = rules_of(&json!({"spec": {
        "type": "object", "default": {},
        "properties": {
            "a": {"type": "object", "default": {"b": {}}, "properties": {
                "b": {"type": "object", "properties": {"c": {"type": "integer", "default": 7}}},
            }},
        },
    }}));
    assert_eq!(
        stored(&create(&rules, &json!({}))),
        json!({"spec": {"a": {"b": {"c": 7}}}})
    );
}

#[test]
fn items_and_map_values_are_defaulted_where_they_are() {
    let rules = rules_of(&json!({
        "list": {"type": "array", "items": {
            "type": "object", "default": {"n": 2}, "properties": {"n": {"type": "integer", "default": 1}},
        }},
        "map": {"type": "object", "additionalProperties": {
            "type": "object", "properties": {"n": {"type": "integer", "default": 1}},
        }},
    }));
    let outcome = create(
        &rules,
        &json!({"list": [{}, null, {"n": 5}], "map": {"k": {}}}),
    );
    assert_eq!(
        stored(&outcome),
        json!({"list": [{"n": 1}, {"n": 2}, {"n": 5}], "map": {"k": {"n": 1}}})
    );
    // No item and no key comes into being.
    assert_eq!(
        stored(&create(&rules, &json!({"list": [], "map": {}}))),
        json!({"list": [], "map": {}})
    );
}

#[test]
fn nulls_in_lists_stay_and_are_refused() {
    let rules = rules_of(&json!({"list": {"type": "array", "items": {"type": "string"}}}));
    let outcome = create(&rules, &json!({"list": ["a", null]}));
    assert_eq!(stored(&outcome), json!({"list": ["a", null]}));
    assert_eq!(
        crate::support::lines(&outcome),
        ["list[1]: Invalid value: \"null\": list[1] in body must be of type string: \"null\""]
    );
}

#[test]
fn nulls_that_nothing_declares_stay_where_unknown_fields_do() {
    let rules =
        rules_of(&json!({"any": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}));
    assert_eq!(
        stored(&create(&rules, &json!({"any": {"x": null}}))),
        json!({"any": {"x": null}})
    );
}

/// A default below `additionalProperties` is not judged with the CRD; what it should not have is dropped before it is
/// used.
#[test]
fn defaults_of_map_values_are_pruned() {
    let rules = rules_of(&json!({"map": {"type": "object", "additionalProperties": {
        "type": "object", "default": {"a": "x", "unknown": 1}, "properties": {"a": {"type": "string"}},
    }}}));
    assert_eq!(
        stored(&create(&rules, &json!({"map": {"k": null}}))),
        json!({"map": {"k": {"a": "x"}}})
    );
}

#[test]
fn defaults_can_be_set_alone() {
    let rules =
        rules_of(&json!({"a": {"type": "string", "default": "x"}, "b": {"type": "string"}}));
    let mut object = json!({"b": null, "unknown": 1});
    rules
        .version("v1")
        .expect("there is a version")
        .default(&mut object);
    assert_eq!(object, json!({"a": "x", "unknown": 1}));
}
