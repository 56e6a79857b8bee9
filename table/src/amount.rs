//! Numbers that keys take from constants.

use crate::Number;

/// A type whose values can stand where a key takes a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number that a bound or length could be",
    label = "neither an integer nor a floating-point number",
    note = "a bound or length is a number, or a constant or const expression of a number type: `max_length = 63 - PREFIX.len()`"
)]
pub trait Amount: Copy {
    /// Itself, so that nothing is said of what is made of a type that is none.
    type Same;
    /// An integer.
    const WHOLE: bool;
}

macro_rules! amounts {
    ($whole:literal: $($ty:ty)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl Amount for $ty {
                type Same = Self;
                const WHOLE: bool = $whole;
            }
        )*
    };
}

amounts!(true: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
amounts!(false: f32 f64);

/// The value, and whether it is an integer.
#[must_use]
pub const fn amount<T: Amount<Same = T>>(value: T) -> (bool, <T as Amount>::Same) {
    (T::WHOLE, value)
}

/// The length or count that a number is, the nearest where it is none, which an assertion beside it reports.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is cast is in the range of both"
)]
pub const fn size(number: Number) -> u64 {
    const MOST: i128 = i64::MAX as i128;
    match number {
        Number::Int(value) if value > MOST => MOST as u64,
        Number::Int(value @ 0..) => value as u64,
        Number::Int(_) | Number::Float(_) => 0,
    }
}

/// What [`amount`] gives as a [`Number`].
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_number {
    ($amount:expr) => {{
        let (is_whole, value) = $amount;
        if is_whole {
            $crate::Number::Int(value as i128)
        } else {
            $crate::Number::Float(value as f64)
        }
    }};
}
