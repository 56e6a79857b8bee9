//! Items of lists that steps name by their keys, in Rust values.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{
    containers::Lists,
    entries::Set,
    made::{camel, field_of, inner, insert, structure},
    places::{Fill, Leaf},
};
use crate::{
    ConversionError,
    plan::{must, peel},
    schema::Schema,
    table::{Field, Scalar, Shape, Type, item},
};

/// What is read of the item that is the one.
pub fn picked<'l, L: Lists, V>(
    list: &'l L,
    is: impl Fn(&L::Item) -> bool,
    read: impl FnOnce(&L::Item) -> V,
) -> Option<V>
where
    &'l L: IntoIterator<Item = &'l L::Item>,
    L::Item: 'l,
{
    list.into_iter().find(|item| is(item)).map(read)
}

/// Whether a key has the value that is written so.
pub fn is_key<T: Serialize>(key: &T, text: &str) -> bool {
    match serde_json::to_value(key) {
        Ok(Value::String(own)) => own == text,
        Ok(Value::Null) | Err(_) => false,
        Ok(own) => {
            let written = own.to_string();
            written == text
        }
    }
}

/// A value on its way into an item.
pub fn in_item<V: Fill<T>, T: Serialize, R>(
    value: V,
    _: fn(&R) -> Leaf<T>,
) -> Result<Option<Value>, ConversionError> {
    let value = value.fill().map(serde_json::to_value).transpose();
    let value = value.map_err(|error| ConversionError::new(error.to_string()))?;
    Ok(value.filter(|value| !value.is_null()))
}

/// What goes to one place of an item: by the Rust names of fields from the item inwards.
pub struct Within {
    path: &'static [&'static str],
    value: Result<Option<Value>, ConversionError>,
    /// Only the item's version has it, so that it makes no item by itself.
    is_added: bool,
}

/// What goes to one place of an item.
#[must_use]
pub const fn within(
    path: &'static [&'static str],
    value: Result<Option<Value>, ConversionError>,
    is_added: bool,
) -> Within {
    Within {
        path,
        value,
        is_added,
    }
}

/// The item of this name in a list of `R`, if anything goes into it, and all goes into it that it must have.
pub fn made_item<R: Schema, T: DeserializeOwned>(
    list: &[&str],
    name: &str,
    places: impl IntoIterator<Item = Within>,
    _: fn(&R) -> Leaf<T>,
) -> Result<Option<T>, ConversionError> {
    let mut item = Map::new();
    let mut is_made = false;
    let ty = items_of(R::TYPE, list);
    let mut said = Vec::new();
    for (key, text) in item::keys(name) {
        let field = ty.and_then(|ty| field_of(ty, key));
        let wire = field.map_or_else(|| camel(key), |field| field.wire.to_owned());
        item.insert(wire, key_value(field, text));
        said.push(key);
    }
    for Within {
        path,
        value,
        is_added,
    } in places
    {
        let Some(value) = value? else { continue };
        is_made |= !is_added;
        said.extend(path.first());
        insert(&mut item, ty, path, value);
    }
    let lacks =
        |field: &Field| field.default.is_none() && must(field.ty) && !said.contains(&field.ident);
    let of = ty.and_then(structure).filter(|of| of.default.is_none());
    if !is_made || of.is_some_and(|of| of.fields.iter().any(|field| lacks(&field))) {
        return Ok(None);
    }
    let item = serde_json::from_value(Value::Object(item));
    item.map(Some)
        .map_err(|error| ConversionError::new(format!("it makes no item `{name}`: {error}")))
}

/// The type of the items of a list, where the tables tell.
fn items_of(ty: &'static Type, list: &[&str]) -> Option<&'static Type> {
    match peel(list.iter().try_fold(ty, |ty, name| inner(ty, name))?).shape {
        Shape::List(list) => Some(list.items),
        _ => None,
    }
}

/// A key's value, of its type: of a type that nothing is known of, a text unless it is a number.
fn key_value(field: Option<Field>, text: &str) -> Value {
    let is_text = field.is_some_and(|field| {
        matches!(
            peel(field.ty).shape,
            Shape::Scalar(Scalar::Text(_)) | Shape::Enum(_)
        )
    });
    let read = || serde_json::from_str::<Value>(text).ok();
    let read = read().filter(|value| !is_text && (value.is_number() || value.is_boolean()));
    read.unwrap_or_else(|| text.into())
}

/// A list, or none, to which items are added.
pub trait Growing {
    /// What it holds.
    type Item;
    /// Adds one.
    fn grow(&mut self, item: Self::Item);
}

impl<L: Lists + Extend<<L as Lists>::Item>> Growing for L
where
    <L as Lists>::Item: Sized,
{
    type Item = <L as Lists>::Item;

    fn grow(&mut self, item: Self::Item) {
        self.extend([item]);
    }
}

impl<L: Lists + Default + Extend<<L as Lists>::Item>> Growing for Option<L>
where
    <L as Lists>::Item: Sized,
{
    type Item = <L as Lists>::Item;

    fn grow(&mut self, item: Self::Item) {
        self.get_or_insert_default().extend([item]);
    }
}

impl<L: Growing> Set<'_, L> {
    /// Adds an item to the list, if there is one.
    pub fn push(self, item: Option<L::Item>) {
        if let Some(item) = item {
            self.0.grow(item);
        }
    }
}

/// A list with one more item, if there is one.
pub fn with_item<L: Growing>(mut list: L, item: Option<L::Item>) -> L {
    Set(&mut list).push(item);
    list
}
