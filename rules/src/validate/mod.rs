//! Validation of values against a compiled schema.
//!
//! Two passes share the rules: [`is_valid`] says yes or no without allocating, and only for a value that is not valid
//! [`explain`] finds the errors as the server words, orders and selects them.

mod check;
mod combine;
mod correlate;
mod explain;
mod message;
mod number;
mod text;

use serde_json::Value;

use crate::error::FieldError;
use crate::node::Node;
use crate::path::FieldPath;

pub(crate) use check::is_valid;
pub(crate) use correlate::Correlated;
pub(crate) use number::bound_fits;

/// Every error of a value, those of `prefix` on; none if it is valid.
///
/// With an old value, errors below what did not change are left out, as in an update.
pub(crate) fn validate(
    node: &Node,
    value: &Value,
    old: Option<Correlated<'_>>,
    prefix: &FieldPath,
) -> Vec<FieldError> {
    if is_valid(node, value) {
        return Vec::new();
    }
    explain::explain(node, value, old, prefix)
}

#[cfg(test)]
mod tests;
