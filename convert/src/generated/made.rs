//! Optional structs that are absent in Rust values, made of what arrives within them.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{
    entries::{AnySet, Set},
    places::Leaf,
};
use crate::{
    assert::schema_default,
    plan::{Member, member_of, peel},
    schema::{self, Schema},
    table::{Field, Flag, Shape, Struct, Type},
};

impl<T> Set<'_, Option<T>> {
    /// Makes what the field holds, where it holds nothing.
    pub fn stand(self, make: impl FnOnce() -> Option<T>) {
        if self.0.is_none() {
            *self.0 = make();
        }
    }
}

/// The second choice of [`Set`]: the field holds a value in any case.
pub trait AnyStand: Sized {
    /// Makes nothing.
    fn stand<T>(self, _: impl FnOnce() -> Option<T>) {}
}

impl<'a, S: AnySet<'a>> AnyStand for S {}

/// What arrives at a place within a struct, by the Rust names of fields from the struct inwards.
pub struct Arriving {
    path: &'static [&'static str],
    value: Option<Value>,
    makes: bool,
}

/// What arrives at a place. `makes`: it is the other version's, so that there must be a struct to hold it.
pub fn arriving(path: &'static [&'static str], value: &impl Serialize, makes: bool) -> Arriving {
    let value = serde_json::to_value(value).ok();
    Arriving {
        path,
        value: value.filter(|value| !value.is_null()),
        makes,
    }
}

/// The list that an item is added to.
pub fn list_around<T>(item: &Option<T>) -> Option<[(); 0]> {
    item.as_ref().map(|_| [])
}

/// The struct at a path in `R`, if anything arrives in it, and all arrives that it must have: with what the API server sets
/// beside that.
pub fn made_struct<R: Schema, T: DeserializeOwned>(
    path: &[&str],
    within: impl IntoIterator<Item = Arriving>,
    _: fn(&R) -> Leaf<T>,
) -> Option<T> {
    let ty = type_at::<R>(path);
    let field = field_at::<R>(path);
    let mut made = match field.as_ref().and_then(set_by_server) {
        Some(Value::Object(default)) => default,
        _ => Map::new(),
    };
    if let Some(ty) = ty {
        complete(&mut made, ty);
    }
    let mut is_made = false;
    for Arriving { path, value, makes } in within {
        let Some(value) = value else { continue };
        is_made |= makes;
        insert(&mut made, ty, path, value);
    }
    if !is_made {
        return None;
    }
    if let Some(ty) = ty {
        complete(&mut made, ty);
    }
    serde_json::from_value(Value::Object(made)).ok()
}

/// What is read of a field in which nothing arrives: what the API server sets, or serde reads; then what it has in the struct that
/// the API server sets around it.
#[must_use]
pub fn unsaid_at<R: Schema, T: DeserializeOwned>(path: &[&str]) -> Option<T> {
    let (_, holder) = path.split_last()?;
    let field = field_at::<R>(path).filter(|field| !field.flags.has(Flag::ReadWith))?;
    let of = structure(type_at::<R>(holder)?)?;
    let member = |holder: Value| holder.get(field.wire).cloned();
    let value = match (set_by_server(&field), field.default, of.default) {
        (Some(value), _, _) => value,
        (None, Some(default), _) => default.caught().ok()?,
        (None, None, Some(default)) => member(default.caught().ok()?)?,
        (None, None, None) => member(default_at::<R>(holder)?)?,
    };
    serde_json::from_value(value).ok()
}

fn field_at<R: Schema>(path: &[&str]) -> Option<Field> {
    let (name, holder) = path.split_last()?;
    field_of(type_at::<R>(holder)?, name)
}

fn type_at<R: Schema>(path: &[&str]) -> Option<&'static Type> {
    path.iter().try_fold(R::TYPE, |ty, name| inner(ty, name))
}

/// What the API server sets at a path: by itself, or in a struct around it.
fn default_at<R: Schema>(path: &[&str]) -> Option<Value> {
    let (_, holder) = path.split_last()?;
    let field = field_at::<R>(path)?;
    let around = || default_at::<R>(holder)?.get(field.wire).cloned();
    set_by_server(&field).or_else(around)
}

fn set_by_server(field: &Field) -> Option<Value> {
    schema::tree(schema_default(field)?).ok()
}

/// Sets what the API server does in an object that lacks it, and in those within.
fn complete(object: &mut Map<String, Value>, ty: &'static Type) {
    let Some(of) = structure(ty) else { return };
    for field in of.fields.iter() {
        if !object.contains_key(field.wire)
            && let Some(value) = set_by_server(&field)
        {
            object.insert(field.wire.to_owned(), value);
        }
        if let Some(Value::Object(inside)) = object.get_mut(field.wire) {
            complete(inside, field.ty);
        }
    }
}

/// What a Rust name leads to, where the tables tell.
pub(super) fn inner(ty: &'static Type, name: &str) -> Option<&'static Type> {
    match member_of(ty, name)? {
        Member::Named(field) => Some(field.ty),
        Member::Flat(ty) | Member::Entry(ty) | Member::Item(ty) => Some(ty),
        Member::Unknown => None,
    }
}

pub(super) fn structure(ty: &'static Type) -> Option<&'static Struct> {
    match &peel(ty).shape {
        Shape::Struct(of) => Some(of),
        _ => None,
    }
}

pub(super) fn field_of(ty: &'static Type, name: &str) -> Option<Field> {
    let mut fields = structure(ty)?.fields.iter();
    fields.find(|field| field.ident == name)
}

/// Puts a value at a place within an object, by the Rust names that lead to it.
pub(super) fn insert(
    object: &mut Map<String, Value>,
    ty: Option<&'static Type>,
    path: &[&str],
    value: Value,
) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let (wire, inner) = match ty.and_then(|ty| member_of(ty, first)) {
        Some(Member::Named(field)) => (field.wire.to_owned(), Some(field.ty)),
        Some(Member::Flat(ty)) => {
            match value {
                Value::Object(members) if rest.is_empty() => object.extend(members),
                value => insert(object, Some(ty), rest, value),
            }
            return;
        }
        Some(Member::Entry(ty) | Member::Item(ty)) => ((*first).to_owned(), Some(ty)),
        Some(Member::Unknown) | None => (camel(first), None),
    };
    if rest.is_empty() {
        object.insert(wire, value);
        return;
    }
    let inside = object
        .entry(wire)
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(inside) = inside {
        insert(inside, inner, rest, value);
    }
}

/// A Rust name as Kubernetes writes it.
pub(super) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(letters.as_str());
    }
    camel
}
