use std::time::{Duration, SystemTime};

use crate::{
    schema::Schema,
    table::{Field, Key, Members, Number, Shape, Struct, Type},
};

impl Schema for Duration {
    const TYPE: &'static Type = &Type::of(
        "Duration",
        Shape::Struct(Struct {
            fields: Members::Rows(&[
                Field::new("secs", u64::TYPE, ""),
                Field::new("nanos", u32::TYPE, ""),
            ]),
            skipped: &[],
            deny_unknown: false,
            default: None,
            tag: None,
        }),
    );
}

/// The largest bound that the API server can represent and that leaves room for the nanoseconds, which may be worth
/// four seconds: later points in time do not parse.
const LAST_SECOND: &[Key] = &[Key::Maximum(Number::Int(9_223_372_036_854_774_784))];

impl Schema for SystemTime {
    const TYPE: &'static Type = &Type::of(
        "SystemTime",
        Shape::Struct(Struct {
            fields: Members::Rows(&[
                Field {
                    keys: LAST_SECOND,
                    ..Field::new("secs_since_epoch", u64::TYPE, "")
                },
                Field::new("nanos_since_epoch", u32::TYPE, ""),
            ]),
            skipped: &[],
            deny_unknown: false,
            default: None,
            tag: None,
        }),
    );
}
