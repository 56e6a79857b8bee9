//! Schemas of types that only have a `schemars::JsonSchema`, normalised to structural form.
//!
//! References are written out, `null` becomes `nullable`, what alternatives have in common moves out of the
//! combinators, and what the API server would drop is dropped where it documents and refused where it constrains.

mod alternatives;
mod finish;
#[cfg(feature = "schemars")]
mod json_schema;
mod meet;
mod members;
mod own;
mod problem;
mod read;
mod refs;
mod scalars;
mod vocabulary;
mod well_known;

use serde_json::Value;

#[cfg(feature = "schemars")]
pub(crate) use json_schema::table;

use problem::{Cause, Problem, Unsayable};
use read::{Place, Reader};

use super::{k8s::Known, node::Node, source::Source};
use crate::table::Foreign;

/// The structural form of a foreign type's JSON schema, which stands at `source`.
pub(super) fn structural(
    foreign: &Foreign,
    source: Source,
    said: Known,
) -> Result<Node, Unsayable> {
    let json = foreign.schema.caught().map_err(|error| {
        Unsayable(vec![Problem {
            path: "$".to_owned(),
            cause: Cause::Run(error),
        }])
    })?;
    normalise(json, source, said)
}

/// The structural form of a JSON schema.
fn normalise(json: Value, source: Source, said: Known) -> Result<Node, Unsayable> {
    let root = well_known::root(json, said);
    let mut reader = Reader::new(&root, source, said);
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
