//! Updates without a `resourceVersion`, which clients that patch or apply need not give.

use serde_json::{Map, Value};

/// In an update both sides have version `1` unless they say otherwise.
pub(crate) fn give(object: &mut Value) {
    // What is no object of a kind is refused with its own text.
    let Some(members) = object
        .as_object_mut()
        .filter(|members| members.get("kind").is_some_and(|kind| kind != ""))
    else {
        return;
    };
    let metadata = members
        .entry("metadata")
        .or_insert_with(|| Value::Object(Map::new()));
    if metadata.is_null() {
        *metadata = Value::Object(Map::new());
    }
    if let Some(metadata) = metadata.as_object_mut()
        && metadata
            .get("resourceVersion")
            .is_none_or(|version| version.is_null() || version == "")
    {
        metadata.insert("resourceVersion".to_owned(), "1".into());
    }
}
