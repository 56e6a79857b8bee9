//! Values as a server shows them to rules.

use serde_json::Value;

use crate::default::{drop_nulls, set_defaults};
use crate::error::{ErrorKind, FieldError};
use crate::node::Node;
use crate::number::normalize;
use crate::path::FieldPath;
use crate::prune::prune;
use crate::typed::is_typed;
use crate::validate::validate;

/// Drops what the schema does not know, and nulls that it does not allow, and sets defaults. The errors are those of a
/// value at `path` that has other types than the schema, which keep a server from running rules.
pub(super) fn prepare(
    value: &mut Value,
    node: &Node,
    is_resource: bool,
    path: &FieldPath,
) -> Result<(), Vec<FieldError>> {
    normalize(value);
    let is_resource = is_resource || node.embedded;
    prune(value, node, is_resource, &mut Vec::new());
    drop_nulls(value, node);
    set_defaults(value, node);
    if is_typed(value, node) {
        return Ok(());
    }
    let mut errors = validate(node, value, None, path);
    errors.retain(|error| error.kind == ErrorKind::TypeInvalid);
    // The server sees the whole object, and names the value by its path from there.
    for error in errors
        .iter_mut()
        .filter(|error| !error.path.segments().is_empty())
    {
        if let Some((_, words)) = error.detail.split_once(" in body ") {
            error.detail = format!("{} in body {words}", error.path);
        }
    }
    if errors.is_empty() {
        errors.push(FieldError::type_invalid(
            path.clone(),
            value.clone(),
            "it has not the types of its schema",
        ));
    }
    Err(errors)
}
