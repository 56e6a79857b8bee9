//! The rules for metadata.

use std::collections::{BTreeMap, BTreeSet};

use wheelwright_cel::KubeVersion;
use wheelwright_grammar::go_text::{is_print, quote};
use wheelwright_grammar::name::{self, NameError};

use super::owner::print_list;
use super::{ObjectMeta, OwnerReference};
use crate::error::{BadValue, FieldError};
use crate::path::FieldPath;
use crate::server::Change;

const ORPHAN: &str = "orphan";
const FOREGROUND: &str = "foregroundDeletion";
/// What a manager of fields can have done.
pub(super) const OPERATIONS: &[&str] = &["Apply", "Update"];

/// What names an object may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRule {
    /// A DNS subdomain: resources that are served.
    Subdomain,
    /// Whatever can stand between slashes: embedded resources.
    PathSegment,
}

impl NameRule {
    fn complaints(self, name: &str, is_prefix: bool) -> Vec<String> {
        match self {
            Self::Subdomain => {
                // Something is appended to a prefix, so that it may end with a dash.
                let masked = name
                    .strip_suffix('-')
                    .filter(|rest| is_prefix && !rest.is_empty());
                let masked = masked.map(|rest| {
                    let mut chars = rest.chars();
                    chars.next_back();
                    chars.as_str().to_owned() + "a"
                });
                texts(&name::dns1123_subdomain(masked.as_deref().unwrap_or(name)))
            }
            Self::PathSegment => {
                if !is_prefix && matches!(name, "." | "..") {
                    return vec![format!("may not be '{name}'")];
                }
                ['/', '%']
                    .into_iter()
                    .filter(|c| name.contains(*c))
                    .map(|c| format!("may not contain '{c}'"))
                    .collect()
            }
        }
    }
}

fn texts(errors: &[NameError]) -> Vec<String> {
    errors.iter().map(|error| error.server()).collect()
}

/// Every error in the metadata of an object that is at `path`.
pub(crate) fn validate(
    meta: &ObjectMeta,
    namespaced: bool,
    rule: NameRule,
    server: KubeVersion,
    path: &FieldPath,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut invalid = |field: &str, value: &str, complaints: Vec<String>| {
        errors.extend(
            complaints
                .into_iter()
                .map(|text| FieldError::invalid(path.child(field), value, text)),
        );
    };
    if !meta.generate_name.is_empty() {
        invalid(
            "generateName",
            &meta.generate_name,
            rule.complaints(&meta.generate_name, true),
        );
    }
    if !meta.name.is_empty() {
        invalid("name", &meta.name, rule.complaints(&meta.name, false));
    }
    if namespaced && !meta.namespace.is_empty() {
        invalid(
            "namespace",
            &meta.namespace,
            texts(&name::dns1123_label(&meta.namespace)),
        );
    }
    if meta.name.is_empty() {
        errors.push(FieldError::required(
            path.child("name"),
            "name or generateName is required",
        ));
    }
    match (namespaced, meta.namespace.is_empty()) {
        (true, true) => errors.push(FieldError::required(path.child("namespace"), "")),
        (false, false) => errors.push(FieldError::forbidden(
            path.child("namespace"),
            "not allowed on this type",
        )),
        _ => {}
    }
    if meta.generation < 0 {
        let detail = "must be greater than or equal to 0";
        errors.push(FieldError::invalid(
            path.child("generation"),
            meta.generation,
            detail,
        ));
    }
    check_common(meta, server, path, &mut errors);
    check_finalizers(&meta.finalizers, &path.child("finalizers"), &mut errors);
    errors
}

/// Every error in the metadata of an update.
pub(crate) fn validate_update(
    meta: &ObjectMeta,
    old: &ObjectMeta,
    server: KubeVersion,
    path: &FieldPath,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if old.deletion_timestamp.is_some() {
        let known: BTreeSet<&String> = old.finalizers.iter().collect();
        let new: BTreeSet<&String> = meta
            .finalizers
            .iter()
            .filter(|name| !known.contains(name))
            .collect();
        if !new.is_empty() {
            let names: Vec<String> = new.into_iter().map(|name| quote(name)).collect();
            let detail = format!(
                "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
                names.join(", ")
            );
            errors.push(FieldError::forbidden(path.child("finalizers"), detail));
        }
    }
    if meta.generation < old.generation {
        errors.push(FieldError::invalid(
            path.child("generation"),
            meta.generation,
            "must not be decremented",
        ));
    }
    let mut immutable = |field: &str, changed: bool, value: BadValue| {
        if changed {
            errors.push(FieldError::invalid(
                path.child(field),
                value,
                "field is immutable",
            ));
        }
    };
    let text = |text: &str| BadValue::from(text);
    let time = |time: Option<super::Time>| BadValue::from(time.map(|time| time.to_string()));
    immutable("name", meta.name != old.name, text(&meta.name));
    immutable(
        "namespace",
        meta.namespace != old.namespace,
        text(&meta.namespace),
    );
    immutable("uid", meta.uid != old.uid, text(&meta.uid));
    let created = meta.creation_timestamp;
    immutable(
        "creationTimestamp",
        created != old.creation_timestamp,
        time(created),
    );
    let deleted = meta.deletion_timestamp;
    immutable(
        "deletionTimestamp",
        deleted != old.deletion_timestamp,
        time(deleted),
    );
    let grace = meta.deletion_grace_period_seconds;
    immutable(
        "deletionGracePeriodSeconds",
        grace != old.deletion_grace_period_seconds,
        BadValue::from(grace),
    );
    check_common(meta, server, path, &mut errors);
    errors
}

fn check_common(
    meta: &ObjectMeta,
    server: KubeVersion,
    path: &FieldPath,
    errors: &mut Vec<FieldError>,
) {
    check_labels(&meta.labels, &path.child("labels"), errors);
    check_annotations(&meta.annotations, &path.child("annotations"), errors);
    let owners = &meta.owner_references;
    check_owners(owners, server, &path.child("ownerReferences"), errors);
    check_managed_fields(meta, server, &path.child("managedFields"), errors);
}

fn check_labels(labels: &BTreeMap<String, String>, path: &FieldPath, errors: &mut Vec<FieldError>) {
    for (key, value) in labels {
        errors.extend(complaints(path, key, &name::label_key(key)));
        errors.extend(complaints(path, value, &name::label_value(value)));
    }
}

fn complaints(
    path: &FieldPath,
    value: &str,
    found: &[NameError],
) -> impl Iterator<Item = FieldError> {
    texts(found)
        .into_iter()
        .map(move |text| FieldError::invalid(path.clone(), value, text))
}

fn check_annotations(
    annotations: &BTreeMap<String, String>,
    path: &FieldPath,
    errors: &mut Vec<FieldError>,
) {
    const LIMIT: i64 = 256 << 10;
    for key in annotations.keys() {
        errors.extend(complaints(path, key, &name::annotation_key(key)));
    }
    let size: usize = annotations
        .iter()
        .map(|(key, value)| key.len() + value.len())
        .sum();
    if i64::try_from(size).is_ok_and(|size| size > LIMIT) {
        errors.push(FieldError::too_long(path.clone(), LIMIT));
    }
}

fn check_owners(
    references: &[OwnerReference],
    server: KubeVersion,
    path: &FieldPath,
    errors: &mut Vec<FieldError>,
) {
    let mut controller: Option<&OwnerReference> = None;
    for (position, reference) in references.iter().enumerate() {
        if Change::DeclaredMetadata.is_in(server) {
            check_owner(reference, &path.index(position), errors);
        } else {
            check_owner_as_a_whole(reference, path, errors);
        }
        if reference.controller == Some(true) {
            match controller {
                Some(first) => {
                    let detail = format!(
                        "Only one reference can have Controller set to true. Found \"true\" in references for {}/{} and {}/{}",
                        first.kind, first.name, reference.kind, reference.name
                    );
                    let shown = BadValue::Printed(print_list(references));
                    errors.push(FieldError::invalid(path.clone(), shown, detail));
                }
                None => controller = Some(reference),
            }
        }
    }
}

/// Group and version. Without a slash the whole is a version; with two it is nothing.
fn group_version(api_version: &str) -> (&str, &str) {
    match api_version.matches('/').count() {
        0 => ("", api_version),
        1 => api_version.split_once('/').unwrap_or_default(),
        _ => ("", ""),
    }
}

fn check_owner(reference: &OwnerReference, path: &FieldPath, errors: &mut Vec<FieldError>) {
    let (_, version) = group_version(&reference.api_version);
    for (field, value) in [
        ("apiVersion", &reference.api_version),
        ("kind", &reference.kind),
        ("name", &reference.name),
        ("uid", &reference.uid),
    ] {
        let path = path.child(field);
        if value.is_empty() {
            errors.push(FieldError::required(path, "must not be empty"));
        } else if field == "apiVersion" && version.is_empty() {
            let detail = "must be <group>/<version> or <version>";
            errors.push(FieldError::invalid(path, value.as_str(), detail));
        }
    }
    errors.extend(banned_owner(reference, path));
}

/// Servers before 1.37 do not say which of the references it is.
fn check_owner_as_a_whole(
    reference: &OwnerReference,
    path: &FieldPath,
    errors: &mut Vec<FieldError>,
) {
    let OwnerReference {
        api_version,
        kind,
        name,
        uid,
        ..
    } = reference;
    let (_, version) = group_version(api_version);
    let mut not_empty = |field: &str, value: &str, checked: &str, detail: &str| {
        if checked.is_empty() {
            errors.push(FieldError::invalid(path.child(field), value, detail));
        }
    };
    not_empty(
        "apiVersion",
        api_version,
        version,
        "version must not be empty",
    );
    not_empty("kind", kind, kind, "must not be empty");
    not_empty("name", name, name, "must not be empty");
    not_empty("uid", uid, uid, "must not be empty");
    errors.extend(banned_owner(reference, path));
}

fn banned_owner(reference: &OwnerReference, path: &FieldPath) -> Option<FieldError> {
    let is_banned =
        group_version(&reference.api_version) == ("", "v1") && reference.kind == "Event";
    is_banned.then(|| {
        let shown = BadValue::Printed(reference.to_string());
        let detail = "/v1, Kind=Event is disallowed from being an owner";
        FieldError::invalid(path.clone(), shown, detail)
    })
}

fn check_finalizers(finalizers: &[String], path: &FieldPath, errors: &mut Vec<FieldError>) {
    for finalizer in finalizers {
        errors.extend(complaints(path, finalizer, &name::finalizer(finalizer)));
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has(ORPHAN) && has(FOREGROUND) {
        let detail = format!("finalizer {ORPHAN} and {FOREGROUND} cannot be both set");
        errors.push(FieldError::invalid(
            path.clone(),
            finalizers.to_vec(),
            detail,
        ));
    }
}

/// The errors of managers as a client sends them. The server keeps them itself and forgives most; an operation that there
/// is not it refuses.
pub(crate) fn validate_managers(
    meta: &ObjectMeta,
    server: KubeVersion,
    path: &FieldPath,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if meta.has_unknown_operation() {
        check_managed_fields(meta, server, &path.child("managedFields"), &mut errors);
    }
    errors
}

fn check_managed_fields(
    meta: &ObjectMeta,
    server: KubeVersion,
    path: &FieldPath,
    errors: &mut Vec<FieldError>,
) {
    for (position, entry) in meta.managed_fields.iter().enumerate() {
        let path = path.index(position);
        if !OPERATIONS.contains(&entry.operation.as_str()) {
            let (path, operation) = (path.child("operation"), entry.operation.as_str());
            errors.push(if !Change::DeclaredMetadata.is_in(server) {
                FieldError::invalid(path, operation, "must be `Apply` or `Update`")
            } else if operation.is_empty() {
                FieldError::required(path, "must not be empty")
            } else {
                FieldError::not_supported(path, operation, OPERATIONS)
            });
        }
        if !matches!(entry.fields_type.as_str(), "" | "FieldsV1") {
            let detail = "must be `FieldsV1`";
            errors.push(FieldError::invalid(
                path.child("fieldsType"),
                entry.fields_type.as_str(),
                detail,
            ));
        }
        let manager = path.child("manager");
        if entry.manager.len() > 128 {
            errors.push(FieldError::too_long(manager.clone(), 128));
        }
        for (position, c) in entry.manager.char_indices().filter(|(_, c)| !is_print(*c)) {
            let detail = format!(
                "invalid character U+{:04X} (at position {position})",
                u32::from(c)
            );
            errors.push(FieldError::invalid(
                manager.clone(),
                entry.manager.as_str(),
                detail,
            ));
        }
        if entry.subresource.len() > 256 {
            errors.push(FieldError::too_long(path.child("subresource"), 256));
        }
    }
}

/// Warnings about finalizers that the old object does not have.
pub(crate) fn finalizer_warnings(meta: &ObjectMeta, old: Option<&ObjectMeta>) -> Vec<String> {
    let known = old.map(|old| old.finalizers.as_slice()).unwrap_or_default();
    let added: BTreeSet<&String> = meta
        .finalizers
        .iter()
        .filter(|name| !known.contains(name))
        .collect();
    let mut warnings = Vec::new();
    for finalizer in added {
        let about = format!("metadata.finalizers: {}: ", quote(finalizer));
        warnings.extend(
            texts(&name::finalizer(finalizer))
                .into_iter()
                .map(|text| format!("{about}{text}")),
        );
        if finalizer.contains('/')
            || matches!(finalizer.as_str(), ORPHAN | FOREGROUND | "kubernetes")
        {
            continue;
        }
        let path = if finalizer.contains('.') {
            " including a path (/)"
        } else {
            ""
        };
        warnings.push(format!(
            "{about}prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"
        ));
    }
    warnings
}
