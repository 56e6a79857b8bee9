//! Points in time and days, as Go reads and prints RFC 3339.

mod calendar;

use std::fmt::{self, Write as _};

use calendar::days_before;
pub use calendar::{Civil, days_in};

/// A point in time of the years 0 to 9999, with the offset that it was written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Seconds since the beginning of 1970 in UTC.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanoseconds: u32,
    /// How far east of UTC its text is, in seconds.
    pub offset: i32,
}

/// The first second of year 1, which is Go's time without a value.
pub const FIRST_SECOND: i64 = -62_135_596_800;
/// The last second of year 9999.
pub const LAST_SECOND: i64 = 253_402_300_799;

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// Why a text is no time. `Display` is Go's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeError {
    text: String,
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    /// The rest of the text is not what the layout has.
    Element {
        rest: String,
        layout: &'static str,
    },
    OutOfRange(&'static str),
    Extra(String),
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quote(&self.text);
        match &self.fault {
            Fault::Element { rest, layout } => {
                write!(
                    f,
                    "parsing time {text} as {}: cannot parse {} as {}",
                    quote(LAYOUT),
                    quote(rest),
                    quote(layout)
                )
            }
            Fault::OutOfRange(what) => write!(f, "parsing time {text}: {what} out of range"),
            Fault::Extra(rest) => write!(f, "parsing time {text}: extra text: {}", quote(rest)),
        }
    }
}

impl std::error::Error for TimeError {}

/// Go's own quoting of times: bytes beyond ASCII are escaped.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=0x7f => out.push(char::from(byte)),
            // Writing to a string does not fail.
            _ => drop(write!(out, "\\x{byte:02x}")),
        }
    }
    out.push('"');
    out
}

impl Time {
    /// So many seconds after the beginning of 1970, in UTC.
    #[must_use]
    pub const fn from_seconds(seconds: i64) -> Self {
        Self {
            seconds,
            nanoseconds: 0,
            offset: 0,
        }
    }

    /// Reads `2006-01-02T15:04:05Z` with a fraction and an offset or without. Like Go, takes an hour of one digit, a comma
    /// before the fraction, and offsets of 24 hours and of 60 minutes.
    ///
    /// ```
    /// use wheelwright_grammar::time::Time;
    ///
    /// let time = Time::parse("1970-01-01T02:00:00.5+02:00")?;
    /// assert_eq!((time.seconds, time.nanoseconds, time.offset), (0, 500_000_000, 7_200));
    /// let error = Time::parse("2024-02-30T00:00:00Z").expect_err("there is no such day");
    /// assert_eq!(error.to_string(), r#"parsing time "2024-02-30T00:00:00Z": day out of range"#);
    /// # Ok::<(), wheelwright_grammar::time::TimeError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        Reader { rest: text }.time().map_err(|fault| TimeError {
            text: text.to_owned(),
            fault,
        })
    }
}

/// As Go prints it by `2006-01-02T15:04:05.999999999Z07:00`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds.saturating_add(self.offset.into());
        write!(f, "{}", Civil::of(local))?;
        if self.nanoseconds > 0 {
            let fraction = format!("{:09}", self.nanoseconds);
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        let minutes = self.offset.unsigned_abs() / 60;
        if self.offset == 0 {
            f.write_str("Z")
        } else {
            let sign = if self.offset < 0 { '-' } else { '+' };
            write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn time(&mut self) -> Result<Time, Fault> {
        let year = self.number(4, 4, "2006")?;
        self.literal("-")?;
        let month = self.number(2, 2, "01")?;
        if !(1..=12).contains(&month) {
            return Err(Fault::OutOfRange("month"));
        }
        self.literal("-")?;
        let day = self.number(2, 2, "02")?;
        self.literal("T")?;
        let hour = self.number(1, 2, "15")?;
        if hour > 23 {
            return Err(Fault::OutOfRange("hour"));
        }
        self.literal(":")?;
        let minute = self.number(2, 2, "04")?;
        if minute > 59 {
            return Err(Fault::OutOfRange("minute"));
        }
        self.literal(":")?;
        let second = self.number(2, 2, "05")?;
        if second > 59 {
            return Err(Fault::OutOfRange("second"));
        }
        let nanoseconds = self.fraction();
        let offset = self.zone()?;
        if !self.rest.is_empty() {
            return Err(Fault::Extra(self.rest.to_owned()));
        }
        if !(1..=days_in(year, month)).contains(&day) {
            return Err(Fault::OutOfRange("day"));
        }
        let days = days_before(i64::from(year), i64::from(month), i64::from(day));
        let clock = i64::from(hour * 3600 + minute * 60 + second);
        Ok(Time {
            seconds: days * calendar::DAY + clock - i64::from(offset),
            nanoseconds,
            offset,
        })
    }

    fn fault(&self, layout: &'static str) -> Fault {
        Fault::Element {
            rest: self.rest.to_owned(),
            layout,
        }
    }

    fn literal(&mut self, literal: &'static str) -> Result<(), Fault> {
        self.rest = self
            .rest
            .strip_prefix(literal)
            .ok_or_else(|| self.fault(literal))?;
        Ok(())
    }

    /// A number of at most `width` digits, and of no fewer than `least`.
    fn number(&mut self, least: usize, width: usize, layout: &'static str) -> Result<u32, Fault> {
        let count = self
            .rest
            .bytes()
            .take(width)
            .take_while(u8::is_ascii_digit)
            .count();
        let number = self
            .rest
            .get(..count)
            .filter(|_| count >= least)
            .and_then(|digits| digits.parse().ok());
        let number = number.ok_or_else(|| self.fault(layout))?;
        self.rest = self.rest.get(count..).unwrap_or_default();
        Ok(number)
    }

    /// Nanoseconds; what is less does not count.
    fn fraction(&mut self) -> u32 {
        let Some(text) = self.rest.strip_prefix(['.', ',']) else {
            return 0;
        };
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = text.strip_suffix(rest).unwrap_or_default();
        if digits.is_empty() {
            return 0;
        }
        self.rest = rest;
        let padded = digits.bytes().chain(std::iter::repeat(b'0'));
        padded
            .take(9)
            .fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
    }

    /// The offset from UTC in seconds.
    fn zone(&mut self) -> Result<i32, Fault> {
        const ZONE: &str = "Z07:00";
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(0);
        }
        let digit = |byte: u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
        let pair = |high: u8, low: u8| Some(digit(high)? * 10 + digit(low)?);
        let [sign, a, b, b':', c, d, ..] = *self.rest.as_bytes() else {
            return Err(self.fault(ZONE));
        };
        let hours = pair(a, b);
        let minutes = hours.and(pair(c, d));
        if hours.is_some_and(|hours| hours > 24) {
            return Err(Fault::OutOfRange("time zone offset hour"));
        }
        if minutes.is_some_and(|minutes| minutes > 60) {
            return Err(Fault::OutOfRange("time zone offset minute"));
        }
        let (Some(hours), Some(minutes), b'+' | b'-') = (hours, minutes, sign) else {
            return Err(self.fault(ZONE));
        };
        self.rest = self.rest.get(6..).unwrap_or_default();
        let offset = (hours * 60 + minutes) * 60;
        Ok(if sign == b'-' { -offset } else { offset })
    }
}

/// `2006-01-02`, a day that exists, at midnight in UTC.
///
/// ```
/// use wheelwright_grammar::time::parse_date;
///
/// assert_eq!(parse_date("1970-01-02").map(|time| time.seconds), Some(86_400));
/// assert_eq!(parse_date("2023-02-29"), None);
/// ```
#[must_use]
pub fn parse_date(text: &str) -> Option<Time> {
    let [_, _, _, _, b'-', _, _, b'-', _, _] = text.as_bytes() else {
        return None;
    };
    let field = |from: usize, to: usize| {
        text.get(from..to)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?
            .parse::<u32>()
            .ok()
    };
    let (year, month, day) = (field(0, 4)?, field(5, 7)?, field(8, 10)?);
    let exists = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    exists.then(|| {
        let days = days_before(year.into(), month.into(), day.into());
        Time::from_seconds(days * calendar::DAY)
    })
}

#[cfg(test)]
mod tests {
    use super::{Civil, FIRST_SECOND, LAST_SECOND, Time};

    #[test]
    fn times_are_read_as_go_reads_them() {
        for (text, seconds, nanoseconds) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("2000-03-01T00:00:00Z", 951_868_800, 0),
            ("1969-12-31T23:59:59.123456789987Z", -1, 123_456_789),
            ("1970-01-01T02:00:00+02:00", 0, 0),
            ("1970-01-01T1:00:00,5Z", 3_600, 500_000_000),
            ("0001-01-01T00:00:00Z", FIRST_SECOND, 0),
            ("0001-01-01T01:00:00+01:00", FIRST_SECOND, 0),
            ("9999-12-31T23:59:59Z", LAST_SECOND, 0),
        ] {
            let time = Time::parse(text).map(|time| (time.seconds, time.nanoseconds));
            assert_eq!(time, Ok((seconds, nanoseconds)), "{text}");
        }
    }

    #[test]
    fn faults_are_worded_as_go_words_them() {
        let layout = "parsing time \"{}\" as \"2006-01-02T15:04:05Z07:00\": cannot parse ";
        for (text, rest) in [
            ("nope", "\"nope\" as \"2006\""),
            ("2024", "\"\" as \"-\""),
            ("2024-1-02", "\"1-02\" as \"01\""),
            ("2024-01-02 03:04:05Z", "\" 03:04:05Z\" as \"T\""),
            ("2024-01-02t03:04:05Z", "\"t03:04:05Z\" as \"T\""),
            ("2024-01-02T03:04:05", "\"\" as \"Z07:00\""),
            ("2024-01-02T03:04:05.Z", "\".Z\" as \"Z07:00\""),
            ("2024-01-02T03:04:05+0100", "\"+0100\" as \"Z07:00\""),
        ] {
            let error = Time::parse(text).expect_err("no time").to_string();
            assert_eq!(error, layout.replace("{}", text) + rest);
        }
        for (text, rest) in [
            ("2024-13-01T00:00:00Z", "month out of range"),
            ("2024-02-30T00:00:00Z", "day out of range"),
            ("2023-02-29T00:00:00Z", "day out of range"),
            ("2024-02-01T24:00:00Z", "hour out of range"),
            ("1970-01-01T00:00:60Z", "second out of range"),
            (
                "2024-02-01T00:00:00+25:00",
                "time zone offset hour out of range",
            ),
            ("2024-02-01T00:00:00Zx", "extra text: \"x\""),
        ] {
            let error = Time::parse(text).expect_err("no time").to_string();
            assert_eq!(error, format!("parsing time \"{text}\": {rest}"));
        }
        assert!(
            Time::parse("é")
                .expect_err("no time")
                .to_string()
                .starts_with("parsing time \"\\xc3\\xa9\" as")
        );
    }

    #[test]
    fn the_calendar_is_read_and_printed() {
        for (text, printed) in [
            ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59"),
            ("2024-01-01T00:30:00.999+01:00", "2023-12-31T23:30:00"),
            ("2000-02-29T3:04:05,5-24:60", "2000-03-01T04:04:05"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00"),
            ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59"),
            ("1900-03-01T00:00:00+00:01", "1900-02-28T23:59:00"),
        ] {
            let time = Time::parse(text).expect("a time");
            // Go writes the offset of 24 hours and 60 minutes, which it reads, as one of 25 hours, which it does not.
            if time.offset != -25 * 3_600 {
                assert_eq!(Time::parse(&time.to_string()), Ok(time), "{text}");
            }
            assert_eq!(Civil::of(time.seconds).to_string(), printed);
        }
    }
}
