//! Validation by the schema, in a handler.

use serde::Serialize;
use serde_json::Value;
use wheelwright_rules::{Admission, FieldError, Segment, Subresource};

use super::Denial;
use crate::{CustomResource, Failure, admit, manifest};

/// Holds an object to the schema of its version, offline: rules in CEL included. For what a mutating handler made.
///
/// # Errors
///
/// A denial with the server's words and a cause for each error.
pub fn check_schema<T: CustomResource + Serialize>(object: &T) -> Result<(), Denial> {
    let object = serde_json::to_value(object).map_err(|error| {
        Denial::failed(
            Failure::Handler,
            format!("the object cannot be written: {error}"),
        )
    })?;
    check::<T>(Some(&object), None, "")
}

pub(super) fn check<T: CustomResource>(
    object: Option<&Value>,
    old: Option<&Value>,
    subresource: &str,
) -> Result<(), Denial> {
    let Some(object) = object else {
        return Ok(());
    };
    let subresource = match subresource {
        "" => Subresource::None,
        "status" => Subresource::Status,
        // Numbers of replicas have a schema of the server's own.
        _ => return Ok(()),
    };
    let rules = admit::served_rules::<T>(manifest::of::<T>())
        .map_err(|error| Denial::failed(Failure::Handler, error.to_string()))?;
    let name = object
        .get("apiVersion")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or_default();
    let Some(version) = rules.version(name) else {
        return Err(Denial::failed(
            Failure::Handler,
            format!("there is no schema for version {name:?}"),
        ));
    };
    let outcome = version.admit(Admission {
        object: object.clone(),
        old: old.cloned(),
        namespace: object
            .get("metadata")
            .and_then(|metadata| metadata.get("namespace")?.as_str()),
        subresource,
        ..Admission::default()
    });
    // Metadata is the server's; what is not complete yet (a name to be made up) is no error here.
    let errors: Vec<FieldError> = outcome
        .errors()
        .iter()
        .filter(|error| !matches!(error.path.segments().first(), Some(Segment::Field(first)) if first == "metadata"))
        .cloned()
        .collect();
    if let Some(admit::Refusal::BadRequest(text)) = outcome.refusal {
        return Err(Denial::invalid(text));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Denial::of_errors(&errors))
    }
}
