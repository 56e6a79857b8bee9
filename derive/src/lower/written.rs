//! What can be told from a type as it is written: tuples, and types that contain themselves.

use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Ident, Type, TypePath, TypeTuple};
use wheelwright_spelling::{arguments, ungrouped};

use crate::diag::Errors;

/// Reports what no structural schema has a form for in a field of the type `owner`.
pub(super) fn check(ty: &Type, owner: &Ident, errors: &Errors) {
    match ungrouped(ty) {
        Type::Tuple(tuple) if !tuple.elems.is_empty() => errors.at(tuple.span(), refusal(tuple)),
        Type::Path(path) => {
            if names(path, owner) {
                errors.at(
                    path.span(),
                    format_args!(
                        "`{owner}` contains itself, but a schema is a finite tree (the API server: `$ref is not \
                         supported`); write a type of its own for each level, or keep any JSON from here on: \
                         `#[schema(opaque)]`"
                    ),
                );
                return;
            }
            for ty in arguments(path) {
                check(ty, owner, errors);
            }
        }
        Type::Array(array) => check(&array.elem, owner, errors),
        Type::Slice(slice) => check(&slice.elem, owner, errors),
        Type::Reference(reference) => check(&reference.elem, owner, errors),
        _ => {}
    }
}

fn names(path: &TypePath, owner: &Ident) -> bool {
    path.qself.is_none()
        && path.path.leading_colon.is_none()
        && path.path.segments.len() == 1
        && path
            .path
            .segments
            .first()
            .is_some_and(|segment| segment.ident == *owner || segment.ident == "Self")
}

fn refusal(tuple: &TypeTuple) -> String {
    let mut types = tuple
        .elems
        .iter()
        .map(|ty| ty.to_token_stream().to_string());
    let first = types.next().unwrap_or_default();
    let instead = if tuple.elems.len() > 1 && types.all(|ty| ty == first) {
        format!(
            "`[{first}; {}]`, which serde writes alike",
            tuple.elems.len()
        )
    } else {
        "a struct with named fields".to_owned()
    };
    format!(
        "a tuple is a JSON array whose items differ by position, which no structural schema can describe (the API \
         server: `items must be a schema object and not an array`); write {instead}, or `#[schema(opaque)]` to keep \
         any JSON"
    )
}
