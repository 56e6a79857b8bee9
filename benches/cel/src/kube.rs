//! The crate `kube-cel`.

use kube_cel::{CompiledSchema, compile_schema};
use serde_json::Value;

use crate::case::Failed;

pub(crate) fn compiled(schema: &Value) -> Result<CompiledSchema, Failed> {
    let compiled = compile_schema(schema);
    match compiled.compilation_errors().first() {
        Some(error) => Err(error.to_string().into()),
        None => Ok(compiled),
    }
}
