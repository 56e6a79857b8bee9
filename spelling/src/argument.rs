//! How the pieces of `#[name(key, key = value, key(…), …)]` are told apart.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

/// What follows a key.
#[derive(Clone)]
pub enum Argument {
    /// Nothing.
    Bare,
    /// `= …`.
    Value(TokenStream),
    /// `(…)`.
    List(Group),
}

/// What is nested deeper than this no one writes, and readers that call themselves need not be ready for it.
pub const DEEPEST: usize = 64;

/// Whether it is nested deeper.
#[must_use]
pub fn nests_too_deeply(tokens: TokenStream) -> bool {
    let mut open = vec![tokens.into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) if open.len() == DEEPEST => {
                return !group.stream().is_empty();
            }
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
    false
}

/// Splits at the commas that stand outside of groups, generic arguments and the parameters of closures. A trailing comma ends the list; a comma
/// with nothing in front of it is a piece of its own, for whoever reads the piece to report.
#[must_use]
pub fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let mut depth = 0_u32;
    let mut arrow = false;
    let mut parameters = false;
    for token in tokens {
        let mut ends_in_dash = false;
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '|' if parameters => parameters = false,
                '|' => parameters = begins_closure(piece.last()),
                ',' if depth == 0 && !parameters => {
                    if piece.is_empty() {
                        piece.push(token);
                    }
                    pieces.push(piece.drain(..).collect());
                    continue;
                }
                '<' => depth += 1,
                '>' if !arrow => depth = depth.saturating_sub(1),
                '-' | '=' => ends_in_dash = punct.spacing() == Spacing::Joint,
                _ => {}
            }
        }
        arrow = ends_in_dash;
        piece.push(token);
    }
    if !piece.is_empty() {
        pieces.push(piece.into_iter().collect());
    }
    pieces
}

/// Whether a `|` behind this token is the first of a closure.
fn begins_closure(before: Option<&TokenTree>) -> bool {
    match before {
        Some(TokenTree::Punct(punct)) => punct.as_char() == '=',
        Some(TokenTree::Ident(ident)) => ident == "move",
        _ => false,
    }
}

/// What a `macro_rules!` fragment such as `$key:meta` holds.
#[must_use]
pub fn ungroup(tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            ungroup(group.stream())
        }
        _ => tokens,
    }
}

/// The name of a key, and what follows it.
#[must_use]
pub fn read(piece: TokenStream) -> Option<(Ident, Argument)> {
    let mut tokens = ungroup(piece).into_iter();
    let name = match tokens.next()? {
        TokenTree::Ident(name) => name,
        // `!from`: schemars is not to follow serde.
        TokenTree::Punct(not) if not.as_char() == '!' => match tokens.next()? {
            TokenTree::Ident(name) => {
                let nothing = Group::new(Delimiter::Parenthesis, TokenStream::new());
                return Some((name, Argument::List(nothing)));
            }
            _ => return None,
        },
        _ => return None,
    };
    let argument = match tokens.next() {
        None => Argument::Bare,
        Some(TokenTree::Punct(equals)) if equals.as_char() == '=' => {
            Argument::Value(tokens.collect())
        }
        Some(TokenTree::Group(group)) => Argument::List(group),
        Some(_) => return None,
    };
    Some((name, argument))
}
