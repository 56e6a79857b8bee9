//! JSON-like values in attributes: `null`, `true`, `1`, `-1.5`, `"s"`, `[…]`, `{ key: … }`, a constant, or a call.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit};

use super::value::{Number, Source, expr_number, source};
use super::{split, ungroup};
use crate::diag::{Errors, Spanned};

/// A JSON-like value and where it stands.
#[derive(Clone)]
pub(crate) struct Tree {
    pub(crate) node: Node,
    pub(crate) span: Span,
}

/// What a [`Tree`] is.
#[derive(Clone)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(Number),
    Str(String),
    Array(Vec<Tree>),
    Object(Vec<(Spanned<String>, Tree)>),
    /// Known at run time only.
    Run(Source),
}

const FORMS: &str = "a value: null, true, 1, -1.5, \"text\", [value, …], { key: value, … }, a constant, or a call such as `f()`";

const COMMA: &str = "a comma too many; remove it";

impl Tree {
    /// Reads a value; reports everything in it that is none.
    pub(crate) fn parse(tokens: TokenStream, errors: &Errors) -> Option<Self> {
        let tokens = ungroup(tokens);
        let span = tokens.span();
        let mut trees = tokens.clone().into_iter();
        let node = match (trees.next(), trees.next()) {
            (None, _) => {
                errors.at(span, format_args!("expected {FORMS}"));
                return None;
            }
            (Some(TokenTree::Punct(comma)), None) if comma.as_char() == ',' => {
                errors.at(span, COMMA);
                return None;
            }
            (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Bracket => {
                Node::Array(all(split(group.stream())
                    .into_iter()
                    .map(|piece| Self::parse(piece, errors)))?)
            }
            (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Brace => {
                Node::Object(object(group.stream(), errors)?)
            }
            (Some(TokenTree::Ident(ident)), None) if ident == "null" => Node::Null,
            _ => leaf(tokens, errors)?,
        };
        Some(Self { node, span })
    }
}

/// Every value, if all of them could be read; all are looked at.
fn all<T>(values: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let values: Vec<_> = values.collect();
    values.into_iter().collect()
}

fn object(tokens: TokenStream, errors: &Errors) -> Option<Vec<(Spanned<String>, Tree)>> {
    let members = all(split(tokens).into_iter().map(|piece| member(piece, errors)))?;
    let mut unique = true;
    for (i, (name, _)) in members.iter().enumerate() {
        if members[..i]
            .iter()
            .any(|(earlier, _)| earlier.value == name.value)
        {
            errors.at(
                name.span,
                format_args!("the member `{}` is given twice; keep one", name.value),
            );
            unique = false;
        }
    }
    unique.then_some(members)
}

fn member(piece: TokenStream, errors: &Errors) -> Option<(Spanned<String>, Tree)> {
    let span = piece.span();
    let mut tokens = piece.into_iter();
    let name = match tokens.next() {
        Some(TokenTree::Ident(ident)) => Spanned::new(ident.unraw().to_string(), ident.span()),
        Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {
            errors.at(span, COMMA);
            return None;
        }
        Some(token) => {
            if let Ok(literal) = syn::parse2::<syn::LitStr>(token.into()) {
                Spanned::new(literal.value(), literal.span())
            } else {
                errors.at(span, "expected `key: value` or `\"key\": value`");
                return None;
            }
        }
        None => {
            errors.at(span, "expected `key: value` or `\"key\": value`");
            return None;
        }
    };
    match tokens.next() {
        Some(TokenTree::Punct(colon)) if colon.as_char() == ':' => {
            let value: TokenStream = tokens.collect();
            if value.is_empty() {
                errors.at(colon.span(), format_args!("`{}:` has no value", name.value));
                return None;
            }
            Some((name, Tree::parse(value, errors)?))
        }
        Some(token) => {
            errors.at(
                token.span(),
                format_args!("expected `: value` after `{}`", name.value),
            );
            None
        }
        None => {
            errors.at(
                name.span,
                format_args!("expected `: value` after `{}`", name.value),
            );
            None
        }
    }
}

fn leaf(tokens: TokenStream, errors: &Errors) -> Option<Node> {
    let expr = match syn::parse2::<Expr>(tokens.clone()) {
        Ok(Expr::Group(group)) => *group.expr,
        Ok(expr) => expr,
        Err(_) => {
            errors.on(tokens, format_args!("expected {FORMS}"));
            return None;
        }
    };
    if let Some(number) = expr_number(&expr) {
        return errors.keep(number).map(Node::Number);
    }
    match &expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(literal),
            ..
        }) => Some(Node::Str(literal.value())),
        Expr::Lit(ExprLit {
            lit: Lit::Bool(literal),
            ..
        }) => Some(Node::Bool(literal.value)),
        _ => {
            if let Some(source) = source(&expr) {
                Some(Node::Run(source))
            } else {
                errors.on(tokens, format_args!("expected {FORMS}"));
                None
            }
        }
    }
}
