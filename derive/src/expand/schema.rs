//! `impl Schema`: the table of one type.

use std::cell::Cell;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::assertions;
use super::envelope;
use super::generics::Generics;
use super::keys::{evaluated, given, keys};
use super::written::{always_has_table, is_generic, is_standard, start};
use crate::attrs::schema_keys::SchemaKeys;
use crate::attrs::serde::DefaultFn;
use crate::diag::line;
use crate::model::{Container, Content, Enum, Field, Shape, Struct, Table, Tagging, Variant};

/// How many types the runtime's `types` takes at once.
const SEVERAL: usize = 24;

/// The code for a type.
pub(crate) fn schema(container: &Container<'_>) -> TokenStream {
    let generics = Generics::of(container);
    let ident = container.ident;
    let name = name(ident);
    let (impl_generics, type_generics, where_clause) = generics.split();
    let table = Writer::new(&generics);
    let line = Literal::u32_unsuffixed(line(ident.span()));
    let doc = &container.doc;
    let shape = table.shape(container);
    let keys = keys(&container.keys);
    let entry = quote! {
        &__w::Type {
            name: #name,
            place: __w::Place::at(::core::module_path!(), ::core::file!(), #line),
            doc: #doc,
            shape: #shape,
            keys: #keys,
        }
    };
    // A `const _` cannot name the parameters of a generic type, so that type is checked where it is instantiated.
    let checks = assertions::of(container, &table);
    let (beside, value) = if generics.is_empty() {
        (assertions::items(&checks, ident), entry)
    } else {
        let inside = checks.iter().map(|check| &check.call);
        (TokenStream::new(), quote!({ #(#inside;)* #entry }))
    };
    let choices = table.choices();
    let body = quote! {
        #choices
        #[automatically_derived]
        impl #impl_generics __w::Schema for #ident #type_generics #where_clause {
            const TYPE: &'static __w::Type = #value;
        }
        #beside
    };
    envelope(container.krate.as_ref(), &body)
}

/// What can be asserted of a type that has errors, so that all errors show at once. Its own table is a stand-in.
pub(crate) fn checks(container: &Container<'_>) -> TokenStream {
    let generics = Generics::of(container);
    if !generics.is_empty() {
        return TokenStream::new();
    }
    let table = Writer::new(&generics);
    let checks = assertions::items(&assertions::of(container, &table), container.ident);
    let choices = table.choices();
    let body = quote! {
        #choices
        #checks
    };
    envelope(container.krate.as_ref(), &body)
}

/// Writes the parts of one type's table.
pub(super) struct Writer<'g> {
    pub(super) generics: &'g Generics,
    /// Whether something written leaves a choice to rustc.
    chooses: Cell<bool>,
}

impl<'g> Writer<'g> {
    fn new(generics: &'g Generics) -> Self {
        Self {
            generics,
            chooses: Cell::new(false),
        }
    }

    /// The second choices of what was written so far.
    fn choices(&self) -> Option<TokenStream> {
        self.chooses.get().then(|| {
            quote! {
                #[allow(unused_imports)]
                use __w::{AnyShell as _, ForeignType as _};
            }
        })
    }

    /// The expression for a type's table, `&'static Type`.
    pub(super) fn table(&self, table: &Table<'_>) -> TokenStream {
        match table {
            Table::Of(ty) => self.of(ty),
            Table::Is(ty) => self.of(ty),
            Table::Shell(ty) => self.shell(ty),
            Table::Any => quote!(__w::ANY),
            Table::Given(function) => {
                let run = given(function);
                quote!(&__w::Type::of("", __w::Shape::Given(#run)))
            }
        }
    }

    fn of(&self, ty: &Type) -> TokenStream {
        // Spanned at the type, so that a missing `Schema` is reported there.
        let span = start(ty);
        if self.generics.mentions_type(ty) || is_standard(ty) {
            quote_spanned!(span=> <#ty as __w::Schema>::TYPE)
        } else {
            self.chooses.set(true);
            let table = Ident::new(
                if is_generic(ty) {
                    "generic_table"
                } else {
                    "table"
                },
                span,
            );
            quote_spanned!(span=> __w::Of::<#ty>::TYPE.#table())
        }
    }

    /// Whether the type is an `Option`, and nothing else of it.
    fn shell(&self, ty: &Type) -> TokenStream {
        self.chooses.set(true);
        quote_spanned!(ty.span()=> __w::Shell::<#ty>::TYPE)
    }

    fn shape(&self, container: &Container<'_>) -> TokenStream {
        match &container.shape {
            Shape::Struct(shape) => self.structure(shape),
            Shape::Enum(shape) => self.enumeration(shape),
            Shape::Null => quote!(__w::Shape::Null),
            Shape::Same(Table::Any) | Shape::Newtype(Table::Any) => quote!(__w::Shape::Any),
            Shape::Same(Table::Given(function)) | Shape::Newtype(Table::Given(function)) => {
                let run = given(function);
                quote!(__w::Shape::Given(#run))
            }
            Shape::Same(inner) => {
                let inner = self.table(inner);
                quote!(__w::Shape::transparent(#inner))
            }
            Shape::Newtype(inner) => {
                let inner = self.table(inner);
                quote!(__w::Shape::Same(#inner))
            }
        }
    }

    fn structure(&self, shape: &Struct<'_>) -> TokenStream {
        let mut set = TokenStream::new();
        if shape.deny_unknown.is_some() {
            set.extend(quote!(deny_unknown: true,));
        }
        if let Some(default) = &shape.default {
            let run = match default {
                DefaultFn::Trait => quote!(__w::Run(__w::default_of::<Self>)),
                DefaultFn::Path(path) => quote!(__w::Run(|| __w::to_value::<Self>(&#path()))),
            };
            set.extend(quote!(default: __w::Some(#run),));
        }
        if let Some((tag, value)) = &shape.tag {
            set.extend(quote!(tag: __w::Some((#tag, #value)),));
        }
        if !shape.skipped.is_empty() {
            let skipped = &shape.skipped;
            set.extend(quote!(skipped: &[#(#skipped),*],));
        }
        if set.is_empty() {
            let columns = self.columns(&shape.fields);
            quote!(__w::structure(#columns))
        } else {
            let fields = self.fields(&shape.fields);
            quote!(__w::Shape::Struct(__w::Struct { #set ..__w::Struct::of(#fields) }))
        }
    }

    /// An expression of the type `Members`.
    fn fields(&self, fields: &[Field<'_>]) -> TokenStream {
        let columns = self.columns(fields);
        quote!(__w::fields(#columns))
    }

    /// Names, docs, lines and types in a column each, then what else is said of single fields.
    fn columns(&self, fields: &[Field<'_>]) -> TokenStream {
        let names = fields.iter().flat_map(|field| [&field.ident, &field.wire]);
        let docs = docs(fields);
        let lines: Vec<String> = fields
            .iter()
            .map(|field| line(field.span).to_string())
            .collect();
        let lines = lines.join(" ");
        let types = self.types(fields);
        let given = fields.iter().enumerate().filter_map(given_of);
        let is_computed = fields.iter().any(|field| field.keys.are_computed());
        let given = evaluated(quote!(&[#(#given),*]), is_computed);
        quote!(&[#(#names),*], #docs, #lines, #types, #given)
    }

    /// The tables of the fields' types: by one path where there is nothing to report of any of them, else one by one.
    fn types(&self, fields: &[Field<'_>]) -> TokenStream {
        let plain: Option<Vec<&Type>> = fields.iter().map(|field| always(&field.table)).collect();
        if let Some(plain) = plain
            && (1..=SEVERAL).contains(&plain.len())
        {
            return quote!(__w::types::<(#(#plain,)*)>());
        }
        let types = fields.iter().map(|field| self.table(&field.table));
        quote!(&[#(#types),*])
    }

    fn enumeration(&self, shape: &Enum<'_>) -> TokenStream {
        let tagging = match &shape.tagging {
            Tagging::External => quote!(__w::Tagging::External),
            Tagging::Internal(tag) => {
                let tag = &tag.value;
                quote!(__w::Tagging::Internal(#tag))
            }
            Tagging::Adjacent(tag, content) => {
                let (tag, content) = (&tag.value, &content.value);
                quote!(__w::Tagging::Adjacent(#tag, #content))
            }
            Tagging::Untagged => quote!(__w::Tagging::Untagged),
        };
        let variants = shape.variants.iter().map(|variant| self.variant(variant));
        let deny_unknown = shape.deny_unknown.is_some();
        quote! {
            __w::Shape::Enum(__w::Enum {
                tagging: #tagging,
                variants: &[#(#variants),*],
                deny_unknown: #deny_unknown,
            })
        }
    }

    fn variant(&self, variant: &Variant<'_>) -> TokenStream {
        let Variant {
            ident, wire, doc, ..
        } = variant;
        let line = Literal::u32_unsuffixed(line(variant.span));
        let content = self.content(&variant.content);
        let mut set = TokenStream::new();
        if wire != ident {
            set.extend(quote!(wire: #wire,));
        }
        if !doc.is_empty() {
            set.extend(quote!(doc: #doc,));
        }
        if !variant.keys.is_empty() {
            let keys = keys(&variant.keys);
            set.extend(quote!(keys: #keys,));
        }
        if variant.other.is_some() {
            set.extend(quote!(other: true,));
        }
        if variant.untagged {
            set.extend(quote!(untagged: true,));
        }
        if set.is_empty() {
            quote!(__w::Variant::new(#ident, #content, #line))
        } else {
            quote!(__w::Variant { #set ..__w::Variant::new(#ident, #content, #line) })
        }
    }

    fn content(&self, content: &Content<'_>) -> TokenStream {
        match content {
            Content::Unit => quote!(__w::Content::Unit),
            Content::Newtype(table, keys) => {
                let inner = self.table(table);
                let inner = with_keys(&inner, keys);
                quote!(__w::Content::Newtype(#inner))
            }
            Content::Struct(fields) => {
                let fields = self.fields(fields);
                quote!(__w::Content::Struct(#fields))
            }
        }
    }
}

/// A table with further keys, for values that are no field of a struct.
fn with_keys(table: &TokenStream, given: &SchemaKeys) -> TokenStream {
    if given.is_empty() {
        return table.clone();
    }
    let keys = keys(given);
    let table = quote!(&__w::Type { keys: #keys, ..__w::Type::of("", __w::Shape::Same(#table)) });
    evaluated(table, given.are_computed())
}

/// What the runtime's `Doc` takes apart. NUL is no character of a description.
fn docs(fields: &[Field<'_>]) -> String {
    let mut docs = String::new();
    for field in fields {
        docs.extend(field.doc.chars().filter(|char| *char != '\0'));
        docs.push('\0');
    }
    docs.truncate(docs.trim_end_matches('\0').len());
    docs
}

/// What is said of the field at a place besides its type, if anything is.
fn given_of((place, field): (usize, &Field<'_>)) -> Option<TokenStream> {
    let (flags, default) = (flags(field), default(field));
    if field.keys.is_empty() && flags.is_empty() && default.is_none() {
        return None;
    }
    let place = Literal::usize_unsuffixed(place);
    let keys = keys(&field.keys);
    let flags = if flags.is_empty() {
        quote!(0)
    } else {
        quote!(#(__w::Flag::#flags as u8)|*)
    };
    let default = if let Some(function) = default {
        quote!(__w::Some(__w::Run(#function)))
    } else {
        quote!(__w::None)
    };
    let given = quote!(__w::given(#place, #keys, #flags, #default));
    Some(match skips(field) {
        Some(function) => quote!(#given.skipping(__w::Run(#function))),
        None => given,
    })
}

/// A function that says whether serde leaves the field's own default out when it writes. `Option::is_none` leaves out what is
/// no default to a schema.
fn skips(field: &Field<'_>) -> Option<TokenStream> {
    let predicate = field.serde.skip_serializing_if.value()?;
    let last = predicate.path.segments.last()?;
    let ty = field.written;
    let value = match field.serde.default.value()? {
        DefaultFn::Trait => quote!(<#ty as __w::Default>::default()),
        DefaultFn::Path(path) => quote!(#path()),
    };
    (last.ident != "is_none").then(|| quote!(|| __w::said(#predicate(__w::typed::<#ty>(&#value)))))
}

/// The names of the flags.
fn flags(field: &Field<'_>) -> Vec<TokenStream> {
    let serde = &field.serde;
    let mut flags = Vec::new();
    if field.has_default() {
        flags.push(quote!(Default));
    }
    if serde.skip_serializing_if.key_span().is_some() {
        flags.push(quote!(SkipIf));
    }
    if serde.flatten.key_span().is_some() {
        flags.push(quote!(Flatten));
    }
    if serde.skip_serializing.key_span().is_some() {
        flags.push(quote!(NeverWritten));
    }
    if serde.skip_deserializing.key_span().is_some() {
        flags.push(quote!(NeverRead));
    }
    if serde.with.deserialize.key_span().is_some() {
        flags.push(quote!(ReadWith));
    }
    let own = serde.default.value();
    if matches!(own, Some(DefaultFn::Path(_))) || own.is_none() && field.hidden_default.is_some() {
        flags.push(quote!(DefaultCalled));
    }
    flags
}

/// A function that writes serde's default of the field.
fn default(field: &Field<'_>) -> Option<TokenStream> {
    let ty = field.written;
    let written_by = field.serde.with.serialize.value();
    let value = match (field.serde.default.value(), &field.hidden_default) {
        (Some(DefaultFn::Trait), _) if written_by.is_none() => {
            return Some(quote!(__w::default_of::<#ty>));
        }
        (Some(DefaultFn::Trait), _) => quote!(<#ty as __w::Default>::default()),
        (Some(DefaultFn::Path(path)), _) => quote!(#path()),
        (None, Some((DefaultFn::Trait, name))) => quote!(<Self as __w::Default>::default().#name),
        (None, Some((DefaultFn::Path(path), name))) => quote!(__w::typed::<Self>(&#path()).#name),
        (None, None) => return None,
    };
    Some(match written_by {
        None => quote!(|| __w::to_value::<#ty>(&#value)),
        Some(function) => {
            quote!(|| __w::written(#function(__w::typed::<#ty>(&#value), __w::Serializer)))
        }
    })
}

fn name(ident: &syn::Ident) -> String {
    use syn::ext::IdentExt as _;
    ident.unraw().to_string()
}

/// The type, if its table is there whatever is written in it.
fn always<'t>(table: &Table<'t>) -> Option<&'t Type> {
    match table {
        Table::Of(ty) if always_has_table(ty) => Some(ty),
        _ => None,
    }
}
