//! Attributes of the form `#[name(key, key = value, key(…), …)]`: one walk for all namespaces.
//!
//! A table of [`Form`]s says which keys there are. [`keys`] looks every entry up, reports unknown ones, and hands the
//! known ones out as [`Key`]s, whose methods read the value. A value that cannot be read is reported and the walk goes
//! on behind the next comma.

pub(crate) mod crd;
pub(crate) mod doc;
pub(crate) mod expression;
pub(crate) mod foreign;
pub(crate) mod schema_keys;
pub(crate) mod serde;
pub(crate) mod tree;
pub(crate) mod value;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::spanned::Spanned as _;
use syn::{Attribute, Meta};
pub(crate) use wheelwright_spelling::{Argument, split, ungroup};
use wheelwright_spelling::{DEEPEST, Instead, Within, instead, nests_too_deeply};

use crate::diag::{Errors, Spanned};

/// One key of an attribute's grammar.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) name: &'static str,
    /// How it is written, for messages: `min_length = 1`.
    pub(crate) write: &'static str,
}

/// A key that stands in the table it was looked up in.
pub(crate) struct Key<'e> {
    pub(crate) form: &'static Form,
    /// The key as written; errors about the key itself go here.
    pub(crate) span: Span,
    pub(crate) argument: Argument,
    pub(crate) errors: &'e Errors,
}

impl Key<'_> {
    /// Where the value stands, or the key if it has none.
    pub(crate) fn value_span(&self) -> Span {
        match &self.argument {
            Argument::Bare => self.span,
            Argument::Value(tokens) => tokens.span(),
            Argument::List(group) => group.span(),
        }
    }
}

/// A value that may be set once.
pub(crate) struct Slot<T> {
    key: Option<Span>,
    value: Option<Spanned<T>>,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self {
            key: None,
            value: None,
        }
    }
}

impl<T> Slot<T> {
    /// Sets the value, or reports that it was set before. A value that could not be read counts as set.
    pub(crate) fn set(&mut self, key: &Key<'_>, value: Option<T>) {
        if self.key.is_some() {
            report_duplicate(key);
            return;
        }
        self.key = Some(key.span);
        self.value = value.map(|value| Spanned::new(value, key.value_span()));
    }

    /// Sets the value of what is no key of ours.
    pub(crate) fn put(&mut self, key: Span, value: Spanned<T>) {
        self.key = Some(key);
        self.value = Some(value);
    }

    pub(crate) fn get(&self) -> Option<&Spanned<T>> {
        self.value.as_ref()
    }

    pub(crate) fn value(&self) -> Option<&T> {
        self.value.as_ref().map(|spanned| &spanned.value)
    }

    pub(crate) fn take(self) -> Option<Spanned<T>> {
        self.value
    }

    /// Where the key stands, whether or not its value could be read.
    pub(crate) fn key_span(&self) -> Option<Span> {
        self.key
    }
}

pub(crate) fn report_duplicate(key: &Key<'_>) {
    key.errors.at(
        key.span,
        format_args!("`{}` is given twice; keep one", key.form.name),
    );
}

/// The keys in all attributes called `namespace`.
pub(crate) fn keys<'e>(
    attributes: &[Attribute],
    namespace: &str,
    table: &'static [Form],
    errors: &'e Errors,
) -> Vec<Key<'e>> {
    let mut found = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(namespace))
    {
        match &attribute.meta {
            Meta::List(list) if nests_too_deeply(list.tokens.clone()) => {
                errors.on(
                    &attribute.meta,
                    format_args!("write less than {DEEPEST} levels of brackets within each other"),
                );
            }
            Meta::List(list) => {
                found.extend(keys_of(
                    list.tokens.clone(),
                    &format!("#[{namespace}(…)]"),
                    table,
                    errors,
                ));
            }
            Meta::Path(_) | Meta::NameValue(_) => {
                errors.on(
                    &attribute.meta,
                    format_args!("write `#[{namespace}(…)]`, with the keys in parentheses"),
                );
            }
        }
    }
    found
}

/// The keys of one list. `place` names the list in messages: `scale(…)`.
pub(crate) fn keys_of<'e>(
    tokens: TokenStream,
    place: &str,
    table: &'static [Form],
    errors: &'e Errors,
) -> Vec<Key<'e>> {
    split(tokens)
        .into_iter()
        .flat_map(|piece| key(piece, place, table, errors))
        .collect()
}

/// The key that a piece is; several where another tool's spelling of one means several.
fn key<'e>(
    piece: TokenStream,
    place: &str,
    table: &'static [Form],
    errors: &'e Errors,
) -> Vec<Key<'e>> {
    let span = piece.span();
    let mut tokens = ungroup(piece).into_iter();
    let ident = match tokens.next() {
        Some(TokenTree::Ident(ident)) => ident,
        Some(TokenTree::Punct(comma)) if comma.as_char() == ',' => {
            errors.at(
                comma.span(),
                format_args!("a comma too many in `{place}`; remove it"),
            );
            return Vec::new();
        }
        other => {
            errors.at(
                other.map_or(span, |token| token.span()),
                format_args!("expected a key in `{place}`, such as `{}`", example(table)),
            );
            return Vec::new();
        }
    };
    let argument = argument(&ident, tokens, errors);
    let name = ident.unraw().to_string();
    let form = table.iter().find(|form| form.name == name);
    let meant = argument
        .as_ref()
        .and_then(|argument| instead(Within::named(place)?, &name, argument, form.is_some()));
    let (form, errors) = match (form, meant) {
        (_, Some(instead)) => {
            errors.at(ident.span(), spelt(&name, place, &instead));
            let keys = foreign::at(instead.keys.unwrap_or_default(), ident.span());
            return keys_of(keys, place, table, errors.muted());
        }
        (Some(form), None) => (form, errors),
        (None, None) => match unknown(&ident, &name, place, table, errors) {
            Some(meant) => (meant, errors.muted()),
            None => return Vec::new(),
        },
    };
    let key = argument.map(|argument| Key {
        form,
        span: ident.span(),
        argument,
        errors,
    });
    key.into_iter().collect()
}

fn spelt(name: &str, place: &str, instead: &Instead) -> String {
    match instead.tool {
        Some(tool) => format!("`{name}` is not written as in {tool}; {}", instead.words),
        None => format!("unknown key `{name}` in `{place}`; {}", instead.words),
    }
}

fn argument(
    ident: &Ident,
    mut rest: impl Iterator<Item = TokenTree>,
    errors: &Errors,
) -> Option<Argument> {
    let unexpected = |token: &TokenTree| {
        errors.at(
            token.span(),
            format_args!("expected a comma, `= value` or `(…)` after `{ident}`"),
        );
    };
    match rest.next() {
        None => Some(Argument::Bare),
        Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
            let value: TokenStream = rest.collect();
            if value.is_empty() {
                errors.at(punct.span(), format_args!("`{ident} =` has no value"));
                return None;
            }
            Some(Argument::Value(value))
        }
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            match rest.next() {
                None => Some(Argument::List(group)),
                Some(token) => {
                    errors.at(
                        token.span(),
                        format_args!("expected a comma after `{ident}(…)`"),
                    );
                    None
                }
            }
        }
        Some(token) => {
            unexpected(&token);
            None
        }
    }
}

/// Reports a key that is not in the table. Returns the one that is meant, so that nobody misses it.
fn unknown(
    ident: &Ident,
    name: &str,
    place: &str,
    table: &'static [Form],
    errors: &Errors,
) -> Option<&'static Form> {
    // More names than this are no help.
    const FEW: usize = 12;
    let mut message = format!("unknown key `{name}` in `{place}`");
    let meant = wheelwright_grammar::suggest::closest(name, table.iter().map(|form| form.name));
    if let Some(owner) = owner(name, place) {
        message += &format!("; this is a key of `#[{owner}(…)]`");
    } else if let Some(meant) = meant {
        message += &format!("; did you mean `{meant}`?");
    } else if table.len() <= FEW {
        let names: Vec<_> = table
            .iter()
            .map(|form| format!("`{}`", form.name))
            .collect();
        let keys = if names.len() == 1 {
            "the only key is"
        } else {
            "the keys are"
        };
        message += &format!("; {keys} {}", names.join(", "));
    }
    errors.at(ident.span(), message);
    table.iter().find(|form| Some(form.name) == meant)
}

/// Our other attribute that has a key of this name.
fn owner(name: &str, place: &str) -> Option<&'static str> {
    let owners = [("crd", crd::FORMS), ("schema", schema_keys::FORMS)];
    let is = |(owner, forms): &(&str, &[Form])| {
        place.starts_with("#[")
            && place != format!("#[{owner}(…)]")
            && forms.iter().any(|form| form.name == name)
    };
    owners.into_iter().find(is).map(|(owner, _)| owner)
}

fn example(table: &[Form]) -> &'static str {
    table.first().map_or("key = value", |form| form.write)
}
