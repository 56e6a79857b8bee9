//! Enums: one match arm for each variant.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Path, PathArguments};

use super::nest::Peeled;
use super::table::Leaves;
use super::{Direction, here, hub, local, own, place, table, typed};
use crate::diag::line;
use crate::spoke::attrs::Spot;
use crate::spoke::model::{Content, Spoke, Variant, rust_ident};

/// An expression of the type `Mapping`.
pub(super) fn mapping(variants: &[Variant<'_>], spoke: &Spoke<'_>) -> TokenStream {
    let (own, hub) = (own(spoke), hub(spoke));
    let place = place(spoke);
    let variants = variants.iter().map(|variant| step(variant, spoke));
    quote!(__w::variants::<#own, #hub>(&[#(#variants),*], #place))
}

fn step(variant: &Variant<'_>, spoke: &Spoke<'_>) -> TokenStream {
    let name = |ident: Option<String>| ident.unwrap_or_default();
    let from = name(variant.ident.map(|ident| ident.unraw().to_string()));
    let to = name(variant.hub.as_ref().map(|ident| ident.unraw().to_string()));
    let line = Literal::u32_unsuffixed(line(variant.span));
    let content = content(variant, spoke);
    let stand_in = if let Some(value) = &variant.stand_in {
        let of = if variant.ident.is_some() {
            hub(spoke)
        } else {
            own(spoke)
        };
        quote!(__w::Some(__w::Run(|| __w::to_value::<#of>(&#value))))
    } else {
        quote!(__w::None)
    };
    quote!(__w::variant(#from, #to, #content, #stand_in, #line))
}

fn content(variant: &Variant<'_>, spoke: &Spoke<'_>) -> TokenStream {
    let hub = hub(spoke);
    let path = path_alone(&spoke.hub.value);
    match (&variant.content, variant.ident, &variant.hub) {
        (Content::Newtype(ty), _, Some(to)) => {
            let h = local("__h");
            let span = here(variant.span);
            let held = quote_spanned! {span=>
                __w::held(#h, |#h| match #h { #path::#to(__v) => __w::Some(__v), _ => __w::None })
            };
            let nest = Peeled::of(ty).nest(&hub, &held);
            quote!(__w::VariantContent::Newtype(#nest))
        }
        (Content::Struct(record), Some(_), Some(_)) => {
            let leaf = |spot: &Spot, on_hub: bool| leaf(variant, spoke, spot, on_hub);
            let leaves = Leaves {
                declared: &leaf,
                read: &leaf,
            };
            let steps = table::steps(record, spoke, &leaves);
            quote!(__w::VariantContent::Fields(#steps))
        }
        _ => quote!(__w::VariantContent::Unit),
    }
}

/// The type of a field of a variant: an expression of the type `Leaf`, never run.
pub(super) fn leaf(
    variant: &Variant<'_>,
    spoke: &Spoke<'_>,
    spot: &Spot,
    on_hub: bool,
) -> TokenStream {
    let span = here(spot.span());
    let field = rust_ident(spot.direct().unwrap_or_default(), span);
    let of = local(if on_hub { "__h" } else { "__s" });
    let (path, own) = (path_alone(&spoke.hub.value), spoke.ident);
    let (from, to) = (variant.ident, variant.hub.as_ref());
    let variant = if on_hub {
        quote!(#path::#to)
    } else {
        quote!(#own::#from)
    };
    quote_spanned! {span=>
        __w::held(#of, |#of| match #of {
            #variant { #field: __v, .. } => __w::Some(__v),
            _ => __w::None,
        })
    }
}

/// A path without generic arguments, as patterns have it.
fn path_alone(path: &Path) -> Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        segment.arguments = PathArguments::None;
    }
    path
}

/// An expression for the other side's enum.
pub(super) fn convert(variants: &[Variant<'_>], direction: &Direction<'_>) -> TokenStream {
    // Of variants that became one, that one becomes the first.
    let mut taken: Vec<&Ident> = Vec::new();
    let variants = variants.iter().filter(|variant| {
        let hub = variant.ident.and(variant.hub.as_ref());
        let hub = hub.filter(|_| !direction.up);
        let is_taken = hub.is_some_and(|hub| taken.contains(&hub));
        taken.extend(hub);
        !is_taken
    });
    let arms = variants.map(|variant| arm(variant, direction));
    let source = &direction.source;
    quote!(match #source { #(#arms)* })
}

fn arm(variant: &Variant<'_>, direction: &Direction<'_>) -> TokenStream {
    let span = here(variant.span);
    let (ident, hub_ident) = (variant.ident, variant.hub.as_ref());
    let (from, to) = if direction.up {
        (ident, hub_ident)
    } else {
        (hub_ident, ident)
    };
    // What the source does not have needs no arm.
    let Some(from) = from else {
        return TokenStream::new();
    };
    let from_type = if direction.up {
        Path::from(direction.spoke.ident.clone())
    } else {
        path_alone(&direction.spoke.hub.value)
    };
    let Some(to) = to else {
        let value = if let Some(value) = &variant.stand_in {
            value.clone()
        } else {
            let name = from.unraw().to_string();
            quote!(return __w::Err(__w::no_variant(#name)))
        };
        return quote_spanned!(span=> #from_type::#from { .. } => #value,);
    };
    match &variant.content {
        Content::Unit => quote_spanned!(span=> #from_type::#from => Self::#to,),
        Content::Newtype(ty) => {
            let peeled = Peeled::of(ty);
            let v = local("__v");
            let value = peeled.convert(&quote!(#v), direction);
            let value = if direction.fallible && !peeled.standard {
                quote!(#value?)
            } else {
                value
            };
            quote_spanned!(span=> #from_type::#from(#v) => Self::#to(#value),)
        }
        Content::Struct(record) => {
            let names = record
                .steps
                .iter()
                .flat_map(|step| if direction.up { &step.spoke } else { &step.hub })
                .filter_map(|spot| Some(rust_ident(spot.direct()?, here(spot.span()))));
            let names: Vec<_> = names.collect();
            let skipped = direction
                .up
                .then(|| record.fields.iter().filter(|field| field.skipped))
                .into_iter()
                .flatten()
                .map(|field| field.ident);
            let value =
                typed::record(record, &direction.within(variant), &quote!(Self::#to)).value();
            quote_spanned! {span=>
                #from_type::#from { #(#names,)* #(#skipped: _,)* } => #value,
            }
        }
    }
}
