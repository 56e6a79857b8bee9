//! Objects as the rules of their schema see them.

mod convert;
mod layout;

pub(crate) use convert::{from_array, from_object, native, value_of};
pub use layout::Layout;
pub(crate) use layout::{Kind, ListType, NATIVE};
