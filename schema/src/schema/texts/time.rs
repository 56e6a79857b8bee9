use super::like;
use crate::table::Text;

/// Up to nanoseconds, as every crate reads them.
macro_rules! fraction {
    () => {
        r"(?:\.[0-9]{1,9})?"
    };
}
macro_rules! time_of_day {
    ($seconds:literal) => {
        concat!("(?:[01][0-9]|2[0-3]):[0-5][0-9]:", $seconds, fraction!())
    };
}
macro_rules! clock {
    () => {
        time_of_day!("[0-5][0-9]")
    };
}
/// Where the format `date-time` stands beside it, that format knows how long months are.
macro_rules! any_day {
    () => {
        "-(?:0[1-9]|[12][0-9]|3[01])T"
    };
}
/// The format lets hours and minutes of an offset go up to 99.
macro_rules! offset {
    () => {
        "(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
    };
}
/// A day of the Gregorian calendar in the years 0000 to 9999.
macro_rules! day {
    () => {
        concat!(
            "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)",
            "|02-(?:0[1-9]|1[0-9]|2[0-8]))",
            "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
        )
    };
}

/// The API server checks the calendar; CEL sees a timestamp.
const fn date_time(pattern: &'static str) -> Text {
    Text {
        format: Some("date-time"),
        ..like(pattern)
    }
}

/// A day.
pub(in crate::schema) const DATE: Text = like(concat!("^", day!(), "$"));

/// A point in time in the years 0000 to 9999. The format alone would also let pass comma fractions, any offset, and
/// anything after a second `T`.
pub(in crate::schema) const INSTANT: Text = date_time(concat!(
    "^[0-9]{4}-(?:0[1-9]|1[0-2])",
    any_day!(),
    clock!(),
    offset!(),
    "$"
));

/// A moment up to 9999-12-30T22:00:00Z, where `jiff` ends.
pub(in crate::schema) const INSTANT_OF_JIFF: Text = date_time(concat!(
    "^(?:(?:(?:[0-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-(?:0[1-9]|1[0-2])|9999-(?:0[1-9]|1[01]))",
    any_day!(),
    clock!(),
    offset!(),
    "|9999-12-(?:(?:0[1-9]|[12][0-9])T",
    clock!(),
    "|30T(?:(?:[01][0-9]|2[01]):[0-5][0-9]:[0-5][0-9]|22:00:00)",
    fraction!(),
    ")Z)$"
));

/// A time of day.
pub(in crate::schema) const CLOCK: Text = like(concat!("^", clock!(), "$"));
pub(in crate::schema) const CLOCK_WITH_LEAP_SECONDS: Text =
    like(concat!("^", time_of_day!("(?:[0-5][0-9]|60)"), "$"));

/// A date and time of day without a time zone.
pub(in crate::schema) const LOCAL: Text = like(concat!("^", day!(), "T", clock!(), "$"));
pub(in crate::schema) const LOCAL_WITH_LEAP_SECONDS: Text = like(concat!(
    "^",
    day!(),
    "T",
    time_of_day!("(?:[0-5][0-9]|60)"),
    "$"
));

/// ISO 8601 of hours, minutes and seconds that 64 bits of seconds hold. Not the format `duration`, which is Go's.
pub(in crate::schema) const SIGNED_DURATION: Text = like(concat!(
    "^(?:-?PT(?:(?:[0-9]{1,15}|1[0-9]{15}|2[0-4][0-9]{14})H(?:[0-9]{1,15}M)?(?:[0-9]{1,17}",
    fraction!(),
    "S)?|[0-9]{1,15}M(?:[0-9]{1,17}",
    fraction!(),
    "S)?|[0-9]{1,17}",
    fraction!(),
    r"S)|PT2562047788015215H30M7\.999999999S|-PT2562047788015215H30M8\.999999999S)$"
));

macro_rules! time_units {
    () => {
        concat!(
            "T(?:[0-9]{1,8}H(?:[0-9]{1,10}M)?(?:[0-9]{1,12}",
            fraction!(),
            "S)?|[0-9]{1,10}M(?:[0-9]{1,12}",
            fraction!(),
            "S)?|[0-9]{1,12}",
            fraction!(),
            "S)"
        )
    };
}

/// ISO 8601 of all units, each of as many digits as `jiff` has for every value.
pub(in crate::schema) const SPAN: Text = like(concat!(
    "^-?P(?:(?:[0-9]{1,4}Y(?:[0-9]{1,5}M)?(?:[0-9]{1,6}W)?(?:[0-9]{1,6}D)?|[0-9]{1,5}M(?:[0-9]{1,6}W)?(?:[0-9]{1,6}D)?",
    "|[0-9]{1,6}W(?:[0-9]{1,6}D)?|[0-9]{1,6}D)(?:",
    time_units!(),
    ")?|",
    time_units!(),
    ")$"
));

macro_rules! human_unit {
    () => {
        concat!(
            " ?(?:nsec|ns|usec|us|msec|ms|seconds?|sec|s|minutes?|min|m|hours?|hr|h|days?|d|weeks?|w|months?|M",
            "|years?|y)"
        )
    };
}

/// Numbers with units, as in `1h 30m`; together no more seconds than 64 bits hold.
pub(in crate::schema) const HUMAN_DURATION: Text = like(concat!(
    "^(?:(?:[0-9]{1,11}|[1-4][0-9]{11}|5[0-6][0-9]{10})",
    human_unit!(),
    "(?: ?[0-9]{1,9}",
    human_unit!(),
    "){0,15}|584542046090years 7months 15days 17h 5m 3s 999ms 999us 999ns)$"
));

/// A point in time from 1970 on, in UTC.
pub(in crate::schema) const HUMAN_TIME: Text = date_time(concat!(
    "^(?:19[7-9][0-9]|[2-9][0-9]{3})-(?:0[1-9]|1[0-2])",
    any_day!(),
    clock!(),
    "Z$"
));
