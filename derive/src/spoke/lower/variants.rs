//! The variants of an enum.

use syn::{DataEnum, DeriveInput, Fields, Ident};

use super::fields::{fields, newtype};
use super::places;
use crate::attrs::serde::ContainerSerde;
use crate::diag::{Errors, Spanned};
use crate::spoke::attrs::{ContainerKeys, StepKeys, VariantKeys};
use crate::spoke::model::{Content, Variant, rust_ident};

pub(super) fn variants<'i>(
    input: &'i DeriveInput,
    data: &'i DataEnum,
    keys: ContainerKeys,
    errors: &Errors,
) -> Option<Vec<Variant<'i>>> {
    let found = errors.count();
    let serde = ContainerSerde::of(&input.attrs, &Errors::new());
    if let Some(span) = serde.untagged.key_span() {
        errors.at(
            span,
            "nothing in JSON tells the variants of an untagged enum apart; map the whole type: `#[spoke(with = \
             function, back = function)]`",
        );
    }
    for (name, span) in places(&keys) {
        if name != "added" {
            errors.at(
                span,
                format_args!("`{name}` is about the fields of a struct; write it in a type of its own for the variant"),
            );
        }
    }
    let own: Vec<_> = data
        .variants
        .iter()
        .map(|syntax| variant(syntax, errors))
        .collect();
    // Of what no schema has, the derive of the schema says so.
    let mut variants = own.into_iter().collect::<Option<Vec<_>>>();
    for alone in keys.added {
        let Some(name) = alone.spot.direct() else {
            errors.at(alone.spot.span(), "write the name of a variant of the hub");
            continue;
        };
        if let Some(variants) = &mut variants {
            variants.push(Variant {
                span: alone.spot.span(),
                ident: None,
                hub: Some(rust_ident(name, alone.spot.span())),
                stand_in: alone.value,
                content: Content::Unit,
            });
        }
    }
    variants.filter(|_| errors.count() == found)
}

fn variant<'i>(syntax: &'i syn::Variant, errors: &Errors) -> Option<Variant<'i>> {
    let keys = VariantKeys::of(&syntax.attrs, errors);
    let removed = keys.removed.key_span().is_some();
    if let (Some(span), true) = (keys.rename.key_span(), removed) {
        errors.at(
            span,
            "the hub has no such variant, or it has it by another name; keep `removed` or `rename`",
        );
    }
    if removed || !matches!(syntax.fields, Fields::Named(_)) {
        no_places(&keys, removed, errors);
    }
    let hub = match keys.rename.take() {
        _ if removed => None,
        Some(name) => Some(variant_name(&name, errors)?),
        None => Some(syntax.ident.clone()),
    };
    let content = match &syntax.fields {
        fields if removed => {
            for field in fields {
                if let Some(span) = StepKeys::of(&field.attrs, errors).span {
                    errors.at(
                        span,
                        "the variant is `removed`, so nothing in it goes anywhere; remove the key",
                    );
                }
            }
            Content::Unit
        }
        Fields::Unit => Content::Unit,
        Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
            Content::Newtype(newtype(unnamed.unnamed.first()?, errors))
        }
        Fields::Unnamed(_) => return None,
        Fields::Named(named) => Content::Struct(fields(
            named,
            keys.added,
            keys.elsewhere,
            Vec::new(),
            &[],
            errors,
        )?),
    };
    Some(Variant {
        span: syntax.ident.span(),
        ident: Some(&syntax.ident),
        hub,
        stand_in: keys.removed.take().and_then(|removed| removed.value),
        content,
    })
}

/// Keys that are about named fields, on a variant that has none to map.
fn no_places(keys: &VariantKeys, removed: bool, errors: &Errors) {
    for (name, alone) in [("added", &keys.added), ("elsewhere", &keys.elsewhere)] {
        let Some(alone) = alone.first() else { continue };
        let span = alone.spot.span();
        if removed {
            errors.at(
                span,
                format_args!(
                    "the hub has no such variant, so `{name}` has no fields to name; remove it"
                ),
            );
        } else {
            errors.at(
                span,
                format_args!(
                    "`{name}` is about the named fields of a variant, and this one has none; if it holds a type, \
                     write it there"
                ),
            );
        }
    }
}

fn variant_name(name: &Spanned<String>, errors: &Errors) -> Option<Ident> {
    if syn::parse_str::<Ident>(&name.value).is_err() {
        errors.at(
            name.span,
            format_args!("`{}` is no name of a variant in Rust", name.value),
        );
        return None;
    }
    Some(Ident::new(&name.value, name.span))
}
