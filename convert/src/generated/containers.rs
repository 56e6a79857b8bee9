//! Lists and maps, and the types of what they hold.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use super::places::{AnyLeaf, Leaf};

/// A list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list, but the field that maps to it is",
    label = "the hub's field is no list",
    note = "write how the one becomes the other: `wrap`, `unwrap`, `delimited = \",\"`, or `with = function, back = function`"
)]
pub trait Lists {
    /// What it holds.
    type Item;
}

macro_rules! lists {
    ($($list:ty),*) => {$(
        impl<T> Lists for $list {
            type Item = T;
        }
    )*};
}

lists!(Vec<T>, VecDeque<T>, BTreeSet<T>, Box<[T]>, [T]);

impl<T, H> Lists for HashSet<T, H> {
    type Item = T;
}

impl<T, const N: usize> Lists for [T; N] {
    type Item = T;
}

/// What holds values: a list or a map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list, and a place names an item of it",
    label = "the field is no list"
)]
pub trait Holds {
    /// What it holds.
    type Held;
}

macro_rules! holds {
    ($([$($param:ident)*] $of:ty => $held:ty),*) => {$(
        impl<$($param),*> Holds for $of {
            type Held = $held;
        }
    )*};
}

holds!([T] Vec<T> => T, [T] VecDeque<T> => T, [T] BTreeSet<T> => T, [T S] HashSet<T, S> => T, [T] [T] => T);
holds!([K V] BTreeMap<K, V> => V, [K V S] HashMap<K, V, S> => V);

/// A map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no map, but the field that maps to it is",
    label = "the hub's field is no map",
    note = "write how the one becomes the other: `keyed = \"member\"`, `gathered(…)`, or `with = function, back = function`"
)]
pub trait Maps {
    /// What its values are found by.
    type Key;
    /// What it holds.
    type Value;
}

impl<K, V> Maps for BTreeMap<K, V> {
    type Key = K;
    type Value = V;
}

impl<K, V, H> Maps for HashMap<K, V, H> {
    type Key = K;
    type Value = V;
}

#[cfg(feature = "indexmap")]
impl<T, H> Lists for indexmap::IndexSet<T, H> {
    type Item = T;
}

#[cfg(feature = "indexmap")]
impl<K, V, H> Maps for indexmap::IndexMap<K, V, H> {
    type Key = K;
    type Value = V;
}

/// The type of a list's items.
#[must_use]
pub const fn list_of<L: Lists + ?Sized>(_: Leaf<L>) -> <L::Item as AnyLeaf>::Leaf {
    L::Item::LEAF
}

/// The type of a map's values.
#[must_use]
pub const fn map_of<M: Maps + ?Sized>(_: Leaf<M>) -> <M::Value as AnyLeaf>::Leaf {
    M::Value::LEAF
}
