//! `#[serde(…)]`: the keys that decide what is on the wire.
//!
//! Values that cannot be read are left to serde, which reports them itself. Keys that are not known are reported: they
//! could change the wire.

use proc_macro2::Span;
use syn::{Attribute, ExprPath, LitStr, Type};

use super::{Argument, Form, Key, Slot};
use crate::diag::{Errors, Spanned};
use crate::names::RenameRule;

/// How a default is made.
#[derive(Clone)]
pub(crate) enum DefaultFn {
    /// `Default::default()`.
    Trait,
    /// A function without arguments.
    Path(ExprPath),
}

/// A setting for writing and one for reading.
pub(crate) struct Directions<T> {
    pub(crate) serialize: Slot<T>,
    pub(crate) deserialize: Slot<T>,
}

impl<T> Default for Directions<T> {
    fn default() -> Self {
        Self {
            serialize: Slot::default(),
            deserialize: Slot::default(),
        }
    }
}

/// What serde does with a type.
#[derive(Default)]
pub(crate) struct ContainerSerde {
    pub(crate) rename: Directions<String>,
    pub(crate) rename_all: Directions<RenameRule>,
    pub(crate) rename_all_fields: Directions<RenameRule>,
    pub(crate) transparent: Slot<()>,
    pub(crate) deny_unknown_fields: Slot<()>,
    pub(crate) default: Slot<DefaultFn>,
    pub(crate) tag: Slot<String>,
    pub(crate) content: Slot<String>,
    pub(crate) untagged: Slot<()>,
    pub(crate) from: Slot<Type>,
    pub(crate) into: Slot<Type>,
    pub(crate) remote: Slot<()>,
    /// `field_identifier`, `variant_identifier`.
    pub(crate) identifier: Slot<()>,
}

/// What serde does with a variant.
#[derive(Default)]
pub(crate) struct VariantSerde {
    pub(crate) rename: Directions<String>,
    pub(crate) aliases: Vec<Spanned<String>>,
    pub(crate) rename_all: Directions<RenameRule>,
    pub(crate) skip_serializing: Slot<()>,
    pub(crate) skip_deserializing: Slot<()>,
    pub(crate) with: Directions<ExprPath>,
    pub(crate) other: Slot<()>,
    pub(crate) untagged: Slot<()>,
}

/// What serde does with a field.
#[derive(Default)]
pub(crate) struct FieldSerde {
    pub(crate) rename: Directions<String>,
    pub(crate) aliases: Vec<Spanned<String>>,
    pub(crate) default: Slot<DefaultFn>,
    pub(crate) skip_serializing: Slot<()>,
    pub(crate) skip_deserializing: Slot<()>,
    pub(crate) skip_serializing_if: Slot<ExprPath>,
    pub(crate) with: Directions<ExprPath>,
    pub(crate) flatten: Slot<()>,
}

const CONTAINER: &[Form] = &[
    form("rename"),
    form("rename_all"),
    form("rename_all_fields"),
    form("transparent"),
    form("deny_unknown_fields"),
    form("default"),
    form("bound"),
    form("tag"),
    form("content"),
    form("untagged"),
    form("from"),
    form("try_from"),
    form("into"),
    form("remote"),
    form("field_identifier"),
    form("variant_identifier"),
    form("crate"),
    form("expecting"),
];

const VARIANT: &[Form] = &[
    form("rename"),
    form("alias"),
    form("rename_all"),
    form("skip"),
    form("skip_serializing"),
    form("skip_deserializing"),
    form("serialize_with"),
    form("deserialize_with"),
    form("with"),
    form("bound"),
    form("borrow"),
    form("other"),
    form("untagged"),
];

const FIELD: &[Form] = &[
    form("rename"),
    form("alias"),
    form("default"),
    form("skip"),
    form("skip_serializing"),
    form("skip_deserializing"),
    form("skip_serializing_if"),
    form("serialize_with"),
    form("deserialize_with"),
    form("with"),
    form("bound"),
    form("borrow"),
    form("getter"),
    form("flatten"),
];

const DIRECTIONS: &[Form] = &[form("serialize"), form("deserialize")];

const fn form(name: &'static str) -> Form {
    Form { name, write: name }
}

impl ContainerSerde {
    pub(crate) fn of(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut read = Self::default();
        each(attributes, CONTAINER, errors, |key| match key.form.name {
            "rename" => read.rename.text(key, &mut Vec::new()),
            "rename_all" => read.rename_all.rule(key),
            "rename_all_fields" => read.rename_all_fields.rule(key),
            "transparent" => read.transparent.set(key, Some(())),
            "deny_unknown_fields" => read.deny_unknown_fields.set(key, Some(())),
            "default" => read.default.set(key, default(key)),
            "tag" => read.tag.set(key, key.string()),
            "content" => read.content.set(key, key.string()),
            "untagged" => read.untagged.set(key, Some(())),
            "from" | "try_from" => read.from.set(key, quoted(key)),
            "into" => read.into.set(key, quoted(key)),
            "remote" => read.remote.set(key, Some(())),
            "field_identifier" | "variant_identifier" => read.identifier.set(key, Some(())),
            // `bound`, `crate` and `expecting` leave the wire alone.
            _ => {}
        });
        read
    }

    /// The default of the whole struct, if it can be made: a remote definition is not the type whose default serde takes.
    pub(crate) fn runnable_default(&self) -> Option<&DefaultFn> {
        self.default
            .value()
            .filter(|_| self.remote.key_span().is_none())
    }
}

impl VariantSerde {
    pub(crate) fn of(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut read = Self::default();
        each(attributes, VARIANT, errors, |key| match key.form.name {
            "rename" => read.rename.text(key, &mut read.aliases),
            "alias" => read
                .aliases
                .extend(key.string().map(|name| Spanned::new(name, key.span))),
            "rename_all" => read.rename_all.rule(key),
            "skip" => {
                read.skip_serializing.set(key, Some(()));
                read.skip_deserializing.set(key, Some(()));
            }
            "skip_serializing" => read.skip_serializing.set(key, Some(())),
            "skip_deserializing" => read.skip_deserializing.set(key, Some(())),
            "serialize_with" | "deserialize_with" | "with" => read.with.function(key),
            "other" => read.other.set(key, Some(())),
            "untagged" => read.untagged.set(key, Some(())),
            // `bound` and `borrow` leave the wire alone.
            _ => {}
        });
        read
    }
}

impl FieldSerde {
    pub(crate) fn of(attributes: &[Attribute], errors: &Errors) -> Self {
        let mut read = Self::default();
        each(attributes, FIELD, errors, |key| match key.form.name {
            "rename" => read.rename.text(key, &mut read.aliases),
            "alias" => read
                .aliases
                .extend(key.string().map(|name| Spanned::new(name, key.span))),
            "default" => read.default.set(key, default(key)),
            "skip" => {
                read.skip_serializing.set(key, Some(()));
                read.skip_deserializing.set(key, Some(()));
            }
            "skip_serializing" => read.skip_serializing.set(key, Some(())),
            "skip_deserializing" => read.skip_deserializing.set(key, Some(())),
            "skip_serializing_if" => read.skip_serializing_if.set(key, quoted(key)),
            "serialize_with" | "deserialize_with" | "with" => read.with.function(key),
            "flatten" => read.flatten.set(key, Some(())),
            // `bound`, `borrow` and `getter` leave the wire alone.
            _ => {}
        });
        read
    }

    /// Neither written nor read.
    pub(crate) fn is_skipped(&self) -> bool {
        self.skip_serializing.key_span().is_some() && self.skip_deserializing.key_span().is_some()
    }
}

impl<T> Directions<T> {
    /// Where one of them is given.
    pub(crate) fn span(&self) -> Option<Span> {
        self.serialize.key_span().or(self.deserialize.key_span())
    }
}

impl Directions<String> {
    /// `rename = "a"` or `rename(serialize = "a", deserialize = "b", deserialize = "c")`: the first name read is the
    /// name, the others are aliases.
    fn text(&mut self, key: &Key<'_>, aliases: &mut Vec<Spanned<String>>) {
        each_direction(key, |key, writes, reads| {
            if writes {
                self.serialize.set(key, key.string());
            }
            if reads && self.deserialize.key_span().is_some() {
                aliases.extend(key.string().map(|name| Spanned::new(name, key.span)));
            } else if reads {
                self.deserialize.set(key, key.string());
            }
        });
    }
}

impl Directions<RenameRule> {
    fn rule(&mut self, key: &Key<'_>) {
        each_direction(key, |key, writes, reads| {
            let rule = key.string().and_then(|name| RenameRule::parse(&name));
            if writes {
                self.serialize.set(key, rule);
            }
            if reads {
                self.deserialize.set(key, rule);
            }
        });
    }
}

impl Directions<ExprPath> {
    /// `with = "module"`, `serialize_with = "function"`, `deserialize_with = "function"`.
    fn function(&mut self, key: &Key<'_>) {
        let path = |name: Option<&str>| {
            let mut path: ExprPath = quoted(key)?;
            if let Some(name) = name {
                path.path
                    .segments
                    .push(syn::Ident::new(name, key.value_span()).into());
            }
            Some(path)
        };
        match key.form.name {
            "serialize_with" => self.serialize.set(key, path(None)),
            "deserialize_with" => self.deserialize.set(key, path(None)),
            _ => {
                self.serialize.set(key, path(Some("serialize")));
                self.deserialize.set(key, path(Some("deserialize")));
            }
        }
    }
}

fn each(
    attributes: &[Attribute],
    table: &'static [Form],
    errors: &Errors,
    mut read: impl FnMut(&Key<'_>),
) {
    let left_to_serde = Errors::new();
    for key in super::keys(attributes, "serde", table, errors) {
        read(&Key {
            errors: &left_to_serde,
            ..key
        });
    }
}

/// Calls `read` with the key itself, or with `serialize = …` and `deserialize = …` in its parentheses.
fn each_direction(key: &Key<'_>, mut read: impl FnMut(&Key<'_>, bool, bool)) {
    if let Argument::List(_) = key.argument {
        for key in &key.nested(DIRECTIONS).unwrap_or_default() {
            let writes = key.form.name == "serialize";
            read(key, writes, !writes);
        }
    } else {
        read(key, true, true);
    }
}

fn default(key: &Key<'_>) -> Option<DefaultFn> {
    match key.argument {
        Argument::Bare => Some(DefaultFn::Trait),
        Argument::Value(_) | Argument::List(_) => quoted(key).map(DefaultFn::Path),
    }
}

/// Syntax that serde wants in a string.
fn quoted<T: syn::parse::Parse>(key: &Key<'_>) -> Option<T> {
    key.syntax::<LitStr>("a string")
        .and_then(|literal| literal.parse().ok())
}
