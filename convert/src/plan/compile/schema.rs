//! Finding the schemas of members.

use serde_json::Value;

/// The schema of a member or of a map's entry.
pub(crate) fn member_schema<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    schema
        .get("properties")
        .and_then(|properties| properties.get(name))
        .or_else(|| schema.get("additionalProperties"))
        .filter(|schema| schema.is_object())
}

/// The members that an object must have.
pub(super) fn required_of(schema: Option<&Value>) -> Vec<String> {
    let names = schema.and_then(|schema| schema.get("required")?.as_array());
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

/// The member that a Rust name means where only the schema is known: itself, or as Kubernetes writes it.
pub(super) fn known_member(schema: Option<&Value>, name: &str) -> String {
    let has = |name: &str| {
        schema
            .and_then(|schema| schema.get("properties"))
            .is_some_and(|properties| properties.get(name).is_some())
    };
    let mut camel = String::new();
    let mut upper = false;
    for letter in name.chars() {
        if letter == '_' {
            upper = true;
        } else if std::mem::take(&mut upper) {
            camel.extend(letter.to_uppercase());
        } else {
            camel.push(letter);
        }
    }
    if !has(name) && has(&camel) {
        camel
    } else {
        name.to_owned()
    }
}
