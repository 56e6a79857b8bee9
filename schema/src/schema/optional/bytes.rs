use bytes::{Bytes, BytesMut};

use crate::{
    schema::Schema,
    table::{List, Shape, Type},
};

/// serde writes a list of numbers.
impl Schema for Bytes {
    const TYPE: &'static Type = &Type::of(
        "Bytes",
        Shape::List(List {
            items: u8::TYPE,
            set: false,
            len: None,
        }),
    );
}

impl Schema for BytesMut {
    const TYPE: &'static Type = &Type::of(
        "BytesMut",
        Shape::List(List {
            items: u8::TYPE,
            set: false,
            len: None,
        }),
    );
}
