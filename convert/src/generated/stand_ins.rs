//! What stands in for values that one side may lack, or that have no counterpart.

use super::places::{Fill, Leaf};
use crate::ConversionError;

/// The stand-in, where a step does not map a value.
pub fn or<T>(result: Result<T, ConversionError>, stand_in: impl FnOnce() -> T) -> T {
    result.unwrap_or_else(|_| stand_in())
}

/// A value that may be absent on its way into a field that may or may not be optional.
pub trait Settle<T> {
    /// The field's value: absence, where the field may lack it, or what stands in.
    fn settle(self, stand_in: impl FnOnce() -> T) -> T;
}

impl<T> Settle<Self> for Option<T> {
    fn settle(self, _: impl FnOnce() -> Self) -> Self {
        self
    }
}

impl<T> Settle<T> for Option<T> {
    fn settle(self, stand_in: impl FnOnce() -> T) -> T {
        self.unwrap_or_else(stand_in)
    }
}

/// The value of a hub's field that may or may not be optional, or what stands in where it may not and for what has no
/// counterpart.
pub fn settle<V, T, R>(
    value: Option<Result<V, ConversionError>>,
    _: fn(&R) -> Leaf<V>,
    stand_in: impl FnOnce() -> T,
) -> T
where
    Option<V>: Settle<T>,
{
    match value.transpose() {
        Ok(value) => value.settle(stand_in),
        Err(_) => stand_in(),
    }
}

/// The value of a place further within that may or may not be optional, or what stands in.
pub fn settle_at<V, T, R>(
    value: Option<Result<V, ConversionError>>,
    within: fn(&R) -> Leaf<V>,
    _: fn(&R) -> Leaf<T>,
    stand_in: impl FnOnce() -> T,
) -> T
where
    Option<V>: Settle<T>,
{
    settle(value, within, stand_in)
}

/// The value of a field that is optional, or what stands in for what has no counterpart.
pub fn settle_option<V>(
    value: Option<Result<V, ConversionError>>,
    stand_in: impl FnOnce() -> Option<V>,
) -> Option<V> {
    value.transpose().unwrap_or_else(|_| stand_in())
}

/// The value of a field that is not optional, or what stands in.
pub fn settle_plain<V>(
    value: Option<Result<V, ConversionError>>,
    stand_in: impl FnOnce() -> V,
) -> V {
    match value {
        Some(Ok(value)) => value,
        Some(Err(_)) | None => stand_in(),
    }
}

/// The value of a hub's field that may or may not be optional, or why there is none.
pub fn wanted<V, T, R>(
    value: Option<Result<V, ConversionError>>,
    _: fn(&R) -> Leaf<V>,
    _: fn(&R) -> Leaf<T>,
) -> Result<T, ConversionError>
where
    Option<V>: Fill<T>,
{
    value.transpose()?.fill().ok_or_else(absent)
}

/// The value of a field that is not optional, or why there is none.
pub fn wanted_plain<V>(value: Option<Result<V, ConversionError>>) -> Result<V, ConversionError> {
    value.ok_or_else(absent)?
}

/// The value of the place that it goes to, either of which may be optional where the other is not, or why there is none.
pub fn wanted_at<I: Fill<T>, T, R>(value: I, _: fn(&R) -> Leaf<T>) -> Result<T, ConversionError> {
    value.fill().ok_or_else(absent)
}

fn absent() -> ConversionError {
    ConversionError::new("it is absent, and a value must be there")
}

/// The value of a hub's field that may or may not be optional.
pub fn filled<I: Fill<V>, V, R>(value: I, _: fn(&R) -> Leaf<V>) -> Option<V> {
    value.fill()
}

/// What a value becomes in a field that may or may not be optional.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not go into a place that holds `{T}`",
    label = "the places of this step hold other types",
    note = "a step between places takes the value as it is; write how the one becomes the other: `with = function, back = function`, for types with a mapping `with = New::from, back = Old::from`"
)]
pub trait Placed<T> {
    /// The field's value.
    fn placed(self) -> T;
}

impl<T> Placed<T> for T {
    fn placed(self) -> T {
        self
    }
}

impl<T> Placed<Option<T>> for T {
    fn placed(self) -> Option<T> {
        Some(self)
    }
}

/// The value of a field that may or may not be optional.
pub fn placed<V: Placed<T>, T, R>(value: V, _: fn(&R) -> Leaf<V>) -> T {
    value.placed()
}

/// What a value becomes in a place further within that may or may not be optional.
pub fn placed_within<V: Placed<T>, T, R>(
    value: V,
    _: fn(&R) -> Leaf<V>,
    _: fn(&R) -> Leaf<T>,
) -> T {
    value.placed()
}

/// The value of the place that it goes to, either of which may be optional where the other is not, or what stands in.
pub fn stood_in<I: Fill<T>, T, R>(
    value: I,
    _: fn(&R) -> Leaf<T>,
    stand_in: impl FnOnce() -> T,
) -> T {
    stood_in_here(value, stand_in)
}

/// The value of a variant's field, which rustc knows whether it is optional, as it does of the value; or what stands in.
pub fn stood_in_here<I: Fill<T>, T>(value: I, stand_in: impl FnOnce() -> T) -> T {
    value.fill().unwrap_or_else(stand_in)
}

/// The value of a variant's field, which may be optional.
pub fn placed_here<V: Placed<T>, T>(value: V) -> T {
    value.placed()
}

/// The value of the place that it goes to, which may be optional.
pub fn placed_at<V: Placed<T>, T, R>(value: V, _: fn(&R) -> Leaf<T>) -> T {
    placed_here(value)
}
