//! Replacing an object.

use serde_json::{Map, Value};

use super::Outcome;
use super::judge::Judgement;
use super::metadata::{keep_system_fields, set_namespace, unversioned};
use super::read::Read;
use crate::number::same;
use crate::object_meta::finalizer_warnings;
use crate::rules::{Compiled, Rules};

pub(super) fn update(
    rules: &Rules,
    version: &Compiled,
    new: Read,
    old: Read,
    namespace: Option<&str>,
) -> Outcome {
    let Read {
        mut members,
        meta,
        kind,
        ..
    } = new;
    let mut meta = meta.unwrap_or_default();
    let mut old_meta = old.meta.unwrap_or_default();
    if let Err(text) = set_namespace(&mut meta, Some(&mut old_meta), rules, namespace) {
        return Outcome::bad_request(text);
    }
    let mut warnings = Vec::from_iter(meta.drop_repeated_owners());
    let mut judgement = Judgement::default();
    judgement.check_managers(rules, &meta);
    meta.keep_managers(&old_meta, |version| rules.has_api_version(version));
    meta.generation = old_meta.generation;
    if version.has_status() {
        match old.members.get("status") {
            Some(status) => members.insert("status".to_owned(), status.clone()),
            None => members.remove("status"),
        };
    }
    if !differ_in_metadata_only(&members, &old.members) {
        meta.generation = old_meta.generation.saturating_add(1);
    }
    keep_system_fields(&mut meta, &mut old_meta);
    members.insert("metadata".to_owned(), meta.to_value());
    let (object, old_object) = (Value::Object(members), Value::Object(old.members));

    if let Some(error) = unversioned(&meta) {
        return Judgement::only(error).outcome(object, warnings);
    }
    judgement.check_metadata_update(rules, &meta, &old_meta);
    if judgement.check_kind(rules, &kind) {
        judgement.check_schema(version, &object, Some(&old_object));
    }
    judgement.check_rest(version.schema(), &object, Some(&old_object));
    warnings.extend(finalizer_warnings(&meta, Some(&old_meta)));
    judgement.outcome(object, warnings)
}

fn differ_in_metadata_only(new: &Map<String, Value>, old: &Map<String, Value>) -> bool {
    let others =
        |members: &Map<String, Value>| members.keys().filter(|name| *name != "metadata").count();
    others(new) == others(old)
        && new
            .iter()
            .filter(|(name, _)| *name != "metadata")
            .all(|(name, member)| old.get(name).is_some_and(|old| same(member, old)))
}
