//! Rust structs become Kubernetes APIs that stay compatible.

#[doc(hidden)]
pub mod assert;
#[doc(hidden)]
pub mod private;
mod resource;
mod schema;
pub mod table;
pub mod yaml;

pub use resource::CustomResource;
pub use schema::Schema;
