//! What a field is of which nothing is said: what the type reads of an object that lacks it.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::places::Leaf;
use crate::{
    table::run::to_value,
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
    ///
    /// # Panics
    ///
    /// Where serde does not read a default that it writes.
    #[must_use]
    #[track_caller]
    pub fn value(self, lacked: Lacked) -> T {
        let value = match lacked {
            Lacked::Rust => return T::unsaid(),
            Lacked::Schema(tree) => read(crate::schema::tree(tree)),
            Lacked::Serde(run) => read(run.caught()),
            // What serde leaves out of the default is read as what it is there.
            Lacked::Holder(run) => read(run.caught()).map(self.0),
        };
        match value {
            Ok(value) => value,
            Err(error) => panic!(
                "nothing is said of what a field is, and its default cannot be read: {error}; write its value: \
                 `added(field = value)`, `removed = value`, `elsewhere(field = value)`"
            ),
        }
    }
}

fn read<T: DeserializeOwned>(value: Result<Value, String>) -> Result<T, String> {
    T::deserialize(&value?).map_err(|error| error.to_string())
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lone() -> Lone<u8, u8> {
        Lone(|held| held)
    }

    #[test]
    fn a_default_is_read_as_serde_reads_it() {
        let three = Run(|| Ok(json!(3)));
        assert_eq!(lone().value(Lacked::Serde(three)), 3);
        assert_eq!(lone().value(Lacked::Holder(three)), 3);
        assert_eq!(lone().value(Lacked::Rust), 0);
    }

    /// Another value in its place would be a silent loss.
    #[test]
    #[should_panic(expected = "write its value")]
    fn a_default_that_serde_does_not_read_is_not_another() {
        let _ = lone().value(Lacked::Serde(Run(|| Ok(json!("three")))));
    }
}
