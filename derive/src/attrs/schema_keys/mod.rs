//! `#[schema(…)]`: the same key list on containers, fields and variants, and inside `items(…)`, `values(…)`,
//! `root(…)` and `name(…)`.

mod deprecated;
mod forms;
mod read;
mod rule;

use proc_macro2::Span;
use syn::{Attribute, Path, Type, WherePredicate};
use wheelwright_grammar::deprecated::with_note;

pub(crate) use self::forms::{FORMS, Place};
pub(crate) use self::rule::Rule;
use super::tree::Tree;
use super::value::{Amount, Number};
use super::{Key, Slot};
use crate::diag::{Errors, Spanned};
use wheelwright_spelling::Tool;

/// The keys of one place.
#[derive(Default)]
pub(crate) struct SchemaKeys {
    /// What goes into the table, in the order it was written.
    pub(crate) given: Vec<Given>,
    /// `as = Type`.
    pub(crate) as_type: Slot<Type>,
    /// `deprecated = "…"`, and Rust's own attribute.
    pub(crate) deprecated: Slot<String>,
    /// `accept_aliases`.
    pub(crate) accept_aliases: Slot<()>,
    /// `crate = path`.
    pub(crate) krate: Slot<Path>,
    /// `bound = "…"`.
    pub(crate) bound: Slot<Vec<WherePredicate>>,
}

/// A key with its value.
pub(crate) struct Given {
    pub(crate) name: &'static str,
    /// Where the key stands.
    pub(crate) key: Span,
    /// Where the value stands; the key's place if there is none.
    pub(crate) value: Span,
    pub(crate) what: What,
}

/// What a key says. Mirrors the runtime's `table::Key`.
pub(crate) enum What {
    Title(String),
    Description(String),
    Format(String),
    NoBounds,
    Pattern(String),
    MinLength(Amount<u64>),
    MaxLength(Amount<u64>),
    Minimum(Amount<Number>),
    Maximum(Amount<Number>),
    ExclusiveMinimum(Amount<Number>),
    ExclusiveMaximum(Amount<Number>),
    MultipleOf(Amount<Number>),
    MinItems(Amount<u64>),
    MaxItems(Amount<u64>),
    MinProperties(Amount<u64>),
    MaxProperties(Amount<u64>),
    Enum(Vec<Tree>),
    Nullable(bool),
    Required(bool),
    Default(Tree),
    SerdeDefault,
    DefaultFromMembers,
    /// On a type; whether of the types within, too.
    SerdeDefaults(bool),
    /// Made of that on each field.
    TakenDefault,
    NoDefault,
    Loose,
    Example(Tree),
    ExternalDocs {
        url: String,
        description: String,
    },
    ListType(ListType),
    ListMapKeys(Vec<Spanned<String>>),
    /// `atomic`, of a map.
    MapType(bool),
    /// `atomic`, of a struct.
    StructType(bool),
    IntOrString(IntOrString),
    PreserveUnknownFields,
    EmbeddedResource,
    Immutable,
    /// Rust field names; wire names once lowered.
    ExactlyOneOf(Vec<Spanned<String>>),
    AtMostOneOf(Vec<Spanned<String>>),
    AtLeastOneOf(Vec<Spanned<String>>),
    Rule(Rule),
    OneOf(Vec<Tree>),
    AnyOf(Vec<Tree>),
    AllOf(Vec<Tree>),
    Not(Tree),
    Items(SchemaKeys),
    Values(SchemaKeys),
    With(Path),
    Opaque,
    Column(Column),
    /// Made from serde's aliases where `accept_aliases` is given.
    Aliases(Vec<String>),
}

/// `x-kubernetes-list-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListType {
    Atomic,
    Set,
    Map,
}

/// How int-or-string is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntOrString {
    Bare,
    AnyOf,
    AllOf,
}

/// A printer column on the field it shows.
#[derive(Default)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) ty: String,
    pub(crate) description: String,
    pub(crate) format: String,
    pub(crate) priority: i32,
}

/// The tools whose attributes on this item are no concern of ours.
pub(crate) fn ignored(attributes: &[Attribute]) -> Vec<Tool> {
    // Reported when the keys are read.
    let silent = Errors::new();
    super::keys(attributes, "schema", FORMS, &silent)
        .iter()
        .filter(|key| key.form.name == "ignore")
        .flat_map(|key| read::tools(key).unwrap_or_default())
        .collect()
}

impl What {
    /// The length or count that it is.
    pub(crate) fn size(&self) -> Option<&Amount<u64>> {
        match self {
            Self::MinLength(size)
            | Self::MaxLength(size)
            | Self::MinItems(size)
            | Self::MaxItems(size)
            | Self::MinProperties(size)
            | Self::MaxProperties(size) => Some(size),
            _ => None,
        }
    }

    /// Whether rustc computes it, or a number in it.
    pub(crate) fn is_computed(&self) -> bool {
        match self {
            Self::Items(held) | Self::Values(held) => held.are_computed(),
            _ => {
                matches!(self.size(), Some(Amount::Const(_)))
                    || matches!(self.bound(), Some(Amount::Const(_)))
            }
        }
    }

    /// The bound or factor that it is.
    pub(crate) fn bound(&self) -> Option<&Amount<Number>> {
        match self {
            Self::Minimum(bound)
            | Self::Maximum(bound)
            | Self::ExclusiveMinimum(bound)
            | Self::ExclusiveMaximum(bound)
            | Self::MultipleOf(bound) => Some(bound),
            _ => None,
        }
    }
}

impl SchemaKeys {
    /// The keys in all `#[schema(…)]` attributes of one item.
    pub(crate) fn of(attributes: &[Attribute], place: Place, errors: &Errors) -> Self {
        let mut keys = Self::read(super::keys(attributes, "schema", FORMS, errors), place);
        keys.read_deprecated(attributes, place, errors);
        keys
    }

    /// What a doc comment says, and whether it is deprecated. A description that a key gives says the latter by itself.
    pub(crate) fn described(&mut self, doc: String) -> String {
        let Some(note) = self.deprecated.value() else {
            return doc;
        };
        for given in &mut self.given {
            if let What::Description(text) = &mut given.what {
                *text = with_note(text, note);
                return doc;
            }
        }
        with_note(&doc, note)
    }

    /// The keys in the parentheses of `key(…)`.
    pub(crate) fn within(key: &Key<'_>, place: Place) -> Option<Self> {
        Some(Self::read(key.nested(FORMS)?, place))
    }

    pub(crate) fn read(keys: Vec<Key<'_>>, place: Place) -> Self {
        let mut read = Self::default();
        let mut keys = keys.into_iter().peekable();
        while let Some(key) = keys.next() {
            let mut parts = Vec::new();
            if rule::takes_parts(&key) {
                parts.extend(std::iter::from_fn(|| keys.next_if(rule::is_part)));
            }
            read.add(&key, &parts, place);
        }
        read
    }

    /// Whether rustc computes a number among them.
    pub(crate) fn are_computed(&self) -> bool {
        self.given.iter().any(|given| given.what.is_computed())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The key called `name`, if it is given.
    pub(crate) fn find(&self, name: &str) -> Option<&Given> {
        self.given.iter().find(|given| given.name == name)
    }

    /// The first key that gives the schema in place of the type's own.
    pub(crate) fn replacement(&self) -> Option<Span> {
        self.as_type.key_span().or_else(|| {
            self.given
                .iter()
                .find(|given| matches!(given.what, What::With(_) | What::Opaque))
                .map(|given| given.key)
        })
    }

    /// Appends the keys of another place, as for a newtype struct whose field has keys of its own.
    pub(crate) fn join(&mut self, other: Self, errors: &Errors) {
        for given in other.given {
            if self.find(given.name).is_some() && !forms::is_repeatable(given.name) {
                errors.at(
                    given.key,
                    format_args!("`{}` is on the type already; keep one", given.name),
                );
            } else {
                self.given.push(given);
            }
        }
        if self.as_type.key_span().is_none() {
            self.as_type = other.as_type;
        }
    }
}
