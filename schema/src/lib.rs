//! What a Kubernetes API server is told of Rust types, and what it says to that: their schemas and CRDs, made from the tables
//! that the derives write, and the verdict on both.
//!
//! The room of Wheelwright that never sees a conversion. Its doors are [`schema::of`] for a type, [`manifest::Manifest`] for a
//! kind, and [`admit`] for objects. A part of `wheelwright`, which is what to depend on.

pub mod admit;
#[doc(hidden)]
pub mod assert;
pub mod check;
pub mod emit;
pub mod generate;
pub mod manifest;
#[doc(hidden)]
pub mod private;
mod reader;
mod resource;
pub mod rule;
pub mod schema;
mod spokes;

#[doc(hidden)]
pub use reader::Reader;
pub use resource::{CustomResource, ObjectMeta};
pub use schema::Schema;
pub use spokes::Spokes;

use wheelwright_table as table;
use wheelwright_yaml::write as yaml;
