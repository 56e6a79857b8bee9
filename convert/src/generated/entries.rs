//! Values written at places deeper within a struct.

use serde_json::Value;

use super::{containers::Maps, places::Fill};
use crate::table::Run;

/// What stands in for an entry that is not there.
pub const NO_ENTRY: Run = Run(|| Ok(Value::Array(vec![Value::Null])));

/// Writes what is deeper within a struct's field.
pub struct Set<'a, T: ?Sized>(pub &'a mut T);

impl<T> Set<'_, Option<T>> {
    /// Writes, if there is anything to write into.
    pub fn set(self, write: impl FnOnce(&mut T)) {
        if let Some(parent) = self.0 {
            write(parent);
        }
    }

    /// Adds an entry to the map, if there is a value; to a new one where there is no map.
    pub fn insert<V: Fill<T::Value>>(self, key: &str, value: V)
    where
        T: Maps + Default + Extend<(T::Key, T::Value)>,
        T::Key: for<'k> From<&'k str>,
    {
        if let Some(value) = value.fill() {
            let map = self.0.get_or_insert_default();
            map.extend([(key.into(), value)]);
        }
    }
}

/// The second choice of [`Set`]: the field holds a value in any case.
pub trait AnySet<'a>: Sized {
    /// The field's type.
    type Of: ?Sized + 'a;
    /// The field.
    fn field(self) -> &'a mut Self::Of;
    /// Writes.
    fn set(self, write: impl FnOnce(&mut Self::Of)) {
        write(self.field());
    }
    /// Adds an entry to the map, if there is a value.
    fn insert<V: Fill<<Self::Of as Maps>::Value>>(self, key: &str, value: V)
    where
        Self::Of: Maps + Extend<(<Self::Of as Maps>::Key, <Self::Of as Maps>::Value)>,
        <Self::Of as Maps>::Key: for<'k> From<&'k str>,
    {
        self.field()
            .extend(value.fill().map(|value| (key.into(), value)));
    }
}

impl<'a, T: ?Sized> AnySet<'a> for Set<'a, T> {
    type Of = T;

    fn field(self) -> &'a mut T {
        self.0
    }
}

/// A map, or none, to which entries are added.
pub trait Entries {
    /// What the map holds.
    type Value;
    /// Adds one.
    fn add(&mut self, key: &str, value: Self::Value);
}

impl<M> Entries for M
where
    M: Maps + Extend<(M::Key, M::Value)>,
    M::Key: for<'k> From<&'k str>,
{
    type Value = M::Value;

    fn add(&mut self, key: &str, value: M::Value) {
        self.extend([(key.into(), value)]);
    }
}

impl<M> Entries for Option<M>
where
    M: Maps + Default + Extend<(M::Key, M::Value)>,
    M::Key: for<'k> From<&'k str>,
{
    type Value = M::Value;

    fn add(&mut self, key: &str, value: M::Value) {
        self.get_or_insert_default().add(key, value);
    }
}

/// A map with one more entry, if there is a value.
pub fn with_entry<E: Entries, V: Fill<E::Value>>(mut map: E, key: &str, value: V) -> E {
    if let Some(value) = value.fill() {
        map.add(key, value);
    }
    map
}
