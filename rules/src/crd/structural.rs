//! The rules of structural schemas: every value's type is known without looking into combinators.
//!
//! Source: `ValidateStructural` of apiextensions' `apiserver/schema`; Kubernetes documentation, "Specifying a structural
//! schema".

mod complete;
mod nested;

use wheelwright_cel::KubeVersion;

use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::At;
use crate::schema::{Additional, Items, Schema};
use crate::server::Change;

use nested::check_values;

/// Where a node stands outside of combinators.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Root,
    Items,
    Field,
}

/// Every error of a schema, sorted by the server's text. What the schema converts to must be known to be possible.
pub(super) fn check(schema: &Schema, server: KubeVersion, at: At<'_>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check_node(schema, Level::Root, server, at, &mut errors);
    complete::check(schema, at, &mut errors);
    errors.sort_by_cached_key(ToString::to_string);
    errors
}

fn check_node(
    schema: &Schema,
    level: Level,
    server: KubeVersion,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    let items = match &schema.items {
        Some(Items::One(items)) => Some(items),
        _ => None,
    };
    match items {
        Some(items) => check_node(items, Level::Items, server, at.field("items"), errors),
        None if schema.type_name == "array" => {
            errors.push(FieldError::required(
                at.field("items").to_path(),
                "must be specified",
            ));
        }
        None => {}
    }
    let properties = at.field("properties");
    for (name, property) in &schema.properties {
        check_node(property, Level::Field, server, properties.key(name), errors);
    }
    if let Some(additional) = &schema.additional_properties {
        let at = at.field("additionalProperties");
        if level == Level::Root {
            errors.push(FieldError::forbidden(
                at.to_path(),
                "must not be used at the root",
            ));
        }
        if let Additional::Schema(values) = additional {
            check_node(values, Level::Field, server, at, errors);
        }
    }
    check_extensions(schema, at, errors);
    check_values(schema, at, errors);
    check_type(schema, level, at, errors);
    if level == Level::Root || schema.embedded_resource {
        check_type_meta(schema, at, errors);
    }
    if let Some(metadata) = schema.properties.get("metadata") {
        let at = properties.key("metadata");
        check_metadata(metadata, schema, level, server, at, errors);
    }
    if schema.embedded_resource && !schema.preserves() && schema.properties.is_empty() {
        let detail = "must not be empty if x-kubernetes-embedded-resource is true without \
                      x-kubernetes-preserve-unknown-fields";
        errors.push(FieldError::required(properties.to_path(), detail));
    }
}

fn check_extensions(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    if !schema.int_or_string {
        return;
    }
    for (is_set, name) in [
        (schema.preserves(), "x-kubernetes-preserve-unknown-fields"),
        (schema.embedded_resource, "x-kubernetes-embedded-resource"),
    ] {
        if is_set {
            let detail = "must be false if x-kubernetes-int-or-string is true";
            errors.push(FieldError::invalid(at.field(name).to_path(), true, detail));
        }
    }
}

fn check_type(schema: &Schema, level: Level, at: At<'_>, errors: &mut Vec<FieldError>) {
    let type_name = schema.type_name.as_str();
    let path = || at.field("type").to_path();
    if schema.embedded_resource && type_name != "object" {
        let detail = "must be object if x-kubernetes-embedded-resource is true";
        if type_name.is_empty() {
            errors.push(FieldError::required(path(), detail));
        } else {
            errors.push(FieldError::invalid(path(), type_name, detail));
        }
    } else if type_name.is_empty() && !schema.int_or_string && !schema.preserves() {
        let error = |detail| FieldError::required(path(), detail);
        errors.push(match level {
            Level::Root => error("must not be empty at the root"),
            Level::Items => error("must not be empty for specified array items").of(Fault::NoType),
            Level::Field => {
                error("must not be empty for specified object fields").of(Fault::NoType)
            }
        });
    }
    if schema.embedded_resource && schema.additional_properties.is_some() {
        let detail = "must not be used if x-kubernetes-embedded-resource is set";
        errors.push(FieldError::forbidden(
            at.field("additionalProperties").to_path(),
            detail,
        ));
    }
    if level == Level::Root && !type_name.is_empty() && type_name != "object" {
        errors.push(FieldError::invalid(
            path(),
            type_name,
            "must be object at the root",
        ));
    }
}

fn check_type_meta(schema: &Schema, at: At<'_>, errors: &mut Vec<FieldError>) {
    let properties = at.field("properties");
    for name in ["kind", "apiVersion"] {
        if let Some(property) = schema.properties.get(name)
            && property.type_name != "string"
        {
            let path = properties.key(name).field("type").to_path();
            errors.push(FieldError::invalid(
                path,
                property.type_name.as_str(),
                "must be string",
            ));
        }
    }
}

fn check_metadata(
    metadata: &Schema,
    parent: &Schema,
    level: Level,
    server: KubeVersion,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    if (level == Level::Root || parent.embedded_resource) && metadata.type_name != "object" {
        let path = at.field("type").to_path();
        errors.push(FieldError::invalid(
            path,
            metadata.type_name.as_str(),
            "must be object",
        ));
    }
    if level == Level::Root && !restricts_names_only(metadata, server) {
        let detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
        errors.push(FieldError::forbidden(at.to_path(), detail).of(Fault::Metadata));
    }
}

/// Whether the metadata of the resource says nothing but its type and what names there may be. A default is refused
/// elsewhere.
fn restricts_names_only(metadata: &Schema, server: KubeVersion) -> bool {
    let has = |name| usize::from(metadata.properties.contains_key(name));
    let names = has("name") + has("generateName");
    if metadata.properties.len() != names {
        return false;
    }
    if says_more_when_empty(
        metadata,
        &[
            "required",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-validations",
        ],
    ) {
        return false;
    }
    let mut counted = what_counts(metadata);
    if !Change::DocsInMetadata.is_in(server) {
        counted.external_docs = None;
        counted.example = None;
    }
    let bare = Schema {
        type_name: String::new(),
        default: None,
        properties: std::collections::BTreeMap::new(),
        ..counted
    };
    bare == Schema::default()
}

/// Whether one of these keywords is there but empty, which to the server is not the same as absent.
fn says_more_when_empty(schema: &Schema, keywords: &[&str]) -> bool {
    schema
        .empty
        .0
        .iter()
        .any(|keyword| keywords.contains(keyword))
}

/// A schema without what a structural schema has no place for and the server takes no notice of.
fn what_counts(schema: &Schema) -> Schema {
    let mut schema = schema.clone();
    schema.reference = schema.reference.filter(|reference| !reference.is_empty());
    schema.items = schema.items.filter(|items| matches!(items, Items::One(_)));
    schema
}
