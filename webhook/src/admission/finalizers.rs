//! Objects that are being deleted lose their finalizers, whatever handlers think of them.

use serde_json::Value;

/// Whether an object is being deleted.
pub(super) fn is_deleting(object: &Value) -> bool {
    metadata(object, "deletionTimestamp").is_some_and(|time| !time.is_null())
}

/// Whether an update of an object that is being deleted does nothing but take finalizers from it.
pub(super) fn are_all_that_is_lost(old: &Value, new: &Value) -> bool {
    let (Value::Object(before), Value::Object(after)) = (old, new) else {
        return false;
    };
    let others = |object: &serde_json::Map<String, Value>| {
        let mut object = object.clone();
        if let Some(Value::Object(metadata)) = object.get_mut("metadata") {
            // What the API server counts and notes by itself is no change of the client's.
            for name in [
                "finalizers",
                "managedFields",
                "generation",
                "resourceVersion",
            ] {
                metadata.remove(name);
            }
        }
        object
    };
    let (had, has) = (finalizers(old), finalizers(new));
    is_deleting(old)
        && has.len() < had.len()
        && has.iter().all(|finalizer| had.contains(finalizer))
        && others(before) == others(after)
}

fn metadata<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    object.get("metadata")?.get(name)
}

fn finalizers(object: &Value) -> &[Value] {
    metadata(object, "finalizers")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}
