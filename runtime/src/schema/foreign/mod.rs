//! Schemas of types that only have a `schemars::JsonSchema`, normalised to structural form.
//!
//! References are written out, `null` becomes `nullable`, what alternatives have in common moves out of the
//! combinators, and what the API server would drop is dropped where it documents and refused where it constrains.

mod alternatives;
mod finish;
mod meet;
mod members;
mod own;
mod problem;
mod read;
mod refs;
mod scalars;
#[cfg(feature = "schemars")]
mod symmetry;
mod well_known;

use serde_json::Value;

use problem::{Cause, Problem, Unsayable};
use read::{Place, Reader};

use super::{node::Node, source::Source};
use crate::table::Foreign;
#[cfg(any(test, feature = "schemars"))]
use crate::table::{Run, Shape, Type};

/// The JSON schema of `T` for what serde reads, if that is also what it writes.
#[cfg(feature = "schemars")]
fn json_schema_of<T: schemars::JsonSchema + ?Sized>() -> Result<Value, String> {
    use schemars::generate::{SchemaGenerator, SchemaSettings};
    let generator = |settings: SchemaSettings| -> SchemaGenerator { settings.into_generator() };
    let read =
        generator(SchemaSettings::draft2020_12().for_deserialize()).into_root_schema_for::<T>();
    let written =
        generator(SchemaSettings::draft2020_12().for_serialize()).into_root_schema_for::<T>();
    symmetric(read.into(), &written.into())
}

/// What is read, if it is also what is written.
#[cfg(feature = "schemars")]
fn symmetric(read: Value, written: &Value) -> Result<Value, String> {
    static NOWHERE: Type = Type::of("", Shape::Any);
    let structural = |json: &Value| normalise(json, Source::of(&NOWHERE));
    if read != *written
        && let (Ok(written), Ok(read)) = (structural(written), structural(&read))
        && let Some(member) = symmetry::unread(&written, &read)
    {
        return Err(format!(
            "serde writes `{member}` and does not read it, or reads it as something else"
        ));
    }
    Ok(read)
}

/// The table that stands for the `JsonSchema` of `T`.
#[cfg(feature = "schemars")]
pub(crate) const fn table<T: schemars::JsonSchema + ?Sized>(name: &'static str) -> Type {
    let foreign = Foreign {
        rust: std::any::type_name::<T>,
        schema: Run(json_schema_of::<T>),
    };
    Type::of(name, Shape::Foreign(foreign))
}

/// The structural form of a foreign type's JSON schema, which stands at `source`.
pub(super) fn structural(foreign: &Foreign, source: Source) -> Result<Node, Unsayable> {
    let json = foreign.schema.0().map_err(|error| {
        Unsayable(vec![Problem {
            path: "$".to_owned(),
            cause: Cause::Run(error),
        }])
    })?;
    normalise(&json, source)
}

/// The structural form of a JSON schema.
fn normalise(json: &Value, source: Source) -> Result<Node, Unsayable> {
    let root = well_known::root(json);
    let mut reader = Reader::new(&root, source);
    match reader.schema(&root, Place::Value) {
        Some(mut node) if reader.problems.is_empty() => {
            finish::finish(&mut node);
            // schemars titles every root with the type's name.
            node.keywords.remove("title");
            Ok(node)
        }
        _ => Err(Unsayable(reader.problems)),
    }
}
