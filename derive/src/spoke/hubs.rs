//! A type that is the spoke of several hubs: one reading of the item for each.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Data, DeriveInput, Fields, Meta};

use crate::diag::Errors;

/// What is within `#[spoke(…)]`, as far as it says which hub it is about.
struct About {
    /// The path in `hub = path`.
    hub: Option<TokenStream>,
    /// The other keys.
    rest: TokenStream,
}

impl About {
    fn of(attribute: &Attribute) -> Option<Self> {
        let Meta::List(list) = &attribute.meta else {
            return None;
        };
        if !list.path.is_ident("spoke") {
            return None;
        }
        let (mut hub, mut rest) = (None, TokenStream::new());
        let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        let is_comma =
            |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        for piece in tokens.split_inclusive(is_comma) {
            match piece {
                [TokenTree::Ident(key), TokenTree::Punct(equals), path @ ..]
                    if key == "hub" && equals.as_char() == '=' =>
                {
                    let path = path.iter().filter(|token| !is_comma(token));
                    hub = Some(path.cloned().collect());
                }
                _ => rest.extend(piece.iter().cloned()),
            }
        }
        Some(Self { hub, rest })
    }
}

/// The item as it is for each of its hubs, which stand in attributes of their own on the type: without what is about others. Its
/// root object is that of the first.
pub(super) fn split(input: DeriveInput, errors: &Errors) -> Vec<DeriveInput> {
    let hubs: Vec<String> = input
        .attrs
        .iter()
        .filter_map(|attribute| About::of(attribute)?.hub)
        .map(|hub| hub.to_string())
        .collect();
    if hubs.is_empty() || hubs.len() == 1 && !says_hub(&input.data) {
        return vec![input];
    }
    let own = |(index, hub): (usize, &String)| {
        let mut item = input.clone();
        item.attrs.retain(|attribute| {
            let about = About::of(attribute).and_then(|about| about.hub);
            let is_root = index > 0 && attribute.path().is_ident("crd");
            !is_root && about.is_none_or(|about| about.to_string() == *hub)
        });
        each(&mut item.data, &mut |attributes| {
            keep(attributes, hub, &hubs, errors);
        });
        item
    };
    hubs.iter().enumerate().map(own).collect()
}

/// Keeps what is about the hub, and what is about any.
fn keep(attributes: &mut Vec<Attribute>, hub: &str, hubs: &[String], errors: &Errors) {
    attributes.retain_mut(|attribute| {
        let Some(About {
            hub: Some(about),
            rest,
        }) = About::of(attribute)
        else {
            return true;
        };
        if !hubs.contains(&about.to_string()) {
            errors.on(
                &about,
                format_args!(
                    "the type is no spoke of this; its hubs, as `#[spoke(hub = …)]` on it writes them, are `{}`",
                    hubs.join("`, `")
                ),
            );
        }
        if let Meta::List(list) = &mut attribute.meta {
            list.tokens = rest;
        }
        about.to_string() == hub
    });
}

/// Whether anything within the type says which hub it is about.
fn says_hub(data: &Data) -> bool {
    let says = |attributes: &[Attribute]| {
        let mut about = attributes.iter().filter_map(About::of);
        about.any(|about| about.hub.is_some())
    };
    let any = |fields: &Fields| fields.iter().any(|field| says(&field.attrs));
    match data {
        Data::Struct(data) => any(&data.fields),
        Data::Enum(data) => {
            let mut variants = data.variants.iter();
            variants.any(|variant| says(&variant.attrs) || any(&variant.fields))
        }
        Data::Union(_) => false,
    }
}

/// The attributes of each field and variant.
fn each(data: &mut Data, change: &mut impl FnMut(&mut Vec<Attribute>)) {
    match data {
        Data::Struct(data) => each_field(&mut data.fields, change),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                change(&mut variant.attrs);
                each_field(&mut variant.fields, change);
            }
        }
        Data::Union(_) => {}
    }
}

fn each_field(fields: &mut Fields, change: &mut impl FnMut(&mut Vec<Attribute>)) {
    for field in fields {
        change(&mut field.attrs);
    }
}
