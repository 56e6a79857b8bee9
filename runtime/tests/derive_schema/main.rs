//! What `#[derive(Schema)]` writes into tables, and what it asserts of other types.

mod defaults;
mod deprecated;
mod fragments;
mod generics;
mod keys;
mod names;
mod serde_keys;
mod several;
mod words;

use wheelwright::Schema;
use wheelwright::table::{Enum, Field, Members, Shape, Type};

/// The table of a struct's field.
fn field<T: Schema>(ident: &str) -> Field {
    fields(T::TYPE)
        .iter()
        .find(|field| field.ident == ident)
        .unwrap_or_else(|| panic!("{} has no field {ident}", T::TYPE.name))
}

fn fields(ty: &'static Type) -> Members {
    match &ty.shape {
        Shape::Struct(of) => of.fields,
        shape => panic!("{} is no struct but {shape:?}", ty.name),
    }
}

fn variants<T: Schema>() -> &'static Enum {
    match &T::TYPE.shape {
        Shape::Enum(of) => of,
        shape => panic!("{} is no enum but {shape:?}", T::TYPE.name),
    }
}
