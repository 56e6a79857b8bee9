//! `annotation("key" = "value", …)` and `label("key" = "value", …)` of the CRD itself.

use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned as _;
use syn::{LitStr, Token};
use wheelwright_grammar::name;

use super::text::is_good;
use crate::attrs::Key;
use crate::diag::Spanned;

/// A key and its value.
pub(crate) struct Tag {
    pub(crate) key: Spanned<String>,
    pub(crate) value: Spanned<String>,
}

impl Parse for Tag {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key: LitStr = input.parse()?;
        input.parse::<Token![=]>()?;
        let value: LitStr = input.parse()?;
        let spanned = |literal: &LitStr| Spanned::new(literal.value(), literal.span());
        Ok(Self {
            key: spanned(&key),
            value: spanned(&value),
        })
    }
}

pub(super) fn add_annotations(list: &mut Vec<Tag>, key: &Key<'_>) {
    /// The most bytes of keys and values together (`TotalAnnotationSizeLimitB`).
    const MOST: usize = 256 * 1024;
    add(list, key, |tag| {
        is_good(
            &tag.key,
            "the key of an annotation",
            name::annotation_key,
            key,
        )
    });
    let size: usize = list
        .iter()
        .map(|tag| tag.key.value.len() + tag.value.value.len())
        .sum();
    if size > MOST {
        key.errors.at(
            key.span,
            format_args!("the annotations have {size} bytes together, at most {MOST} are allowed; write shorter ones (the API server: `Too long: may not be more than {MOST} bytes`)"),
        );
    }
}

pub(super) fn add_labels(list: &mut Vec<Tag>, key: &Key<'_>) {
    add(list, key, |tag| {
        let good = is_good(&tag.key, "the key of a label", name::label_key, key);
        is_good(&tag.value, "the value of a label", name::label_value, key) && good
    });
}

fn add(list: &mut Vec<Tag>, key: &Key<'_>, is_good: impl Fn(&Tag) -> bool) {
    for piece in key.pieces("keys with values").unwrap_or_default() {
        let Some(tag) = read(key, piece) else {
            continue;
        };
        if !is_good(&tag) {
            continue;
        }
        if list
            .iter()
            .any(|earlier| earlier.key.value == tag.key.value)
        {
            key.errors.at(
                tag.key.span,
                format_args!("`{}` is there already; keep one", tag.key.value),
            );
        } else {
            list.push(tag);
        }
    }
}

fn read(key: &Key<'_>, piece: TokenStream) -> Option<Tag> {
    let at = piece.span();
    let tag = syn::parse2(piece).ok();
    if tag.is_none() {
        key.errors.at(
            at,
            format_args!(
                "`{}` takes `\"key\" = \"value\"`: `{}`",
                key.form.name, key.form.write
            ),
        );
    }
    tag
}
