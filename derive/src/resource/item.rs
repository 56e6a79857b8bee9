//! The item a derive stands on, without what is in it: fields are of no interest here, and most of what there is to
//! parse.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, Ident, Token, Visibility};

/// A struct, enum or union.
pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) vis: Visibility,
    /// The word `union`, where it is one.
    pub(crate) union: Option<Span>,
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
}

impl Item {
    /// Without a look at the fields in braces, which are not even taken apart into tokens.
    pub(crate) fn read(tokens: TokenStream) -> syn::Result<Self> {
        let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
        if let Some(TokenTree::Group(last)) = trees.last()
            && last.delimiter() == Delimiter::Brace
        {
            trees.pop();
        }
        syn::parse2(trees.into_iter().collect())
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let mut union = None;
        if let Some(word) = input.parse::<Option<Token![union]>>()? {
            union = Some(word.span);
        } else if input.parse::<Option<Token![struct]>>()?.is_none() {
            input.parse::<Token![enum]>()?;
        }
        let ident = input.parse()?;
        let generics = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(Self {
            attributes,
            vis,
            union,
            ident,
            generics,
        })
    }
}
