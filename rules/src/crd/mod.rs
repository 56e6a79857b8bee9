//! Whether an API server takes a `CustomResourceDefinition`.
//!
//! [`check`] says what a real API server says when the CRD is created, [`check_update`] what it says when the CRD replaces
//! another. Both work on JSON of `apiextensions.k8s.io/v1`, and answer as the newest server that is known; [`check_on`] and
//! [`check_update_on`] answer as the server of a version. Rules in CEL are compiled, and their costs estimated: the report
//! lists them.
//!
//! # Where the answers differ from the server's
//!
//! * A default that a pattern applies to which is too large to compile here is refused.
//! * Of several values of a wrong type, the server names the first in the document; here it is the first by the names of
//!   the fields. A number that does not fit is shown as it is read, `5.0` for `5e0`.
//! * Of a certificate in a conversion webhook's bundle, which the server loads on update, only the shape is looked at.
//! * A default of the whole resource, or with an embedded one in it, is shown as it is written, where the server shows it
//!   without what metadata in it cannot have, and with what every owner has.
//! * Beyond 64 storage versions, not each is reported as missing from the stored versions.

mod approval;
mod ca_bundle;
mod cel;
pub mod compare;
mod conversion;
mod convertible;
mod decode;
mod defaults;
mod doubt;
mod installed;
mod internal;
mod list_type;
pub(crate) mod model;
mod names;
mod options;
mod outdated;
mod printed;
mod removal;
mod report;
mod rule;
mod schema;
mod search;
mod selectable;
mod source;
mod status;
mod structural;
mod support;
mod validate;
mod version;
mod walk;
mod warnings;

use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use crate::decode::DecodeError;
use crate::error::FieldError;
use crate::object_meta::validate_managers;
use crate::path::FieldPath;
use crate::print::go_json;
use crate::type_meta::{TypeMeta, split_group};
pub(crate) use cel::remedy;
pub use cel::{Costs, Remedy, RuleCost, UNKNOWN_LENGTH, Unbounded, UnguardedField};
#[doc(inline)]
pub use compare::compare;
pub use doubt::{Doubt, DoubtKind, PathProblem, PathUse, Size, bundle, doubts, path};
pub use installed::{Assumed, Assumption, assume};
use model::{Crd, Status};
pub use outdated::{Moved, Outdated};
pub use removal::before_removal;
use report::Notes;
pub use report::{BrokenExpression, Crash, Report, Unreadable};
pub(crate) use rule::normal_field_path;
pub use source::source_path;
pub use support::{Cause, Reason, Support, support, support_update};
pub use warnings::{is_format_checked, is_known_format};

pub use crate::schema::{is_rule_member, is_schema_member};

const GROUP: &str = "apiextensions.k8s.io";
const API_VERSION: &str = "apiextensions.k8s.io/v1";
const KIND: &str = "CustomResourceDefinition";

/// What a real API server says when the CRD is created.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::crd;
///
/// let report = crd::check(&json!({
///     "apiVersion": "apiextensions.k8s.io/v1",
///     "kind": "CustomResourceDefinition",
///     "metadata": {"name": "pizzas.example.com"},
///     "spec": {
///         "group": "example.com",
///         "names": {"kind": "Pizza", "plural": "pizzas"},
///         "scope": "Namespaced",
///         "versions": [{
///             "name": "v1", "served": true, "storage": true,
///             "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {}}}},
///         }],
///     },
/// }));
/// let errors: Vec<String> = report.errors.iter().map(ToString::to_string).collect();
/// assert_eq!(errors, [
///     "spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object \
///      fields",
/// ]);
/// ```
#[must_use]
pub fn check(crd: &Value) -> Report {
    check_on(crd, KubeVersion::default())
}

/// As [`check`], by a server of one version.
#[must_use]
pub fn check_on(crd: &Value, server: KubeVersion) -> Report {
    let (mut crd, unknown_fields) = match read(crd, server) {
        Ok(read) => read,
        Err(reason) => return Report::unreadable(reason),
    };
    crd.meta.namespace.clear();
    crd.meta.generation = 1;
    if crd.meta.name.is_empty() && !crd.meta.generate_name.is_empty() {
        crd.meta.name = generated_name(&crd.meta.generate_name);
    }
    crd.status = Status::default();
    crd.remember_storage_version();
    let metadata = FieldPath::root().child("metadata");
    let mut errors = validate_managers(&crd.meta, server, &metadata);
    crd.meta.forget_managers();
    let mut warnings = Vec::from_iter(crd.meta.drop_repeated_owners());
    let mut notes = Notes::default();
    errors.extend(validate::create(&crd, server, &mut notes));
    warnings.extend(warnings::warnings(&crd.spec, None, server));
    report(errors, notes, unknown_fields, warnings)
}

/// What a real API server says when the CRD `new` replaces `old`, which may break rules already: of some the server then
/// says nothing.
///
/// The status is that of `old`. A missing `metadata.resourceVersion` is taken for the current one, because clients that
/// patch or apply need none.
#[must_use]
pub fn check_update(old: &Value, new: &Value) -> Report {
    check_update_on(old, new, KubeVersion::default())
}

/// As [`check_update`], by a server of one version.
#[must_use]
pub fn check_update_on(old: &Value, new: &Value, server: KubeVersion) -> Report {
    let (mut old, _) = match read(old, server) {
        Ok(read) => read,
        Err(reason) => return Report::unreadable(Unreadable::Old(Box::new(reason))),
    };
    let (mut new, unknown_fields) = match read(new, server) {
        Ok(read) => read,
        Err(reason) => return Report::unreadable(reason),
    };
    for meta in [&mut old.meta, &mut new.meta] {
        meta.namespace.clear();
        if meta.resource_version.is_empty() {
            meta.resource_version = String::from("1");
        }
    }
    let metadata = FieldPath::root().child("metadata");
    let mut errors = validate_managers(&new.meta, server, &metadata);
    prepare_update(&mut new, &mut old);
    let mut warnings = Vec::from_iter(new.meta.drop_repeated_owners());
    let mut notes = Notes::default();
    errors.extend(validate::update(&new, &old, server, &mut notes));
    warnings.extend(warnings::warnings(&new.spec, Some(&old.spec), server));
    report(errors, notes, unknown_fields, warnings)
}

/// Fills in what an update cannot change. Source: `BeforeUpdate` of apiserver's `registry/rest`, and apiextensions'
/// strategy.
fn prepare_update(new: &mut Crd, old: &mut Crd) {
    new.status = old.status.clone();
    new.remember_storage_version();
    // A changed spec counts it up, which only matters if it was never counted properly.
    let is_changed = old.meta.generation < 0 && new.spec != old.spec;
    let (meta, old) = (&mut new.meta, &mut old.meta);
    meta.keep_managers(old, |version| version == API_VERSION);
    meta.generation = old.generation.saturating_add(i64::from(is_changed));
    if meta.uid.is_empty() {
        meta.uid.clone_from(&old.uid);
    }
    // A stored CRD has one, whether it is known here or not.
    old.creation_timestamp = old.creation_timestamp.or(meta.creation_timestamp);
    meta.creation_timestamp = old.creation_timestamp;
    meta.deletion_timestamp = old.deletion_timestamp.or(meta.deletion_timestamp);
    meta.deletion_grace_period_seconds = meta
        .deletion_grace_period_seconds
        .or(old.deletion_grace_period_seconds);
}

/// Reads a CRD without judging it, and the paths of unknown fields.
pub(crate) fn read(value: &Value, server: KubeVersion) -> Result<(Crd, Vec<String>), Unreadable> {
    let unreadable = |text| Unreadable::Decode(DecodeError::Message(text));
    let TypeMeta { api_version, kind } = TypeMeta::read(value).map_err(unreadable)?;
    // The server fills in what is missing, because it knows what it was asked for.
    let kind = if kind.is_empty() { KIND } else { &kind };
    let api_version = match split_group(&api_version).map_err(unreadable)? {
        ("" | GROUP, "") => API_VERSION,
        ("", version) => version,
        (_, "") => {
            let body = go_json(value);
            return Err(unreadable(format!(
                "Object 'apiVersion' is missing in '{body}'"
            )));
        }
        _ => &api_version,
    };
    match (api_version, kind) {
        (API_VERSION, KIND) => {}
        (outdated::API_VERSION, KIND) => {
            return Err(Unreadable::Version(outdated::outdated(value)));
        }
        _ => {
            return Err(Unreadable::Kind {
                api_version: api_version.to_owned(),
                kind: kind.to_owned(),
            });
        }
    }
    decode::decode(value, server).map_err(Unreadable::Decode)
}

/// A name that the server would generate, with letters of its choice.
fn generated_name(prefix: &str) -> String {
    const LONGEST_PREFIX: usize = 63 - 5;
    let end = prefix
        .char_indices()
        .map(|(at, _)| at)
        .take_while(|&at| at <= LONGEST_PREFIX)
        .last()
        .unwrap_or_default();
    let prefix = if prefix.len() > LONGEST_PREFIX {
        prefix.split_at(end).0
    } else {
        prefix
    };
    format!("{prefix}xxxxx")
}

/// The server names each error once.
fn report(
    errors: Vec<FieldError>,
    notes: Notes,
    unknown_fields: Vec<String>,
    warnings: Vec<String>,
) -> Report {
    let mut seen = BTreeSet::new();
    let errors = errors
        .into_iter()
        .filter(|error| seen.insert(error.to_string()))
        .collect();
    if notes.crash.is_some() {
        return Report {
            crash: notes.crash,
            unknown_fields,
            costs: notes.costs,
            broken: notes.broken,
            ..Report::default()
        };
    }
    Report {
        errors,
        unknown_fields,
        warnings,
        costs: notes.costs,
        broken: notes.broken,
        mended: notes.mended,
        unguarded: notes.unguarded,
        ..Report::default()
    }
}
