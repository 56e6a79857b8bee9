//! What is written: types, fields, keys, and the functions that say what no key says.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::attribute::Doc;

/// The type of a value, as it stands in a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    Bool,
    /// An integer, by its Rust name.
    Int(&'static str),
    /// `f32` or `f64`.
    Float(&'static str),
    Text,
    /// Any JSON.
    Value,
    /// An object of any members.
    Object,
    IntOrString,
    /// A struct of `k8s-openapi`, by its path in there.
    K8s(&'static str),
    Option(Box<Ty>),
    List(Box<Ty>),
    Map(Box<Ty>),
    /// One of the types that are written, by its number.
    Named(usize),
}

impl Ty {
    /// The type within lists, maps and options.
    pub(crate) fn innermost(&self) -> &Self {
        match self {
            Self::Option(inner) | Self::List(inner) | Self::Map(inner) => inner.innermost(),
            _ => self,
        }
    }
}

/// A key of `#[schema(…)]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) says: Says,
}

/// What stands behind the name of a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Says {
    /// Nothing.
    Flag,
    /// `= tree`
    Tree(Value),
    /// `(tree, …)`
    Trees(Vec<Value>),
    /// `("…", …)`
    Names(Vec<String>),
    /// `= function`, by its number.
    Function(usize),
    /// `("…", message = "…", …)`
    Rule(Map<String, Value>),
    /// `(url = "…", …)`
    Docs(Map<String, Value>),
    /// `(key, …)`, of what a list or map holds.
    Inner(Box<Place>),
}

impl Key {
    pub(crate) const fn flag(name: &'static str) -> Self {
        Self {
            name,
            says: Says::Flag,
        }
    }

    pub(crate) const fn tree(name: &'static str, value: Value) -> Self {
        Self {
            name,
            says: Says::Tree(value),
        }
    }
}

/// A place that has a value: its type, and what is said of it there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) ty: Ty,
    pub(crate) keys: Vec<Key>,
    pub(crate) description: Option<String>,
    pub(crate) nullable: bool,
    pub(crate) default: Option<Value>,
}

/// Whether a field must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Optional,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) wire: String,
    /// Without `r#`.
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) presence: Presence,
    /// Keys of each `#[spoke(…)]`.
    pub(crate) spoke: Vec<Vec<Doc>>,
}

/// What a type is.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Struct {
        fields: Vec<Field>,
        /// The name of the field that keeps all other members.
        others: Option<String>,
    },
    /// Names and what they are on the wire.
    Enum(Vec<(String, String)>),
    /// A struct around one value.
    Newtype(Place),
}

/// A type that is written.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    /// The name, once all are known.
    pub(crate) name: String,
    /// What it is called where it stands, for each place.
    pub(crate) wanted: Vec<String>,
    /// The type that it was found in.
    pub(crate) parent: Option<usize>,
    /// The version, by its number, whose module has it.
    pub(crate) module: usize,
    pub(crate) shape: Shape,
    /// What is said of the type wherever it stands.
    pub(crate) keys: Vec<Key>,
    /// The description where it is held by a list or map, or is a spec or status.
    pub(crate) doc: Option<String>,
    /// Whether `doc` was looked for.
    pub(crate) is_documented: bool,
    /// What stands above the spec of a resource.
    pub(crate) crd: Option<String>,
    /// What a server fills in where an object has no spec, of a spec.
    pub(crate) default: Map<String, Value>,
    /// Whether it needs a default.
    pub(crate) has_default: bool,
    /// What becomes of it at the hub.
    pub(crate) spoke: Option<String>,
    /// Keys of each `#[spoke(…)]` on variants, by what they are on the wire.
    pub(crate) variants: BTreeMap<String, Vec<Vec<Doc>>>,
}

/// A function that gives a schema.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) module: usize,
    /// The type whose schema it completes; without, the members are the whole schema.
    pub(crate) of: Option<Ty>,
    /// What no key says.
    pub(crate) members: Map<String, Value>,
}

/// How something that the CRD says is kept, or that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// The types emit the CRD without it, or otherwise.
    Differs,
    /// It had to be decided without knowing.
    Decide,
    /// How versions convert was found, or not.
    Conversion,
    /// The types say it, though no key does: by a function.
    Function,
    /// The types say it as the CRD does, where it has no effect or not the one that is meant.
    Doubt,
}

/// Something that whoever imports should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What becomes of it.
    pub fate: Fate,
    /// Where it is in the CRD: `v1 .spec.replicas`.
    pub place: String,
    /// What it is, in a sentence.
    pub text: String,
}
