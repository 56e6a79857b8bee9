//! Conversion between the versions of a custom resource, from the mappings that `#[derive(Spoke)]` writes.

mod error;
mod spoke;
#[doc(hidden)]
pub mod typed;

pub use error::ConversionError;
pub use spoke::{SpokeOf, SpokeRoot};
