//! The `OpenAPI` that a real server publishes of a CRD is what our rules say it publishes.

use std::time::Duration;

use e2e::{Cluster, Result};
use serde_json::{Value, json};
use wheelwright_rules::{OpenApi, openapi};

fn fields() -> Value {
    let types = json!([{"type": "integer"}, {"type": "string"}]);
    let any = json!({"x-kubernetes-preserve-unknown-fields": true});
    json!({
        "text": {
            "type": "string", "enum": ["a", "", "b"], "default": "a", "title": "T", "example": "x",
            "externalDocs": {"url": "u", "description": "d"}, "maxLength": 5, "minLength": 0,
            "pattern": "^.*$", "format": "uuid5x",
        },
        "count": {
            "type": "integer", "minimum": 0, "maximum": 10, "exclusiveMaximum": true,
            "multipleOf": 1.5, "format": "int32",
        },
        "none": {"type": "object", "nullable": true, "properties": {"a": {"type": "string"}}},
        "port": {"x-kubernetes-int-or-string": true, "maxLength": 3},
        "port2": {"x-kubernetes-int-or-string": true, "anyOf": types},
        "port3": {
            "x-kubernetes-int-or-string": true, "anyOf": [{"minimum": 1}],
            "allOf": [{"maximum": 5}],
        },
        "port4": {"x-kubernetes-int-or-string": true, "allOf": [{"anyOf": types}, {"maximum": 5}]},
        "open": {
            "type": "object", "x-kubernetes-preserve-unknown-fields": true,
            "properties": {"a": {"type": "string"}},
        },
        "any": any,
        "pod": {
            "type": "object", "x-kubernetes-embedded-resource": true,
            "x-kubernetes-preserve-unknown-fields": true,
        },
        "own": {
            "type": "object", "x-kubernetes-embedded-resource": true, "required": ["spec"],
            "properties": {"spec": {"type": "object"}, "metadata": {"type": "object"}},
        },
        "list": {
            "type": "array", "maxItems": 3, "minItems": 0, "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["k"],
            "items": {
                "type": "object", "required": ["k"], "properties": {"k": {"type": "string"}},
                "x-kubernetes-map-type": "granular",
            },
        },
        "nulls": {"type": "array", "items": {"type": "string", "nullable": true}},
        "map": {
            "type": "object", "maxProperties": 5, "minProperties": 1,
            "additionalProperties": {"type": "array", "items": {
                "type": "object", "required": ["x"],
                "additionalProperties": {"type": "integer", "nullable": true},
            }},
        },
        "wide": {"type": "object", "additionalProperties": true},
        "shut": {"type": "object", "additionalProperties": false},
        "one": {
            "type": "object", "default": {"a": 5},
            "properties": {
                "a": {"type": "integer", "default": 1.0},
                "b": {"type": "array", "items": {"type": "number"}},
            },
            "oneOf": [{"required": ["a"]}, {"required": ["b"], "not": {"properties": {
                "a": {"minimum": 1, "enum": [1, null]}, "b": {"items": {"maximum": 1}},
            }}}],
        },
        "empty": {"type": "string", "description": "", "enum": [], "default": ""},
    })
}

/// A CRD with every keyword that a schema may have.
fn definition() -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.openapi.e2e.example.com"},
        "spec": {
            "group": "openapi.e2e.example.com",
            "names": {"kind": "Thing", "plural": "things"},
            "scope": "Namespaced",
            "versions": [
                {
                    "name": "v1", "served": true, "storage": true,
                    "subresources": {"status": {}},
                    "selectableFields": [{"jsonPath": ".spec.text"}],
                    "schema": {"openAPIV3Schema": {
                        "type": "object", "description": "A thing.", "required": ["spec"],
                        "x-kubernetes-validations": [{
                            "rule": "true", "message": "m", "messageExpression": "'x'", "reason": "FieldValueInvalid",
                            "fieldPath": ".spec",
                        }],
                        "properties": {
                            "metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 50}}},
                            "spec": {"type": "object", "required": ["none", "text"], "properties": fields()},
                        },
                    }},
                },
                {
                    "name": "v2", "served": true, "storage": false,
                    "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
                },
            ],
        },
    })
}

/// Takes out the texts on the fields that all resources have. They are the server's, and the same for all kinds.
fn without_common_texts(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Object(properties)) = members.get_mut("properties") {
                let is_resource = properties.get("metadata").is_some_and(|metadata| {
                    metadata
                        .to_string()
                        .contains("io.k8s.apimachinery.pkg.apis.meta.v1.")
                });
                for name in ["apiVersion", "kind", "metadata"] {
                    if let Some(Value::Object(field)) =
                        properties.get_mut(name).filter(|_| is_resource)
                    {
                        field.remove("description");
                    }
                }
            }
            members.values_mut().for_each(without_common_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(without_common_texts),
        _ => {}
    }
}

/// Where the two differ, as JSON pointers.
fn differences(ours: &Value, theirs: &Value, at: &str, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            for name in a
                .keys()
                .chain(b.keys().filter(|name| !a.contains_key(*name)))
            {
                let at = format!("{at}/{name}");
                match (a.get(name), b.get(name)) {
                    (Some(a), Some(b)) => differences(a, b, &at, found),
                    (a, b) => found.push(format!("{at}: {a:?} and {b:?}")),
                }
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(a, b, &format!("{at}/{index}"), found);
            }
        }
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => {}
        (a, b) if a == b => {}
        (a, b) => found.push(format!("{at}: {a} and {b}")),
    }
}

#[tokio::test]
async fn what_is_published_is_what_a_server_publishes() -> Result {
    let cluster = Cluster::shared().await?;
    let definition = definition();
    let crd = cluster.install(&definition).await?;
    for version in ["v1", "v2"] {
        let path = format!("/openapi/v3/apis/openapi.e2e.example.com/{version}");
        for (openapi_version, path, within) in [
            (OpenApi::V3, path.as_str(), "/components/schemas"),
            (OpenApi::V2, "/openapi/v2", "/definitions"),
        ] {
            let ours = openapi(&definition, version, openapi_version).unwrap_or_default();
            assert_eq!(ours.len(), 2, "the kind and its list");
            for (name, ours) in ours {
                let theirs = published(&cluster, path, within, &name).await?;
                let mut found = Vec::new();
                differences(&ours, &theirs, "", &mut found);
                assert_eq!(found, [""; 0], "{path}: {name}");
            }
        }
    }
    cluster.uninstall(&crd).await?;
    Ok(())
}

/// What the server publishes, which takes it a moment.
async fn published(cluster: &Cluster, path: &str, within: &str, name: &str) -> Result<Value> {
    const PATIENCE: usize = 60;
    for _ in 0..PATIENCE {
        let answer = cluster.get(path).send().await?;
        if let Some(found) = answer.at(within).get(name) {
            let mut found = found.clone();
            without_common_texts(&mut found);
            return Ok(found);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    panic!("the server does not publish {name} in {path}");
}
