use std::{
    cmp::Reverse,
    num::{self, Saturating, Wrapping},
    sync::atomic,
};

use crate::{
    schema::Schema,
    table::{Integer, Key, Scalar, Shape, Tree, Type},
};

/// Integers, and the same without zero. Signed ones cannot say that with a bound.
macro_rules! integers {
    ($($int:ident $nonzero:ident $min:expr, $max:expr, $zero:expr;)*) => {$(
        impl Schema for $int {
            const TYPE: &'static Type =
                &Type::of(stringify!($int), Shape::Scalar(Scalar::Integer(Integer { min: $min, max: $max })));
        }

        impl Schema for num::$nonzero {
            const TYPE: &'static Type = &Type {
                keys: $zero,
                ..Type::of(
                    stringify!($nonzero),
                    Shape::Scalar(Scalar::Integer(Integer { min: if $min == 0 { 1 } else { $min }, max: $max })),
                )
            };
        }
    )*};
}

const NOT_ZERO: &[Key] = &[Key::Not(Tree::Object(&[(
    "enum",
    Tree::Array(&[Tree::Int(0)]),
)]))];

integers! {
    i8 NonZeroI8 i8::MIN as i128, i8::MAX as i128, NOT_ZERO;
    i16 NonZeroI16 i16::MIN as i128, i16::MAX as i128, NOT_ZERO;
    i32 NonZeroI32 i32::MIN as i128, i32::MAX as i128, NOT_ZERO;
    i64 NonZeroI64 i64::MIN as i128, i64::MAX as i128, NOT_ZERO;
    i128 NonZeroI128 i128::MIN, i128::MAX, NOT_ZERO;
    isize NonZeroIsize isize::MIN as i128, isize::MAX as i128, NOT_ZERO;
    u8 NonZeroU8 0, u8::MAX as i128, &[];
    u16 NonZeroU16 0, u16::MAX as i128, &[];
    u32 NonZeroU32 0, u32::MAX as i128, &[];
    u64 NonZeroU64 0, u64::MAX as i128, &[];
    u128 NonZeroU128 0, i128::MAX, &[];
    usize NonZeroUsize 0, usize::MAX as i128, &[];
}

macro_rules! scalars {
    ($($ty:ident: $scalar:expr;)*) => {$(
        impl Schema for $ty {
            const TYPE: &'static Type = &Type::of(stringify!($ty), Shape::Scalar($scalar));
        }
    )*};
}

scalars! {
    bool: Scalar::Bool;
    f32: Scalar::Float("float");
    f64: Scalar::Float("double");
}

macro_rules! atomics {
    ($($atomic:ident: $ty:ident $bits:literal;)*) => {$(
        #[cfg(target_has_atomic = $bits)]
        impl Schema for atomic::$atomic {
            const TYPE: &'static Type = $ty::TYPE;
        }
    )*};
}

atomics! {
    AtomicBool: bool "8";
    AtomicI8: i8 "8";
    AtomicI16: i16 "16";
    AtomicI32: i32 "32";
    AtomicI64: i64 "64";
    AtomicIsize: isize "ptr";
    AtomicU8: u8 "8";
    AtomicU16: u16 "16";
    AtomicU32: u32 "32";
    AtomicU64: u64 "64";
    AtomicUsize: usize "ptr";
}

macro_rules! wrappers {
    ($($wrapper:ident)*) => {$(
        impl<T: Schema> Schema for $wrapper<T> {
            const TYPE: &'static Type = T::TYPE;
        }
    )*};
}

wrappers! { Wrapping Saturating Reverse }
