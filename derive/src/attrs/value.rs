//! Reading the value of a [`Key`]. Every reader reports what it cannot read, at the value, with what to write instead.

use std::fmt::Display;
use std::str::FromStr;

use proc_macro2::TokenStream;
use syn::parse::{Parse, Parser};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprLit, Lit, LitBool, LitStr, UnOp};

use super::tree::Tree;
use super::{Argument, Form, Key, keys_of, split, ungroup};
use crate::diag::Spanned;

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i128),
    Float(f64),
}

impl Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Float(number) => number.fmt(f),
        }
    }
}

impl Number {
    #[expect(
        clippy::cast_precision_loss,
        reason = "the API server compares bounds as float64, too"
    )]
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Self::Int(number) => number as f64,
            Self::Float(number) => number,
        }
    }
}

/// What bounds or counts: a number as written, or an expression whose value rustc knows.
#[derive(Clone)]
pub(crate) enum Amount<T> {
    Known(T),
    Const(TokenStream),
}

impl<T: Copy> Amount<T> {
    /// The number, if it is written out.
    pub(crate) fn known(&self) -> Option<T> {
        match self {
            Self::Known(number) => Some(*number),
            Self::Const(_) => None,
        }
    }
}

/// A path to a constant, or a call of a function without arguments.
#[derive(Clone)]
pub(crate) enum Source {
    Const(syn::ExprPath),
    Call(syn::ExprPath),
}

impl Key<'_> {
    /// Reports that the value is none that the key takes.
    pub(crate) fn wrong(&self, what: impl Display) {
        self.errors.at(
            self.value_span(),
            format_args!("`{}` takes {what}: `{}`", self.form.name, self.form.write),
        );
    }

    fn value_tokens(&self, what: &str) -> Option<TokenStream> {
        match &self.argument {
            Argument::Value(tokens) => Some(tokens.clone()),
            Argument::Bare | Argument::List(_) => {
                self.wrong(what);
                None
            }
        }
    }

    fn literal<T: Parse>(&self, what: &str) -> Option<T> {
        let parsed = syn::parse2(self.value_tokens(what)?);
        if parsed.is_err() {
            self.wrong(what);
        }
        parsed.ok()
    }

    /// `key = "text"`.
    pub(crate) fn string(&self) -> Option<String> {
        self.string_literal().map(|literal| literal.value())
    }

    /// [`Self::string`], as it is written.
    pub(crate) fn string_literal(&self) -> Option<LitStr> {
        self.literal("a string")
    }

    /// `key`, `key = true` or `key = false`.
    pub(crate) fn flag(&self) -> Option<bool> {
        match &self.argument {
            Argument::Bare => Some(true),
            Argument::Value(_) | Argument::List(_) => self
                .literal::<LitBool>("nothing, `true` or `false`")
                .map(|literal| literal.value),
        }
    }

    /// `key`.
    pub(crate) fn bare(&self) -> Option<()> {
        match &self.argument {
            Argument::Bare => Some(()),
            Argument::Value(_) | Argument::List(_) => {
                self.errors.at(
                    self.value_span(),
                    format_args!("`{}` stands alone, without a value", self.form.name),
                );
                None
            }
        }
    }

    /// `key = 3`, an integer that `T` can hold.
    pub(crate) fn integer<T: FromStr>(&self) -> Option<T> {
        let what = "a whole number";
        let number = number(self.value_tokens(what)?).ok();
        if number.is_none() {
            self.wrong(what);
        }
        self.whole(number?, what)
    }

    /// The integer that a number is, if `T` can hold it.
    pub(crate) fn whole<T: FromStr>(&self, number: Number, what: &str) -> Option<T> {
        let Number::Int(value) = number else {
            self.wrong(what);
            return None;
        };
        let fitting = value.to_string().parse().ok();
        if fitting.is_none() {
            self.errors.at(
                self.value_span(),
                format_args!("{value} is out of range for `{}`", self.form.name),
            );
        }
        fitting
    }

    /// `key = -1.5`, `key = LIMIT`.
    pub(crate) fn amount(&self, what: &str) -> Option<Amount<Number>> {
        let tokens = self.value_tokens(what)?;
        let expr: Option<Expr> = syn::parse2(ungroup(tokens.clone())).ok();
        let read = expr.as_ref().and_then(|expr| match expr_number(expr) {
            Some(number) => number.ok().map(Amount::Known),
            None => (!is_literal(expr)).then(|| Amount::Const(tokens)),
        });
        if read.is_none() {
            self.wrong(what);
        }
        read
    }

    /// `key = Type`, `key = path::to::it`.
    pub(crate) fn syntax<T: Parse>(&self, what: &str) -> Option<T> {
        self.literal(what)
    }

    /// `key = <tree>`.
    pub(crate) fn tree(&self) -> Option<Tree> {
        Tree::parse(self.value_tokens("a value")?, self.errors)
    }

    /// `key(<tree>, …)`.
    pub(crate) fn trees(&self) -> Option<Vec<Tree>> {
        let pieces = self.pieces("a list of values")?;
        let trees: Vec<_> = pieces
            .into_iter()
            .map(|piece| Tree::parse(piece, self.errors))
            .collect();
        trees.into_iter().collect()
    }

    /// `key("a", "b")`; at least one.
    pub(crate) fn strings(&self) -> Option<Vec<Spanned<String>>> {
        let mut all = true;
        let mut strings = Vec::new();
        for piece in self.pieces("a list of strings")? {
            let span = piece.span();
            if let Ok(literal) = syn::parse2::<LitStr>(piece) {
                strings.push(Spanned::new(literal.value(), literal.span()));
            } else {
                self.errors.at(
                    span,
                    format_args!("`{}` takes strings: `{}`", self.form.name, self.form.write),
                );
                all = false;
            }
        }
        all.then_some(strings)
    }

    /// [`Self::strings`], none of them twice.
    pub(crate) fn distinct_strings(&self) -> Option<Vec<Spanned<String>>> {
        let strings = self.strings()?;
        let mut distinct = true;
        for (i, string) in strings.iter().enumerate() {
            if strings[..i]
                .iter()
                .any(|earlier| earlier.value == string.value)
            {
                self.errors.at(
                    string.span,
                    format_args!("`{}` is given twice; keep one", string.value),
                );
                distinct = false;
            }
        }
        distinct.then_some(strings)
    }

    /// `key = <tree>` or `key(<tree>)`.
    pub(crate) fn tree_or_list(&self) -> Option<Tree> {
        match &self.argument {
            Argument::List(group) => Tree::parse(group.stream(), self.errors),
            Argument::Bare | Argument::Value(_) => self.tree(),
        }
    }

    /// Reports a text that is none of the known ones. `None`, so that it can end a `match`.
    pub(crate) fn one_of<T>(&self, text: &str, known: &[&str]) -> Option<T> {
        let list: Vec<_> = known.iter().map(|known| format!("\"{known}\"")).collect();
        let mut message = format!("`{}` is one of {}", self.form.name, list.join(", "));
        if let Some(meant) = wheelwright_grammar::suggest::closest(text, known.iter().copied()) {
            message += &format!("; did you mean \"{meant}\"?");
        }
        self.errors.at(self.value_span(), message);
        None
    }

    /// The comma-separated pieces of `key(…)`; at least one.
    pub(crate) fn pieces(&self, what: &str) -> Option<Vec<TokenStream>> {
        match &self.argument {
            Argument::List(group) if !group.stream().is_empty() => Some(split(group.stream())),
            Argument::Bare | Argument::Value(_) | Argument::List(_) => {
                self.wrong(what);
                None
            }
        }
    }

    /// The keys of `key(key = value, …)`.
    pub(crate) fn nested(&self, table: &'static [Form]) -> Option<Vec<Key<'_>>> {
        match &self.argument {
            Argument::List(group) => {
                Some(keys_of(group.stream(), &self.place(), table, self.errors))
            }
            Argument::Bare | Argument::Value(_) => {
                self.wrong("a list");
                None
            }
        }
    }

    /// The keys of `key("text", key = value, …)`, where the first string may stand alone.
    pub(crate) fn nested_after_string(
        &self,
        table: &'static [Form],
    ) -> Option<(Option<LitStr>, Vec<Key<'_>>)> {
        let pieces = self.pieces("a list")?;
        let mut pieces = pieces.into_iter();
        let mut rest = TokenStream::new();
        let mut leading = None;
        let first = pieces.next()?;
        if let Ok(literal) = syn::parse2::<LitStr>(first.clone()) {
            leading = Some(literal);
        } else {
            rest.extend(first);
        }
        for piece in pieces {
            if !rest.is_empty() {
                rest.extend(quote::quote!(,));
            }
            rest.extend(piece);
        }
        Some((leading, keys_of(rest, &self.place(), table, self.errors)))
    }

    /// How messages name the list behind the key.
    pub(crate) fn place(&self) -> String {
        format!("{}(…)", self.form.name)
    }
}

/// Reads an optionally negative number literal.
pub(crate) fn number(tokens: TokenStream) -> syn::Result<Number> {
    let span = tokens.span();
    expr_number(&Expr::parse.parse2(ungroup(tokens))?)
        .unwrap_or_else(|| Err(syn::Error::new(span, "not a number")))
}

/// The number that an expression is; `None` if it is none, an error if it cannot be represented.
pub(crate) fn expr_number(expr: &Expr) -> Option<syn::Result<Number>> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(literal),
            ..
        }) => Some(literal.base10_parse().map(Number::Int)),
        Expr::Lit(ExprLit {
            lit: Lit::Float(literal),
            ..
        }) => Some(finite(literal)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            Some(expr_number(&unary.expr)?.map(|number| match number {
                Number::Int(value) => Number::Int(value.saturating_neg()),
                Number::Float(value) => Number::Float(-value),
            }))
        }
        Expr::Binary(binary) => {
            let (left, right) = (expr_number(&binary.left)?, expr_number(&binary.right)?);
            let computed = left.and_then(|left| Ok(computed(left, &binary.op, right?)));
            computed.map(|known| known.map(Number::Int)).transpose()
        }
        Expr::Paren(paren) => expr_number(&paren.expr),
        Expr::Group(group) => expr_number(&group.expr),
        _ => None,
    }
}

/// What whole numbers come to; what else there is to compute rustc does.
fn computed(left: Number, op: &BinOp, right: Number) -> Option<i128> {
    let (Number::Int(left), Number::Int(right)) = (left, right) else {
        return None;
    };
    match op {
        BinOp::Add(_) => left.checked_add(right),
        BinOp::Sub(_) => left.checked_sub(right),
        BinOp::Mul(_) => left.checked_mul(right),
        BinOp::Div(_) => left.checked_div(right),
        BinOp::Rem(_) => left.checked_rem(right),
        BinOp::Shl(_) => {
            let shifted = left.checked_shl(u32::try_from(right).ok()?)?;
            (shifted >> right == left).then_some(shifted)
        }
        _ => None,
    }
}

fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_literal(&unary.expr),
        Expr::Paren(paren) => is_literal(&paren.expr),
        Expr::Group(group) => is_literal(&group.expr),
        _ => false,
    }
}

fn finite(literal: &syn::LitFloat) -> syn::Result<Number> {
    let value: f64 = literal.base10_parse()?;
    if value.is_finite() {
        Ok(Number::Float(value))
    } else {
        Err(syn::Error::new(
            literal.span(),
            "this number is too large for JSON",
        ))
    }
}

/// Reads `path` or `path()`.
pub(crate) fn source(expr: &Expr) -> Option<Source> {
    match expr {
        Expr::Path(path) => Some(Source::Const(path.clone())),
        Expr::Call(call) if call.args.is_empty() => match &*call.func {
            Expr::Path(path) => Some(Source::Call(path.clone())),
            _ => None,
        },
        Expr::Group(group) => source(&group.expr),
        _ => None,
    }
}
