//! The names of a CRD. Source: `ValidateCustomResourceDefinitionNames` and the group's rules in
//! `validateCustomResourceDefinitionSpec` of apiextensions.

use wheelwright_grammar::name::{self, NameError};

use super::model::Names;
use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::{At, FieldPath};

fn invalid(path: FieldPath, value: &str, complaints: &[NameError]) -> Option<FieldError> {
    (!complaints.is_empty()).then(|| FieldError::invalid(path, value, name::server(complaints)))
}

pub(super) fn check_group(group: &str, at: At<'_>, errors: &mut Vec<FieldError>) {
    let path = at.field("group").to_path();
    if group.is_empty() {
        errors.push(FieldError::required(path, ""));
    } else {
        errors.extend(invalid(path, group, &name::group(group)));
    }
}

/// What must be there in the spec; the server checks accepted names by [`check_names`] only.
pub(super) fn check_presence(names: &Names, at: At<'_>, errors: &mut Vec<FieldError>) {
    for (field, value) in [
        ("plural", &names.plural),
        ("singular", &names.singular),
        ("kind", &names.kind),
        ("listKind", &names.list_kind),
    ] {
        if value.is_empty() {
            errors.push(FieldError::required(at.field(field).to_path(), ""));
        }
    }
}

pub(super) fn check_names(names: &Names, at: At<'_>, errors: &mut Vec<FieldError>) {
    for (field, value) in [("plural", &names.plural), ("singular", &names.singular)] {
        if !value.is_empty() {
            errors.extend(invalid(
                at.field(field).to_path(),
                value,
                &name::dns1035_label(value),
            ));
        }
    }
    for (field, value) in [("kind", &names.kind), ("listKind", &names.list_kind)] {
        if !value.is_empty() {
            errors.extend(invalid(
                at.field(field).to_path(),
                value,
                &name::kind(value),
            ));
        }
    }
    let label = |list: At<'_>, index, value: &str| {
        invalid(
            list.index(index).to_path(),
            value,
            &name::dns1035_label(value),
        )
    };
    let list = at.field("shortNames");
    errors.extend(
        names
            .short_names
            .iter()
            .enumerate()
            .filter_map(|(i, value)| label(list, i, value)),
    );
    if !names.kind.is_empty() && names.kind == names.list_kind {
        let path = at.field("listKind").to_path();
        let error = invalid(path, &names.list_kind, &[NameError::SameAsKind]);
        errors.extend(error.map(|error| error.of(Fault::ListKind)));
    }
    let list = at.field("categories");
    errors.extend(
        names
            .categories
            .iter()
            .enumerate()
            .filter_map(|(i, value)| label(list, i, value)),
    );
}
