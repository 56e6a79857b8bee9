//! Enums in serde's four representations.

use syn::ext::IdentExt;
use syn::spanned::Spanned as _;
use syn::{DataEnum, DeriveInput, Fields};

use super::field::{self, GIVE};
use super::names::{self, Names};
use super::replaced;
use crate::attrs::doc;
use crate::attrs::schema_keys::{Place, SchemaKeys};
use crate::attrs::serde::{ContainerSerde, FieldSerde, VariantSerde};
use crate::diag::{Errors, Spanned};
use crate::model::{Content, Enum, Tagging, Variant};

pub(super) fn shape<'i>(
    input: &'i DeriveInput,
    data: &'i DataEnum,
    serde: &ContainerSerde,
    errors: &Errors,
) -> Option<Enum<'i>> {
    let found = errors.count();
    let names = Names::of_variants(serde, errors);
    let field_names = Names::of_variant_fields(serde, errors);
    let variants: Vec<_> = data
        .variants
        .iter()
        .filter_map(|syntax| variant(input, syntax, names, field_names, errors))
        .collect();
    if data.variants.is_empty() {
        errors.at(
            input.ident.span(),
            "an enum without variants has no value; add a variant",
        );
        return None;
    }
    if variants.is_empty() && errors.count() == found {
        errors.at(
            input.ident.span(),
            "serde skips every variant, so the enum has no value; keep one",
        );
        return None;
    }
    let tagged = variants.iter().filter(|variant| !variant.untagged);
    if serde.untagged.key_span().is_none() {
        names::unique(
            tagged.map(|variant| (variant.wire.as_str(), variant.span)),
            "variants",
            errors,
        );
    }
    Some(Enum {
        tagging: tagging(serde),
        variants,
        deny_unknown: serde.deny_unknown_fields.key_span(),
    })
}

/// serde itself refuses contradictions.
fn tagging(serde: &ContainerSerde) -> Tagging {
    let text = |spanned: &Spanned<String>| spanned.clone();
    match (serde.tag.get(), serde.content.get()) {
        _ if serde.untagged.key_span().is_some() => Tagging::Untagged,
        (Some(tag), Some(content)) => Tagging::Adjacent(text(tag), text(content)),
        (Some(tag), None) => Tagging::Internal(text(tag)),
        (None, _) => Tagging::External,
    }
}

fn variant<'i>(
    input: &'i DeriveInput,
    syntax: &'i syn::Variant,
    names: Names,
    field_names: Names,
    errors: &Errors,
) -> Option<Variant<'i>> {
    let found = errors.count();
    let mut keys = SchemaKeys::of(&syntax.attrs, Place::Variant, errors);
    let serde = VariantSerde::of(&syntax.attrs, errors);
    match (serde.skip_serializing.key_span(), serde.skip_deserializing.key_span()) {
        (Some(_), Some(_)) => {
            if let Some(given) = keys.given.first() {
                errors.at(
                    given.key,
                    format_args!("serde skips this variant, so `{}` has no effect; remove one of them", given.name),
                );
            }
            return None;
        }
        (None, Some(span)) => errors.at(
            span,
            "serde writes this variant but refuses to read it, so what is stored could not be read back; skip it in \
             both directions, or in none",
        ),
        (_, None) => {}
    }
    if let Some(alias) = serde.aliases.first() {
        errors.at(
            alias.span,
            format_args!(
                "serde also reads `{}`, but the schema lists one name per variant and the API server refuses all \
                 others; remove the alias, or write a variant of that name",
                alias.value
            ),
        );
    }
    let replacement = keys.replacement();
    let content = match replaced(&mut keys) {
        Some(_) if matches!(syntax.fields, Fields::Unit) && serde.with.span().is_none() => {
            errors.at(
                replacement.unwrap_or(syntax.ident.span()),
                "this variant holds nothing that a schema could be given for; remove the key",
            );
            Content::Unit
        }
        Some(given) => Content::Newtype(given, SchemaKeys::default()),
        None => {
            if let Some(span) = serde.with.span() {
                errors.at(
                    span,
                    format_args!(
                        "serde calls a function for this variant, so its fields do not tell the schema; give it: {GIVE}"
                    ),
                );
            }
            content(
                input,
                syntax,
                field_names.within_variant(&serde, errors),
                errors,
            )?
        }
    };
    let doc = keys.described(doc::description(&syntax.attrs));
    Some(Variant {
        ident: syntax.ident.unraw().to_string(),
        span: syntax.ident.span(),
        wire: names.variant(&syntax.ident, &serde, errors),
        doc,
        keys,
        content,
        other: serde.other.key_span(),
        untagged: serde.untagged.key_span().is_some(),
        broken: errors.count() > found,
    })
}

fn content<'i>(
    input: &'i DeriveInput,
    syntax: &'i syn::Variant,
    names: Names,
    errors: &Errors,
) -> Option<Content<'i>> {
    match &syntax.fields {
        Fields::Unit => Some(Content::Unit),
        Fields::Named(named) => Some(Content::Struct(field::named(
            input, named, names, None, errors,
        ))),
        Fields::Unnamed(unnamed) => match unnamed.unnamed.first() {
            Some(only) if unnamed.unnamed.len() == 1 => {
                // serde takes a newtype variant whose value it skips for a unit variant.
                if FieldSerde::of(&only.attrs, &Errors::new()).is_skipped() {
                    return Some(Content::Unit);
                }
                let mut keys = SchemaKeys::default();
                let table = field::only(input, only, &mut keys, errors)?;
                Some(Content::Newtype(table, keys))
            }
            _ => {
                errors.at(
                    unnamed.span(),
                    "a tuple variant is a JSON array whose items differ by position, which no structural schema can \
                     describe (the API server: `items must be a schema object and not an array`); name the fields: \
                     `Variant { a: …, b: … }`",
                );
                None
            }
        },
    }
}
