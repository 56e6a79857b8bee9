//! What a migration reads of an object: its metadata, and of that the entries of `managedFields` as they are.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Who writes here, as `managedFields` name it.
pub(crate) const MANAGER: &str = "wheelwright-migration";

#[derive(Deserialize)]
pub(crate) struct Object {
    pub(crate) metadata: ObjectMetadata,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectMetadata {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) namespace: String,
    #[serde(default)]
    pub(crate) resource_version: String,
    #[serde(default)]
    pub(crate) managed_fields: Vec<Box<RawValue>>,
}

/// Who wrote fields of an object, and at which version. Which fields is not read: they are as deep as the object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Entry {
    pub(crate) manager: String,
    pub(crate) api_version: String,
}

impl Entry {
    /// An entry that cannot be read is nobody's, and is left as it is.
    pub(crate) fn of(raw: &RawValue) -> Self {
        serde_json::from_str(raw.get()).unwrap_or_default()
    }

    /// The version, of this group.
    pub(crate) fn version(&self, group: &str) -> Option<&str> {
        let (of, version) = self.api_version.split_once('/')?;
        (of == group).then_some(version)
    }
}

/// An entry at a version that goes, as one at another: what it says of labels, annotations and other metadata holds at each version. What
/// it says of other fields is left out, for at another version they may be something else, which whoever applies without it would then
/// delete. `None` if nothing is left, unless it is to stay even so.
pub(crate) fn moved(raw: &RawValue, api_version: &str, stays: bool) -> Option<Box<RawValue>> {
    #[derive(Deserialize, Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Whole {
        manager: String,
        operation: String,
        api_version: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        time: Option<String>,
        fields_type: String,
        #[serde(rename = "fieldsV1")]
        fields: Fields,
        #[serde(skip_serializing_if = "Option::is_none")]
        subresource: Option<String>,
    }
    #[derive(Deserialize, Serialize)]
    struct Fields {
        #[serde(rename = "f:metadata")]
        metadata: Option<Box<RawValue>>,
    }
    let mut entry: Whole = serde_json::from_str(raw.get()).ok()?;
    if entry.fields.metadata.is_none() {
        if !stays {
            return None;
        }
        // An object without any entry would be given one that owns all, with which the next who applies is in conflict.
        entry.fields.metadata = RawValue::from_string("{}".to_owned()).ok();
    }
    api_version.clone_into(&mut entry.api_version);
    serde_json::value::to_raw_value(&entry).ok()
}

/// A merge patch that changes nothing of what an object says, so that the server stores it anew; it holds at this
/// `resourceVersion` alone.
pub(crate) fn rewrite(object: &ObjectMetadata, entries: Option<&[Box<RawValue>]>) -> String {
    #[derive(Serialize)]
    struct Patch<'o> {
        metadata: Metadata<'o>,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Metadata<'o> {
        resource_version: &'o str,
        #[serde(skip_serializing_if = "Option::is_none")]
        managed_fields: Option<&'o [Box<RawValue>]>,
    }
    // A list without entries is taken for that of a client that knows of none; one empty entry says that none is meant.
    let none: Vec<Box<RawValue>> = RawValue::from_string("{}".to_owned()).into_iter().collect();
    let managed_fields = entries.map(|entries| match entries {
        [] => none.as_slice(),
        entries => entries,
    });
    let patch = Patch {
        metadata: Metadata {
            resource_version: &object.resource_version,
            managed_fields,
        },
    };
    serde_json::to_string(&patch).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rewrite_holds_at_one_version_and_keeps_entries_to_the_letter() {
        let text = r#"{"name": "a", "resourceVersion": "7", "managedFields": [
            {"manager": "kubectl", "apiVersion": "example.com/v1", "fieldsV1": {"f:x": { }}}]}"#;
        let object: ObjectMetadata = serde_json::from_str(text).unwrap();
        assert_eq!(
            rewrite(&object, None),
            r#"{"metadata":{"resourceVersion":"7"}}"#
        );
        let entries = &object.managed_fields;
        assert_eq!(
            rewrite(&object, Some(entries)),
            r#"{"metadata":{"resourceVersion":"7","managedFields":[{"manager": "kubectl", "apiVersion": "example.com/v1", "fieldsV1": {"f:x": { }}}]}}"#
        );
        assert_eq!(
            rewrite(&object, Some(&[])),
            r#"{"metadata":{"resourceVersion":"7","managedFields":[{}]}}"#
        );
        assert_eq!(Entry::of(&entries[0]).version("example.com"), Some("v1"));
        assert_eq!(Entry::of(&entries[0]).version("other.com"), None);
    }

    #[test]
    fn what_an_entry_says_of_metadata_is_moved_and_the_rest_is_not() {
        let of = |fields: &str| {
            let text = format!(
                r#"{{"manager":"kubectl","operation":"Apply","apiVersion":"example.com/v1alpha1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{fields}}}"#
            );
            RawValue::from_string(text).unwrap()
        };
        let moved = |raw: &RawValue, stays| {
            moved(raw, "example.com/v1", stays).map(|raw| raw.get().to_owned())
        };
        let both = of(r#"{"f:metadata":{"f:labels":{"f:app":{}}},"f:spec":{"f:size":{}}}"#);
        assert_eq!(
            moved(&both, false).as_deref(),
            Some(
                r#"{"manager":"kubectl","operation":"Apply","apiVersion":"example.com/v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:labels":{"f:app":{}}}}}"#
            )
        );
        let spec = of(r#"{"f:spec":{"f:size":{}}}"#);
        assert_eq!(moved(&spec, false), None);
        let stays = moved(&spec, true).unwrap();
        assert!(stays.contains(r#""fieldsV1":{"f:metadata":{}}"#), "{stays}");
    }

    #[test]
    fn fields_of_any_depth_are_carried() {
        let deep = format!("{}{}", r#"{"f:a":"#.repeat(20_000), "1") + &"}".repeat(20_000);
        let text = format!(
            r#"{{"name": "a", "managedFields": [{{"manager": "m", "fieldsV1": {deep}}}]}}"#
        );
        let object: ObjectMetadata = serde_json::from_str(&text).unwrap();
        assert_eq!(Entry::of(&object.managed_fields[0]).manager, "m");
    }
}
