//! JSON-like values as `table::Tree`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::attrs::tree::{Node, Tree};
use crate::attrs::value::{Number, Source};

/// An expression of the type `Tree`.
pub(crate) fn tree(tree: &Tree) -> TokenStream {
    match &tree.node {
        Node::Null => quote!(__w::Tree::Null),
        Node::Bool(value) => quote!(__w::Tree::Bool(#value)),
        Node::Number(Number::Int(value)) => {
            let value = Literal::i128_unsuffixed(*value);
            quote!(__w::Tree::Int(#value))
        }
        Node::Number(Number::Float(value)) => {
            let value = Literal::f64_unsuffixed(*value);
            quote!(__w::Tree::Float(#value))
        }
        Node::Str(value) => quote!(__w::Tree::Str(#value)),
        Node::Array(items) => {
            let items = trees(items);
            quote!(__w::Tree::Array(#items))
        }
        Node::Object(members) => {
            let names = members.iter().map(|(name, _)| &name.value);
            let values = members.iter().map(|(_, value)| self::tree(value));
            quote!(__w::Tree::Object(&[#((#names, #values)),*]))
        }
        Node::Run(source) => {
            let value = match source {
                Source::Const(path) => quote!(&#path),
                Source::Call(path) => quote!(&#path()),
            };
            quote_spanned!(tree.span=> __w::Tree::Run(__w::Run(|| __w::to_value(#value))))
        }
    }
}

/// An expression of the type `&[Tree]`.
pub(crate) fn trees(items: &[Tree]) -> TokenStream {
    let items = items.iter().map(tree);
    quote!(&[#(#items),*])
}

/// An expression of the type `Number`.
pub(crate) fn number(number: Number) -> TokenStream {
    match number {
        Number::Int(value) => {
            let value = Literal::i128_unsuffixed(value);
            quote!(__w::Number::Int(#value))
        }
        Number::Float(value) => {
            let value = Literal::f64_unsuffixed(value);
            quote!(__w::Number::Float(#value))
        }
    }
}
