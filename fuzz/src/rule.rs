//! Rules by chance: schemas, what is well typed on them, and objects to run it on.
//!
//! The functions are those that the documentation of a server lists, in a table of their own: what they find is compared
//! with what the crates of the workspace say.

mod expression;
mod schema;
mod signature;
mod text;

pub use expression::Writer;
pub use schema::{Place, value};
pub use signature::Ty;
