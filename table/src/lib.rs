//! What the derives know, as `const` data: the room that all others read and that reads none. A part of `wheelwright`,
//! which is what to depend on, and of which its users see the few types that are not hidden here.
//!
//! A derive emits one [`Type`] per Rust type and one [`Root`] per custom resource. Everything else (schema, manifest,
//! verdict, conversion, documentation) reads these tables and nothing else, so none can drift from another.
//!
//! Tables are trees: a type names the tables of its fields by reference. Recursive types cannot be written down this
//! way, and no structural schema exists for them either.

#[doc(hidden)]
pub mod amount;
mod fields;
#[doc(hidden)]
pub mod item;
mod key;
mod mapping;
mod root;
#[doc(hidden)]
pub mod run;
mod tree;
mod types;

#[doc(hidden)]
pub use fields::{Columns, Doc, Field, Flag, Flags, Given, Line, Members};
#[doc(hidden)]
pub use key::{
    ExternalDocs, FieldColumn, IntOrStringForm, Key, ListType, MapType, Number, Reason, Rule,
};
pub use mapping::PlanError;
#[doc(hidden)]
pub use mapping::{
    Call, Calls, Direction, Fields, How, HubMapping, Judge, Mapping, Nest, Own, RootMapping, Side,
    Spot, Step, Through, Unmapped, VariantContent, VariantStep, Variants,
};
#[doc(hidden)]
pub use root::{
    Also, ClientConfig, Column, Conversion, Defaults, Presence, Root, RootSchema, Scale, Service,
    SpecPlace, StatusForm,
};
pub use root::{Deprecation, Scope};
#[doc(hidden)]
pub use tree::{Run, Tree, panic_message};
pub use types::Type;
#[doc(hidden)]
pub use types::{
    Content, Enum, Foreign, Integer, List, Map, Place, Scalar, Shape, Struct, Tagging, Text,
    Variant,
};
