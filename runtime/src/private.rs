//! What generated code may name. Not part of the public API.

pub use wheelwright_convert::private::*;
pub use wheelwright_derive::__wheel as wheel;

/// What is asserted while the user's crate compiles, of types and of what maps to what.
pub mod assert {
    pub use wheelwright_convert::assert::*;
    pub use wheelwright_schema::assert::*;
}
