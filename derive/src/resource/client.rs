//! A client of a resource whose CRD somebody else installs.

use proc_macro2::Span;

use super::lower::is_bare;
use crate::attrs::crd::{CrdKeys, Spec};
use crate::diag::{Errors, Spanned};

/// Nothing is said of a CRD that is not ours.
pub(super) fn keys(keys: &CrdKeys, errors: &Errors) {
    if keys.client.key_span().is_none() {
        return;
    }
    for (name, span) in of_crd(keys) {
        errors.at(
            span,
            format_args!(
                "`{name}` says what stands in the CRD, and the CRD of a `client` is somebody else's; remove one of them"
            ),
        );
    }
    if let Some(hub) = keys.hub.key_span() {
        errors.at(
            hub,
            "a `client` has no schema to convert from; write `group`, `kind` and the scope, or remove `client`",
        );
    }
    if let Some(Spanned {
        value: Spec::Default(value),
        ..
    }) = keys.spec.get()
    {
        errors.at(
            value.span,
            "the CRD of a `client` is somebody else's, and so are its defaults; write `spec(optional)`, with which an \
             absent spec is its `Default` in Rust",
        );
    }
}

/// The keys that nothing but a CRD has a use for.
fn of_crd(keys: &CrdKeys) -> Vec<(&'static str, Span)> {
    let single = [
        ("singular", keys.singular.key_span()),
        ("list_kind", keys.list_kind.key_span()),
        ("served", keys.flags.served.key_span()),
        ("storage", keys.flags.storage.key_span()),
        ("deprecated", keys.flags.deprecated.key_span()),
        ("scale", keys.scale.key_span()),
        ("serde_defaults", keys.serde_defaults.key_span()),
        ("kube", keys.kube.key_span()),
        ("metadata", keys.metadata_required.key_span()),
        ("type_meta", keys.type_meta.key_span()),
        ("name", keys.name.key_span()),
        ("generate_name", keys.generate_name.key_span()),
        ("root", keys.root.key_span()),
        ("conversion", keys.conversion.key_span()),
    ];
    let mut found: Vec<_> = single
        .into_iter()
        .filter_map(|(name, span)| Some((name, span?)))
        .collect();
    let bare = keys.status.key_span().filter(|_| is_bare(&keys.status));
    found.extend(bare.map(|span| ("status", span)));
    found.extend(keys.short_names.iter().map(|it| ("shortname", it.span)));
    found.extend(keys.categories.iter().map(|it| ("category", it.span)));
    found.extend(
        keys.annotations
            .iter()
            .map(|it| ("annotation", it.key.span)),
    );
    found.extend(keys.labels.iter().map(|it| ("label", it.key.span)));
    found.extend(keys.columns.iter().map(|it| ("printcolumn", it.path.span)));
    found.extend(keys.selectable.iter().map(|it| ("selectable", it.span)));
    found.extend(keys.also.iter().map(|it| ("also", it.version.span)));
    found
}
