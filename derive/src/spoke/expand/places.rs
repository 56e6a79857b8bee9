//! Expressions for places.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::here;
use crate::spoke::attrs::{Segment, Spot};
use crate::spoke::model::rust_ident;

/// The place in the table: an expression of the type `Spot`.
pub(super) fn spot(spot: &Spot) -> TokenStream {
    match spot {
        Spot::Field { path, .. } => {
            let names = path.iter().map(Segment::name);
            quote!(__w::At(&[#(#names),*]))
        }
        Spot::Label(key, _) => quote!(__w::Spot::Label(#key)),
        Spot::Annotation(key, _) => quote!(__w::Spot::Annotation(#key)),
    }
}

/// An expression of the type `&[Spot]`.
pub(super) fn spots(spots: &[Spot]) -> TokenStream {
    let spots = spots.iter().map(spot);
    quote!(&[#(#spots),*])
}

/// The value at a place, as steps get it: moved out of a field, copied from deeper places.
pub(super) fn read(spot: &Spot, of: &Ident) -> TokenStream {
    let Some(path) = spot.path() else {
        return quote!(__w::NO_TAG);
    };
    match path {
        [Segment::Field(name)] => {
            let field = rust_ident(name, here(spot.span()));
            quote_spanned!(here(spot.span())=> #of.#field)
        }
        [Segment::Field(first), rest @ ..] => {
            let field = rust_ident(first, here(spot.span()));
            peek(&quote!(#of.#field), rest, here(spot.span()))
        }
        _ => TokenStream::new(),
    }
}

fn peek(at: &TokenStream, rest: &[Segment], span: Span) -> TokenStream {
    let Some((segment, behind)) = rest.split_first() else {
        return quote_spanned!(span=> __w::Clone::clone(&#at));
    };
    let inner = match segment {
        Segment::Field(name) => {
            let field = rust_ident(name, span);
            let inner = peek(&quote!(__p.#field), behind, span);
            quote_spanned!(span=> |__p| #inner)
        }
        Segment::Entry(key) if behind.is_empty() => {
            quote_spanned!(span=> |__p| __w::lookup(__p, #key))
        }
        Segment::Entry(key) => {
            let inner = peek(&quote!(__e), behind, span);
            quote_spanned!(span=> |__p| __w::option(__w::lookup(__p, #key), |__e| #inner))
        }
        Segment::Item(item) => {
            let inner = peek(&quote!(__e), behind, span);
            let keys = item.keys.iter().map(|(name, value)| {
                let key = rust_ident(name, span);
                quote_spanned!(span=> __w::is_key(&__e.#key, #value))
            });
            quote_spanned!(span=> |__p| __w::Flat(__w::picked(__p, |__e| #(#keys)&&*, |__e| #inner)).flat())
        }
    };
    quote_spanned!(span=> __w::Flat(__w::Peek(&#at).get(#inner)).flat())
}

/// Whether nothing stands in at these places: the entry of a map, which is there or not, and `None`.
pub(super) fn is_no_entry(spots: &[Spot], stand_in: Option<&TokenStream>) -> bool {
    let [spot] = spots else { return false };
    matches!(spot.path(), Some([.., Segment::Entry(_)]))
        && stand_in.is_some_and(|value| value.to_string() == "None")
}

/// Whether a place is a field of the struct itself.
pub(super) fn is_direct(spot: &Spot) -> bool {
    spot.direct().is_some()
}

/// The type of the place, as the struct declares it: an expression of the type `Leaf`, never run.
pub(super) fn leaf(spot: &Spot, of: &Ident) -> TokenStream {
    let span = here(spot.span());
    let Some(path) = spot.path() else {
        return quote_spanned!(span=> __w::leaf(&__w::NO_TAG));
    };
    let mut at = quote!(#of);
    let mut first = true;
    let mut is_reference = false;
    for segment in path {
        match segment {
            Segment::Field(name) => {
                let field = rust_ident(name, span);
                at = if first {
                    quote_spanned!(span=> #at.#field)
                } else if is_reference {
                    quote_spanned!(span=> __w::inside(#at).of().#field)
                } else {
                    quote_spanned!(span=> __w::inside(&#at).of().#field)
                };
                is_reference = false;
            }
            Segment::Entry(_) | Segment::Item(_) => {
                let held = held(segment, span);
                at = if is_reference {
                    quote_spanned!(span=> __w::#held(__w::inside(#at).of()))
                } else {
                    quote_spanned!(span=> __w::#held(__w::inside(&#at).of()))
                };
                is_reference = true;
            }
        }
        first = false;
    }
    if is_reference {
        quote_spanned!(span=> __w::leaf(#at))
    } else {
        quote_spanned!(span=> __w::leaf(&#at))
    }
}

/// The type of the value that [`read`] gets: an expression of the type `Leaf`, never run.
pub(super) fn read_leaf(spot: &Spot, of: &Ident) -> TokenStream {
    if is_direct(spot) || spot.path().is_none() {
        return leaf(spot, of);
    }
    let value = read(spot, of);
    quote_spanned!(here(spot.span())=> __w::leaf(&#value))
}

/// A statement that writes a value into a place deeper within a struct that is there. `fills`: one of the two may be optional where
/// the other is not.
pub(super) fn write(spot: &Spot, into: &Ident, value: &TokenStream, fills: bool) -> TokenStream {
    let span = here(spot.span());
    reach(
        spot.path().unwrap_or_default(),
        span,
        into,
        &|at, last| match last {
            Segment::Field(_) if fills => quote_spanned!(span=> __w::fill(&mut #at, #value)),
            Segment::Field(_) => quote_spanned!(span=> #at = #value),
            Segment::Entry(key) => quote_spanned!(span=> __w::Set(&mut #at).insert(#key, #value)),
            Segment::Item(_) => quote_spanned!(span=> __w::Set(&mut #at).push(#value)),
        },
    )
}

/// A statement that makes a struct at a path of fields where none is.
pub(super) fn stand(path: &[Segment], span: Span, into: &Ident, made: &TokenStream) -> TokenStream {
    let span = here(span);
    reach(
        path,
        span,
        into,
        &|at, _| quote_spanned!(span=> __w::Set(&mut #at).stand(|| #made)),
    )
}

/// A statement about a place within a struct, where all that is on the way is there: `end` says what is done at the last field
/// of the path, or in that field's map or list.
fn reach(
    path: &[Segment],
    span: Span,
    into: &Ident,
    end: &dyn Fn(&TokenStream, &Segment) -> TokenStream,
) -> TokenStream {
    let Some((first @ Segment::Field(name), rest)) = path.split_first() else {
        return TokenStream::new();
    };
    let field = rust_ident(name, span);
    let inner = within_field(&quote!(#into.#field), first, rest, span, end);
    quote!(#inner;)
}

fn within_field(
    at: &TokenStream,
    last: &Segment,
    rest: &[Segment],
    span: Span,
    end: &dyn Fn(&TokenStream, &Segment) -> TokenStream,
) -> TokenStream {
    match rest {
        [] => end(at, last),
        [next @ Segment::Field(name), behind @ ..] => {
            let field = rust_ident(name, span);
            let inner = within_field(&quote!(__p.#field), next, behind, span, end);
            quote_spanned!(span=> __w::Set(&mut #at).set(|__p| #inner))
        }
        [next, ..] => end(at, next),
    }
}

/// What a map or list holds: the name of a function to a reference to it.
fn held(segment: &Segment, span: Span) -> Ident {
    let name = match segment {
        Segment::Item(_) => "of_list",
        Segment::Field(_) | Segment::Entry(_) => "entry",
    };
    Ident::new(name, span)
}

/// What the place holds without shells, as a reference: of an expression that is never run.
pub(super) fn inside(spot: &Spot, of: &Ident) -> TokenStream {
    within(spot.path().unwrap_or_default(), spot.span(), of)
}

/// The type of the struct that a field is in, by the path to it: an expression of the type `Leaf`, never run.
pub(super) fn holder(path: &[Segment], span: Span, of: &Ident) -> TokenStream {
    let inside = within(path, span, of);
    quote_spanned!(here(span)=> __w::leaf(#inside))
}

fn within(path: &[Segment], span: Span, of: &Ident) -> TokenStream {
    let span = here(span);
    let mut at = quote!(#of);
    for segment in path {
        at = match segment {
            Segment::Field(name) => {
                let field = rust_ident(name, span);
                quote_spanned!(span=> __w::inside(&(#at).#field).of())
            }
            Segment::Entry(_) | Segment::Item(_) => {
                let held = held(segment, span);
                quote_spanned!(span=> __w::inside(__w::#held(#at)).of())
            }
        };
    }
    at
}
