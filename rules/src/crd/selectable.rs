//! Selectable fields. Source: `ValidateCustomResourceSelectableFields` of apiextensions' validation.

use std::collections::BTreeSet;

use wheelwright_grammar::vocabulary::MAX_SELECTABLE_FIELDS;

use super::convertible;
use super::model::PerVersion;
use super::report::{Crash, Notes};
use super::rule::{Unresolved, resolve};
use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::At;
use crate::schema::Schema;

/// Checks the fields in `place`, at `at`; `is_common` if they are those of all versions.
pub(super) fn check(
    place: &PerVersion,
    is_common: bool,
    may_be_too_many: bool,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
    notes: &mut Notes,
) {
    let fields = place.selectable_fields.as_deref().unwrap_or_default();
    if fields.is_empty() {
        return;
    }
    let list = at.field("selectableFields");
    let schema = place
        .schema
        .as_ref()
        .map(|validation| validation.schema.as_ref());
    let schema = match (schema, is_common) {
        (None, true) => {
            let detail = "may only be set when validations.schema is included";
            errors.push(FieldError::invalid(list.to_path(), "", detail));
            return;
        }
        (None | Some(None), false) => {
            let detail = "may only be set when `version.schema.openAPIV3Schema` is not included";
            errors.push(FieldError::invalid(list.to_path(), "", detail));
            return;
        }
        (Some(schema), _) => schema,
    };
    let conversion_error = schema.and_then(convertible::error);
    if let Some(detail) = conversion_error {
        errors.push(FieldError::invalid(
            at.field("schema.openAPIV3Schema").to_path(),
            "",
            detail,
        ));
    }
    let schema = schema.filter(|_| conversion_error.is_none());
    check_fields(fields, schema, may_be_too_many, list, errors, notes);
}

fn check_fields(
    fields: &[String],
    schema: Option<&Schema>,
    may_be_too_many: bool,
    list: At<'_>,
    errors: &mut Vec<FieldError>,
    notes: &mut Notes,
) {
    let mut seen = BTreeSet::new();
    for (index, path) in fields.iter().enumerate() {
        let at = list.index(index);
        let at = at.field("jsonPath");
        let invalid = |detail: &str| FieldError::invalid(at.to_path(), path.as_str(), detail);
        if path.is_empty() {
            errors.push(FieldError::required(at.to_path(), ""));
            continue;
        }
        let target = match resolve(path, schema, false) {
            Ok(target) => target,
            Err(Unresolved::Path(error)) => {
                let detail = format!("is an invalid path: {}", error.server());
                errors.push(invalid(&detail).of(Fault::SelectablePath));
                continue;
            }
            Err(Unresolved::Crash) => {
                let crash = if schema.is_none() {
                    Crash::SelectableFieldsWithoutSchema
                } else {
                    Crash::FieldPathWithoutSchema
                };
                notes.crash = Some(crash);
                return;
            }
        };
        if target.root.as_deref() == Some("metadata") {
            errors.push(invalid("must not point to fields in metadata"));
        }
        let type_name = target.schema.map(|schema| schema.type_name.as_str());
        if !matches!(type_name, Some("string" | "boolean" | "integer")) {
            let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings with \
                          formats are allowed.";
            errors.push(invalid(detail).of(Fault::SelectableType));
        }
        if !seen.insert(target.normal) {
            errors.push(FieldError::duplicate(at.to_path(), path.as_str()));
        }
    }
    if seen.len() > MAX_SELECTABLE_FIELDS && !may_be_too_many {
        let max = i64::try_from(MAX_SELECTABLE_FIELDS).unwrap_or(i64::MAX);
        errors.push(FieldError::too_many(list.to_path(), seen.len(), max));
    }
}

/// Whether the old CRD has too many of these fields already, and the same ones.
pub(super) fn were_too_many(fields: &PerVersion, old: &PerVersion) -> bool {
    let old = old.selectable_fields.as_deref().unwrap_or_default();
    old.len() > MAX_SELECTABLE_FIELDS && fields.selectable_fields.as_deref() == Some(old)
}
