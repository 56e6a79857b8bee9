//! What only the tables of other types can tell, as const assertions, each at the token it is about.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::table;
use crate::attrs::crd::{Column, Scale, ScalePath, Spec};
use crate::diag::Spanned;
use crate::expand::assertions::amounts;
use crate::expand::tree::tree;
use crate::resource::model::{Identity, Repeated, Resource};

/// All assertions about a resource.
pub(super) fn of(resource: &Resource<'_>) -> TokenStream {
    let mut checks = Checks {
        resource,
        code: TokenStream::new(),
    };
    if let Identity::Hub(hub, repeated) = &resource.identity {
        checks.hub(hub, repeated);
    }
    if let Some(span) = resource.no_spec {
        checks.about(
            span,
            |root| quote_spanned!(span=> __w::assert::no_spec(#root)),
        );
    }
    if let Spec::Default(value) = &resource.schema.spec {
        let (span, spec, value) = (value.span, resource.spec_ident, tree(value));
        checks.add(
            span,
            &quote_spanned!(span=> __w::assert::default(__w::Of::<#spec>::TYPE.table(), #value)),
        );
    }
    let schema = &resource.schema;
    for keys in [&schema.keys, &schema.name, &schema.generate_name] {
        for check in keys.iter().flat_map(amounts::within) {
            checks.add(check.span, &check.call);
        }
    }
    if let Some(scale) = resource.scale.as_ref().filter(|scale| !scale.unchecked) {
        checks.scale(scale);
    }
    for column in resource.columns.iter().filter(|column| !column.unchecked) {
        checks.column(column);
    }
    for path in &resource.selectable {
        let (span, names) = (path.span, &path.value.names);
        checks.about(
            span,
            |root| quote_spanned!(span=> __w::assert::selectable(#root, &[#(#names),*])),
        );
    }
    checks.code
}

struct Checks<'r> {
    resource: &'r Resource<'r>,
    code: TokenStream,
}

impl Checks<'_> {
    fn add(&mut self, span: Span, call: &TokenStream) {
        self.code
            .extend(quote_spanned!(span=> const _: () = #call;));
    }

    /// An assertion about the resource's own table.
    fn about(&mut self, span: Span, call: impl FnOnce(&TokenStream) -> TokenStream) {
        let root = self.root(span);
        self.add(span, &call(&root));
    }

    fn root(&self, span: Span) -> TokenStream {
        let ident = &self.resource.root.ident;
        quote_spanned!(span=> <#ident as __w::CustomResource>::ROOT)
    }

    fn scale(&mut self, scale: &Scale) {
        let mut path = |path: &Spanned<ScalePath>, assertion: &str| {
            let (span, names) = (path.span, &path.value.names);
            let assertion = syn::Ident::new(assertion, span);
            self.about(
                span,
                |root| quote_spanned!(span=> __w::assert::#assertion(#root, &[#(#names),*])),
            );
        };
        path(&scale.spec, "scale_spec");
        path(&scale.status, "scale_status");
        if let Some(selector) = &scale.selector {
            path(selector, "scale_selector");
        }
    }

    fn column(&mut self, column: &Column) {
        let Column {
            path, ty, steps, ..
        } = column;
        let first = steps.names.first().and_then(Option::as_deref);
        // Every object has these, and the tables do not say what is in them.
        if matches!(first, None | Some("metadata" | "apiVersion" | "kind")) {
            return;
        }
        let names = |span: Span| -> Vec<TokenStream> {
            let items = quote_spanned!(span=> __w::assert::ITEMS);
            let name = |name: &Option<String>| {
                name.as_ref()
                    .map_or(items.clone(), |name| quote_spanned!(span=> #name))
            };
            steps.names.iter().map(name).collect()
        };
        let root = |span: Span| self.root(span);
        let (at, to) = (root(path.span), names(path.span));
        let path = quote_spanned!(path.span=> __w::assert::column_path(#at, &[#(#to),*]));
        // A string column shows anything.
        if !steps.whole || ty.value == "string" {
            self.code.extend(quote!(const _: () = #path;));
            return;
        }
        // One item for both, for a type fits only what exists.
        let (at, to, wanted) = (root(ty.span), names(ty.span), &ty.value);
        let ty = quote_spanned!(ty.span=> __w::assert::column_type(#at, &[#(#to),*], #wanted));
        self.code.extend(quote!(const _: () = { #path; #ty };));
    }

    fn hub(&mut self, hub: &Path, repeated: &Repeated) {
        let of_hub = |span: Span| quote_spanned!(span=> <#hub as __w::CustomResource>::ROOT);
        for (key, text) in &repeated.texts {
            let (span, value) = (text.span, &text.value);
            let member = syn::Ident::new(key, span);
            let hub = of_hub(span);
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::hub_text(#key, #value, #hub.#member, #hub)),
            );
        }
        if let Some(cluster) = &repeated.cluster {
            let span = cluster.span;
            let here = syn::Ident::new(
                if cluster.value {
                    "Cluster"
                } else {
                    "Namespaced"
                },
                span,
            );
            let hub = of_hub(span);
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::hub_scope(__w::Scope::#here, #hub)),
            );
        }
        for (key, member, here) in [
            ("shortname", "short_names", &repeated.short_names),
            ("category", "categories", &repeated.categories),
        ] {
            if let Some(first) = here.first() {
                let (span, hub) = (first.span, of_hub(first.span));
                let (member, here) = (syn::Ident::new(member, span), table::texts(here));
                self.add(
                    span,
                    &quote_spanned!(span=> __w::assert::hub_texts(#key, #here, #hub.#member, #hub)),
                );
            }
        }
        for (key, member, here) in [
            ("annotation", "annotations", &repeated.annotations),
            ("label", "labels", &repeated.labels),
        ] {
            if let Some(first) = here.first() {
                let (span, hub) = (first.key.span, of_hub(first.key.span));
                let (member, here) = (syn::Ident::new(member, span), table::tags(here));
                self.add(
                    span,
                    &quote_spanned!(span=> __w::assert::hub_pairs(#key, #here, #hub.#member, #hub)),
                );
            }
        }
        if let Some(conversion) = &repeated.conversion {
            let (span, hub) = (conversion.span, of_hub(conversion.span));
            let here = table::conversion(&conversion.value);
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::hub_conversion(#here, #hub)),
            );
        }
        self.hub_struct(hub, repeated);
    }

    /// The root struct's name, and whether it has a status.
    fn hub_struct(&mut self, hub: &Path, repeated: &Repeated) {
        let Some(last) = hub.segments.last() else {
            return;
        };
        let span = last.ident.span();
        let of_hub = |span: Span| quote_spanned!(span=> <#hub as __w::CustomResource>::ROOT);
        if !repeated.named {
            let (name, hub) = (self.resource.root.ident.to_string(), of_hub(span));
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::hub_kind(#name, #hub)),
            );
        }
        if let Some(status) = &self.resource.status {
            let (span, hub) = (status.span, of_hub(status.span));
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::hub_with_status(#hub)),
            );
        } else {
            let hub = of_hub(span);
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::hub_without_status(#hub)),
            );
        }
    }
}
