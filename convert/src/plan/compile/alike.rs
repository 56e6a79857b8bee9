//! Whether what is copied says the same on both sides. Rust's types do not tell: a step may look into them.

use serde_json::{Map, Value};

use super::Sides;

/// The first place at which a value of one schema is none of the other's, and what stands there; nothing where the schemas
/// are alike, or not known.
pub(super) fn unlike(schemas: Sides) -> Option<String> {
    differs(schemas.spoke?, schemas.hub?, "the value")
}

fn differs(spoke: &Value, hub: &Value, at: &str) -> Option<String> {
    let (of_spoke, of_hub) = (kind(spoke)?, kind(hub)?);
    if of_spoke != of_hub {
        return Some(format!(
            "{at} is {of_spoke} in this version and {of_hub} in the hub"
        ));
    }
    match of_spoke {
        "a list" => differs(
            spoke.get("items")?,
            hub.get("items")?,
            &format!("an item of {at}"),
        ),
        "a map" => differs(
            spoke.get("additionalProperties")?,
            hub.get("additionalProperties")?,
            &format!("a value of {at}"),
        ),
        "an object" => members(spoke, hub, at),
        _ => None,
    }
}

fn members<'s>(spoke: &'s Value, hub: &'s Value, at: &str) -> Option<String> {
    let none = Map::new();
    let of = |schema: &'s Value| {
        let properties = schema.get("properties");
        properties.and_then(Value::as_object)
    };
    let (of_spoke, of_hub) = (of(spoke).unwrap_or(&none), of(hub).unwrap_or(&none));
    let alone = |members: &Map<String, Value>, others: &Map<String, Value>, other: &Value| {
        if is_free(other) {
            return None;
        }
        members
            .keys()
            .find(|name| !others.contains_key(*name))
            .cloned()
    };
    if let Some(name) = alone(of_spoke, of_hub, hub) {
        return Some(format!("`{name}` of {at} is only in this version"));
    }
    if let Some(name) = alone(of_hub, of_spoke, spoke) {
        return Some(format!("`{name}` of {at} is only in the hub"));
    }
    of_spoke
        .iter()
        .filter_map(|(name, spoke)| Some((name, spoke, of_hub.get(name)?)))
        .find_map(|(name, spoke, hub)| differs(spoke, hub, &format!("`{name}` of {at}")))
}

/// What kind of value it is, in words; nothing where there is more than one.
fn kind(schema: &Value) -> Option<&'static str> {
    Some(match schema.get("type")?.as_str()? {
        "boolean" => "a boolean",
        "integer" | "number" => "a number",
        "string" => "a text",
        "array" => "a list",
        "object" if schema.get("additionalProperties").is_some() => "a map",
        "object" if is_free(schema) && schema.get("properties").is_none() => return None,
        _ => "an object",
    })
}

fn is_free(schema: &Value) -> bool {
    schema.get("x-kubernetes-preserve-unknown-fields") == Some(&Value::Bool(true))
}

/// What is wrong where a step looks for one kind of value and another stands there.
pub(super) fn other_than(schema: Option<&Value>, wanted: &str) -> Option<String> {
    let there = kind(schema?)?;
    (there != wanted).then(|| format!("{there} stands where {wanted} should be"))
}
