//! Strings with a meaning: formats and patterns that hold for whatever the type writes, and let nothing pass that it
//! does not read.

#![cfg_attr(
    not(all(
        feature = "chrono",
        feature = "humantime",
        feature = "jiff",
        feature = "uuid"
    )),
    allow(
        dead_code,
        unused_imports,
        reason = "some are only for the types of optional crates"
    )
)]

#[macro_use]
mod address;
mod data;
mod time;
mod url;

pub(super) use data::{BASE64, QUANTITY, UUID, UUID_BRACED, UUID_SIMPLE, UUID_URN};
pub(super) use time::{
    CLOCK, CLOCK_WITH_LEAP_SECONDS, DATE, HUMAN_DURATION, HUMAN_TIME, INSTANT, INSTANT_OF_JIFF,
    LOCAL, LOCAL_WITH_LEAP_SECONDS, SIGNED_DURATION, SPAN,
};
pub(super) use url::URL;

use crate::table::{Scalar, Shape, Text, Type};

/// The table of a type that serde writes as such a string.
pub(super) const fn table(name: &'static str, text: Text) -> Type {
    Type::of(name, Shape::Scalar(Scalar::Text(text)))
}

/// Strings that match a pattern. Where the API server has a format for them, that lets other strings pass too, and lists.
const fn like(pattern: &'static str) -> Text {
    Text {
        pattern: Some(pattern),
        ..Text::ANY
    }
}
