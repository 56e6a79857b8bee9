//! Keys that look at which members are there, and what to write in their place.

use serde_json::Value;

use crate::{
    schema,
    table::{Key, Shape, Tree, Type},
};

/// Whether one of the keys may speak of which members there are, or of how many.
pub(super) fn asks_of_members(keys: &[Key]) -> bool {
    keys.iter().any(|key| match key {
        Key::OneOf(_)
        | Key::AnyOf(_)
        | Key::AllOf(_)
        | Key::Not(_)
        | Key::MinProperties(_)
        | Key::MaxProperties(_)
        | Key::ExactlyOneOf(_)
        | Key::AtMostOneOf(_)
        | Key::AtLeastOneOf(_) => true,
        Key::Items(keys) | Key::Values(keys) => asks_of_members(keys),
        _ => false,
    })
}

/// The key that counts `null` as not set and says the same, where there is one.
pub(super) fn instead(keys: &[Key], ty: &'static Type) -> Option<String> {
    keys.iter().find_map(|key| {
        let (name, members) = match key {
            Key::OneOf(tree) => ("exactly_one_of", one_each(tree)?),
            Key::AnyOf(tree) => ("at_least_one_of", one_each(tree)?),
            Key::Not(tree) => ("at_most_one_of", none_together(tree)?),
            _ => return None,
        };
        let members: Vec<String> = members
            .iter()
            .map(|wire| format!("\"{}\"", ident(ty, wire)))
            .collect();
        Some(format!("{name}({})", members.join(", ")))
    })
}

/// The one member that each of some schemas asks for, if that is all they do.
fn one_each(tree: &Tree) -> Option<Vec<String>> {
    let Value::Array(schemas) = schema::tree(tree).ok()? else {
        return None;
    };
    let one = |schema: &Value| match required(schema)?.as_slice() {
        [name] => Some(name.clone()),
        _ => None,
    };
    schemas.iter().map(one).collect()
}

/// Two members that may not be there together.
fn none_together(tree: &Tree) -> Option<Vec<String>> {
    required(&schema::tree(tree).ok()?).filter(|names| names.len() == 2)
}

fn required(schema: &Value) -> Option<Vec<String>> {
    let keywords = schema.as_object().filter(|keywords| keywords.len() == 1)?;
    let names = keywords.get("required")?.as_array()?;
    names
        .iter()
        .map(|name| name.as_str().map(str::to_owned))
        .collect()
}

/// The Rust name of a field; the wire's where there is none.
fn ident<'n>(ty: &'static Type, wire: &'n str) -> &'n str {
    match &ty.shape {
        Shape::Same(inner) => ident(inner, wire),
        Shape::Struct(of) => of
            .fields
            .iter()
            .find(|field| field.wire == wire)
            .map_or(wire, |field| field.ident),
        _ => wire,
    }
}
