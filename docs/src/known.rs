//! What every resource has without declaring it.

use serde_json::{Map, Value, json};

/// Fields of `metadata`, with their types and what they are.
const METADATA: &[(&str, &str, &str)] = &[
    (
        "annotations",
        "strings",
        "Text by keys, for programs to read; no selector looks at it.",
    ),
    (
        "creationTimestamp",
        "string",
        "When the object was created; the server sets it.",
    ),
    (
        "deletionGracePeriodSeconds",
        "integer",
        "How long the object may take to end once it is deleted.",
    ),
    (
        "deletionTimestamp",
        "string",
        "When the object is to be gone; the server sets it when a client deletes the object.",
    ),
    (
        "finalizers",
        "list",
        "Who has to finish something before the object is gone; each removes its own entry.",
    ),
    (
        "generateName",
        "string",
        "A prefix that the server completes if there is no name.",
    ),
    (
        "generation",
        "integer",
        "Counts the changes of the object outside of metadata and status.",
    ),
    (
        "labels",
        "strings",
        "Short text by keys, which selectors look at.",
    ),
    (
        "managedFields",
        "objects",
        "Which fields whom of those who apply the object set; the server keeps it.",
    ),
    (
        "name",
        "string",
        "The name, unique in the namespace for the kind; it stays as it is.",
    ),
    (
        "namespace",
        "string",
        "The namespace; an object of a cluster-wide kind has none.",
    ),
    (
        "ownerReferences",
        "objects",
        "The objects that this one belongs to; without any of them it is deleted.",
    ),
    (
        "resourceVersion",
        "string",
        "The state of the object; an update that names another one is refused.",
    ),
    (
        "selfLink",
        "string",
        "Was the address of the object, and is empty.",
    ),
    (
        "uid",
        "string",
        "Is never used again, not even for an object of the same name.",
    ),
];

/// Fields that say what an object is.
const TYPE: [(&str, &str); 2] = [
    (
        "apiVersion",
        "The group and version that the object is written in.",
    ),
    ("kind", "What the object is."),
];

/// What `metadata` is.
pub(crate) const WHOLE: &str =
    "What all objects have: names, labels, annotations, owners, and what the server keeps of them.";

/// The schema of `metadata`, as structural schemas are.
fn metadata() -> Value {
    let field = |kind: &str, description: &str| match kind {
        "strings" => {
            json!({"type": "object", "additionalProperties": {"type": "string"}, "description": description})
        }
        "list" => json!({"type": "array", "items": {"type": "string"}, "description": description}),
        "objects" => {
            json!({"type": "array", "items": {"type": "object"}, "description": description})
        }
        kind => json!({"type": kind, "description": description}),
    };
    let properties: Map<String, Value> = METADATA
        .iter()
        .map(|(name, kind, description)| ((*name).to_owned(), field(kind, description)))
        .collect();
    json!({
        "type": "object",
        "description": WHOLE,
        "properties": properties,
    })
}

/// The schema with the fields that every resource has. What the schema says of names is kept.
#[must_use]
pub fn resource(schema: &Value) -> Value {
    let mut whole = match schema {
        Value::Object(members) => members.clone(),
        _ => Map::new(),
    };
    let properties = whole
        .entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(properties) = properties {
        for (name, description) in TYPE {
            let own = properties
                .entry(name)
                .or_insert_with(|| json!({"type": "string"}));
            describe(own, description);
        }
        let mut known = metadata();
        if let Some(Value::Object(own)) = properties
            .get("metadata")
            .and_then(|metadata| metadata.get("properties"))
            && let Some(Value::Object(fields)) = known.get_mut("properties")
        {
            for (name, constraints) in own {
                let field = fields.entry(name.clone()).or_insert_with(|| json!({}));
                if let (Value::Object(field), Value::Object(constraints)) = (field, constraints) {
                    field.extend(constraints.clone());
                }
            }
        }
        properties.insert("metadata".to_owned(), known);
    }
    Value::Object(whole)
}

/// What a field of `metadata` is.
pub(crate) fn description(field: &str) -> &'static str {
    let known = METADATA.iter().find(|(name, ..)| *name == field);
    known.map_or("", |(.., description)| description)
}

fn describe(schema: &mut Value, description: &str) {
    if let Value::Object(members) = schema {
        members
            .entry("description")
            .or_insert_with(|| description.into());
    }
}
