//! What only the tables of other types can tell, as calls of the runtime's const assertions, each spanned at the token
//! it is about.
//!
//! Nothing is asserted of what the written type already shows, `min_length` on a `String` for one: every assertion is a
//! body for rustc to check.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{Type, TypePath};

use super::schema::Writer;
use super::tree::{tree, trees};
use crate::attrs::schema_keys::{Given, ListType, SchemaKeys, What};
use crate::attrs::tree::Node;
use crate::lower::arguments;
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
        list: Vec::new(),
    };
    match &container.shape {
        Shape::Struct(shape) => {
            checks.own(container);
            for field in shape.fields.iter().filter(|field| !field.broken) {
                checks.field(field);
            }
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
        if let Some(span) = field.serde.flatten.key_span() {
            self.add(span, quote_spanned!(span=> __w::assert::flattened(#table)));
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

    fn variant(&mut self, variant: &Variant<'_>, tagging: &Tagging) {
        match &variant.content {
            Content::Unit => {}
            Content::Struct(fields) => {
                for field in fields {
                    self.field(field);
                }
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

    fn keys(&mut self, keys: &SchemaKeys, subject: &Subject<'_>) {
        for given in &keys.given {
            self.key(given, subject);
        }
    }

    fn key(&mut self, given: &Given, subject: &Subject<'_>) {
        let (span, table) = (given.key, &subject.table);
        match &given.what {
            What::Pattern(_) | What::MinLength(_) | What::MaxLength(_) => {
                self.fits("text", given, subject, &["String", "str", "char"]);
            }
            What::Minimum(_)
            | What::Maximum(_)
            | What::ExclusiveMinimum(_)
            | What::ExclusiveMaximum(_)
            | What::MultipleOf(_) => self.fits("number", given, subject, NUMBERS),
            What::NoBounds => self.fits("integer", given, subject, &[]),
            What::Format(_) => self.fits("scalar", given, subject, &["String"]),
            What::Enum(values) => {
                let values = trees(values);
                let span = given.value;
                self.fits("scalar", given, subject, &["String"]);
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::enum_values(#table, #values)),
                );
            }
            What::MinItems(_) | What::MaxItems(_) => self.fits("list", given, subject, LISTS),
            What::ListType(list_type) => {
                self.fits("list", given, subject, LISTS);
                if *list_type == ListType::Set {
                    self.add(span, quote_spanned!(span=> __w::assert::set(#table)));
                }
            }
            What::ListMapKeys(names) => {
                for name in names {
                    let (span, name) = (name.span, &name.value);
                    self.add(
                        span,
                        quote_spanned!(span=> __w::assert::list_map_key(#table, #name)),
                    );
                }
            }
            What::MinProperties(_)
            | What::MaxProperties(_)
            | What::PreserveUnknownFields
            | What::EmbeddedResource => self.fits("object", given, subject, MAPS),
            What::MapType(_) => self.fits("map", given, subject, MAPS),
            What::StructType(_) => self.fits("structure", given, subject, &[]),
            What::IntOrString(_) => {
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::int_or_string(#table)),
                );
            }
            What::Nullable(true) => {
                self.add(span, quote_spanned!(span=> __w::assert::nullable(#table)));
            }
            What::Default(value) if !matches!(value.node, Node::Run(_)) => {
                let (span, value) = (value.span, tree(value));
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::default(#table, &#value)),
                );
            }
            What::DefaultFromMembers => {
                self.add(
                    span,
                    quote_spanned!(span=> __w::assert::nested_default(#table)),
                );
            }
            What::Column(column) if !column.ty.is_empty() => {
                let ty = &column.ty;
                self.add(
                    given.value,
                    quote_spanned!(given.value=> __w::assert::column(#table, #ty)),
                );
            }
            What::Items(held) => {
                self.fits("list", given, subject, LISTS);
                let table = quote_spanned!(span=> __w::assert::items(#table));
                self.held(held, table, subject, 0);
            }
            What::Values(held) => {
                self.fits("map", given, subject, MAPS);
                let table = quote_spanned!(span=> __w::assert::values(#table));
                self.held(held, table, subject, 1);
            }
            _ => {}
        }
    }

    /// The keys of what the subject holds, which is its type argument at that place.
    fn held(&mut self, keys: &SchemaKeys, table: TokenStream, holder: &Subject<'_>, place: usize) {
        if keys.replacement().is_none() {
            let written = holder
                .written
                .and_then(plain)
                .and_then(|path| arguments(path).nth(place));
            self.keys(keys, &Subject { table, written });
        }
    }

    /// Asserts that a key fits the type, unless the type is written by one of these names.
    fn fits(&mut self, kind: &str, given: &Given, subject: &Subject<'_>, known: &[&str]) {
        if subject.is_called(known) {
            return;
        }
        let (span, table, name) = (given.key, &subject.table, given.name);
        let assertion = Ident::new(kind, span);
        self.add(
            span,
            quote_spanned!(span=> __w::assert::#assertion(#table, #name)),
        );
    }
}

const NUMBERS: &[&str] = &[
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize", "f32", "f64",
];
const LISTS: &[&str] = &["Vec", "VecDeque", "BTreeSet", "HashSet"];
const MAPS: &[&str] = &["BTreeMap", "HashMap"];

impl Subject<'_> {
    fn is_called(&self, names: &[&str]) -> bool {
        let last = self
            .written
            .and_then(plain)
            .and_then(|path| path.path.segments.last());
        last.is_some_and(|last| names.iter().any(|name| last.ident == name))
    }

    fn is_option(&self) -> bool {
        self.written.is_some_and(is_option)
    }
}

/// The path that a type is written by, without the `Option` around it.
fn plain(ty: &Type) -> Option<&TypePath> {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            if is_option(ty) {
                plain(arguments(path).next()?)
            } else {
                Some(path)
            }
        }
        Type::Group(group) => plain(&group.elem),
        _ => None,
    }
}

fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Option"),
        Type::Group(group) => is_option(&group.elem),
        _ => false,
    }
}

/// Whether a map with keys other than `String` stands in the type, as far as names tell.
fn has_other_keys(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let is_map = path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident.to_string().ends_with("Map"));
            let mut inner = arguments(path);
            let key = inner.next();
            let other = is_map && key.is_some_and(|key| !is_string(key));
            other || key.is_some_and(has_other_keys) || inner.any(has_other_keys)
        }
        Type::Array(array) => has_other_keys(&array.elem),
        Type::Slice(slice) => has_other_keys(&slice.elem),
        Type::Reference(reference) => has_other_keys(&reference.elem),
        Type::Group(group) => has_other_keys(&group.elem),
        Type::Paren(paren) => has_other_keys(&paren.elem),
        _ => false,
    }
}

fn is_string(ty: &Type) -> bool {
    matches!(plain(ty), Some(path) if path.path.is_ident("String"))
}
