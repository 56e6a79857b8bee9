//! What `assert_release!` expands to: a wheel converts if all its spokes have a mapping, and is compared by its schemas otherwise.

use std::marker::PhantomData;

use serde_json::Value;

use crate::assert::Converter;

/// A kind whose versions convert.
pub trait Converts {
    /// Converts an object to a version, given as `apiVersion`.
    ///
    /// # Errors
    ///
    /// With the reason why it cannot be converted.
    fn convert(object: &Value, api_version: &str) -> Result<Value, String>;
}

/// Asks whether a type [`Converts`].
#[derive(Debug)]
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only the macro makes one")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The answer for one that does: a method of a reference is found before that of what it refers to.
pub trait Mapped {
    /// Its conversion.
    fn conversion(&self) -> Option<Converter>;
}

impl<T: Converts> Mapped for &Probe<T> {
    fn conversion(&self) -> Option<Converter> {
        Some(T::convert)
    }
}

/// The answer for any other.
pub trait Unmapped {
    /// None.
    fn conversion(&self) -> Option<Converter>;
}

impl<T> Unmapped for Probe<T> {
    fn conversion(&self) -> Option<Converter> {
        None
    }
}
