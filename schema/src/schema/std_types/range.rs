use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};

use crate::{
    schema::Schema,
    table::{Content, Enum, Field, Members, Shape, Struct, Tagging, Type, Variant},
};

macro_rules! ranges {
    ($($range:ident $($member:literal)*;)*) => {$(
        impl<T: Schema> Schema for $range<T> {
            const TYPE: &'static Type = &Type::of(
                stringify!($range),
                Shape::Struct(Struct {
                    fields: Members::Rows(&[$(Field::new($member, T::TYPE, "")),*]),
                    skipped: &[],
                    deny_unknown: false,
                    default: None,
                    tag: None,
                }),
            );
        }
    )*};
}

ranges! {
    Range "start" "end";
    RangeInclusive "start" "end";
    RangeFrom "start";
    RangeTo "end";
}

const fn variant(name: &'static str, content: Content) -> Variant {
    Variant {
        ident: name,
        wire: name,
        line: 0,
        doc: "",
        keys: &[],
        content,
        other: false,
        untagged: false,
    }
}

impl<T: Schema> Schema for Bound<T> {
    const TYPE: &'static Type = &Type::of(
        "Bound",
        Shape::Enum(Enum {
            tagging: Tagging::External,
            variants: &[
                variant("Unbounded", Content::Unit),
                variant("Included", Content::Newtype(T::TYPE)),
                variant("Excluded", Content::Newtype(T::TYPE)),
            ],
            deny_unknown: false,
        }),
    );
}

impl<T: Schema, E: Schema> Schema for Result<T, E> {
    const TYPE: &'static Type = &Type::of(
        "Result",
        Shape::Enum(Enum {
            tagging: Tagging::External,
            variants: &[
                variant("Ok", Content::Newtype(T::TYPE)),
                variant("Err", Content::Newtype(E::TYPE)),
            ],
            deny_unknown: false,
        }),
    );
}
