//! What generated mappings are written with: constructors of tables, the types of places, and Rust values on their way.

mod places;
mod tables;
mod values;

pub use places::*;
pub use tables::*;
pub use values::*;

/// A struct, most fields of which are another's of the same name and type.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_record {
    ($of:ident, $from:ident, $($same:ident)*; $($field:ident: $value:expr,)*) => {
        $of { $($same: $from.$same,)* $($field: $value,)* }
    };
}
