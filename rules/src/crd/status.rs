//! The status, of which a writer of the spec can only make the stored versions wrong. Source:
//! `ValidateCustomResourceDefinitionStatus` and `ValidateCustomResourceDefinitionStoredVersions` of apiextensions'
//! validation.

use std::collections::BTreeMap;

use serde_json::Value;

use super::model::Crd;
use super::names;
use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::At;

pub(super) fn check(crd: &Crd, errors: &mut Vec<FieldError>) {
    let at = At::ROOT;
    let at = at.field("status");
    names::check_names(
        &crd.status.accepted_names,
        at.field("acceptedNames"),
        errors,
    );
    check_stored_versions(crd, at.field("storedVersions"), errors);
}

fn check_stored_versions(crd: &Crd, at: At<'_>, errors: &mut Vec<FieldError>) {
    // There should be one storage version. Of thousands, each error would show the whole list.
    const ENOUGH: usize = 64;
    let stored = &crd.status.stored_versions;
    if stored.is_empty() {
        let shown = crd
            .status
            .has_stored_versions
            .then(|| Value::Array(Vec::new()));
        let detail = "must have at least one stored version";
        errors.push(FieldError::invalid(
            at.to_path(),
            shown.unwrap_or_default(),
            detail,
        ));
        return;
    }
    // Of equal entries the server knows the last.
    let mut positions: BTreeMap<&str, usize> = stored
        .iter()
        .enumerate()
        .map(|(position, name)| (name.as_str(), position))
        .collect();
    let mut said = 0;
    for version in &crd.spec.versions {
        // An entry stands for one version; a second one of the same name finds it gone.
        let is_stored = positions.remove(version.name.as_str()).is_some();
        if version.storage && !is_stored && said < ENOUGH {
            said += 1;
            let detail = format!("must have the storage version {}", version.name);
            errors.push(FieldError::invalid(at.to_path(), stored.clone(), detail));
        }
    }
    for (name, position) in positions {
        let detail = format!(
            "missing from spec.versions; {name} was previously a storage version, and must remain in spec.versions until \
             a storage migration ensures no data remains persisted in {name} and removes {name} from status.storedVersions"
        );
        errors.push(
            FieldError::invalid(at.index(position).to_path(), name, detail)
                .of(Fault::StoredVersion),
        );
    }
}
