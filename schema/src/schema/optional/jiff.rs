use jiff::{
    SignedDuration, Span, Timestamp,
    civil::{Date, DateTime, Time},
};

use crate::{
    schema::{Schema, texts},
    table::Type,
};

/// Years from 0000: the API server's `date-time` has no others.
impl Schema for Timestamp {
    const TYPE: &'static Type = &texts::table("Timestamp", texts::INSTANT_OF_JIFF);
}

impl Schema for Date {
    const TYPE: &'static Type = &texts::table("Date", texts::DATE);
}

impl Schema for Time {
    const TYPE: &'static Type = &texts::table("Time", texts::CLOCK);
}

impl Schema for DateTime {
    const TYPE: &'static Type = &texts::table("DateTime", texts::LOCAL);
}

/// Up to 2500 billion hours, and the two ends of the range.
impl Schema for SignedDuration {
    const TYPE: &'static Type = &texts::table("SignedDuration", texts::SIGNED_DURATION);
}

/// Up to 9999 years, 99999 months, and so on.
impl Schema for Span {
    const TYPE: &'static Type = &texts::table("Span", texts::SPAN);
}
