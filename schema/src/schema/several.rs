//! The tables of several types at once, as the derive asks for those of a struct of standard types: one path for rustc
//! to resolve instead of one for each field.

use super::Schema;
use crate::table::Type;

/// The types in a tuple; a longer list than there is an impl for is written one by one.
pub trait Several {
    /// Their tables, in order.
    const TYPES: &'static [&'static Type];
}

/// The tables of the types in a tuple.
#[must_use]
pub const fn types<T: Several>() -> &'static [&'static Type] {
    T::TYPES
}

macro_rules! several {
    () => {};
    ($first:ident $($other:ident)*) => {
        impl<$first: Schema, $($other: Schema),*> Several for ($first, $($other,)*) {
            const TYPES: &'static [&'static Type] = &[$first::TYPE, $($other::TYPE),*];
        }
        several! { $($other)* }
    };
}

several! { A B C D E F G H I J K L M N O P Q R S T U V W X }
