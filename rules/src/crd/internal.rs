//! From what was read to the form that the server validates: with defaults, and with what all versions agree on moved to
//! the spec.

use wheelwright_grammar::{go_text, webhook};

use super::model::{Conversion, Crd, PerVersion, Spec, Version};

/// Source: `v1/defaults.go` of apiextensions.
pub(super) fn set_defaults(crd: &mut Crd) {
    let spec = &mut crd.spec;
    let names = &mut spec.names;
    if names.singular.is_empty() {
        names.singular = go_text::to_lower(&names.kind);
    }
    if names.list_kind.is_empty() && !names.kind.is_empty() {
        names.list_kind = format!("{}List", names.kind);
    }
    let none = || Conversion {
        strategy: "None".to_owned(),
        ..Conversion::default()
    };
    let conversion = spec.conversion.get_or_insert_with(none);
    if let Some(service) = conversion
        .client
        .as_mut()
        .and_then(|client| client.service.as_mut())
    {
        let port = i32::try_from(webhook::DEFAULT_PORT).unwrap_or_default();
        service.port.get_or_insert(port);
    }
    if crd.status.stored_versions.is_empty() {
        crd.remember_storage_version();
    }
}

/// Moves what all versions agree on to the spec; each of the four for itself. Source: the conversion of
/// `CustomResourceDefinitionSpec` from v1.
pub(super) fn hoist(spec: &mut Spec) {
    let Spec {
        versions, common, ..
    } = spec;
    hoist_field(
        versions,
        &mut common.schema,
        |own| &mut own.schema,
        |a, b| a == b,
    );
    hoist_field(
        versions,
        &mut common.subresources,
        |own| &mut own.subresources,
        |a, b| a == b,
    );
    hoist_field(
        versions,
        &mut common.columns,
        |own| &mut own.columns,
        same_list,
    );
    hoist_field(
        versions,
        &mut common.selectable_fields,
        |own| &mut own.selectable_fields,
        same_list,
    );
}

fn hoist_field<T>(
    versions: &mut [Version],
    common: &mut Option<T>,
    field: impl Fn(&mut PerVersion) -> &mut Option<T>,
    same: impl Fn(Option<&T>, Option<&T>) -> bool,
) {
    let Some((first, others)) = versions.split_first_mut() else {
        return;
    };
    let first = field(&mut first.own);
    if others
        .iter_mut()
        .all(|version| same(field(&mut version.own).as_ref(), first.as_ref()))
    {
        *common = first.take();
        for version in others {
            *field(&mut version.own) = None;
        }
    }
}

/// An absent list is the same as an empty one.
fn same_list<T: PartialEq>(a: Option<&Vec<T>>, b: Option<&Vec<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        (Some(list), None) | (None, Some(list)) => list.is_empty(),
        (None, None) => true,
    }
}
