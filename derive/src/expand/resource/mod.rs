//! The root struct, its table, and one line for the impls that the runtime spells out.

mod checks;
mod table;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Path, Type, Visibility};

use super::{envelope, private};
use crate::attrs::crd::Spec;
use crate::resource::model::{Identity, Resource, Root};

/// The code for a custom resource.
pub(crate) fn resource(resource: &Resource<'_>) -> TokenStream {
    with_table(resource, &table::root(resource))
}

/// What stands in for a resource with errors, so that one error does not lead to others: no assertion looks at a table
/// without kind from outside. What is asserted of the resource itself still is, so that all errors show at once.
pub(crate) fn stand_in(resource: &Resource<'_>) -> TokenStream {
    let table = table::root(resource);
    with_table(resource, &quote!(__w::Root { kind: "", ..#table }))
}

fn with_table(resource: &Resource<'_>, table: &TokenStream) -> TokenStream {
    let status = resource.status.as_ref().map(|status| &status.value);
    let shape = RootStruct {
        vis: resource.vis,
        root: &resource.root,
        doc: &resource.doc,
        spec: resource.spec_ident,
        status,
        krate: resource.krate.as_ref(),
    };
    let definition = shape.definition();
    let spec = resource.spec_ident;
    let (absent, default) = if resource.may_lack_spec() {
        // Named once, and at the struct's name: so is a missing `Default` reported.
        let default = quote_spanned! {spec.span()=>
            const __ABSENT_SPEC: fn() -> #spec = <#spec as __w::Default>::default;
        };
        (quote!(__w::Some(__ABSENT_SPEC)), default)
    } else {
        (quote!(__w::None), TokenStream::new())
    };
    let scope = match &resource.identity {
        Identity::Own(own) if own.cluster => quote!(__w::kube_core::ClusterResourceScope),
        Identity::Own(_) => quote!(__w::kube_core::NamespaceResourceScope),
        Identity::Hub(hub, _) => quote!(<#hub as __w::kube_core::Resource>::Scope),
    };
    let impls = shape.impls(resource.client, table, &absent, &scope);
    let checks = if resource.client {
        // Nothing is known that could be asserted.
        TokenStream::new()
    } else {
        checks::of(resource)
    };
    // Wherever a table is that of `Of`.
    let chooses = !resource.client && resource.status.is_some()
        || matches!(resource.schema.spec, Spec::Default(_));
    let is_spoke = matches!(resource.identity, Identity::Hub(..));
    let choices: Vec<_> = [
        (chooses, quote!(ForeignType)),
        (is_spoke, quote!(AnyMapped)),
    ]
    .into_iter()
    .filter_map(|(wanted, choice)| wanted.then_some(choice))
    .collect();
    let choice = (!choices.is_empty()).then(|| {
        quote! {
            #[allow(unused_imports)]
            use __w::{#(#choices as _),*};
        }
    });
    let body = quote! {
        #choice
        #default
        #impls
        #checks
    };
    let code = envelope(resource.krate.as_ref(), &body);
    quote!(#definition #code)
}

/// What the code of a root struct is made from.
struct RootStruct<'r> {
    vis: &'r Visibility,
    root: &'r Root,
    doc: &'r str,
    spec: &'r Ident,
    status: Option<&'r Type>,
    krate: Option<&'r Path>,
}

impl RootStruct<'_> {
    fn definition(&self) -> TokenStream {
        let Self {
            vis,
            root,
            spec,
            status,
            ..
        } = self;
        let Root {
            ident,
            derives,
            attributes,
        } = root;
        let private = private(self.krate);
        let doc = if self.doc.is_empty() {
            format!("The custom resource of [`{spec}`].")
        } else {
            self.doc.to_owned()
        };
        // At the user's types, where a missing `Clone` or `Debug` is reported.
        let spec_field = quote_spanned!(spec.span()=> pub spec: #spec);
        let status = status.map(|status| {
            quote_spanned! {status.span()=>
                /// What is observed.
                pub status: #private::Option<#status>,
            }
        });
        quote! {
            #[doc = #doc]
            #[allow(unused_qualifications)]
            #[derive(#private::Clone, #private::Debug, #(#derives),*)]
            #(#[#attributes])*
            #vis struct #ident {
                /// Name, namespace, labels and the like.
                pub metadata: #private::ObjectMeta,
                /// What is wanted.
                #spec_field,
                #status
            }
        }
    }

    fn impls(
        &self,
        client: bool,
        table: &TokenStream,
        absent: &TokenStream,
        scope: &TokenStream,
    ) -> TokenStream {
        let Self { vis, spec, .. } = self;
        let root = &self.root.ident;
        let (status, member) = match self.status {
            Some(status) => (quote!(#status), quote!(status)),
            None => (quote!(()), TokenStream::new()),
        };
        let rooted = if client {
            quote! {
                impl __w::Rooted for #root {
                    type Spec = #spec;
                    const ROOT: &'static __w::Root = &#table;
                }
            }
        } else {
            quote! {
                impl __w::CustomResource for #root {
                    type Spec = #spec;
                    type Status = #status;
                    const TABLE: __w::Root = #table;
                }
            }
        };
        let what = if client { quote!(client) } else { quote!(root) };
        quote! {
            #[automatically_derived]
            #rooted
            __w::root! { #what, #vis #root, #spec, #status, [#member], #absent, #scope }
        }
    }
}
