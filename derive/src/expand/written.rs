//! What the names in a written type tell.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{GenericArgument, PathArguments, PathSegment, Type, TypePath};

use crate::lower::{arguments, ungrouped};

/// The path that a type is written by, without the `Option` around it.
pub(super) fn plain(ty: &Type) -> Option<&TypePath> {
    match ungrouped(ty) {
        Type::Path(path) if path.qself.is_none() => {
            if is_option(ty) {
                plain(arguments(path).next()?)
            } else {
                Some(path)
            }
        }
        _ => None,
    }
}

pub(crate) fn is_option(ty: &Type) -> bool {
    match ungrouped(ty) {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Option"),
        _ => false,
    }
}

/// Whether a map with keys other than `String` stands in the type, as far as names tell.
pub(super) fn has_other_keys(ty: &Type) -> bool {
    match ungrouped(ty) {
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
        _ => false,
    }
}

pub(crate) fn is_string(ty: &Type) -> bool {
    matches!(plain(ty), Some(path) if path.path.is_ident("String"))
}

/// Where a type begins; cheaper than its whole span, of which stable compilers show no more.
pub(crate) fn start(ty: &Type) -> Span {
    match ungrouped(ty) {
        Type::Path(path) if path.qself.is_none() => path
            .path
            .segments
            .first()
            .map_or_else(|| ty.span(), |first| first.ident.span()),
        _ => ty.span(),
    }
}

/// Whether a type has parameters and is, by its name, none of the standard library, where `JsonSchema` of what it holds is
/// enough.
pub(super) fn is_generic(ty: &Type) -> bool {
    let Type::Path(path) = ungrouped(ty) else {
        return false;
    };
    let last = path.path.segments.last().map(|last| last.ident.to_string());
    arguments(path).next().is_some() && last.is_some_and(|last| !STANDARD.contains(&last.as_str()))
}

const STANDARD: &[&str] = &[
    "String", "bool", "char", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64",
    "Option", "Vec", "Box", "BTreeMap", "HashMap", "BTreeSet", "HashSet",
];

/// The standard library's name that a type is written by.
pub(crate) fn standard_name(ty: &Type) -> Option<&'static str> {
    let Type::Path(TypePath {
        qself: None, path, ..
    }) = ungrouped(ty)
    else {
        return None;
    };
    let named = |segment: Option<&PathSegment>, names: &[&'static str]| {
        let written = segment?.ident.to_string();
        names.iter().copied().find(|name| *name == written)
    };
    // `heapless::Vec<u8, 4>` is not of the standard library.
    let at_home = path.segments.len() == 1
        || named(path.segments.first(), &["std", "core", "alloc"]).is_some();
    named(path.segments.last(), STANDARD).filter(|_| at_home)
}

/// Whether a type is made of the standard library's names alone, for which rustc need not be made to choose between
/// `Schema` and `JsonSchema`.
pub(crate) fn is_standard(ty: &Type) -> bool {
    let Type::Path(TypePath { path, .. }) = ungrouped(ty) else {
        return false;
    };
    standard_name(ty).is_some()
        && path
            .segments
            .iter()
            .all(|segment| match &segment.arguments {
                PathArguments::None => true,
                PathArguments::AngleBracketed(held) => held
                    .args
                    .iter()
                    .all(|held| matches!(held, GenericArgument::Type(ty) if is_standard(ty))),
                PathArguments::Parenthesized(_) => false,
            })
}

/// Whether a type is a standard one that has a table whatever it holds, as far as names tell.
pub(super) fn always_has_table(ty: &Type) -> bool {
    is_standard(ty) && holds_scalars(ty)
}

fn holds_scalars(ty: &Type) -> bool {
    let Type::Path(path) = ungrouped(ty) else {
        return false;
    };
    let mut held = arguments(path);
    let Some(first) = held.next() else {
        return true;
    };
    match held.next() {
        // `Option`, `Vec`, `Box`; a set need not take what it holds.
        None => !is_set(path) && holds_scalars(first),
        Some(value) => is_string(first) && holds_scalars(value),
    }
}

fn is_set(path: &TypePath) -> bool {
    path.path
        .segments
        .last()
        .is_some_and(|last| last.ident == "BTreeSet" || last.ident == "HashSet")
}
