//! The CRD as a whole. Source: `ValidateCustomResourceDefinition`, `ValidateCustomResourceDefinitionUpdate` and
//! `validateCustomResourceDefinitionSpec` of apiextensions' validation, and what `BeforeCreate` and `BeforeUpdate` of
//! apiserver's `registry/rest` add.

use std::collections::{BTreeMap, BTreeSet};

use wheelwright_cel::KubeVersion;
use wheelwright_grammar::{name, vocabulary};

use super::cel::Preexisting;
use super::model::{Crd, PerVersion, Spec, Version};
use super::options::Options;
use super::report::Notes;
use super::{approval, conversion, names, printed, schema, selectable, status, version};
use crate::error::{BadValue, FieldError};
use crate::fault::Fault;
use crate::object_meta::{self, NameRule};
use crate::path::{At, FieldPath};
use crate::print::go_json;
use crate::schema::Schema;
use crate::server::Change;

/// Every error of a new CRD.
pub(super) fn create(crd: &Crd, server: KubeVersion, notes: &mut Notes) -> Vec<FieldError> {
    let metadata = FieldPath::root().child("metadata");
    let mut errors =
        object_meta::validate(&crd.meta, false, NameRule::Subdomain, server, &metadata);
    let required = format!("{}.{}", crd.spec.names.plural, crd.spec.group);
    for (field, value) in [
        ("generateName", &crd.meta.generate_name),
        ("name", &crd.meta.name),
    ] {
        if !value.is_empty() && *value != required {
            let detail = "must be spec.names.plural+\".\"+spec.group";
            errors.push(
                FieldError::invalid(metadata.child(field), value.as_str(), detail)
                    .of(Fault::CrdName),
            );
        }
    }
    let preexisting = Preexisting::default();
    let options = Options::create(server, &preexisting);
    check_spec(&crd.spec, None, options, &mut errors, notes);
    status::check(crd, &mut errors);
    approval::check(crd, None, &mut errors);
    check_preserve_unknown_fields(crd, None, &mut errors);
    errors
}

/// Every error of an update.
pub(super) fn update(
    crd: &Crd,
    old: &Crd,
    server: KubeVersion,
    notes: &mut Notes,
) -> Vec<FieldError> {
    let metadata = FieldPath::root().child("metadata");
    if crd.meta.names_no_version() {
        // The server looks at nothing else.
        let path = metadata.child("resourceVersion");
        return vec![FieldError::invalid(
            path,
            0,
            "must be specified for an update",
        )];
    }
    let mut errors =
        object_meta::validate(&crd.meta, false, NameRule::PathSegment, server, &metadata);
    errors.extend(object_meta::validate_update(
        &crd.meta, &old.meta, server, &metadata,
    ));
    let preexisting = Preexisting::of(&old.spec);
    let options = Options::update(old, server, &preexisting);
    check_spec(&crd.spec, Some(&old.spec), options, &mut errors, notes);
    check_immutable(crd, old, options, &mut errors);
    status::check(crd, &mut errors);
    approval::check(crd, Some(old), &mut errors);
    check_preserve_unknown_fields(crd, Some(old), &mut errors);
    errors
}

fn check_spec(
    spec: &Spec,
    old: Option<&Spec>,
    mut options: Options<'_>,
    errors: &mut Vec<FieldError>,
    notes: &mut Notes,
) {
    let at = At::ROOT;
    let at = at.field("spec");
    names::check_group(&spec.group, at, errors);
    errors.extend(conversion::check_choice(
        &spec.scope,
        vocabulary::SCOPES,
        at.field("scope"),
    ));
    check_schema_presence(spec, options, at, errors);
    let has = |is_wanted: fn(&Schema) -> bool| spec.schemas().any(|schema| schema.any(&is_wanted));
    let has_defaults = has(|schema| schema.default.is_some());
    if has_defaults && spec.preserve_unknown_fields {
        let detail = "must be false in order to use defaults in the schema";
        errors.push(FieldError::invalid(
            at.field("preserveUnknownFields").to_path(),
            true,
            detail,
        ));
    }
    options.structural |= !spec.preserve_unknown_fields || has_defaults || has(has_extension);
    let has_status = status_by_version(spec);
    let old_versions = old.map(|old| old.versions.as_slice()).unwrap_or_default();
    let old_places: BTreeMap<&str, &PerVersion> = old_versions
        .iter()
        .map(|version| (version.name.as_str(), &version.own))
        .collect();
    let tolerates = Change::OldSelectableFields.is_in(options.rules.server);
    let list = at.field("versions");
    for (index, version) in spec.versions.iter().enumerate() {
        let at = list.index(index);
        let complaints = name::dns1035_label(&version.name);
        if !complaints.is_empty() {
            let path = at.field("name").to_path();
            errors.push(FieldError::invalid(
                path,
                version.name.as_str(),
                name::server(&complaints),
            ));
        }
        let name = version.name.as_str();
        let may_be_too_many = tolerates
            && old_places
                .get(name)
                .is_some_and(|old| selectable::were_too_many(&version.own, old));
        let mut options = options;
        options.rules.limits_each = !old.is_some_and(|old| is_unchanged(spec, old, name));
        check_version(
            version,
            has_status(name),
            options,
            may_be_too_many,
            at,
            errors,
            notes,
        );
    }
    check_version_list(spec, list, errors);
    let names_at = at.field("names");
    names::check_presence(&spec.names, names_at, errors);
    names::check_names(&spec.names, names_at, errors);
    let first = spec.versions.first().map_or("", |version| &version.name);
    options.rules.limits_each = !old.is_some_and(|old| is_unchanged(spec, old, first));
    check_common(spec, old, options, at, errors, notes);
    if let Some(conversion) = &spec.conversion {
        let at = at.field("conversion");
        if conversion.strategy != "None" && spec.preserve_unknown_fields {
            let shown = BadValue::Printed(go_json(&conversion.strategy.as_str().into()));
            let detail = "must be None if spec.preserveUnknownFields is true";
            errors.push(FieldError::invalid(
                at.field("strategy").to_path(),
                shown,
                detail,
            ));
        }
        conversion::check(conversion, &options, at, errors);
    }
}

fn has_schema(place: &PerVersion) -> bool {
    schema_of(place).is_some()
}

/// Whether a version has the schema that it had. Source: `findVersionsWithUnchangedSchemas` of apiextensions' validation.
fn is_unchanged(spec: &Spec, old: &Spec, name: &str) -> bool {
    match (place_of(spec, name), place_of(old, name)) {
        (Some(new), Some(old)) => new.schema == old.schema,
        _ => false,
    }
}

/// Where a version has its schema, if there is such a version. Where no version has one of its own, any name will do.
fn place_of<'s>(spec: &'s Spec, name: &str) -> Option<&'s PerVersion> {
    let has_own = spec
        .versions
        .iter()
        .any(|version| version.own.schema.is_some());
    if !has_own {
        return Some(&spec.common);
    }
    let found = spec.versions.iter().find(|version| version.name == name);
    found.map(|version| &version.own)
}

fn schema_of(place: &PerVersion) -> Option<&Schema> {
    place
        .schema
        .as_ref()
        .and_then(|validation| validation.schema.as_ref())
}

fn check_schema_presence(
    spec: &Spec,
    options: Options<'_>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    if has_schema(&spec.common) {
        return;
    }
    let list = at.field("versions");
    for (index, version) in spec.versions.iter().enumerate() {
        if has_schema(&version.own) {
            continue;
        }
        let detail = if options.schema {
            ""
        } else if version.served && !spec.preserve_unknown_fields {
            "because otherwise all fields are pruned"
        } else {
            continue;
        };
        let path = list
            .index(index)
            .field("schema")
            .field("openAPIV3Schema")
            .to_path();
        errors.push(FieldError::required(path, detail));
    }
}

/// A map type alone does not count.
fn has_extension(schema: &Schema) -> bool {
    schema.embedded_resource
        || schema.preserve_unknown_fields.is_some()
        || schema.int_or_string
        || !schema.list_map_keys.is_empty()
        || schema.list_type.is_some()
        || !schema.validations.is_empty()
}

fn check_version(
    version: &Version,
    has_status: bool,
    options: Options<'_>,
    may_be_too_many: bool,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
    notes: &mut Notes,
) {
    version::check_deprecation(version, at, errors);
    let own = &version.own;
    if let Some(schema) = schema_of(own) {
        let at = at.field("schema");
        errors.extend(schema::check(
            schema,
            has_status,
            &options,
            at.field("openAPIV3Schema"),
            notes,
        ));
    }
    version::check_subresources(own.subresources.as_ref(), at, errors);
    version::check_columns(own.columns.as_ref(), at, errors);
    selectable::check(own, false, may_be_too_many, at, errors, notes);
}

/// Whether a version has the status subresource. Of versions with the same name, the first counts.
fn status_by_version(spec: &Spec) -> impl Fn(&str) -> bool {
    let has_status = |place: &PerVersion| {
        place
            .subresources
            .as_ref()
            .is_some_and(|found| found.status)
    };
    let is_common = spec
        .versions
        .iter()
        .all(|version| version.own.subresources.is_none());
    let mut by_version: BTreeMap<&str, bool> = BTreeMap::new();
    for version in &spec.versions {
        by_version
            .entry(&version.name)
            .or_insert_with(|| has_status(&version.own));
    }
    let common = is_common.then(|| has_status(&spec.common));
    move |name| common.unwrap_or_else(|| by_version.get(name).copied().unwrap_or_default())
}

fn check_version_list(spec: &Spec, at: At<'_>, errors: &mut Vec<FieldError>) {
    let mut invalid = |detail, fault| {
        let shown = BadValue::Printed(printed::versions(&spec.versions, spec.has_versions));
        errors.push(FieldError::invalid(at.to_path(), shown, detail).of(fault));
    };
    let names: BTreeSet<&str> = spec
        .versions
        .iter()
        .map(|version| version.name.as_str())
        .collect();
    if names.len() < spec.versions.len() {
        invalid("must contain unique version names", Fault::SameVersion);
    }
    if spec
        .versions
        .iter()
        .filter(|version| version.storage)
        .count()
        != 1
    {
        invalid(
            "must have exactly one version marked as storage version",
            Fault::StorageVersions,
        );
    }
    // The server also holds the first version's name as that of the whole.
    if let Some(first) = spec.versions.first().filter(|first| !first.name.is_empty()) {
        let complaints = name::dns1035_label(&first.name);
        if !complaints.is_empty() {
            let path = FieldPath::root().child("spec").child("version");
            errors.push(FieldError::invalid(
                path,
                first.name.as_str(),
                name::server(&complaints),
            ));
        }
    }
}

/// What all versions agree on.
fn check_common(
    spec: &Spec,
    old: Option<&Spec>,
    options: Options<'_>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
    notes: &mut Notes,
) {
    let common = &spec.common;
    if let Some(schema) = schema_of(common) {
        let places =
            std::iter::once(common).chain(spec.versions.iter().map(|version| &version.own));
        let has_status = places
            .filter_map(|place| place.subresources.as_ref())
            .any(|found| found.status);
        let at = at.field("validation");
        errors.extend(schema::check(
            schema,
            has_status,
            &options,
            at.field("openAPIV3Schema"),
            notes,
        ));
    }
    version::check_subresources(common.subresources.as_ref(), at, errors);
    version::check_columns(common.columns.as_ref(), at, errors);
    let may_be_too_many = Change::OldSelectableFields.is_in(options.rules.server)
        && old.is_some_and(|old| selectable::were_too_many(common, &old.common));
    selectable::check(common, true, may_be_too_many, at, errors, notes);
}

const IMMUTABLE: &str = "field is immutable";

fn check_immutable(crd: &Crd, old: &Crd, options: Options<'_>, errors: &mut Vec<FieldError>) {
    let at = FieldPath::root().child("spec");
    let names = at.child("names");
    let (new_names, old_names) = (&crd.spec.names, &old.spec.names);
    for (applies, path, new, old) in [
        (
            options.immutable_names,
            names.child("kind"),
            &new_names.kind,
            &old_names.kind,
        ),
        (true, at.child("group"), &crd.spec.group, &old.spec.group),
        (
            true,
            names.child("plural"),
            &new_names.plural,
            &old_names.plural,
        ),
    ] {
        if applies && new != old {
            errors.push(FieldError::invalid(path, new.as_str(), IMMUTABLE));
        }
    }
    let scope = &crd.spec.scope;
    if options.immutable_names && *scope != old.spec.scope {
        // A type of its own in the server, which shows such a value as JSON.
        let shown = BadValue::Printed(go_json(&scope.as_str().into()));
        errors.push(FieldError::invalid(at.child("scope"), shown, IMMUTABLE));
    }
}

fn check_preserve_unknown_fields(crd: &Crd, old: Option<&Crd>, errors: &mut Vec<FieldError>) {
    if crd.spec.preserve_unknown_fields && old.is_none_or(|old| !old.spec.preserve_unknown_fields) {
        let detail = "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema \
                      instead";
        let path = FieldPath::root()
            .child("spec")
            .child("preserveUnknownFields");
        errors.push(FieldError::invalid(path, true, detail).of(Fault::PreserveUnknownFields));
    }
}
