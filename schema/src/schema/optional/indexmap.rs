use indexmap::{IndexMap, IndexSet};

use crate::{
    schema::Schema,
    table::{List, Map, Shape, Type},
};

impl<K: Schema, V: Schema, S> Schema for IndexMap<K, V, S> {
    const TYPE: &'static Type = &Type::of(
        "IndexMap",
        Shape::Map(Map {
            key: K::TYPE,
            value: V::TYPE,
        }),
    );
}

impl<T: Schema, S> Schema for IndexSet<T, S> {
    const TYPE: &'static Type = &Type::of(
        "IndexSet",
        Shape::List(List {
            items: T::TYPE,
            set: true,
            len: None,
        }),
    );
}
