//! Functions of the author's in conversions of Rust values, and what becomes of their errors.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Direction, local};
use crate::spoke::attrs::Function;

/// A call of the author's function for the whole type: a `Result` in a fallible direction.
pub(super) fn whole(function: &Function, direction: &Direction<'_>) -> TokenStream {
    let (source, path) = (&direction.source, &function.path);
    let applied = quote!(__w::apply1(#source, #path));
    match (function.may_fail, direction.fallible) {
        (false, false) => applied,
        (false, true) => quote!(__w::Ok(#applied)),
        // `check` lets a function fail only in a fallible direction.
        (true, _) => quote!(__w::refused(#applied)),
    }
}

/// A call of the author's function.
pub(super) fn called(
    inputs: &[TokenStream],
    function: &Function,
    field: Option<&str>,
    direction: &Direction<'_>,
    or: Option<&TokenStream>,
) -> TokenStream {
    let apply = local(&format!("apply{}", inputs.len()));
    let path = &function.path;
    let applied = quote!(__w::#apply(#(#inputs,)* #path));
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
