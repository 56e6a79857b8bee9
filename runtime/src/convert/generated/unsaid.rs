//! What a field is of which nothing is said: what the type reads of an object that lacks it.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::places::Leaf;
use crate::{
    run::to_value,
    table::{Run, Tree},
};

/// What a field may be of which nothing is said.
#[diagnostic::on_unimplemented(
    message = "nothing is said of what this field is, and `{Self}` has no default",
    label = "there is no `Default` for `{Self}`",
    note = "write its value: `added(field = value)`, `removed = value`, `elsewhere(field = value)`"
)]
pub trait Unsaid: Sized {
    /// It.
    fn unsaid() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Unsaid for T {
    fn unsaid() -> Self {
        Self::default()
    }
}

/// A stand-in for one place, as a JSON array.
pub(super) fn stand_in_of<T: Unsaid + Serialize>() -> Result<Value, String> {
    Ok(Value::Array(vec![to_value(&T::unsaid())?]))
}

/// What stands in an object that lacks a field, as its type is read.
#[derive(Clone, Copy, Debug)]
pub enum Lacked {
    /// `Default` of the field's type.
    Rust,
    /// The schema's default.
    Schema(&'static Tree),
    /// What serde's function for the field gives.
    Serde(Run),
    /// What the field has in serde's default of the struct around it.
    Holder(Run),
}

/// A field of which nothing is said, by the struct that it is in.
pub struct Lone<P, T>(fn(P) -> T);

/// A field, by the type of the struct that it is in.
pub fn lone<R, P, T>(_: fn(&R) -> Leaf<P>, take: fn(P) -> T) -> Lone<P, T> {
    Lone(take)
}

impl<P: DeserializeOwned, T: Unsaid + DeserializeOwned> Lone<P, T> {
    /// What it is.
    #[must_use]
    pub fn value(self, lacked: Lacked) -> T {
        let of = |value: Result<Value, String>| T::deserialize(&value.ok()?).ok();
        let value = match lacked {
            Lacked::Rust => None,
            Lacked::Schema(tree) => of(crate::schema::tree(tree)),
            Lacked::Serde(run) => of(run.caught()),
            // What serde leaves out of the default is read as what it is there.
            Lacked::Holder(run) => (|| P::deserialize(&run.caught().ok()?).ok().map(self.0))(),
        };
        value.unwrap_or_else(T::unsaid)
    }
}

/// The second choice of [`Lone`]: serde does not read the type, so that `lacked` has refused all but Rust's default.
pub trait AnyLone: Sized {
    /// The field's type.
    type Of;
    /// What it is.
    fn value(self, _: Lacked) -> Self::Of
    where
        Self::Of: Unsaid,
    {
        Self::Of::unsaid()
    }
}

impl<P, T> AnyLone for Lone<P, T> {
    type Of = T;
}
