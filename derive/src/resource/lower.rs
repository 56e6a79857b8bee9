//! From `#[crd(…)]` on a struct to the model, with the rules between several keys.

use proc_macro2::Span;
use syn::Ident;

use super::client;
use super::item::Item;
use super::model::{Identity, Own, Repeated, Resource, Root, RootSchema};
use super::names;
use crate::attrs::crd::{self, Also, CrdKeys, Spec, Status, StatusForm};
use crate::attrs::{Slot, doc};
use crate::check;
use crate::diag::{Errors, Spanned};

/// Reads the whole item; `None` where there can be no root struct. Where errors are reported, what is missing is empty:
/// the resource is good for a stand-in only.
pub(super) fn resource<'i>(
    item: &'i Item,
    mut keys: CrdKeys,
    errors: &Errors,
) -> Option<Resource<'i>> {
    let has_root = is_concrete(item, errors);
    missing(item, &keys, errors);
    members(&keys, errors);
    with_status(&keys, errors);
    client::keys(&keys, errors);
    for given in [&keys.root, &keys.name, &keys.generate_name] {
        if let Some(given) = given.value() {
            check::keys(given, errors);
        }
    }
    rules(&keys, errors);
    versions(&keys, errors);
    let ident = root_ident(item, &keys, errors);
    if keys.client.key_span().is_some() {
        // Reported; what follows is a stand-in.
        keys.hub = Slot::default();
    }
    let identity = identity(&mut keys, errors);
    let version = keys.version.take();
    let root = Root {
        ident: ident.filter(|_| has_root)?,
        derives: keys.derives,
        attributes: keys.attributes,
    };
    Some(Resource {
        spec_ident: &item.ident,
        vis: &item.vis,
        doc: doc::description(&item.attributes),
        attribute: keys.attribute?,
        root,
        identity: identity.unwrap_or_else(|| Identity::Own(Own::default())),
        version: version.map_or_else(String::new, |version| version.value),
        flags: keys.flags,
        also: keys.also,
        status_form: keys
            .status
            .value()
            .map_or(StatusForm::Standard, Status::form),
        status: keys.status.take().and_then(|status| status.value.ty()),
        scale: keys.scale.take().map(|scale| scale.value),
        columns: keys.columns,
        selectable: keys.selectable,
        client: keys.client.key_span().is_some(),
        no_spec: keys.no_spec.key_span(),
        serde_defaults: keys.serde_defaults.key_span().is_some(),
        kube: keys.kube.value().copied(),
        schema: RootSchema {
            spec: keys.spec.take().map_or(Spec::Required, |spec| spec.value),
            metadata_required: keys.metadata_required.key_span().is_some(),
            type_meta: keys.type_meta.take().map(|type_meta| type_meta.value),
            name: keys.name.take().map(|keys| keys.value),
            generate_name: keys.generate_name.take().map(|keys| keys.value),
            keys: keys.root.take().map(|keys| keys.value),
        },
        krate: keys.krate.take().map(|path| path.value),
    })
}

/// The rules about the root object and its name.
fn rules(keys: &CrdKeys, errors: &Errors) {
    let servers = keys.kube.value().copied().unwrap_or_else(crd::newest);
    if let Some(root) = keys.root.value() {
        let no_spec = keys.no_spec.key_span().is_some();
        let has_status = keys.status.key_span().is_some() && !is_bare(&keys.status);
        check::rules::root(root, no_spec, has_status, servers, errors);
    }
    for given in [&keys.name, &keys.generate_name] {
        if let Some(given) = given.value() {
            check::rules::name(given, servers, errors);
        }
    }
}

/// Whether there is a subresource `status` without a property.
pub(super) fn is_bare(status: &Slot<Status>) -> bool {
    matches!(status.value(), Some(Status::Bare))
}

/// One resource has one schema, so it stands on one concrete type.
fn is_concrete(item: &Item, errors: &Errors) -> bool {
    if let Some(span) = item.union {
        errors.at(span, "a union has no form in JSON; write a struct");
    }
    if let Some(parameter) = item.generics.params.first() {
        errors.on(
            parameter,
            "a custom resource has one schema, so its struct has no parameters; derive it on a struct that holds the concrete type",
        );
    }
    item.union.is_none() && item.generics.params.is_empty()
}

fn missing(item: &Item, keys: &CrdKeys, errors: &Errors) {
    let Some(attribute) = keys.attribute else {
        errors.at(
            item.ident.span(),
            format_args!(
                "what resource is this the spec of? Write `#[crd(group = \"example.com\", version = \"v1\", kind = \"{}\", namespaced)]`, or \
                 `cluster` in place of `namespaced`",
                kind_of(&item.ident)
            ),
        );
        return;
    };
    let mut lacking = Vec::new();
    if keys.hub.key_span().is_none() {
        if keys.group.key_span().is_none() {
            lacking.push("`group = \"example.com\"`".to_owned());
        }
        if keys.kind.key_span().is_none() {
            lacking.push(format!("`kind = \"{}\"`", kind_of(&item.ident)));
        }
    }
    if keys.version.key_span().is_none() {
        lacking.push("`version = \"v1\"`".to_owned());
    }
    if !lacking.is_empty() {
        errors.at(
            attribute,
            format_args!("`#[crd(…)]` lacks {}", lacking.join(", ")),
        );
    }
    let scope = [&keys.namespaced, &keys.cluster];
    if keys.hub.key_span().is_none() && scope.iter().all(|slot| slot.key_span().is_none()) {
        errors.at(
            attribute,
            "`#[crd(…)]` lacks its scope: write `namespaced` where each object lives in a namespace, or `cluster` where \
             there is one for the whole cluster (what kube-derive takes where `namespaced` is not written); once a cluster \
             has the CRD, its scope cannot change",
        );
    }
}

/// The kind that a spec struct's name suggests.
fn kind_of(ident: &Ident) -> String {
    let name = ident.to_string();
    match name.strip_suffix("Spec") {
        Some(kind) if !kind.is_empty() => kind.to_owned(),
        _ => "Pizza".to_owned(),
    }
}

/// Rules about the members of the root object.
fn members(keys: &CrdKeys, errors: &Errors) {
    if let (Some(_), Some(cluster)) = (keys.namespaced.key_span(), keys.cluster.key_span()) {
        errors.at(cluster, "a resource is `namespaced` or `cluster`; keep one");
    }
    if let (Some(_), Some(spec)) = (keys.no_spec.key_span(), keys.spec.key_span()) {
        errors.at(
            spec,
            "with `no_spec` there is no `spec`; remove one of them",
        );
    }
}

/// What the API server refuses at the root of a resource that has a status.
fn with_status(keys: &CrdKeys, errors: &Errors) {
    const REFUSED: &[&str] = &[
        "one_of",
        "any_of",
        "all_of",
        "not",
        "min_properties",
        "max_properties",
    ];
    if keys.status.key_span().is_none() {
        return;
    }
    for given in keys.root.value().into_iter().flat_map(|root| &root.given) {
        if REFUSED.contains(&given.name) {
            errors.at(
                given.key,
                format_args!(
                    "`{}` cannot stand at the root of a resource with a status; write a `rule(…)` (the API server: `only \
                     […] fields are allowed at the root of the schema if the status subresource is enabled`)",
                    given.name
                ),
            );
        }
    }
}

/// No version twice, and one storage version at most.
fn versions(keys: &CrdKeys, errors: &Errors) {
    let mut names: Vec<&Spanned<String>> = keys.version.get().into_iter().collect();
    for Also { version, .. } in &keys.also {
        if names.iter().any(|earlier| earlier.value == version.value) {
            errors.at(
                version.span,
                format_args!(
                    "the version `{}` is there already; keep one (the API server: `must contain unique version names`)",
                    version.value
                ),
            );
        }
        names.push(version);
    }
    let all = std::iter::once(&keys.flags).chain(keys.also.iter().map(|also| &also.flags));
    let stored = all
        .filter(|flags| flags.is_stored())
        .filter_map(|flags| flags.storage.key_span());
    for span in stored.skip(1) {
        errors.at(
            span,
            "another version is the storage version already; keep `storage` at one of them (the API server: `must have \
             exactly one version marked as storage version`)",
        );
    }
}

fn root_ident(item: &Item, keys: &CrdKeys, errors: &Errors) -> Option<Ident> {
    let ident = root_name(keys, errors)?;
    if ident == item.ident {
        // Not at the identifier, which is marked as generated where it is made from the kind.
        let kind = keys.kind.get().filter(|_| keys.hub.key_span().is_none());
        let span = match (keys.root_struct.key_span(), kind) {
            (None, Some(kind)) => kind.span,
            _ => ident.span(),
        };
        errors.at(
            span,
            format_args!(
                "the root struct would be called `{ident}` like the struct it is made from; call that `{ident}Spec`, or \
                 name the root: `struct = Name`"
            ),
        );
        return None;
    }
    Some(ident)
}

/// The name as far as it can be told; errors in the keys themselves are reported where they are read.
fn root_name(keys: &CrdKeys, errors: &Errors) -> Option<Ident> {
    if keys.root_struct.key_span().is_some() {
        return keys.root_struct.value().cloned();
    }
    if keys.hub.key_span().is_some() {
        let last = keys.hub.value()?.segments.last()?;
        return Some(last.ident.clone());
    }
    let kind = keys.kind.get()?;
    names::ident(&kind.value, kind.span, errors)
}

fn identity(keys: &mut CrdKeys, errors: &Errors) -> Option<Identity> {
    if keys.hub.key_span().is_none() {
        return names::own(keys, errors).map(Identity::Own);
    }
    let hub = std::mem::take(&mut keys.hub).take()?.value;
    let texts = [
        ("group", std::mem::take(&mut keys.group)),
        ("kind", std::mem::take(&mut keys.kind)),
        ("plural", std::mem::take(&mut keys.plural)),
        ("singular", std::mem::take(&mut keys.singular)),
        ("list_kind", std::mem::take(&mut keys.list_kind)),
    ];
    let scope = |slot: &Slot<()>, cluster| {
        slot.key_span()
            .map(|span: Span| Spanned::new(cluster, span))
    };
    let repeated = Repeated {
        texts: texts
            .into_iter()
            .filter_map(|(key, slot)| Some((key, slot.take()?)))
            .collect(),
        cluster: scope(&keys.namespaced, false).or_else(|| scope(&keys.cluster, true)),
        short_names: std::mem::take(&mut keys.short_names),
        categories: std::mem::take(&mut keys.categories),
        annotations: std::mem::take(&mut keys.annotations),
        labels: std::mem::take(&mut keys.labels),
        conversion: std::mem::take(&mut keys.conversion).take(),
        named: keys.root_struct.key_span().is_some(),
    };
    Some(Identity::Hub(hub, repeated))
}
