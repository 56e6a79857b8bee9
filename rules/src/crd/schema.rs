//! The schema of a version as a whole. Source: `validateCustomResourceDefinitionValidation` of apiextensions' validation.

use super::options::Options;
use super::report::Notes;
use super::{convertible, defaults, printed, structural, walk};
use crate::error::{BadValue, FieldError};
use crate::fault::Fault;
use crate::path::At;
use crate::schema::Schema;

/// Every error of a schema at `at`, which ends in `openAPIV3Schema`.
pub(super) fn check(
    schema: &Schema,
    has_status: bool,
    options: &Options<'_>,
    at: At<'_>,
    notes: &mut Notes,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if has_status {
        errors.extend(check_status_root(schema, at));
    }
    if schema.nullable {
        errors.push(FieldError::forbidden(
            at.field("nullable").to_path(),
            "nullable cannot be true at the root",
        ));
    }
    let mut conversion_error = None;
    let mut is_sound = false;
    if options.structural {
        conversion_error = convertible::error(schema);
        if conversion_error.is_none() {
            let before = errors.len();
            errors.extend(structural::check(schema, options.rules.server, at));
            if errors.len() == before {
                errors.extend(defaults::check(
                    schema,
                    options.pruned_defaults,
                    options.rules.server,
                    at,
                ));
            }
            is_sound = errors.len() == before;
        }
    }
    errors.extend(walk::check(schema, options, is_sound, at, notes));
    // What cannot become structural is mostly named better by the walk.
    if let Some(detail) = conversion_error.filter(|_| errors.is_empty()) {
        errors.push(FieldError::invalid(at.to_path(), "", detail));
    }
    errors
}

const ALLOWED_AT_ROOT: &str = "[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength \
     MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example \
     XPreserveUnknownFields XValidations]";

/// With the status subresource, the schema of the status alone must be cut out of the schema, so that the root may say
/// little about the whole.
fn check_status_root(schema: &Schema, at: At<'_>) -> Option<FieldError> {
    let before_type =
        !schema.id.is_empty() || !schema.dialect.is_empty() || schema.reference.is_some();
    if !before_type && !schema.type_name.is_empty() && schema.type_name != "object" {
        let detail = "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled";
        return Some(FieldError::invalid(
            at.field("type").to_path(),
            schema.type_name.as_str(),
            detail,
        ));
    }
    let is_present = |keyword, is_filled: bool| is_filled || schema.empty.0.contains(&keyword);
    let refused = before_type
        || schema.nullable
        || schema.default.is_some()
        || is_present("enum", !schema.enumeration.is_empty())
        || schema.max_properties.is_some()
        || schema.min_properties.is_some()
        || is_present("allOf", !schema.all_of.is_empty())
        || is_present("oneOf", !schema.one_of.is_empty())
        || is_present("anyOf", !schema.any_of.is_empty())
        || schema.not.is_some()
        || schema.additional_properties.is_some()
        || is_present("patternProperties", !schema.pattern_properties.is_empty())
        || is_present("dependencies", !schema.dependencies.is_empty())
        || schema.additional_items.is_some()
        || is_present("definitions", !schema.definitions.is_empty())
        || schema.embedded_resource
        || schema.int_or_string
        || is_present(
            "x-kubernetes-list-map-keys",
            !schema.list_map_keys.is_empty(),
        )
        || schema.list_type.is_some()
        || schema.map_type.is_some();
    refused.then(|| {
        let detail = format!(
            "only {ALLOWED_AT_ROOT} fields are allowed at the root of the schema if the status subresource is enabled"
        );
        FieldError::invalid(at.to_path(), BadValue::Printed(printed::schema(schema)), detail).of(Fault::RootKeywords)
    })
}
