//! What is made up for an object that is not valid yet, and what is known of the form of values.

use serde_json::{Value, json};

use crate::support::{rules, rules_of};

fn completed(properties: &Value, mut object: Value) -> Value {
    let rules = rules_of(properties);
    rules.version("v1").unwrap().complete(&mut object);
    object
}

#[test]
fn what_is_required_is_made_up_and_what_is_not_stays_absent() {
    let spec = json!({"spec": {
        "type": "object",
        "required": [
            "text", "long", "choice", "count", "even", "below", "ratio", "flag", "list", "pair", "part", "time", "port", "given",
            "anything",
        ],
        "properties": {
            "text": {"type": "string"},
            "long": {"type": "string", "minLength": 3},
            "choice": {"type": "string", "enum": ["first", "second"]},
            "count": {"type": "integer", "minimum": 1, "exclusiveMinimum": true},
            "even": {"type": "integer", "minimum": 5, "multipleOf": 2},
            "below": {"type": "integer", "maximum": -1},
            "ratio": {"type": "number"},
            "flag": {"type": "boolean"},
            "list": {"type": "array", "items": {"type": "string"}},
            "pair": {"type": "array", "minItems": 2, "items": {"type": "integer"}},
            "part": {
                "type": "object", "required": ["name"],
                "properties": {"name": {"type": "string"}, "size": {"type": "integer", "default": 7}, "x": {"type": "string"}},
            },
            "time": {"type": "string", "format": "date-time"},
            "port": {"x-kubernetes-int-or-string": true},
            "given": {"type": "string"},
            "anything": {"x-kubernetes-preserve-unknown-fields": true},
            "optional": {"type": "string"},
            "items": {
                "type": "array",
                "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            },
            "map": {
                "type": "object",
                "additionalProperties": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}},
            },
        },
    }});
    let given = json!({"spec": {"given": "g", "optional": null, "items": [{}, {"name": "n"}], "map": {"k": {}}, "unknown": 1}});
    assert_eq!(
        completed(&spec, given),
        json!({"spec": {
            "text": "", "long": "xxx", "choice": "first", "count": 2, "even": 6, "below": -1, "ratio": 0.0, "flag": false,
            "list": [], "pair": [0, 0], "part": {"name": "", "size": 7}, "time": "1970-01-01T00:00:00Z", "port": 0,
            "given": "g", "anything": null, "items": [{"name": ""}, {"name": "n"}], "map": {"k": {"a": 0}}, "unknown": 1,
        }})
    );
}

#[test]
fn the_first_of_alternatives_is_made_up() {
    let variants = json!({"spec": {
        "type": "object", "required": ["external", "internal"],
        "properties": {
            "external": {
                "type": "object",
                "properties": {
                    "a": {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}},
                    "b": {"type": "string"},
                },
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
            },
            "internal": {
                "type": "object", "required": ["kind"],
                "properties": {"kind": {"type": "string"}, "n": {"type": "integer"}},
                "anyOf": [
                    {"required": ["kind", "n"], "properties": {"kind": {"enum": ["k"]}}},
                    {"properties": {"kind": {"enum": ["l"]}}},
                ],
            },
        },
    }});
    assert_eq!(
        completed(&variants, json!({"spec": {}})),
        json!({"spec": {"external": {"a": {"x": 0}}, "internal": {"kind": "k", "n": 0}}})
    );
}

#[test]
fn a_spec_that_is_required_is_made_up() {
    let spec = json!({"type": "object", "properties": {"n": {"type": "integer", "default": 1}}});
    let rules =
        rules(&json!({"type": "object", "required": ["spec"], "properties": {"spec": spec}}));
    for mut object in [json!({}), json!({"spec": null}), json!({"spec": {}})] {
        rules.version("v1").unwrap().complete(&mut object);
        assert_eq!(object, json!({"spec": {"n": 1}}));
    }
}

#[test]
fn nested_lists_end_at_a_limit() {
    let mut list = json!({"type": "string"});
    for _ in 0..8 {
        list = json!({"type": "array", "minItems": 16, "items": list});
    }
    let spec =
        json!({"spec": {"type": "object", "required": ["list"], "properties": {"list": list}}});
    let completed = completed(&spec, json!({"spec": {}}));
    assert!(completed.to_string().len() < 100_000);
}

#[test]
fn a_shape_follows_the_schema() {
    let rules = rules_of(&json!({"spec": {"type": "object", "properties": {
        "list": {
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
            "items": {"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string"}, "note": {"type": "string", "nullable": true},
            }},
        },
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
    }}}));
    let spec = rules.version("v1").unwrap().shape().member("spec");
    let keys: Vec<&str> = spec
        .member("list")
        .list_map_keys()
        .iter()
        .map(|key| &**key)
        .collect();
    assert_eq!(keys, ["name"]);
    let item = spec.member("list").items();
    assert!(item.member("name").drops_null());
    assert!(!item.member("note").drops_null());
    assert!(spec.member("map").member("any").drops_null());
    assert!(
        !spec.member("unknown").drops_null(),
        "nothing is known of it"
    );
    assert!(spec.member("map").list_map_keys().is_empty());
}
