//! Group, kind and the names made from it.

use proc_macro2::Span;
use syn::Ident;
use wheelwright_grammar::name::{self, NameError};
use wheelwright_grammar::{go_text, plural, url};

use super::model::Own;
use crate::attrs::Slot;
use crate::attrs::crd::{CrdKeys, refusal};
use crate::diag::{Errors, Spanned};

const APPROVAL: &str = "api-approved.kubernetes.io";

/// The identity as written here. `None` where a part is missing or bad, with errors reported.
pub(super) fn own(keys: &mut CrdKeys, errors: &Errors) -> Option<Own> {
    let group = std::mem::take(&mut keys.group).take();
    if let Some(group) = &group
        && keys.client.key_span().is_none()
    {
        approval(group, keys, errors);
    }
    let kind = std::mem::take(&mut keys.kind).take()?;
    let plural = named(
        &keys.plural,
        &kind,
        "plural",
        plural::default_plural,
        name::dns1035_label,
        errors,
    );
    let singular = named(
        &keys.singular,
        &kind,
        "singular",
        go_text::to_lower,
        name::dns1035_label,
        errors,
    );
    let list_kind = named(
        &keys.list_kind,
        &kind,
        "list_kind",
        |kind| format!("{kind}List"),
        |list_kind| name::list_kind(list_kind, &kind.value),
        errors,
    );
    let (group, plural) = (group?, plural?);
    let full = format!("{plural}.{}", group.value);
    let complaints = name::dns1123_subdomain(&full);
    if !complaints.is_empty() {
        errors.at(
            group.span,
            refusal(
                &full,
                "the name of the CRD, which is plural and group",
                &complaints,
            ),
        );
        return None;
    }
    Some(Own {
        group: group.value,
        kind: kind.value,
        plural,
        singular: singular?,
        list_kind: list_kind?,
        cluster: keys.cluster.key_span().is_some(),
        short_names: std::mem::take(&mut keys.short_names),
        categories: std::mem::take(&mut keys.categories),
        annotations: std::mem::take(&mut keys.annotations),
        labels: std::mem::take(&mut keys.labels),
        conversion: std::mem::take(&mut keys.conversion)
            .take()
            .map(|conversion| conversion.value),
    })
}

/// A name that is written, or made from the kind. What is written has been judged by itself.
fn named(
    slot: &Slot<String>,
    kind: &Spanned<String>,
    key: &str,
    make: impl Fn(&str) -> String,
    check: impl Fn(&str) -> Vec<NameError>,
    errors: &Errors,
) -> Option<String> {
    if slot.key_span().is_some() && slot.get().is_none() {
        return None;
    }
    let (name, at) = match slot.get() {
        Some(written) => (written.value.clone(), written.span),
        None => (make(&kind.value), kind.span),
    };
    let complaints = check(&name);
    if complaints.is_empty() {
        return Some(name);
    }
    let hint = if slot.get().is_none() {
        format!("; it is made from the kind: write `{key} = \"…\"`")
    } else {
        String::new()
    };
    errors.at(at, refusal(&name, &format!("`{key}`"), &complaints) + &hint);
    None
}

/// Groups of the Kubernetes community need the approval annotation.
fn approval(group: &Spanned<String>, keys: &CrdKeys, errors: &Errors) {
    let see = "see https://github.com/kubernetes/enhancements/pull/1111";
    if !name::is_protected_group(&group.value) {
        return;
    }
    let Some(tag) = keys
        .annotations
        .iter()
        .find(|tag| tag.key.value == APPROVAL && !tag.value.value.is_empty())
    else {
        errors.at(
            group.span,
            format_args!(
                "`{}` belongs to the Kubernetes community; write a group of your own, `client` for a resource that \
                 is somebody else's, or `annotation(\"{APPROVAL}\" = \"https://…\")` with the address of the approval (the API server: \
                 `protected groups must have approval annotation \"{APPROVAL}\", {see}`)",
                group.value
            ),
        );
        return;
    };
    let approved = &tag.value;
    let is_url = url::parse_request_uri(&approved.value)
        .is_ok_and(|url| !url.scheme.is_empty() && !url.host.is_empty());
    if !is_url && !approved.value.starts_with("unapproved") {
        errors.at(
            approved.span,
            format_args!(
                "write the address of the approval, `https://…`, or a text that starts with `unapproved` (the API \
                 server: `protected groups must have approval annotation \"{APPROVAL}\" with either a URL or a reason \
                 starting with \"unapproved\", {see}`)"
            ),
        );
    }
}

/// The root struct's name, made from a kind.
pub(super) fn ident(kind: &str, span: Span, errors: &Errors) -> Option<Ident> {
    let Ok(mut ident) = syn::parse_str::<Ident>(kind) else {
        errors.at(
            span,
            format_args!("the kind `{kind}` is no name for a Rust struct; name the root struct yourself: `struct = Name`"),
        );
        return None;
    };
    // Marked as generated, so that rustc does not suggest edits of the literal.
    ident.set_span(Span::call_site().located_at(span));
    Some(ident)
}
