//! What only the tables of other types can tell, as calls of the runtime's const assertions, each spanned at the token
//! it is about.
//!
//! Nothing is asserted of what the written type already shows, `min_length` on a `String` for one: every assertion is a
//! body for rustc to check.

pub(super) mod amounts;
mod keys;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::Type;
use syn::spanned::Spanned as _;

use super::schema::Writer;
use super::written::{has_other_keys, is_option, plain};
use crate::attrs::schema_keys::{SchemaKeys, What};
use crate::model::{Container, Content, Field, Shape, Table, Tagging, Variant};

/// One assertion.
pub(super) struct Check {
    pub(super) span: Span,
    pub(super) call: TokenStream,
}

/// All assertions about a type.
pub(super) fn of(container: &Container<'_>, writer: &Writer<'_>) -> Vec<Check> {
    let mut checks = Checks {
        writer,
        list: amounts::of(container),
    };
    match &container.shape {
        Shape::Struct(shape) => {
            checks.own(container);
            for field in shape.fields.iter().filter(|field| !field.broken) {
                checks.field(field);
            }
            checks.flattened(&shape.fields);
            checks.sets(&container.keys, &shape.fields);
        }
        Shape::Enum(shape) => {
            checks.own(container);
            for variant in shape.variants.iter().filter(|variant| !variant.broken) {
                checks.variant(variant, &shape.tagging);
            }
        }
        Shape::Same(table) | Shape::Newtype(table) => checks.table(table, &container.keys),
        Shape::Null => {}
    }
    checks.list
}

/// The assertions as items of their own.
pub(super) fn items(checks: &[Check], ident: &Ident) -> TokenStream {
    let one = |Check { span, call }: &Check| {
        let call = outside(call.clone(), ident);
        quote_spanned!(*span=> const _: () = #call;)
    };
    checks.iter().map(one).collect()
}

/// What the user wrote of `Self`, where there is none.
fn outside(tokens: TokenStream, ident: &Ident) -> TokenStream {
    let named = |token| match token {
        TokenTree::Ident(own) if own == "Self" => {
            let mut ident = ident.clone();
            ident.set_span(own.span());
            TokenTree::Ident(ident)
        }
        TokenTree::Group(group) => {
            let mut named = Group::new(group.delimiter(), outside(group.stream(), ident));
            named.set_span(group.span());
            TokenTree::Group(named)
        }
        token => token,
    };
    tokens.into_iter().map(named).collect()
}

struct Checks<'w> {
    writer: &'w Writer<'w>,
    list: Vec<Check>,
}

/// The type that keys stand on.
struct Subject<'t> {
    /// Its table.
    table: TokenStream,
    /// As it is written, where it is the type's own table.
    written: Option<&'t Type>,
}

impl Checks<'_> {
    fn add(&mut self, span: Span, call: TokenStream) {
        self.list.push(Check { span, call });
    }

    /// Keys of the type itself. A generic type cannot look at its own table while it is made.
    fn own(&mut self, container: &Container<'_>) {
        if self.writer.generics.is_empty() && !container.keys.is_empty() {
            let ident = container.ident;
            let table = quote_spanned!(ident.span()=> <#ident as __w::Schema>::TYPE);
            self.keys(
                &container.keys,
                &Subject {
                    table,
                    written: None,
                },
            );
        }
    }

    /// Keys of a value that is no field, and its type.
    fn table(&mut self, table: &Table<'_>, keys: &SchemaKeys) {
        let subject = self.subject(table);
        self.keys(keys, &subject);
        self.map_key(&subject);
    }

    fn subject<'t>(&self, table: &'t Table<'_>) -> Subject<'t> {
        let written = match table {
            Table::Of(ty) => Some(*ty),
            Table::Is(ty) => Some(ty),
            Table::Shell(_) | Table::Any | Table::Given(_) => None,
        };
        Subject {
            table: self.writer.table(table),
            written,
        }
    }

    fn field(&mut self, field: &Field<'_>) {
        let plain = field.keys.is_empty()
            && field.serde.skip_serializing_if.key_span().is_none()
            && field.serde.skip_serializing.key_span().is_none()
            && matches!(&field.table, Table::Of(ty) if !has_other_keys(ty));
        if plain {
            return;
        }
        let subject = self.subject(&field.table);
        let table = &subject.table;
        self.keys(&field.keys, &subject);
        self.map_key(&subject);
        let defaulted = field.has_default() || field.has_schema_default();
        if let Some(optional) = field.keys.find("optional")
            && !defaulted
        {
            self.add(
                optional.key,
                quote_spanned!(optional.key=> __w::assert::optional(#table)),
            );
        }
        let left_out = [
            (
                "skip_serializing_if",
                field.serde.skip_serializing_if.key_span(),
            ),
            ("skip_serializing", field.serde.skip_serializing.key_span()),
        ];
        for (key, span) in left_out {
            if let Some(span) = span
                && !defaulted
                && !subject.is_option()
            {
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::left_out(#table, #key)),
                );
            }
        }
        if let Table::Is(given) = &field.table
            && is_option(field.written)
            && !is_option(given)
        {
            let (span, shell) = (
                given.span(),
                self.writer.table(&Table::Shell(field.written)),
            );
            self.add(
                span,
                quote_spanned!(span=> __w::assert::same_presence(#shell, #table)),
            );
        }
    }

    /// A flattened value is an object, and its members are none of the struct's own.
    fn flattened(&mut self, fields: &[Field<'_>]) {
        let is_flattened = |field: &&Field<'_>| field.serde.flatten.key_span().is_some();
        let own: Vec<_> = fields
            .iter()
            .filter(|field| !is_flattened(field))
            .map(|field| &field.wire)
            .collect();
        for field in fields
            .iter()
            .filter(is_flattened)
            .filter(|field| !field.broken)
        {
            if let Some(span) = field.serde.flatten.key_span() {
                let table = self.subject(&field.table).table;
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::flattened(#table, &[#(#own),*])),
                );
            }
        }
    }

    fn variant(&mut self, variant: &Variant<'_>, tagging: &Tagging) {
        match &variant.content {
            Content::Unit => {}
            Content::Struct(fields) => {
                for field in fields {
                    self.field(field);
                }
                self.flattened(fields);
            }
            Content::Newtype(table, keys) => {
                self.table(table, keys);
                let subject = self.subject(table);
                self.keys(&variant.keys, &subject);
                if let (Tagging::Internal(_), Some(written)) = (tagging, subject.written)
                    && !variant.untagged
                {
                    let (span, table) = (written.span(), &subject.table);
                    self.add(span, quote_spanned!(span=> __w::assert::tagged(#table)));
                }
            }
        }
    }

    /// `exactly_one_of` and its like choose between fields that can be left out.
    fn sets(&mut self, keys: &SchemaKeys, fields: &[Field<'_>]) {
        for given in &keys.given {
            let (What::ExactlyOneOf(names) | What::AtMostOneOf(names) | What::AtLeastOneOf(names)) =
                &given.what
            else {
                continue;
            };
            for name in names {
                let field = fields.iter().find(|field| field.wire == name.value);
                if let Some(field) = field
                    && !field.broken
                    && field.serde.skip_serializing_if.key_span().is_none()
                    && !is_option(field.written)
                {
                    let (span, key, ident) = (name.span, given.name, &field.ident);
                    let table = self.writer.table(&field.table);
                    self.add(
                        span,
                        quote_spanned!(span=> __w::assert::can_be_unset(#table, #key, #ident)),
                    );
                }
            }
        }
    }

    /// JSON objects have strings for keys; asserted of what looks like a map of other keys.
    fn map_key(&mut self, subject: &Subject<'_>) {
        if let Some(written) = subject.written
            && has_other_keys(written)
        {
            let (span, table) = (written.span(), &subject.table);
            self.add(span, quote_spanned!(span=> __w::assert::map_key(#table)));
        }
    }
}

impl Subject<'_> {
    fn is_called(&self, names: &[&str]) -> bool {
        let last = self
            .written
            .and_then(plain)
            .and_then(|path| path.path.segments.last());
        last.is_some_and(|last| names.contains(&last.ident.to_string().as_str()))
    }

    fn is_option(&self) -> bool {
        self.written.is_some_and(is_option)
    }
}
