//! Points in time, as Go reads and prints RFC 3339.

use std::fmt::{self, Write as _};

use crate::format::days_in;

/// A point in time, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Time {
    /// Seconds since the first of March of the year zero, 0:00 UTC.
    seconds: i64,
}

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// Why a text is no time. `Display` is Go's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TimeError {
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

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
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

    fn fraction(&mut self) {
        if let Some(digits) = self.rest.strip_prefix(['.', ','])
            && digits.starts_with(|c: char| c.is_ascii_digit())
        {
            self.rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        }
    }

    /// The offset from UTC in seconds. Go takes offsets of 24 hours and 60 minutes, too.
    fn zone(&mut self) -> Result<i64, Fault> {
        const ZONE: &str = "Z07:00";
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(0);
        }
        let digit = |byte: u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
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

impl Time {
    /// Reads `2006-01-02T15:04:05Z` with a fraction and an offset or without.
    pub(crate) fn parse(text: &str) -> Result<Self, TimeError> {
        parse(text).map_err(|fault| TimeError {
            text: text.to_owned(),
            fault,
        })
    }

    /// Whether it is the first second of year one, which stands for no time.
    pub(crate) const fn is_zero(self) -> bool {
        self.seconds == days_before(1, 1, 1) * DAY
    }
}

const DAY: i64 = 86_400;

fn parse(text: &str) -> Result<Time, Fault> {
    let mut reader = Reader { rest: text };
    let year = reader.number(4, 4, "2006")?;
    reader.literal("-")?;
    let month = reader.number(2, 2, "01")?;
    if !(1..=12).contains(&month) {
        return Err(Fault::OutOfRange("month"));
    }
    reader.literal("-")?;
    let day = reader.number(2, 2, "02")?;
    reader.literal("T")?;
    let hour = reader.number(1, 2, "15")?;
    if hour > 23 {
        return Err(Fault::OutOfRange("hour"));
    }
    reader.literal(":")?;
    let minute = reader.number(2, 2, "04")?;
    if minute > 59 {
        return Err(Fault::OutOfRange("minute"));
    }
    reader.literal(":")?;
    let second = reader.number(2, 2, "05")?;
    if second > 59 {
        return Err(Fault::OutOfRange("second"));
    }
    reader.fraction();
    let offset = reader.zone()?;
    if !reader.rest.is_empty() {
        return Err(Fault::Extra(reader.rest.to_owned()));
    }
    if !(1..=days_in(year, month)).contains(&day) {
        return Err(Fault::OutOfRange("day"));
    }
    let days = days_before(i64::from(year), i64::from(month), i64::from(day));
    let clock = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
    Ok(Time {
        seconds: days * DAY + clock - offset,
    })
}

/// Days since the first of March of the year zero in the proleptic Gregorian calendar.
const fn days_before(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March have their leap day at the end.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 1
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CENTURIES: i64 = 146_097;
        let (days, clock) = (self.seconds.div_euclid(DAY), self.seconds.rem_euclid(DAY));
        let (era, day) = (days.div_euclid(CENTURIES), days.rem_euclid(CENTURIES));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (year * 365 + year / 4 - year / 100);
        let month = (day * 5 + 2) / 153;
        let day = day - (month * 153 + 2) / 5 + 1;
        let (month, carry) = if month < 10 {
            (month + 3, 0)
        } else {
            (month - 9, 1)
        };
        let year = era * 400 + year + carry;
        let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_printed_in_utc_without_fractions() {
        for (text, printed) in [
            ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"),
            ("2024-01-01T00:30:00.999+01:00", "2023-12-31T23:30:00Z"),
            ("2000-02-29T3:04:05,5-24:60", "2000-03-01T04:04:05Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
            ("1900-03-01T00:00:00+00:01", "1900-02-28T23:59:00Z"),
        ] {
            assert_eq!(
                Time::parse(text).map(|time| time.to_string()),
                Ok(printed.to_owned())
            );
        }
        assert!(Time::parse("0001-01-01T01:00:00+01:00").is_ok_and(Time::is_zero));
    }

    #[test]
    fn faults_are_worded_as_go_words_them() {
        let layout = "parsing time \"{}\" as \"2006-01-02T15:04:05Z07:00\": cannot parse ";
        for (text, rest) in [
            ("nope", "\"nope\" as \"2006\""),
            ("2024", "\"\" as \"-\""),
            ("2024-1-02", "\"1-02\" as \"01\""),
            ("2024-01-02 03:04:05Z", "\" 03:04:05Z\" as \"T\""),
            ("2024-01-02T03:04:05", "\"\" as \"Z07:00\""),
            ("2024-01-02T03:04:05+0100", "\"+0100\" as \"Z07:00\""),
        ] {
            let error = Time::parse(text).expect_err("no time").to_string();
            assert_eq!(error, layout.replace("{}", text) + rest);
        }
        for (text, rest) in [
            ("2024-13-01T00:00:00Z", "month out of range"),
            ("2024-02-30T00:00:00Z", "day out of range"),
            ("2024-02-01T24:00:00Z", "hour out of range"),
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
}
