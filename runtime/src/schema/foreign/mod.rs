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
mod well_known;

use serde_json::Value;

use problem::{Cause, Problem, Unsayable};
use read::{Place, Reader};

use super::node::write;
use crate::table::{Foreign, Run, Shape, Type};

/// The JSON schema of `T` for what serde reads.
#[cfg(feature = "schemars")]
fn json_schema_of<T: schemars::JsonSchema + ?Sized>() -> Result<Value, String> {
    let generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    Ok(generator.into_root_schema_for::<T>().into())
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

/// The structural form of a foreign type's JSON schema.
pub(super) fn structural(foreign: &Foreign) -> Result<Value, Unsayable> {
    let json = foreign.schema.0().map_err(|error| {
        Unsayable(vec![Problem {
            path: "$".to_owned(),
            cause: Cause::Run(error),
        }])
    })?;
    normalise(&json)
}

/// The structural form of a JSON schema.
pub(super) fn normalise(json: &Value) -> Result<Value, Unsayable> {
    let root = well_known::root(json);
    let mut reader = Reader::new(&root);
    match reader.schema(&root, Place::Value) {
        Some(mut node) if reader.problems.is_empty() => {
            finish::finish(&mut node);
            // schemars titles every root with the type's name.
            node.keywords.remove("title");
            Ok(write(node).schema)
        }
        _ => Err(Unsayable(reader.problems)),
    }
}
