//! What is published of a CRD, case by case. The expectations are what a real API server 1.36 publishes; the tests against
//! one compare whole documents.

use serde_json::{Value, json};
use wheelwright_rules::{OpenApi, openapi};

fn crd(schema: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.open.example.com"},
        "spec": {
            "group": "open.example.com",
            "names": {"kind": "Thing", "plural": "things"},
            "scope": "Namespaced",
            "versions": [
                {
                    "name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema},
                    "selectableFields": [{"jsonPath": ".spec.colour"}],
                },
                {"name": "v0", "served": false, "storage": false, "schema": {"openAPIV3Schema": schema}},
            ],
        },
    })
}

/// What is published of the field `a` with this schema.
fn published(schema: &Value, version: OpenApi) -> Value {
    let crd = crd(&json!({"type": "object", "properties": {"a": schema}}));
    let schemas = openapi(&crd, "v1", version).expect("it is served");
    schemas["com.example.open.v1.Thing"]["properties"]["a"].clone()
}

#[test]
fn version_2_loses_what_it_has_no_place_for() {
    for (schema, v3, v2) in [
        (
            json!({"type": "object", "nullable": true, "properties": {"x": {"type": "string"}}}),
            json!({"type": "object", "nullable": true, "properties": {"x": {"type": "string"}}}),
            json!({}),
        ),
        (
            json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"x": {"type": "string"}}}),
            json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"x": {"type": "string"}}}),
            json!({"x-kubernetes-preserve-unknown-fields": true}),
        ),
        (
            json!({
                "type": "object", "required": ["n", "s"],
                "properties": {"n": {"type": "string", "nullable": true}, "s": {"type": "string", "default": "x"}},
                "oneOf": [{"required": ["n"]}], "not": {"properties": {"s": {"enum": ["y", null]}}},
            }),
            json!({
                "type": "object", "required": ["n", "s"],
                "properties": {"n": {"type": "string", "nullable": true}, "s": {"type": "string", "default": "x"}},
                "oneOf": [{"required": ["n"]}], "not": {"properties": {"s": {"enum": ["y", null]}}},
            }),
            json!({"type": "object", "required": ["s"], "properties": {"n": {}, "s": {"type": "string"}}}),
        ),
        (
            json!({"type": "object", "required": ["x"], "additionalProperties": {"type": "integer", "nullable": true}}),
            json!({"type": "object", "required": ["x"], "additionalProperties": {"type": "integer", "nullable": true}}),
            json!({"type": "object", "additionalProperties": {}}),
        ),
        (
            json!({"type": "array", "x-kubernetes-preserve-unknown-fields": true, "items": {"type": "string"}}),
            json!({"type": "array", "x-kubernetes-preserve-unknown-fields": true, "items": {"type": "string"}}),
            json!({"x-kubernetes-preserve-unknown-fields": true}),
        ),
    ] {
        assert_eq!(published(&schema, OpenApi::V3), v3);
        assert_eq!(published(&schema, OpenApi::V2), v2);
    }
}

#[test]
fn an_empty_example_is_not_published() {
    for (example, is_published) in [
        (json!(""), false),
        (json!([]), false),
        (json!({}), false),
        (json!([{}]), true),
        (json!({"a": null}), true),
        (json!(0), true),
        (json!(false), true),
    ] {
        let schema = json!({"type": "string", "example": example, "oneOf": [{"example": example}]});
        let v3 = published(&schema, OpenApi::V3);
        assert_eq!(v3.get("example").is_some(), is_published, "{example}");
        assert_eq!(v3["oneOf"][0].get("example").is_some(), is_published);
        let v2 = published(&schema, OpenApi::V2);
        assert_eq!(v2.get("example").is_some(), is_published, "{example}");
        // An empty default is one.
        let schema = json!({"x-kubernetes-preserve-unknown-fields": true, "default": example});
        assert_eq!(published(&schema, OpenApi::V3)["default"], example);
    }
}

#[test]
fn an_int_or_string_says_so_by_its_types_too() {
    let types = json!([{"type": "integer"}, {"type": "string"}]);
    let marked = "x-kubernetes-int-or-string";
    for (schema, v3) in [
        (json!({marked: true}), json!({marked: true, "anyOf": types})),
        (
            json!({marked: true, "anyOf": types}),
            json!({marked: true, "anyOf": types}),
        ),
        (
            json!({marked: true, "anyOf": [{"minimum": 1}], "allOf": [{"maximum": 5}]}),
            json!({marked: true, "anyOf": [{"minimum": 1}], "allOf": [{"anyOf": types}, {"maximum": 5}]}),
        ),
        (
            json!({marked: true, "allOf": [{"anyOf": types}, {"maximum": 5}]}),
            json!({marked: true, "allOf": [{"anyOf": types}, {"maximum": 5}]}),
        ),
    ] {
        assert_eq!(published(&schema, OpenApi::V3), v3);
        assert_eq!(published(&schema, OpenApi::V2), json!({marked: true}));
    }
}

#[test]
fn resources_have_their_fields() {
    let schema = json!({
        "type": "object", "x-kubernetes-embedded-resource": true, "required": ["spec"],
        "properties": {"spec": {"type": "object"}, "metadata": {"type": "object"}},
    });
    let meta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    let expected = |metadata: Value| {
        json!({
            "type": "object", "x-kubernetes-embedded-resource": true, "required": ["spec", "kind", "apiVersion"],
            "properties": {
                "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": metadata,
                "spec": {"type": "object"},
            },
        })
    };
    assert_eq!(
        published(&schema, OpenApi::V3),
        expected(json!({"allOf": [{"$ref": format!("#/components/schemas/{meta}")}]}))
    );
    assert_eq!(
        published(&schema, OpenApi::V2),
        expected(json!({"$ref": format!("#/definitions/{meta}")}))
    );
}

#[test]
fn the_kind_and_its_list_are_published() {
    let schema = json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {"colour": {"type": "string"}}}}});
    let schemas = openapi(&crd(&schema), "v1", OpenApi::V3).expect("it is served");
    let names: Vec<&String> = schemas.keys().collect();
    assert_eq!(
        names,
        ["com.example.open.v1.Thing", "com.example.open.v1.ThingList"]
    );
    let thing = &schemas["com.example.open.v1.Thing"];
    assert_eq!(
        thing["x-kubernetes-group-version-kind"],
        json!([{"group": "open.example.com", "version": "v1", "kind": "Thing"}])
    );
    assert_eq!(
        thing["x-kubernetes-selectable-fields"],
        json!([{"fieldPath": "spec.colour"}])
    );
    let list = &schemas["com.example.open.v1.ThingList"];
    assert_eq!(
        list["properties"]["items"]["items"],
        json!({"$ref": "#/components/schemas/com.example.open.v1.Thing"})
    );
}

#[test]
fn what_is_not_served_is_not_published() {
    let crd = crd(&json!({"type": "object"}));
    assert_eq!(openapi(&crd, "v0", OpenApi::V3), None);
    assert_eq!(openapi(&crd, "v7", OpenApi::V3), None);
    assert_eq!(
        openapi(
            &json!({"kind": "Pod", "apiVersion": "v1"}),
            "v1",
            OpenApi::V2
        ),
        None
    );
}

/// With any property, kubectl would refuse all others.
#[test]
fn a_root_that_keeps_unknown_fields_says_nothing_in_version_2() {
    let schema = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"spec": {"type": "object"}}});
    let schemas = openapi(&crd(&schema), "v1", OpenApi::V2).expect("it is served");
    let thing = &schemas["com.example.open.v1.Thing"];
    assert_eq!(thing["type"], "object");
    assert_eq!(thing.get("properties"), None);
}
