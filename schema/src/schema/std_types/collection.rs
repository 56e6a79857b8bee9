use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

use crate::{
    schema::Schema,
    table::{List, Map, Shape, Type},
};

macro_rules! lists {
    ($($list:ident)*) => {$(
        impl<T: Schema> Schema for $list<T> {
            const TYPE: &'static Type =
                &Type::of(stringify!($list), Shape::List(List { items: T::TYPE, set: false, len: None }));
        }
    )*};
}

lists! { Vec VecDeque LinkedList BinaryHeap }

impl<T: Schema> Schema for [T] {
    const TYPE: &'static Type = Vec::<T>::TYPE;
}

impl<T: Schema, const N: usize> Schema for [T; N] {
    const TYPE: &'static Type = &Type::of(
        "array",
        Shape::List(List {
            items: T::TYPE,
            set: false,
            len: Some(N),
        }),
    );
}

impl<T: Schema> Schema for BTreeSet<T> {
    const TYPE: &'static Type = &Type::of(
        "BTreeSet",
        Shape::List(List {
            items: T::TYPE,
            set: true,
            len: None,
        }),
    );
}

impl<T: Schema, S> Schema for HashSet<T, S> {
    const TYPE: &'static Type = &Type::of(
        "HashSet",
        Shape::List(List {
            items: T::TYPE,
            set: true,
            len: None,
        }),
    );
}

impl<K: Schema, V: Schema> Schema for BTreeMap<K, V> {
    const TYPE: &'static Type = &Type::of(
        "BTreeMap",
        Shape::Map(Map {
            key: K::TYPE,
            value: V::TYPE,
        }),
    );
}

impl<K: Schema, V: Schema, S> Schema for HashMap<K, V, S> {
    const TYPE: &'static Type = &Type::of(
        "HashMap",
        Shape::Map(Map {
            key: K::TYPE,
            value: V::TYPE,
        }),
    );
}
