//! Structural schemas by chance: defaults beside combinators, nulls, lists of all types, resources, what is kept.

use serde_json::{Map, Value, json};
use wheelwright_schema::generate::random::Random;

const NAMES: [&str; 5] = ["a", "b", "c-d", "e.f", "é"];

/// A CRD with one version of a schema by chance.
pub(crate) fn crd(random: &mut Random) -> Value {
    let mut root = object(random, 3);
    root["properties"]["metadata"] = match random.below(3) {
        0 => {
            json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 8, "pattern": "^[a-z]+$"}}})
        }
        _ => json!({"type": "object"}),
    };
    of(&root, random.one_in(2))
}

/// A CRD with one version of this schema.
pub(crate) fn of(schema: &Value, is_namespaced: bool) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Thing", "plural": "things", "singular": "thing", "listKind": "ThingList"},
            "scope": if is_namespaced { "Namespaced" } else { "Cluster" },
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": schema},
            }],
        },
    })
}

fn node(random: &mut Random, depth: usize) -> Value {
    let mut schema = match random.below(if depth == 0 { 6 } else { 10 }) {
        0 => text(random),
        1 => integer(random),
        2 => number(random),
        3 => json!({"type": "boolean"}),
        4 => int_or_string(random),
        5 => json!({"x-kubernetes-preserve-unknown-fields": true}),
        6 => list(random, depth - 1),
        7 => map(random, depth - 1),
        _ => object(random, depth - 1),
    };
    if random.one_in(4) {
        schema["nullable"] = true.into();
    }
    if random.one_in(3) && !schema["type"].is_null() {
        set_default(random, &mut schema);
    }
    if random.one_in(4) {
        combine(random, &mut schema);
    }
    schema
}

/// Most of these fit; a CRD with one that does not is refused, and another one made.
fn set_default(random: &mut Random, schema: &mut Value) {
    let default = match schema["type"].as_str() {
        Some("string") => json!("ab"),
        Some("integer") => json!(2),
        Some("number") => json!(0.5),
        Some("boolean") => json!(random.one_in(2)),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => return,
    };
    schema["default"] = default;
}

fn text(random: &mut Random) -> Value {
    let all = [
        json!({"type": "string"}),
        json!({"type": "string", "minLength": 1, "maxLength": 3}),
        json!({"type": "string", "enum": ["ab", "x", ""]}),
        json!({"type": "string", "pattern": "^[a-z]\\w*(?i:x)?\\.?$"}),
        json!({"type": "string", "pattern": "\\pL|^$|\\bab"}),
        json!({"type": "string", "format": "date-time"}),
        json!({"type": "string", "format": "date"}),
        json!({"type": "string", "format": "ipv6"}),
        json!({"type": "string", "format": "uri"}),
        json!({"type": "string", "format": "byte"}),
    ];
    random.pick(&all).cloned().unwrap_or_default()
}

fn integer(random: &mut Random) -> Value {
    let all = [
        json!({"type": "integer"}),
        json!({"type": "integer", "format": "int32", "minimum": 0}),
        json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true, "maximum": 9}),
        json!({"type": "integer", "multipleOf": 2}),
        json!({"type": "integer", "enum": [1, 2, 3]}),
        json!({"type": "integer", "maximum": 9_223_372_036_854_775_807_i64}),
    ];
    random.pick(&all).cloned().unwrap_or_default()
}

fn number(random: &mut Random) -> Value {
    let all = [
        json!({"type": "number"}),
        json!({"type": "number", "minimum": 0.1, "maximum": 1, "exclusiveMaximum": true}),
        json!({"type": "number", "multipleOf": 0.1}),
        json!({"type": "number", "enum": [0.5, 1]}),
        json!({"type": "number", "enum": [0.5, 2.5]}),
    ];
    random.pick(&all).cloned().unwrap_or_default()
}

fn int_or_string(random: &mut Random) -> Value {
    let types = json!([{"type": "integer"}, {"type": "string"}]);
    let all = [
        json!({"x-kubernetes-int-or-string": true}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": types}),
        json!({"x-kubernetes-int-or-string": true, "allOf": [{"anyOf": types}, {"maxLength": 3}], "pattern": "^[0-9]+%?$"}),
        json!({"x-kubernetes-int-or-string": true, "enum": ["A", 65, "50%"]}),
        json!({"x-kubernetes-int-or-string": true, "maximum": 65}),
    ];
    random.pick(&all).cloned().unwrap_or_default()
}

fn list(random: &mut Random, depth: usize) -> Value {
    match random.below(4) {
        0 => {
            let items = if random.one_in(2) {
                json!({"type": "string", "maxLength": 2})
            } else {
                json!({"type": "number"})
            };
            json!({"type": "array", "x-kubernetes-list-type": "set", "items": items})
        }
        1 => json!({
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
            "items": {"type": "object", "required": ["k"], "properties": {
                "k": {"type": "string", "maxLength": 1}, "v": node(random, depth),
            }},
        }),
        2 => json!({"type": "array", "minItems": 1, "maxItems": 2, "items": node(random, depth)}),
        _ => {
            let mut list = json!({"type": "array", "items": node(random, depth)});
            if random.one_in(3) {
                list["x-kubernetes-preserve-unknown-fields"] = true.into();
            }
            list
        }
    }
}

fn map(random: &mut Random, depth: usize) -> Value {
    let mut map = json!({"type": "object", "additionalProperties": node(random, depth)});
    if random.one_in(3) {
        map["maxProperties"] = json!(2);
        map["minProperties"] = json!(1);
    }
    if random.one_in(6) {
        map["additionalProperties"] = true.into();
    }
    map
}

fn object(random: &mut Random, depth: usize) -> Value {
    let mut properties = Map::new();
    for name in NAMES {
        if random.one_in(2) {
            properties.insert(name.to_owned(), node(random, depth));
        }
    }
    let names: Vec<String> = properties.keys().cloned().collect();
    let required: Vec<&String> = names.iter().filter(|_| random.one_in(3)).collect();
    let mut object = json!({"type": "object", "properties": properties, "required": required});
    if required.is_empty() {
        object
            .as_object_mut()
            .map(|members| members.remove("required"));
    }
    match random.below(8) {
        0 => object["x-kubernetes-preserve-unknown-fields"] = true.into(),
        1 if depth < 3 => {
            object["x-kubernetes-embedded-resource"] = true.into();
            object["x-kubernetes-preserve-unknown-fields"] = true.into();
        }
        2 => object["minProperties"] = json!(1),
        3 => object["maxProperties"] = json!(3),
        4 => object["enum"] = json!([{}, {"a": 1}, {"a": 2, "b": "ab"}]),
        _ => {}
    }
    object
}

/// Adds a combinator about what the schema has.
fn combine(random: &mut Random, schema: &mut Value) {
    let part = |random: &mut Random| nested(random, schema, 2);
    let parts = |random: &mut Random| json!([part(random), part(random)]);
    let (keyword, value) = match random.below(4) {
        0 => ("allOf", parts(random)),
        1 => ("anyOf", parts(random)),
        2 => ("oneOf", parts(random)),
        _ => ("not", part(random)),
    };
    if schema[keyword].is_null() {
        schema[keyword] = value;
    }
}

fn nested(random: &mut Random, main: &Value, depth: usize) -> Value {
    if depth > 0 && random.one_in(5) {
        let inner = nested(random, main, depth - 1);
        return if random.one_in(2) {
            json!({"not": inner})
        } else {
            json!({"oneOf": [inner, nested(random, main, depth - 1)]})
        };
    }
    match main["type"].as_str() {
        Some("string") => {
            let all = [
                json!({"maxLength": 1}),
                json!({"pattern": "^a"}),
                json!({"pattern": "\\pL"}),
                json!({"enum": ["ab", "x"]}),
                json!({"format": "date"}),
            ];
            random.pick(&all).cloned().unwrap_or_default()
        }
        Some("integer" | "number") => {
            let all = [
                json!({"minimum": 2}),
                json!({"enum": [1, 2]}),
                json!({"multipleOf": 3}),
            ];
            random.pick(&all).cloned().unwrap_or_default()
        }
        Some("array") => {
            if depth > 0 && random.one_in(2) {
                json!({"items": nested(random, &main["items"], depth - 1)})
            } else {
                json!({"minItems": 1})
            }
        }
        Some("object") => match &main["properties"] {
            Value::Object(properties) if !properties.is_empty() => {
                let names: Vec<&String> = properties.keys().collect();
                let name = random.pick(&names).map_or("", |name| name.as_str());
                match random.below(4) {
                    0 if depth > 0 => {
                        let inner = nested(random, &properties[name], depth - 1);
                        json!({"properties": {name: inner}})
                    }
                    1 => json!({"maxProperties": 1}),
                    2 => json!({"minProperties": 2}),
                    _ => json!({"required": [name]}),
                }
            }
            _ => json!({"minProperties": 1}),
        },
        _ => json!({"maxLength": 2}),
    }
}
