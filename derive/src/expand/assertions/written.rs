//! What the names in a written type tell.

use syn::{Type, TypePath};

use crate::lower::arguments;

/// The path that a type is written by, without the `Option` around it.
pub(super) fn plain(ty: &Type) -> Option<&TypePath> {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            if is_option(ty) {
                plain(arguments(path).next()?)
            } else {
                Some(path)
            }
        }
        Type::Group(group) => plain(&group.elem),
        _ => None,
    }
}

pub(super) fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Option"),
        Type::Group(group) => is_option(&group.elem),
        _ => false,
    }
}

/// Whether a map with keys other than `String` stands in the type, as far as names tell.
pub(super) fn has_other_keys(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let is_map = path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident.to_string().ends_with("Map"));
            let mut inner = arguments(path);
            let key = inner.next();
            let other = is_map && key.is_some_and(|key| !is_string(key));
            other || key.is_some_and(has_other_keys) || inner.any(has_other_keys)
        }
        Type::Array(array) => has_other_keys(&array.elem),
        Type::Slice(slice) => has_other_keys(&slice.elem),
        Type::Reference(reference) => has_other_keys(&reference.elem),
        Type::Group(group) => has_other_keys(&group.elem),
        Type::Paren(paren) => has_other_keys(&paren.elem),
        _ => false,
    }
}

fn is_string(ty: &Type) -> bool {
    matches!(plain(ty), Some(path) if path.path.is_ident("String"))
}
