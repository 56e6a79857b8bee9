//! What the functions in tables call, so that a derive writes one expression for each.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::Value;

use crate::{Run, Shape, Type};

/// Any JSON value.
pub const ANY: &Type = &Type::of("", Shape::Any);

/// The form of a type whose derive reported errors, or that nobody can tell: no assertion says anything of it.
pub const STAND_IN: Shape = Shape::Given(Run(|| Err("the type has errors".to_owned())));

/// The JSON that serde writes for a value.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

/// The JSON that serde writes for a type's default.
pub fn default_of<T: Default + Serialize>() -> Result<Value, String> {
    to_value(&T::default())
}

/// What a predicate said.
pub const fn said(answer: bool) -> Result<Value, String> {
    Ok(Value::Bool(answer))
}

/// What a function of `serialize_with` wrote.
pub fn written(result: Result<Value, serde_json::Error>) -> Result<Value, String> {
    result.map_err(|error| error.to_string())
}

/// The value; tells the compiler its type.
pub const fn typed<T: ?Sized>(value: &T) -> &T {
    value
}

/// Whether a type without a usable table of its own is an `Option`. An inherent associated constant comes before a
/// trait's.
pub struct Shell<T: ?Sized>(PhantomData<T>);

impl<T> Shell<Option<T>> {
    /// It is.
    pub const TYPE: &'static Type = &Type::of("Option", Shape::Option(ANY));
}

/// The second choice of [`Shell`].
pub trait AnyShell {
    /// It is not.
    const TYPE: &'static Type = ANY;
}

impl<T: ?Sized> AnyShell for Shell<T> {}
