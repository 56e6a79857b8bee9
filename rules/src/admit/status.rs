//! Writing the status of an object.

use serde_json::Value;

use super::Outcome;
use super::judge::Judgement;
use super::metadata::{check_name, keep_system_fields, set_namespace, unversioned};
use super::read::Read;
use crate::rules::{Compiled, Rules};

/// Everything but the status is that of the old object.
pub(super) fn update(
    rules: &Rules,
    version: &Compiled,
    new: Read,
    old: Read,
    namespace: Option<&str>,
) -> Outcome {
    let mut requested = new.meta.unwrap_or_default();
    let mut meta = old.meta.unwrap_or_default();
    if let Err(text) = set_namespace(&mut requested, Some(&mut meta), rules, namespace)
        .and_then(|()| check_name(&requested, &meta))
    {
        return Outcome::bad_request(text);
    }
    let warnings = Vec::from_iter(requested.drop_repeated_owners());
    let mut old_meta = meta.clone();
    meta.keep_managers(&old_meta, |version| rules.has_api_version(version));
    let is_unversioned = unversioned(&requested);
    if meta.resource_version.is_empty() {
        meta.resource_version = requested.resource_version;
    }
    keep_system_fields(&mut meta, &mut old_meta);
    let old_object = Value::Object(old.members.clone());
    let mut members = old.members;
    match new.members.get("status") {
        Some(status) => members.insert("status".to_owned(), status.clone()),
        None => members.remove("status"),
    };
    members.insert("metadata".to_owned(), meta.to_value());
    let object = Value::Object(members);

    if let Some(error) = is_unversioned {
        return Judgement::only(error).outcome(object, warnings);
    }
    let mut judgement = Judgement::default();
    judgement.check_metadata_update(rules, &meta, &old_meta);
    if judgement.check_kind(rules, &old.kind) {
        judgement.check_status(version, &object, &old_object);
    }
    judgement.check_lists_and_rules(version.schema(), &object, Some(&old_object));
    judgement.outcome(object, warnings)
}
