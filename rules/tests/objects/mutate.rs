//! Schemas changed at random, the same for the same seed.

use serde_json::Value;

use crate::generate::{
    NAMES, Random, combinators, constraints, fitting, schema as schema_at_random,
};

/// The schema with one node changed: something else is asked of it, or it is another schema, or gone.
pub(crate) fn mutated(random: &mut Random, schema: &Value, depth: usize) -> Value {
    let mut changed = schema.clone();
    let below: Vec<String> = ["items", "additionalProperties"]
        .into_iter()
        .filter(|name| changed[name].is_object())
        .map(|name| format!("/{name}"))
        .chain(
            changed["properties"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, _)| {
                    format!("/properties/{}", name.replace('~', "~0").replace('/', "~1"))
                }),
        )
        .collect();
    if !below.is_empty() && !random.one_in(3) {
        let at = random.pick(&below);
        if let Some(inner) = changed.pointer_mut(&at) {
            *inner = mutated(random, inner, depth.saturating_sub(1));
        }
        return changed;
    }
    match random.below(10) {
        0 => changed = schema_at_random(random, depth),
        1 => {
            let kind = random.pick(&["string", "integer", "number", "boolean"]);
            changed["type"] = kind.into();
        }
        2 => combinators(random, &mut changed, 0),
        3 if changed["type"] == "object" && changed["additionalProperties"].is_null() => {
            changed["properties"][random.pick(&NAMES)] = schema_at_random(random, depth.min(1));
        }
        4 => {
            let properties = changed.get_mut("properties").and_then(Value::as_object_mut);
            if let Some(properties) = properties {
                let name = properties.keys().next().cloned().unwrap_or_default();
                properties.remove(&name);
            }
        }
        5 => changed["default"] = fitting(random, schema),
        6 => {
            for keyword in [
                "default",
                "enum",
                "required",
                "nullable",
                "format",
                "pattern",
                "minimum",
                "maxLength",
            ] {
                let members = changed.as_object_mut().expect("a schema is an object");
                if random.one_in(2) {
                    members.remove(keyword);
                }
            }
        }
        7 => {
            changed["x-kubernetes-preserve-unknown-fields"] =
                random.one_in(2).then_some(true).into();
        }
        8 if changed["type"] == "array" => {
            changed["x-kubernetes-list-type"] = random.pick(&["set", "atomic"]).into();
            changed["x-kubernetes-list-map-keys"] = Value::Null;
        }
        _ => constraints(random, &mut changed),
    }
    changed
}
