//! `wheel!`: a type alias for the versions of a resource, and an assertion that they fit together.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, Path, Token, Visibility, bracketed, token};

use crate::expand::private_module;

/// `$crate pub Pizzas = v1beta1::Pizza, [v1alpha1::Pizza]`
struct Wheel {
    krate: Path,
    attributes: Vec<Attribute>,
    vis: Visibility,
    name: Ident,
    hub: Path,
    spokes: Vec<Path>,
    /// The list of spokes, or the hub where there is none.
    versions: Span,
}

const FORM: &str = "write `wheel!(pub Pizzas = v1beta1::Pizza, [v1alpha1::Pizza])`";

impl Parse for Wheel {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // The runtime's `wheel!` puts its own path in front, so that a renamed crate is found.
        let krate = input.parse()?;
        input.parse::<Token![;]>()?;
        let attributes = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let name = input
            .parse()
            .map_err(|error| explain(&error, "a wheel has a name"))?;
        input
            .parse::<Token![=]>()
            .map_err(|error| explain(&error, "`=` follows the wheel's name"))?;
        let hub: Path = input
            .parse()
            .map_err(|error| explain(&error, "a wheel has a hub, the path of a root struct"))?;
        let mut versions = last(&hub);
        let mut spokes = Vec::new();
        if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            if !input.peek(token::Bracket) {
                return Err(explain(
                    &input.error(""),
                    "the other versions stand in brackets",
                ));
            }
            let list;
            let brackets = bracketed!(list in input);
            versions = brackets.span.join();
            let paths = Punctuated::<Path, Token![,]>::parse_terminated(&list);
            spokes = paths
                .map_err(|error| explain(&error, "a spoke is the path of a root struct"))?
                .into_iter()
                .collect();
            input.parse::<Option<Token![,]>>()?;
        }
        input.parse::<Option<Token![;]>>()?;
        if !input.is_empty() {
            return Err(explain(
                &input.error(""),
                "nothing comes behind the versions",
            ));
        }
        Ok(Self {
            krate,
            attributes,
            vis,
            name,
            hub,
            spokes,
            versions,
        })
    }
}

/// A path's own span would be that of its first token.
fn last(path: &Path) -> Span {
    path.segments
        .last()
        .map_or_else(|| path.span(), |last| last.ident.span())
}

fn explain(error: &syn::Error, what: &str) -> syn::Error {
    syn::Error::new(error.span(), format_args!("{what}; {FORM}"))
}

/// The alias and the assertion.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let Wheel {
        krate,
        attributes,
        vis,
        name,
        hub,
        spokes,
        versions,
    } = match syn::parse2(input) {
        Ok(wheel) => wheel,
        Err(error) => return error.to_compile_error(),
    };
    let list = spokes
        .iter()
        .rev()
        .fold(quote!(()), |rest, spoke| quote!((#spoke, #rest)));
    let roots = std::iter::once(&hub).chain(&spokes).map(|path| {
        // At the version, where a path that is no root struct is reported.
        let private = private_module(last(path));
        quote_spanned!(last(path)=> <#path as #krate::#private::CustomResource>::ROOT)
    });
    // An error stands where the first token of the call does.
    let mut here = krate.clone();
    for segment in &mut here.segments {
        segment
            .ident
            .set_span(segment.ident.span().located_at(versions));
    }
    let private = private_module(versions);
    let check = quote_spanned!(versions=> #here::#private::assert::wheel(&[#(#roots),*]));
    quote! {
        #(#attributes)*
        #vis type #name = #krate::Wheel<#hub, #list>;
        const _: () = #check;
    }
}
