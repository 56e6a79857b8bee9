//! Reading the item that a derive stands on.
//!
//! Cargo builds macros without optimization for a user's checks and dev builds, where syn's parsers take most of a derive's time.
//! Doc comments and types that are plain paths, most of what there is to read, are put together here; all else is syn's.

#[cfg(test)]
mod tests;

use proc_macro2::{Delimiter, Spacing, Span, TokenStream};
use syn::buffer::Cursor;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{
    AngleBracketedGenericArguments, AttrStyle, Attribute, Data, DataStruct, DeriveInput, Expr,
    ExprLit, Field, FieldModifiers, Fields, FieldsNamed, GenericArgument, Generics, Lit, Meta,
    MetaNameValue, Path, PathArguments, PathSegment, Token, Type, TypePath, Visibility, braced,
    token,
};

/// The item, as syn reads it.
pub(crate) fn read(tokens: TokenStream) -> syn::Result<DeriveInput> {
    item.parse2(tokens)
}

fn item(input: ParseStream<'_>) -> syn::Result<DeriveInput> {
    let attrs = attributes(input)?;
    let vis: Visibility = input.parse()?;
    if !(input.peek(Token![struct]) && input.peek2(syn::Ident) && input.peek3(token::Brace)) {
        let rest: DeriveInput = input.parse()?;
        return Ok(DeriveInput { attrs, vis, ..rest });
    }
    let struct_token = input.parse()?;
    let ident = input.parse()?;
    let content;
    let brace_token = braced!(content in input);
    Ok(DeriveInput {
        attrs,
        vis,
        ident,
        generics: Generics::default(),
        data: Data::Struct(DataStruct {
            struct_token,
            fields: Fields::Named(FieldsNamed {
                brace_token,
                named: fields(&content)?,
            }),
            semi_token: None,
        }),
    })
}

fn fields(input: ParseStream<'_>) -> syn::Result<Punctuated<Field, Token![,]>> {
    let mut fields = Punctuated::new();
    while !input.is_empty() {
        let attrs = attributes(input)?;
        let field = match taken(input, plain_field)? {
            Some(field) => Field { attrs, ..field },
            None => Field {
                attrs,
                ..Field::parse_named(input)?
            },
        };
        fields.push_value(field);
        if input.is_empty() {
            break;
        }
        fields.push_punct(input.parse()?);
    }
    Ok(fields)
}

/// What is read by looking at tokens, if it is that.
fn taken<T>(
    input: ParseStream<'_>,
    read: impl for<'c> Fn(Cursor<'c>) -> Option<(T, Cursor<'c>)>,
) -> syn::Result<Option<T>> {
    input.step(|cursor| {
        Ok(match read(*cursor) {
            Some((read, rest)) => (Some(read), rest),
            None => (None, *cursor),
        })
    })
}

fn attributes(input: ParseStream<'_>) -> syn::Result<Vec<Attribute>> {
    let mut attributes = Vec::new();
    while input.peek(Token![#]) {
        match taken(input, doc)? {
            Some(doc) => attributes.push(doc),
            // All that follow.
            None => attributes.extend(input.call(Attribute::parse_outer)?),
        }
    }
    Ok(attributes)
}

/// `#[doc = "…"]`.
fn doc(cursor: Cursor<'_>) -> Option<(Attribute, Cursor<'_>)> {
    let (pound, rest) = cursor.punct()?;
    let (within, brackets, rest) = rest.group(Delimiter::Bracket)?;
    let (name, within) = within.ident()?;
    let (equals, within) = within.punct()?;
    if within.group(Delimiter::None).is_some() {
        return None;
    }
    let (text, within) = within.literal()?;
    if equals.as_char() != '=' || !within.eof() || name != "doc" {
        return None;
    }
    let attribute = Attribute {
        pound_token: Token![#](pound.span()),
        style: AttrStyle::Outer,
        bracket_token: token::Bracket { span: brackets },
        meta: Meta::NameValue(MetaNameValue {
            path: Path::from(name),
            eq_token: Token![=](equals.span()),
            value: Expr::Lit(ExprLit {
                attrs: Vec::new(),
                lit: Lit::new(text),
            }),
        }),
    };
    Some((attribute, rest))
}

/// `pub name: plain::Path<…>`, up to the comma.
fn plain_field(cursor: Cursor<'_>) -> Option<(Field, Cursor<'_>)> {
    if cursor.group(Delimiter::None).is_some() {
        return None;
    }
    let (first, rest) = cursor.ident()?;
    let (vis, ident, rest) = match rest.ident() {
        Some((ident, rest)) if first == "pub" => {
            let vis = Visibility::Public(Token![pub](first.span()));
            (vis, ident, rest)
        }
        Some(_) => return None,
        None => (Visibility::Inherited, first, rest),
    };
    let (colon, rest) = alone(rest, ':')?;
    let (path, rest) = plain_path(rest)?;
    if !rest.eof() && alone(rest, ',').is_none() {
        return None;
    }
    let field = Field {
        attrs: Vec::new(),
        vis,
        modifiers: FieldModifiers::default(),
        ident: Some(ident),
        colon_token: Some(Token![:](colon)),
        ty: of_path(path),
        default: None,
    };
    Some((field, rest))
}

fn of_path(path: Path) -> Type {
    Type::Path(TypePath {
        attrs: Vec::new(),
        qself: None,
        path,
    })
}

/// `a::b<c, d<e>>`. A word that is no name of a type is followed by what is not allowed here.
fn plain_path(mut cursor: Cursor<'_>) -> Option<(Path, Cursor<'_>)> {
    let mut path = Path {
        leading_colon: None,
        segments: Punctuated::new(),
    };
    loop {
        if cursor.group(Delimiter::None).is_some() {
            return None;
        }
        let (ident, mut rest) = cursor.ident()?;
        let mut arguments = PathArguments::None;
        if let Some((less, after)) = alone(rest, '<') {
            let (held, after) = plain_arguments(less, after)?;
            arguments = PathArguments::AngleBracketed(held);
            rest = after;
        }
        path.segments.push_value(PathSegment { ident, arguments });
        let Some((first, second, after)) = colons(rest) else {
            return Some((path, rest));
        };
        path.segments.push_punct(Token![::]([first, second]));
        cursor = after;
    }
}

fn plain_arguments(
    less: Span,
    mut cursor: Cursor<'_>,
) -> Option<(AngleBracketedGenericArguments, Cursor<'_>)> {
    let mut args = Punctuated::new();
    loop {
        let (path, rest) = plain_path(cursor)?;
        args.push_value(GenericArgument::Type(of_path(path)));
        let (punct, rest) = rest.punct()?;
        match punct.as_char() {
            '>' => {
                let arguments = AngleBracketedGenericArguments {
                    colon2_token: None,
                    lt_token: Token![<](less),
                    args,
                    gt_token: Token![>](punct.span()),
                };
                return Some((arguments, rest));
            }
            ',' => args.push_punct(Token![,](punct.span())),
            _ => return None,
        }
        cursor = rest;
    }
}

/// A sign that is no part of a longer one.
fn alone(cursor: Cursor<'_>, sign: char) -> Option<(Span, Cursor<'_>)> {
    let (punct, rest) = cursor.punct()?;
    let longer = sign == ':' && punct.spacing() == Spacing::Joint && rest.punct().is_some();
    (punct.as_char() == sign && !longer).then(|| (punct.span(), rest))
}

fn colons(cursor: Cursor<'_>) -> Option<(Span, Span, Cursor<'_>)> {
    let (first, rest) = cursor.punct()?;
    if first.as_char() != ':' || first.spacing() != Spacing::Joint {
        return None;
    }
    let (second, rest) = rest.punct()?;
    (second.as_char() == ':').then(|| (first.span(), second.span(), rest))
}
