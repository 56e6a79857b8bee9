//! What a type's `JsonSchema` says.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::Value;

use super::{
    super::{
        k8s::Known,
        node::{Kinds, Node},
        source::Source,
    },
    normalise,
};
use crate::table::{Foreign, Run, Shape, Type};

/// The JSON schema of `T` for what serde reads, if that is also what it writes.
fn json_schema_of<T: schemars::JsonSchema + ?Sized>() -> Result<Value, String> {
    let generator = |settings: SchemaSettings| -> SchemaGenerator { settings.into_generator() };
    let read =
        generator(SchemaSettings::draft2020_12().for_deserialize()).into_root_schema_for::<T>();
    let written =
        generator(SchemaSettings::draft2020_12().for_serialize()).into_root_schema_for::<T>();
    symmetric(read.into(), &written.into())
}

/// What is read, if it is also what is written.
fn symmetric(read: Value, written: &Value) -> Result<Value, String> {
    static NOWHERE: Type = Type::of("", Shape::Any);
    let structural = |json: &Value| normalise(json.clone(), Source::of(&NOWHERE), Known::All);
    if read != *written
        && let (Ok(written), Ok(read)) = (structural(written), structural(&read))
        && let Some(member) = unread(&written, &read)
    {
        return Err(format!(
            "serde writes `{member}` and does not read it, or reads it as something else"
        ));
    }
    Ok(read)
}

/// The table that stands for the `JsonSchema` of `T`.
pub(crate) const fn table<T: schemars::JsonSchema + ?Sized>(name: &'static str) -> Type {
    let foreign = Foreign {
        rust: std::any::type_name::<T>,
        schema: Run(json_schema_of::<T>),
    };
    Type::of(name, Shape::Foreign(foreign))
}

/// What serde writes and does not read as such: a member of `written` that `read` lacks or has as another type.
fn unread(written: &Node, read: &Node) -> Option<String> {
    difference(written, read, "$")
}

fn difference(written: &Node, read: &Node, path: &str) -> Option<String> {
    if read.is_any() {
        return None;
    }
    if written.kinds.without(read.kinds) != Kinds::NONE {
        return Some(path.to_owned());
    }
    let inside = |written: &Option<Box<Node>>, read: &Option<Box<Node>>, step: &str| {
        difference(
            written.as_deref()?,
            read.as_deref()?,
            &format!("{path}.{step}"),
        )
    };
    let free = read.preserve || read.additional.is_some();
    let member = |(name, written): (&String, &Node)| {
        let path = format!("{path}.{name}");
        match read.properties.get(name) {
            Some(read) => difference(written, read, &path),
            None => (!free).then_some(path),
        }
    };
    inside(&written.items, &read.items, "items")
        .or_else(|| {
            inside(
                &written.additional,
                &read.additional,
                "additionalProperties",
            )
        })
        .or_else(|| written.properties.iter().find_map(member))
}
