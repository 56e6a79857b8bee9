//! Objects as the rules of their schema see them.

mod convert;
mod escape;
mod shape;

pub(crate) use convert::{from_array, from_object, go_type, native, value_of};
pub(crate) use escape::{escape, unescape};
pub use shape::Shape;
pub(crate) use shape::{Kind, ListType, NATIVE, Property};
