//! What a server takes of what a webhook answers.

use serde_json::{Map, Value};

use super::ReadError;

/// The object as a server goes on with it: of the metadata, [labels and annotations alone][webhook] are the webhook's.
///
/// [webhook]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#response
pub(super) fn accepted(
    original: &Value,
    mut converted: Value,
    api_version: &str,
) -> Result<Value, ReadError> {
    let failed = |text: &str| Err(ReadError::Conversion(text.to_owned()));
    if converted.get("apiVersion").and_then(Value::as_str) != Some(api_version) {
        return failed("what it gives is not of the version that it was asked for");
    }
    if converted.get("kind") != original.get("kind") {
        return failed("what it gives is of another kind");
    }
    let meta = original.get("metadata").and_then(Value::as_object);
    let Some(Value::Object(given)) = converted.get_mut("metadata") else {
        return match meta {
            None => Ok(converted),
            Some(_) => failed("what it gives has no metadata"),
        };
    };
    let mut meta: Map<String, Value> = meta.cloned().unwrap_or_default();
    for name in ["labels", "annotations"] {
        match given.remove(name) {
            Some(texts) => meta.insert(name.to_owned(), texts),
            None => meta.remove(name),
        };
    }
    *given = meta;
    Ok(converted)
}
