//! Attributes as lists of pieces, those within `cfg_attr` included.

use std::ops::Range;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::{Attribute, Meta};
use wheelwright_spelling::{Argument, nests_too_deeply, split};

use crate::source::Source;

/// One `name(…)` with its place.
#[derive(Clone)]
pub(crate) struct List {
    /// `schemars`, the last word of the path.
    pub(crate) name: String,
    /// The words of the path.
    pub(crate) path: Range<usize>,
    /// From the path to the closing parenthesis.
    pub(crate) range: Range<usize>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) around: Around,
}

/// What a list stands in.
#[derive(Clone)]
pub(crate) struct Around {
    /// `#[…]`
    pub(crate) attribute: Range<usize>,
    /// In a `cfg_attr`: its lists, and which of them this is.
    pub(crate) siblings: Option<(Vec<Range<usize>>, usize)>,
}

/// `key`, `key = value` or `key(…)`.
#[derive(Clone)]
pub(crate) struct Piece {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) argument: Argument,
    pub(crate) tokens: TokenStream,
    pub(crate) range: Range<usize>,
}

/// All lists in attributes.
pub(crate) fn lists(source: &Source, attributes: &[Attribute]) -> Vec<List> {
    let mut found = Vec::new();
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else {
            continue;
        };
        if nests_too_deeply(list.tokens.clone()) {
            continue;
        }
        let start = source.range(attribute.pound_token.span).start;
        let whole = start..source.range(attribute.bracket_token.span.close()).end;
        if list.path.is_ident("cfg_attr") {
            let metas: Vec<TokenStream> = split(list.tokens.clone());
            let ranges: Vec<_> = metas
                .iter()
                .skip(1)
                .map(|meta| source.range_of(meta))
                .collect();
            for (at, meta) in metas.iter().skip(1).enumerate() {
                let around = Around {
                    attribute: whole.clone(),
                    siblings: Some((ranges.clone(), at)),
                };
                found.extend(of_tokens(source, meta, around));
            }
        } else {
            let mut meta = TokenStream::new();
            quote_path(&list.path, &mut meta);
            let around = Around {
                attribute: whole,
                siblings: None,
            };
            let path = source.range_of(&meta);
            let close = source.range(list.delimiter.span().close()).end;
            let Some(last) = list.path.segments.last() else {
                continue;
            };
            found.push(List {
                name: last.ident.to_string(),
                range: path.start..close,
                path,
                pieces: pieces(source, list.tokens.clone()),
                around,
            });
        }
    }
    found
}

fn quote_path(path: &syn::Path, tokens: &mut TokenStream) {
    for segment in &path.segments {
        tokens.extend([TokenTree::Ident(segment.ident.clone())]);
    }
}

/// A list within `cfg_attr`.
fn of_tokens(source: &Source, meta: &TokenStream, around: Around) -> Option<List> {
    let trees: Vec<TokenTree> = meta.clone().into_iter().collect();
    let (TokenTree::Group(group), path) = trees.split_last()? else {
        return None;
    };
    let TokenTree::Ident(name) = path.last()? else {
        return None;
    };
    let path: TokenStream = path.iter().cloned().collect();
    Some(List {
        name: name.to_string(),
        path: source.range_of(&path),
        range: source.range_of(meta),
        pieces: pieces(source, group.stream()),
        around,
    })
}

/// The pieces of a list. One without a name has an empty one.
pub(crate) fn pieces(source: &Source, tokens: TokenStream) -> Vec<Piece> {
    split(tokens)
        .into_iter()
        .map(|tokens| {
            let range = source.range_of(&tokens);
            let read = wheelwright_spelling::read(tokens.clone());
            let span = tokens
                .clone()
                .into_iter()
                .next()
                .map_or_else(Span::call_site, |tree| tree.span());
            let (name, argument) = read.map_or_else(
                || (String::new(), Argument::Bare),
                |(name, argument)| (name.to_string(), argument),
            );
            Piece {
                name,
                span,
                argument,
                tokens,
                range,
            }
        })
        .collect()
}

impl List {
    /// The piece of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.name == name)
    }
}

impl Piece {
    /// What stands in the parentheses.
    pub(crate) fn within(&self, source: &Source) -> Vec<Piece> {
        match &self.argument {
            Argument::List(group) if group.delimiter() == Delimiter::Parenthesis => {
                pieces(source, group.stream())
            }
            _ => Vec::new(),
        }
    }
}
