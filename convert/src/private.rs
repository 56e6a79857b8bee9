//! What generated code may name of mappings, and what the macros here name. Not part of the public API.

pub use wheelwright_schema::private::*;

pub use crate::{
    __wheelwright_called as called, __wheelwright_fields_of as fields_of,
    __wheelwright_from as from, __wheelwright_lacked as lacked, __wheelwright_lone as lone,
    __wheelwright_mapped as mapped, __wheelwright_names as names, __wheelwright_record as record,
    AnyMapped, ConversionError, Mapped, SpecOf, SpokeOf, SpokeRoot, assert,
    generated::*,
    typed::{root_down, root_up},
};
