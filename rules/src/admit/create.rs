//! Creating an object.

use serde_json::Value;

use super::Outcome;
use super::judge::Judgement;
use super::metadata::{generate_name, set_namespace, wipe_system_fields};
use super::read::Read;
use crate::object_meta::finalizer_warnings;
use crate::rules::{Compiled, Rules};

pub(super) fn create(
    rules: &Rules,
    version: &Compiled,
    new: Read,
    namespace: Option<&str>,
) -> Outcome {
    let Read {
        mut members,
        meta,
        kind,
        ..
    } = new;
    let mut meta = meta.unwrap_or_default();
    wipe_system_fields(&mut meta);
    if let Err(text) = set_namespace(&mut meta, None, rules, namespace) {
        return Outcome::bad_request(text);
    }
    let mut warnings = Vec::from_iter(meta.drop_repeated_owners());
    if version.has_status() {
        members.remove("status");
    }
    let mut judgement = Judgement::default();
    judgement.check_managers(rules, &meta);
    if judgement.is_clean() {
        meta.forget_managers();
    }
    meta.generation = 1;
    generate_name(&mut meta);
    members.insert("metadata".to_owned(), meta.to_value());
    let object = Value::Object(members);

    if judgement.check_kind(rules, &kind) {
        judgement.check_metadata(rules, &meta);
        judgement.check_schema(version, &object, None);
    }
    judgement.check_rest(version.schema(), &object, None);
    warnings.extend(finalizer_warnings(&meta, None));
    judgement.outcome(object, warnings)
}
