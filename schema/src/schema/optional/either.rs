use either::Either;

use crate::{
    schema::Schema,
    table::{Content, Enum, Shape, Tagging, Type, Variant},
};

impl<L: Schema, R: Schema> Schema for Either<L, R> {
    const TYPE: &'static Type = &Type::of(
        "Either",
        Shape::Enum(Enum {
            tagging: Tagging::External,
            variants: &[variant("Left", L::TYPE), variant("Right", R::TYPE)],
            deny_unknown: false,
        }),
    );
}

const fn variant(name: &'static str, ty: &'static Type) -> Variant {
    Variant {
        ident: name,
        wire: name,
        line: 0,
        doc: "",
        keys: &[],
        content: Content::Newtype(ty),
        other: false,
        untagged: false,
    }
}
