use chrono::{DateTime, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Weekday};

use crate::{
    schema::{Schema, texts},
    table::{Text, Type},
};

/// Years 0000 to 9999, without leap seconds: the API server's `date-time` has no others.
impl<Tz: TimeZone> Schema for DateTime<Tz> {
    const TYPE: &'static Type = &texts::table("DateTime", texts::INSTANT);
}

impl Schema for NaiveDate {
    const TYPE: &'static Type = &texts::table("NaiveDate", texts::DATE);
}

impl Schema for NaiveTime {
    const TYPE: &'static Type = &texts::table("NaiveTime", texts::CLOCK_WITH_LEAP_SECONDS);
}

impl Schema for NaiveDateTime {
    const TYPE: &'static Type = &texts::table("NaiveDateTime", texts::LOCAL_WITH_LEAP_SECONDS);
}

impl Schema for Weekday {
    const TYPE: &'static Type = &texts::table(
        "Weekday",
        Text {
            values: &["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
            ..Text::ANY
        },
    );
}

impl Schema for Month {
    const TYPE: &'static Type = &texts::table(
        "Month",
        Text {
            values: &[
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December",
            ],
            ..Text::ANY
        },
    );
}
