//! `#[schema(…)]` keys as `table::Key`s.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned as _;

use super::tree::{number, tree, trees};
use crate::attrs::schema_keys::{Column, Given, IntOrString, ListType, Rule, SchemaKeys, What};
use crate::attrs::value::{Amount, Number};
use crate::diag::Spanned;

/// An expression of the type `&[Key]`.
pub(crate) fn keys(keys: &SchemaKeys) -> TokenStream {
    if keys.is_empty() {
        return quote!(__w::NO_KEYS);
    }
    let in_table = |given: &&Given| !matches!(given.what, What::SerdeDefaults(false));
    let written = keys
        .given
        .iter()
        .filter(in_table)
        .map(|given| key(&given.what));
    evaluated(quote!(&[#(#written),*]), keys.are_computed())
}

/// A reference to what rustc computes, evaluated by itself: rustc makes no static of it where the type is generic and it
/// stands in a call.
pub(super) fn evaluated(reference: TokenStream, is_computed: bool) -> TokenStream {
    if is_computed {
        quote!(const { #reference })
    } else {
        reference
    }
}

fn key(what: &What) -> TokenStream {
    match what {
        What::Title(text) => quote!(__w::Key::Title(#text)),
        What::Description(text) => quote!(__w::Key::Description(#text)),
        What::Format(text) => quote!(__w::Key::Format(#text)),
        What::NoBounds => quote!(__w::Key::NoBounds),
        What::Pattern(text) => quote!(__w::Key::Pattern(#text)),
        What::MinLength(size) => sized(&quote!(MinLength), size),
        What::MaxLength(size) => sized(&quote!(MaxLength), size),
        What::MinItems(size) => sized(&quote!(MinItems), size),
        What::MaxItems(size) => sized(&quote!(MaxItems), size),
        What::MinProperties(size) => sized(&quote!(MinProperties), size),
        What::MaxProperties(size) => sized(&quote!(MaxProperties), size),
        What::Minimum(bound) => numeric(&quote!(Minimum), bound),
        What::Maximum(bound) => numeric(&quote!(Maximum), bound),
        What::ExclusiveMinimum(bound) => numeric(&quote!(ExclusiveMinimum), bound),
        What::ExclusiveMaximum(bound) => numeric(&quote!(ExclusiveMaximum), bound),
        What::MultipleOf(factor) => numeric(&quote!(MultipleOf), factor),
        What::Enum(values) => with_trees(&quote!(Enum), values),
        What::Nullable(on) => quote!(__w::Key::Nullable(#on)),
        What::Required(on) => quote!(__w::Key::Required(#on)),
        What::Default(value) => with_tree(&quote!(Default), value),
        What::SerdeDefault => quote!(__w::Key::SerdeDefault),
        What::DefaultFromMembers => quote!(__w::Key::DefaultFromMembers),
        What::TakenDefault => quote!(__w::Key::TakenDefault),
        What::NoDefault => quote!(__w::Key::NoDefault),
        What::Loose => quote!(__w::Key::Loose),
        // Without `nested` it is a key of each field.
        What::SerdeDefaults(_) => quote!(__w::Key::SerdeDefaultsWithin),
        What::Example(value) => with_tree(&quote!(Example), value),
        What::ExternalDocs { url, description } => {
            quote!(__w::Key::ExternalDocs(__w::ExternalDocs { url: #url, description: #description }))
        }
        What::ListType(list_type) => match list_type {
            ListType::Atomic => quote!(__w::Key::ListType(__w::ListType::Atomic)),
            ListType::Set => quote!(__w::Key::ListType(__w::ListType::Set)),
            ListType::Map => quote!(__w::Key::ListType(__w::ListType::Map)),
        },
        What::ListMapKeys(names) => with_names(&quote!(ListMapKeys), names),
        What::MapType(true) | What::StructType(true) => {
            quote!(__w::Key::MapType(__w::MapType::Atomic))
        }
        What::MapType(false) | What::StructType(false) => {
            quote!(__w::Key::MapType(__w::MapType::Granular))
        }
        What::IntOrString(form) => match form {
            IntOrString::Bare => quote!(__w::Key::IntOrString(__w::IntOrStringForm::Bare)),
            IntOrString::AnyOf => quote!(__w::Key::IntOrString(__w::IntOrStringForm::AnyOf)),
            IntOrString::AllOf => quote!(__w::Key::IntOrString(__w::IntOrStringForm::AllOf)),
        },
        What::PreserveUnknownFields => quote!(__w::Key::PreserveUnknownFields),
        What::EmbeddedResource => quote!(__w::Key::EmbeddedResource),
        What::Immutable => quote!(__w::Key::Immutable),
        What::ExactlyOneOf(names) => with_names(&quote!(ExactlyOneOf), names),
        What::AtMostOneOf(names) => with_names(&quote!(AtMostOneOf), names),
        What::AtLeastOneOf(names) => with_names(&quote!(AtLeastOneOf), names),
        What::Rule(rule) => self::rule(rule),
        What::OneOf(schemas) => with_schemas(&quote!(OneOf), schemas),
        What::AnyOf(schemas) => with_schemas(&quote!(AnyOf), schemas),
        What::AllOf(schemas) => with_schemas(&quote!(AllOf), schemas),
        What::Not(schema) => with_tree(&quote!(Not), schema),
        What::Items(held) => {
            let held = keys(held);
            quote!(__w::Key::Items(#held))
        }
        What::Values(held) => {
            let held = keys(held);
            quote!(__w::Key::Values(#held))
        }
        What::With(function) => {
            let run = given(function);
            quote!(__w::Key::With(#run))
        }
        What::Opaque => quote!(__w::Key::Opaque),
        What::Column(column) => self::column(column),
        What::Aliases(names) => quote!(__w::Key::Aliases(&[#(#names),*])),
    }
}

/// The schema that a function of the user's returns, an expression of the type `Run`.
pub(super) fn given(function: &Path) -> TokenStream {
    quote!(__w::Run(|| __w::Ok(#function())))
}

fn sized(variant: &TokenStream, size: &Amount<u64>) -> TokenStream {
    let size = self::size(size);
    quote!(__w::Key::#variant(#size))
}

/// An expression of the type `u64`.
pub(super) fn size(size: &Amount<u64>) -> TokenStream {
    match size {
        Amount::Known(size) => {
            let size = Literal::u64_unsuffixed(*size);
            quote!(#size)
        }
        Amount::Const(value) => {
            let number = computed(value);
            quote!(__w::size(#number))
        }
    }
}

fn numeric(variant: &TokenStream, bound: &Amount<Number>) -> TokenStream {
    let bound = self::bound(bound);
    quote!(__w::Key::#variant(#bound))
}

/// An expression of the type `Number`.
pub(super) fn bound(bound: &Amount<Number>) -> TokenStream {
    match bound {
        Amount::Known(bound) => number(*bound),
        Amount::Const(value) => computed(value),
    }
}

/// An expression of the type `Number`, of one of the user's.
pub(super) fn computed(value: &TokenStream) -> TokenStream {
    // At the expression, where what is no number is one error then.
    let amount = quote_spanned!(value.span()=> __w::amount(#value));
    quote!(__w::number!(#amount))
}

fn with_names(variant: &TokenStream, names: &[Spanned<String>]) -> TokenStream {
    let names = names.iter().map(|name| &name.value);
    quote!(__w::Key::#variant(&[#(#names),*]))
}

fn with_tree(variant: &TokenStream, value: &crate::attrs::tree::Tree) -> TokenStream {
    let value = tree(value);
    quote!(__w::Key::#variant(#value))
}

fn with_trees(variant: &TokenStream, values: &[crate::attrs::tree::Tree]) -> TokenStream {
    let values = trees(values);
    quote!(__w::Key::#variant(#values))
}

fn with_schemas(variant: &TokenStream, schemas: &[crate::attrs::tree::Tree]) -> TokenStream {
    let schemas = trees(schemas);
    quote!(__w::Key::#variant(__w::Tree::Array(#schemas)))
}

fn rule(rule: &Rule) -> TokenStream {
    let expression = &rule.rule.text;
    let mut set = TokenStream::new();
    let path = rule.field_path.as_ref().map(|path| &path.value);
    let message_expression = rule.message_expression.as_ref();
    for (name, text) in [
        (quote!(message), rule.message.as_ref()),
        (
            quote!(message_expression),
            message_expression.map(|message| &message.text),
        ),
        (quote!(field_path), path),
    ] {
        if let Some(text) = text {
            set.extend(quote!(#name: __w::Some(#text),));
        }
    }
    if let Some(reason) = rule.reason {
        let reason = match reason {
            "FieldValueForbidden" => quote!(Forbidden),
            "FieldValueRequired" => quote!(Required),
            "FieldValueDuplicate" => quote!(Duplicate),
            _ => quote!(Invalid),
        };
        set.extend(quote!(reason: __w::Some(__w::Reason::#reason),));
    }
    if let Some(on) = rule.optional_old_self {
        set.extend(quote!(optional_old_self: __w::Some(#on),));
    }
    if set.is_empty() {
        quote!(__w::Key::Rule(__w::Rule::new(#expression)))
    } else {
        quote!(__w::Key::Rule(__w::Rule { #set ..__w::Rule::new(#expression) }))
    }
}

fn column(column: &Column) -> TokenStream {
    let Column {
        name,
        ty,
        description,
        format,
        priority,
    } = column;
    let priority = Literal::i32_unsuffixed(*priority);
    quote! {
        __w::Key::Column(__w::FieldColumn {
            name: #name,
            ty: #ty,
            description: #description,
            format: #format,
            priority: #priority,
        })
    }
}
