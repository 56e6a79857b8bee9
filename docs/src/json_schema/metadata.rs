//! The metadata of resources, which no CRD declares.

use serde_json::{Map, Value, json};

use super::keyword::Keywords;
use super::require;
use crate::known;

/// A DNS subdomain, as the names of objects of CRDs are. Source: the page "Object Names and IDs" of Kubernetes.
const NAME: &str = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
/// A DNS label.
const NAMESPACE: &str = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
/// Source: the page "Labels and Selectors" of Kubernetes.
const LABEL: &str = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$";

/// Of an object: it has a name, or a prefix of one. `own` is what the schema says of names.
pub(super) fn of_resource(is_namespaced: bool, own: Option<&Value>) -> Value {
    let namespace = if is_namespaced {
        json!({"type": "string", "maxLength": 63, "pattern": NAMESPACE})
    } else {
        json!({"type": "string", "maxLength": 0})
    };
    let mut whole = shape(
        json!({"type": "string", "minLength": 1, "maxLength": 253, "pattern": NAME}),
        namespace,
    );
    // Beside a prefix the name may be empty.
    if let Some(all) = whole.as_object_mut() {
        let named = json!([{"required": ["name"]}, {"required": ["generateName"]}]);
        all.insert("anyOf".to_owned(), named);
    }
    restrict(&mut whole, own);
    whole
}

/// Of a resource within an object, which needs no name.
pub(super) fn of_embedded() -> Value {
    shape(json!({"type": "string"}), json!({"type": "string"}))
}

/// Adds what an embedded resource has.
pub(super) fn embed(out: &mut Map<String, Value>, own: Option<&Value>) {
    let properties = out.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        for name in ["apiVersion", "kind"] {
            let own = properties.entry(name).or_insert_with(|| json!({}));
            if let Value::Object(own) = own {
                own.insert("type".to_owned(), "string".into());
                own.entry("minLength").or_insert_with(|| 1.into());
            }
        }
        let mut all_of = vec![json!({"$ref": "#/definitions/metadata"})];
        all_of.extend(restriction(own));
        properties.insert("metadata".to_owned(), json!({"allOf": all_of}));
    }
    require(out, &["apiVersion", "kind"]);
}

/// What a schema says of names in `metadata`, and it can say no more. What it asks to be there is left out: a server makes a name of
/// a prefix first.
fn restriction(own: Option<&Value>) -> Option<Value> {
    let own = own?;
    let properties = own.get("properties").and_then(Value::as_object);
    let properties: Map<String, Value> = properties
        .into_iter()
        .flatten()
        .filter(|(name, _)| ["name", "generateName"].contains(&name.as_str()))
        .map(|(name, schema)| {
            (
                name.clone(),
                Value::Object(Keywords::of(schema, schema).out),
            )
        })
        .filter(|(_, schema)| schema.as_object().is_some_and(|all| !all.is_empty()))
        .collect();
    (!properties.is_empty()).then(|| json!({"properties": properties}))
}

fn restrict(whole: &mut Value, own: Option<&Value>) {
    if let (Some(all), Some(own)) = (whole.as_object_mut(), restriction(own)) {
        all.insert("allOf".to_owned(), json!([own]));
    }
}

fn shape(name: Value, namespace: Value) -> Value {
    let text = || json!({"type": "string"});
    let time = || json!({"type": ["string", "null"]});
    let owner = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["apiVersion", "kind", "name", "uid"],
        "properties": {
            "apiVersion": text(), "kind": text(), "name": text(), "uid": text(),
            "blockOwnerDeletion": {"type": ["boolean", "null"]},
            "controller": {"type": ["boolean", "null"]},
        },
    });
    let fields = [
        ("name", name),
        ("generateName", text()),
        ("namespace", namespace),
        (
            "labels",
            json!({
                "type": "object",
                "additionalProperties": {"type": "string", "maxLength": 63, "pattern": LABEL},
            }),
        ),
        (
            "annotations",
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
        ),
        ("ownerReferences", json!({"type": "array", "items": owner})),
        ("finalizers", json!({"type": "array", "items": text()})),
        (
            "managedFields",
            json!({"type": "array", "items": {"type": "object"}}),
        ),
        ("creationTimestamp", time()),
        ("deletionTimestamp", time()),
        (
            "deletionGracePeriodSeconds",
            json!({"type": ["integer", "null"]}),
        ),
        ("generation", json!({"type": "integer"})),
        ("resourceVersion", text()),
        ("selfLink", text()),
        ("uid", text()),
    ];
    let properties: Map<String, Value> = fields
        .into_iter()
        .map(|(name, mut schema)| {
            if let Some(schema) = schema.as_object_mut() {
                schema.insert("description".to_owned(), known::description(name).into());
            }
            (name.to_owned(), schema)
        })
        .collect();
    json!({
        "type": "object",
        "description": known::WHOLE,
        "additionalProperties": false,
        "properties": properties,
    })
}
