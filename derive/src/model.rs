//! What a derive knows of a type once attributes are read and wire names resolved. Spans are kept for errors.

use proc_macro2::Span;
use syn::{Generics, Ident, Path, Type};

use crate::attrs::schema_keys::SchemaKeys;
use crate::attrs::serde::{DefaultFn, FieldSerde};
use crate::diag::Spanned;

/// A type that derives `Schema`.
pub(crate) struct Container<'i> {
    pub(crate) ident: &'i Ident,
    pub(crate) generics: &'i Generics,
    /// Where the runtime crate is.
    pub(crate) krate: Option<Path>,
    pub(crate) doc: String,
    pub(crate) keys: SchemaKeys,
    pub(crate) shape: Shape<'i>,
}

/// The form on the wire. Mirrors the runtime's `table::Shape`.
pub(crate) enum Shape<'i> {
    Struct(Struct<'i>),
    Enum(Enum<'i>),
    /// The wire form of another type.
    Same(Table<'i>),
    /// A newtype struct that is not `transparent`: the wire form of the inner type, but never absent.
    Newtype(Table<'i>),
    /// A unit struct.
    Null,
}

/// Which table stands for a type.
pub(crate) enum Table<'i> {
    /// The type's own.
    Of(&'i Type),
    /// That of another type: `as = Type`, `from` and `into`.
    Is(Type),
    /// Only whether it is an `Option`: the field's `with` or `opaque` says the rest.
    Shell(&'i Type),
    /// Any JSON, by `opaque`.
    Any,
    /// What the function of `with` returns.
    Given(Path),
}

/// A struct with named fields.
pub(crate) struct Struct<'i> {
    pub(crate) fields: Vec<Field<'i>>,
    /// The names of those that serde skips.
    pub(crate) skipped: Vec<String>,
    pub(crate) deny_unknown: Option<Span>,
    /// serde's default of the whole struct; `None` where it cannot be written.
    pub(crate) default: Option<DefaultFn>,
    pub(crate) tag: Option<(String, String)>,
}

/// A named field that serde does not skip altogether.
pub(crate) struct Field<'i> {
    /// Without `r#`.
    pub(crate) ident: String,
    pub(crate) span: Span,
    pub(crate) wire: String,
    pub(crate) written: &'i Type,
    pub(crate) table: Table<'i>,
    pub(crate) doc: String,
    pub(crate) keys: SchemaKeys,
    pub(crate) serde: FieldSerde,
    /// `#[serde(default)]` is on the struct.
    pub(crate) struct_default: bool,
    /// The struct's default and the name in it, where what serde writes of the default may lack the field.
    pub(crate) hidden_default: Option<(DefaultFn, &'i Ident)>,
    /// Not all that is written here could be read, so nothing can be said of what is missing.
    pub(crate) broken: bool,
}

/// An enum.
pub(crate) struct Enum<'i> {
    pub(crate) tagging: Tagging,
    pub(crate) variants: Vec<Variant<'i>>,
    pub(crate) deny_unknown: Option<Span>,
}

/// How serde tells variants apart. Mirrors the runtime's `table::Tagging`.
pub(crate) enum Tagging {
    External,
    Internal(Spanned<String>),
    Adjacent(Spanned<String>, Spanned<String>),
    Untagged,
}

/// A variant that serde does not skip altogether.
pub(crate) struct Variant<'i> {
    /// Without `r#`.
    pub(crate) ident: String,
    pub(crate) span: Span,
    pub(crate) wire: String,
    pub(crate) doc: String,
    pub(crate) keys: SchemaKeys,
    pub(crate) content: Content<'i>,
    pub(crate) other: Option<Span>,
    pub(crate) untagged: bool,
    /// As with a [`Field`].
    pub(crate) broken: bool,
}

/// What a variant holds.
pub(crate) enum Content<'i> {
    Unit,
    /// One value, with the keys that stand on it.
    Newtype(Table<'i>, SchemaKeys),
    Struct(Vec<Field<'i>>),
}

impl Field<'_> {
    /// Absent is accepted when serde reads.
    pub(crate) fn has_default(&self) -> bool {
        self.struct_default
            || self.serde.default.key_span().is_some()
            || self.serde.skip_deserializing.key_span().is_some()
    }

    /// The schema has a default.
    pub(crate) fn has_schema_default(&self) -> bool {
        ["default", "nested_default", "serde_defaults"]
            .iter()
            .any(|name| self.keys.find(name).is_some())
    }
}
