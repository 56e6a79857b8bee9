//! What the derives know, as `const` data. What derives expand to makes it; no part of the public API.
//!
//! A derive emits one [`Type`] per Rust type and one [`Root`] per custom resource. Everything else (schema, manifest,
//! verdict, conversion, documentation) reads these tables and nothing else, so none can drift from another.
//!
//! Tables are trees: a type names the tables of its fields by reference. Recursive types cannot be written down this
//! way, and no structural schema exists for them either.

mod fields;
pub(crate) mod item;
mod key;
mod mapping;
mod root;
mod tree;
mod types;

pub use fields::{Columns, Doc, Field, Flag, Flags, Given, Line, Members};
pub use key::{
    ExternalDocs, FieldColumn, IntOrStringForm, Key, ListType, MapType, Number, Reason, Rule,
};
pub use mapping::{
    Call, Calls, Fields, How, Mapping, Nest, Own, RootMapping, Side, Spot, Step, Through, Unmapped,
    VariantContent, VariantStep, Variants,
};
pub use root::{
    Also, ClientConfig, Column, Conversion, Defaults, Deprecation, Presence, Root, RootSchema,
    Scale, Scope, Service, SpecPlace,
};
pub(crate) use tree::told;
pub use tree::{Run, Tree};
pub use types::{
    Content, Enum, Foreign, Integer, List, Map, Place, Scalar, Shape, Struct, Tagging, Text, Type,
    Variant,
};
