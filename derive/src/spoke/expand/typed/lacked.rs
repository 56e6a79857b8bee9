//! Fields of which nothing is said.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;

use super::super::{Direction, here, hub, local, made_hub, own, places, variants};
use crate::spoke::attrs::{Segment, Spot};
use crate::spoke::model::{Step, rust_ident};

/// What the type that is made reads of an object that lacks the place.
pub(super) fn value(spot: &Spot, step: &Step, direction: &Direction<'_>) -> TokenStream {
    let spoke = direction.spoke;
    let (up, span) = (direction.up, here(step.span));
    let made = if up { made_hub(spoke) } else { own(spoke) };
    let table = if up { hub(spoke) } else { own(spoke) };
    let of = local(if up { "__h" } else { "__s" });
    let path = spot.path().unwrap_or_default();
    let is_seen = spoke.generics.params.is_empty();
    if let (None, [Segment::Field(name)], true) = (direction.variant, path, is_seen) {
        let field = rust_ident(name, here(spot.span()));
        return quote_spanned!(span=> __w::lacked!(#table, #made, #field #name));
    }
    let (variant, lone) = match (direction.variant, path.split_last()) {
        (Some(variant), _) => {
            let name = if up {
                variant.hub.as_ref()
            } else {
                variant.ident
            };
            let name = name.map(|name| name.unraw().to_string());
            let leaf = variants::leaf(variant, spoke, spot, up);
            let lone = quote_spanned!(span=> __w::lone(|#of: &#table| #leaf, |__v| __v));
            (name.unwrap_or_default(), lone)
        }
        (None, Some((Segment::Field(field), holder))) => {
            let field = rust_ident(field, here(spot.span()));
            let holder = places::holder(holder, spot.span(), &of);
            let lone = quote_spanned!(span=> __w::lone(|#of: &#made| #holder, |__p| __p.#field));
            (String::new(), lone)
        }
        _ => {
            let leaf = places::leaf(spot, &of);
            let lone = quote_spanned!(span=> __w::lone(|#of: &#made| #leaf, |__v| __v));
            (String::new(), lone)
        }
    };
    let names = path.iter().map(Segment::name);
    let path = quote!(&[#(#names),*]);
    if is_seen {
        return quote_spanned!(span=> __w::lacked!(#table, #variant, #path, #lone));
    }
    quote_spanned! {span=>
        #lone.value(const { __w::assert::lacked::<#table>(#variant, #path, false) })
    }
}
