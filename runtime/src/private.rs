//! What generated code may name. Not part of the public API.

pub use wheelwright_derive::__wheel as wheel;
pub use wheelwright_schema::private::*;

pub use crate::{
    __wheelwright_called as called, __wheelwright_fields_of as fields_of,
    __wheelwright_from as from, __wheelwright_lacked as lacked, __wheelwright_lone as lone,
    __wheelwright_mapped as mapped, __wheelwright_names as names, __wheelwright_record as record,
    convert::{
        AnyMapped, ConversionError, Mapped, SpecOf, SpokeOf, SpokeRoot,
        generated::*,
        typed::{root_down, root_up},
    },
};

/// What is asserted while the user's crate compiles, of types and of what maps to what.
pub mod assert {
    pub use crate::assert::*;
    pub use wheelwright_schema::assert::*;
}
