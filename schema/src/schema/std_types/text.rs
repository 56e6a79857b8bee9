use std::path::{Path, PathBuf};

use crate::{
    schema::Schema,
    table::{Scalar, Shape, Text, Type},
};

macro_rules! texts {
    ($($ty:ident: $text:expr;)*) => {$(
        impl Schema for $ty {
            const TYPE: &'static Type = &Type::of(stringify!($ty), Shape::Scalar(Scalar::Text($text)));
        }
    )*};
}

texts! {
    str: Text::ANY;
    String: Text::ANY;
    Path: Text::ANY;
    PathBuf: Text::ANY;
    char: Text { min_length: Some(1), max_length: Some(1), ..Text::ANY };
}
