//! What is said of one version or of all: deprecation, subresources, printer columns. Source:
//! `validateCustomResourceDefinitionVersion`, `ValidateCustomResourceDefinitionSubresources` and
//! `ValidateCustomResourceColumnDefinition` of apiextensions' validation.

use wheelwright_grammar::scale_path::{self, Root};
use wheelwright_grammar::{
    deprecation::{self, DeprecationError},
    printer_column,
};

use super::model::{Column, Subresources, Version};
use crate::error::{BadValue, FieldError};
use crate::fault::Fault;
use crate::path::At;
use crate::print::go_json;

pub(super) fn check_deprecation(version: &Version, at: At<'_>, errors: &mut Vec<FieldError>) {
    let Some(warning) = version.deprecation_warning.as_deref() else {
        return;
    };
    for error in deprecation::check(version.deprecated, Some(warning)) {
        let shown = BadValue::Printed(go_json(&warning.into()));
        let path = at.field("deprecationWarning").to_path();
        let mut refused = FieldError::invalid(path, shown, error.server());
        refused.fault = match error {
            DeprecationError::TooLong => Some(Fault::LongWarning),
            DeprecationError::NotPrintable { .. } => Some(Fault::NotPrintable),
            _ => None,
        };
        errors.push(refused);
    }
}

pub(super) fn check_subresources(
    subresources: Option<&Subresources>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    let Some(scale) = subresources.and_then(|subresources| subresources.scale.as_ref()) else {
        return;
    };
    let at = at.field("subresources").field("scale").to_path();
    let selector = scale
        .label_selector_path
        .as_deref()
        .filter(|path| !path.is_empty());
    for (field, path, root) in [
        (
            "specReplicasPath",
            Some(scale.spec_replicas_path.as_str()),
            Root::Spec,
        ),
        (
            "statusReplicasPath",
            Some(scale.status_replicas_path.as_str()),
            Root::Status,
        ),
        ("labelSelectorPath", selector, Root::Either),
    ] {
        let Some(path) = path else {
            continue;
        };
        if path.is_empty() {
            errors.push(FieldError::required(at.child(field), ""));
        } else if let Err(error) = scale_path::parse(path, root) {
            // The server holds the last one as a pointer, and prints it so, if its start is good.
            let is_pointer =
                root == Root::Either && matches!(error, scale_path::ScalePathError::WrongRoot(_));
            let shown = if is_pointer {
                BadValue::Printed(go_json(&path.into()))
            } else {
                BadValue::from(path)
            };
            errors.push(FieldError::invalid(at.child(field), shown, error.server()));
        }
    }
}

pub(super) fn check_columns(
    columns: Option<&Vec<Column>>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    let list = at.field("additionalPrinterColumns");
    for (index, column) in columns.into_iter().flatten().enumerate() {
        check_column(column, list.index(index), errors);
    }
}

fn check_column(column: &Column, at: At<'_>, errors: &mut Vec<FieldError>) {
    let path = |field: &'static str| at.field(field).to_path();
    if column.name.is_empty() {
        errors.push(FieldError::required(path("name"), ""));
    }
    if let Err(error) = printer_column::check_type(&column.type_name) {
        errors.push(if column.type_name.is_empty() {
            FieldError::required(path("type"), error.server())
        } else {
            FieldError::invalid(path("type"), column.type_name.as_str(), error.server())
        });
    }
    if let Err(error) = printer_column::check_format(&column.format) {
        errors.push(FieldError::invalid(
            path("format"),
            column.format.as_str(),
            error.server(),
        ));
    }
    if column.json_path.is_empty() {
        errors.push(FieldError::required(path("JSONPath"), ""));
    } else if let Err(error) = printer_column::check_path(&column.json_path) {
        errors.push(FieldError::invalid(
            path("JSONPath"),
            column.json_path.as_str(),
            error.server(),
        ));
    }
}
