//! Functions of the author's in conversions of Rust values, and what becomes of their errors.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{Direction, here};
use crate::spoke::attrs::Function;

/// A call of the author's function for the whole type: a `Result` in a fallible direction.
pub(super) fn whole(function: &Function, direction: &Direction<'_>) -> TokenStream {
    let source = &direction.source;
    let applied = self::applied(&[quote!(#source)], function);
    match (function.may_fail, direction.fallible) {
        (false, false) => applied,
        (false, true) => quote!(__w::Ok(#applied)),
        // `check` lets a function fail only in a fallible direction.
        (true, _) => quote!(__w::refused(#applied)),
    }
}

/// The function on values: what does not fit it is said where it is written.
pub(super) fn applied(inputs: &[TokenStream], function: &Function) -> TokenStream {
    let path = &function.path;
    let span = here(path.span());
    // How many values a function takes, rustc says of a call of it, without a word of what is around that.
    if syn::parse2::<syn::ExprPath>(path.clone()).is_ok() {
        return quote_spanned!(span=> __w::called!(#path #(, #inputs)*));
    }
    let apply = Ident::new(&format!("apply{}", inputs.len()), span);
    quote_spanned!(span=> __w::#apply(#(#inputs,)* #path))
}

/// A call of the author's function.
pub(super) fn called(
    inputs: &[TokenStream],
    function: &Function,
    field: Option<&str>,
    direction: &Direction<'_>,
    or: Option<&TokenStream>,
) -> TokenStream {
    let applied = applied(inputs, function);
    if function.may_fail {
        settled(&quote!(__w::refused(#applied)), field, direction, or)
    } else {
        applied
    }
}

/// The value of a `Result`: a stand-in, an error that is returned, or one that cannot be.
pub(super) fn settled(
    result: &TokenStream,
    field: Option<&str>,
    direction: &Direction<'_>,
    or: Option<&TokenStream>,
) -> TokenStream {
    if let Some(or) = or {
        return quote!(__w::or(#result, || #or));
    }
    if direction.fallible {
        return returned(result, field, direction);
    }
    let (from, field) = (direction.from(), field.unwrap_or_default());
    quote!(__w::must::<#from, _>(#field, #result))
}

pub(super) fn returned(
    result: &TokenStream,
    field: Option<&str>,
    direction: &Direction<'_>,
) -> TokenStream {
    if let Some(field) = field {
        let from = direction.from();
        quote!(__w::at::<#from, _>(#field, #result)?)
    } else {
        quote!(#result?)
    }
}
