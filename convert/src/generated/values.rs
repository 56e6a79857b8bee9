//! Rust values on their way from one version to another.

use std::{fmt, rc::Rc, sync::Arc};

use super::places::Leaf;
use crate::{
    ConversionError, SpokeOf,
    schema::Schema,
    table::{Fields, Mapping, Shape, Type},
    typed::{self, Inputs, Outputs},
};

/// A type each of whose values has a counterpart in another version's type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not become `{Other}`, or may refuse to",
    label = "no `From` between these two types",
    note = "where its mapping is `fallible(…)`, say so on the type that contains it, too",
    note = "where it has no mapping, derive `Spoke` on the older of the two, or write `with = function, back = function` on the field",
    note = "where one side has a `Box` around the type and the other has none, write it on both"
)]
pub trait Becomes<Other> {
    /// The counterpart.
    fn become_other(self) -> Other;
}

#[diagnostic::do_not_recommend]
impl<S: Into<H>, H> Becomes<H> for S {
    fn become_other(self) -> H {
        self.into()
    }
}

/// The value of the other version's type.
pub fn into<S: Becomes<H>, H>(value: S) -> H {
    value.become_other()
}

/// The value of the other version's type, if there is one.
pub fn try_into<S: TryInto<H>, H>(value: S) -> Result<H, ConversionError>
where
    S::Error: Into<ConversionError>,
{
    value.try_into().map_err(Into::into)
}

/// Each item's.
pub fn list<L: IntoIterator, M: FromIterator<T>, T>(list: L, map: impl FnMut(L::Item) -> T) -> M {
    list.into_iter().map(map).collect()
}

/// Each item's, if all have one.
pub fn try_list<L: IntoIterator, M: FromIterator<T>, T>(
    list: L,
    mut map: impl FnMut(L::Item) -> Result<T, ConversionError>,
) -> Result<M, ConversionError> {
    (0..)
        .zip(list)
        .map(|(index, item)| map(item).map_err(|error| error.at(index)))
        .collect()
}

/// Each entry's.
pub fn map<L, M, K, V, T>(entries: L, mut map: impl FnMut(V) -> T) -> M
where
    L: IntoIterator<Item = (K, V)>,
    M: FromIterator<(K, T)>,
{
    entries
        .into_iter()
        .map(|(key, value)| (key, map(value)))
        .collect()
}

/// Each entry's, if all have one.
pub fn try_map<L, M, K, V, T>(
    entries: L,
    mut map: impl FnMut(V) -> Result<T, ConversionError>,
) -> Result<M, ConversionError>
where
    L: IntoIterator<Item = (K, V)>,
    M: FromIterator<(K, T)>,
    K: fmt::Display,
{
    entries
        .into_iter()
        .map(|(key, value)| match map(value) {
            Ok(value) => Ok((key, value)),
            Err(error) => Err(error.within(&key.to_string())),
        })
        .collect()
}

/// The value's, if it is there.
pub fn option<S, T>(value: Option<S>, map: impl FnOnce(S) -> T) -> Option<T> {
    value.map(map)
}

/// The value's, if it is there.
pub fn try_option<S, T>(
    value: Option<S>,
    map: impl FnOnce(S) -> Result<T, ConversionError>,
) -> Result<Option<T>, ConversionError> {
    value.map(map).transpose()
}

/// Holds where each value becomes one of the type that a place has within.
pub const fn becomes<S: Becomes<H>, R, H>(_: fn(&R) -> Leaf<H>) {}

/// Holds where each value of the type that a place has within becomes one.
pub const fn comes_of<S, R, H: Becomes<S>>(_: fn(&R) -> Leaf<H>) {}

/// The value of another version's type, which is that of a place.
pub fn into_as<S: Into<H>, R, H>(value: S, _: fn(&R) -> Leaf<H>) -> H {
    value.into()
}

/// The value of another version's type, if there is one.
pub fn try_into_as<S: TryInto<H>, R, H>(
    value: S,
    _: fn(&R) -> Leaf<H>,
) -> Result<H, ConversionError>
where
    S::Error: Into<ConversionError>,
{
    try_into(value)
}

/// The value of another version's type, from that of a place.
pub fn from_as<S: From<H>, R, H>(value: H, _: fn(&R) -> Leaf<H>) -> S {
    S::from(value)
}

/// The value of another version's type, if there is one.
pub fn try_from_as<S: TryFrom<H>, R, H>(
    value: H,
    _: fn(&R) -> Leaf<H>,
) -> Result<S, ConversionError>
where
    S::Error: Into<ConversionError>,
{
    try_into(value)
}

/// The value's in the box.
#[expect(clippy::boxed_local, reason = "fields that hold boxes are moved here")]
pub fn boxed<S, T>(value: Box<S>, map: impl FnOnce(S) -> T) -> Box<T> {
    Box::new(map(*value))
}

/// The value's in the box.
#[expect(clippy::boxed_local, reason = "fields that hold boxes are moved here")]
pub fn try_boxed<S, T>(
    value: Box<S>,
    map: impl FnOnce(S) -> Result<T, ConversionError>,
) -> Result<Box<T>, ConversionError> {
    map(*value).map(Box::new)
}

/// The shared value's.
pub fn rc<S: Clone, T>(value: Rc<S>, map: impl FnOnce(S) -> T) -> Rc<T> {
    Rc::new(map(Rc::unwrap_or_clone(value)))
}

/// The shared value's.
pub fn try_rc<S: Clone, T>(
    value: Rc<S>,
    map: impl FnOnce(S) -> Result<T, ConversionError>,
) -> Result<Rc<T>, ConversionError> {
    map(Rc::unwrap_or_clone(value)).map(Rc::new)
}

/// The shared value's.
pub fn arc<S: Clone, T>(value: Arc<S>, map: impl FnOnce(S) -> T) -> Arc<T> {
    Arc::new(map(Arc::unwrap_or_clone(value)))
}

/// The shared value's.
pub fn try_arc<S: Clone, T>(
    value: Arc<S>,
    map: impl FnOnce(S) -> Result<T, ConversionError>,
) -> Result<Arc<T>, ConversionError> {
    map(Arc::unwrap_or_clone(value)).map(Arc::new)
}

/// Each item's.
pub fn array<S, T, const N: usize>(items: [S; N], map: impl FnMut(S) -> T) -> [T; N] {
    items.map(map)
}

/// Each item's, if all have one.
pub fn try_array<S, T, const N: usize>(
    items: [S; N],
    map: impl FnMut(S) -> Result<T, ConversionError>,
) -> Result<[T; N], ConversionError> {
    let items: Vec<T> = try_list(items, map)?;
    items
        .try_into()
        .map_err(|_| ConversionError::new("the number of items changed"))
}

/// What a fallible function of the author's makes.
pub fn refused<T, E: fmt::Display>(result: Result<T, E>) -> Result<T, ConversionError> {
    result.map_err(|error| ConversionError::new(error.to_string()))
}

/// A result whose error names the field of `T` that it is about.
pub fn at<T: Schema, V>(
    field: &'static str,
    result: Result<V, ConversionError>,
) -> Result<V, ConversionError> {
    result.map_err(|error| match field {
        // The error names the place itself.
        "" => error,
        field => error.within(wire_name(T::TYPE, field)),
    })
}

fn wire_name(table: &'static Type, field: &'static str) -> &'static str {
    match table.shape {
        Shape::Struct(shape) => shape
            .fields
            .iter()
            .find(|known| known.ident == field)
            .map_or(field, |known| known.wire),
        _ => field,
    }
}

/// A value that every value of the field has; the error already names the field where none is given here.
///
/// # Panics
///
/// Where the field's value is none that its own version's schema admits.
#[track_caller]
pub fn must<T: Schema, V>(field: &'static str, result: Result<V, ConversionError>) -> V {
    let result = if field.is_empty() {
        result
    } else {
        at::<T, V>(field, result)
    };
    match result {
        Ok(value) => value,
        Err(error) => panic!(
            "`{}` does not convert: {error}; write `fallible(…)` on its mapping where such values are to be expected",
            T::TYPE.name
        ),
    }
}

/// An object of another version.
///
/// # Panics
///
/// Where the object is none that its own version's schema admits, or has kept data that cannot be carried on.
#[track_caller]
pub fn converted<T>(result: Result<T, ConversionError>) -> T {
    match result {
        Ok(object) => object,
        Err(error) => panic!("the object does not convert: {error}"),
    }
}

/// A variant without counterpart.
#[must_use]
pub fn no_variant(name: &str) -> ConversionError {
    ConversionError::new(format!(
        "the variant `{name}` has no counterpart in the other version"
    ))
}

/// Stands where a mapping has errors, in code that never runs.
#[must_use]
pub fn stand_in<T>() -> T {
    unreachable!("the mapping does not compile")
}

/// Runs one step of the mapping of `S` up.
pub fn up<S: SpokeOf<H>, H, I: Outputs, O: Inputs>(
    step: usize,
    inputs: I,
) -> Result<O, ConversionError> {
    typed::up(const { fields(&S::MAPPING) }, step, inputs)
}

/// Runs one step of the mapping of `S` down.
pub fn down<S: SpokeOf<H>, H, I: Outputs, O: Inputs>(
    step: usize,
    inputs: I,
) -> Result<O, ConversionError> {
    typed::down(const { fields(&S::MAPPING) }, step, inputs)
}

const fn fields(mapping: &'static Mapping) -> &'static Fields {
    match mapping {
        Mapping::Fields(fields) => fields,
        _ => panic!("steps are those of a struct"),
    }
}

/// The one value of a step's.
pub fn first<T>(values: Result<(T,), ConversionError>) -> Result<T, ConversionError> {
    values.map(|(value,)| value)
}
