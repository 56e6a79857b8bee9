//! The root object of which the spoke is the spec.

use proc_macro2::TokenStream;
use quote::quote;
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::{Direction, from_impl, here, local, own};
use crate::spoke::model::{Root, Spoke};

/// `impl SpokeRoot`, and the conversions that lose nothing.
pub(super) fn root(spoke: &Spoke<'_>, root: &Root) -> TokenStream {
    let Root {
        ident,
        hub,
        status,
        or,
        or_back,
    } = root;
    let own = own(spoke);
    let stand_in = |value: &Option<TokenStream>, of: &TokenStream| {
        if let Some(value) = value {
            quote! {
                __w::Some(__w::Run(|| __w::pin(|__of: &#of| (__w::leaf(__of),)).write((#value,))))
            }
        } else {
            quote!(__w::None)
        }
    };
    let (up_or, down_or) = (stand_in(or, &super::hub(spoke)), stand_in(or_back, &own));
    let span = here(hub.span());
    let hub_type = quote_spanned!(span=> <#hub as __w::CustomResource>);
    // What does not fit is the root that is named.
    let own_there: TokenStream = own
        .clone()
        .into_iter()
        .map(|mut token| {
            token.set_span(token.span().located_at(span));
            token
        })
        .collect();
    let spec = quote_spanned!(span=> <#own_there as __w::SpecOf<#hub_type::Spec>>::MAPPING);
    let check = status.as_ref().map(|status| {
        let span = here(status.span());
        let up = spoke.fallible.up.is_some();
        let down = spoke.fallible.down.is_some();
        quote_spanned! {span=>
            const __STATUS: &__w::Mapping =
                __w::assert::status::<#status, #hub_type::Status>(#up, #down);
        }
    });
    let status = if status.is_some() {
        quote!(__w::Some(__STATUS))
    } else {
        quote!(__w::None)
    };
    let ident_type = quote!(#ident);
    let direction = |up| Direction {
        up,
        fallible: if up {
            spoke.fallible.up.is_some()
        } else {
            spoke.fallible.down.is_some()
        },
        source: local("__object"),
        variant: None,
        spoke,
    };
    let convert = |up: bool| {
        let direction = direction(up);
        let function = local(if up { "root_up" } else { "root_down" });
        let source = &direction.source;
        let result = quote!(__w::#function::<#ident>(&#source));
        let body = if direction.fallible {
            result
        } else {
            quote!(__w::converted(#result))
        };
        let hub = quote!(#hub);
        let (from, to) = if up {
            (&ident_type, &hub)
        } else {
            (&hub, &ident_type)
        };
        from_impl(spoke, &direction, [from, to, from], &body)
    };
    let (up, down) = (convert(true), convert(false));
    quote! {
        #[automatically_derived]
        impl __w::SpokeRoot for #ident {
            type Hub = #hub;
            const MAPPING: __w::RootMapping = __w::RootMapping {
                spoke: <#ident as __w::CustomResource>::ROOT,
                hub: #hub_type::ROOT,
                spec: &#spec,
                status: #status,
                up_or: #up_or,
                down_or: #down_or,
            };
        }
        #up
        #down
        #check
    }
}

/// `impl SpokeRoot` where the mapping could not be made.
pub(super) fn stand_in(ident: &TokenStream, hub: &TokenStream) -> TokenStream {
    quote! {
        impl __w::SpokeRoot for #ident {
            type Hub = #hub;
            const MAPPING: __w::RootMapping = __w::RootMapping {
                spoke: <#ident as __w::CustomResource>::ROOT,
                hub: <#hub as __w::CustomResource>::ROOT,
                spec: &__w::Mapping::Same,
                status: __w::None,
                up_or: __w::None,
                down_or: __w::None,
            };
        }
    }
}
