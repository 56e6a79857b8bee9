use std::time::{Duration, SystemTime};

use humantime_serde::Serde;

use crate::{
    schema::{Schema, texts},
    table::{Shape, Type},
};

/// For a [`Duration`] with `#[serde(with = "humantime_serde")]`: `#[schema(as = humantime_serde::Serde<Duration>)]`.
/// Up to 570 billion years, and [`Duration::MAX`].
impl Schema for Serde<Duration> {
    const TYPE: &'static Type = &texts::table("Duration", texts::HUMAN_DURATION);
}

/// From 1970 to 9999.
impl Schema for Serde<SystemTime> {
    const TYPE: &'static Type = &texts::table("SystemTime", texts::HUMAN_TIME);
}

impl Schema for Serde<Option<Duration>> {
    const TYPE: &'static Type = &Type::of("Option", Shape::Option(Serde::<Duration>::TYPE));
}

impl Schema for Serde<Option<SystemTime>> {
    const TYPE: &'static Type = &Type::of("Option", Shape::Option(Serde::<SystemTime>::TYPE));
}
