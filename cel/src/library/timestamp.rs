//! Points in time from year 1 to year 9999, with the offset that they were written with.

use std::fmt;

use super::duration::Duration;
use crate::failure::{EvalError, Failure};

/// The first second of year 1.
const MIN: i64 = -62_135_596_800;
/// The last second of year 9999.
const MAX: i64 = 253_402_300_799;
const NANOSECONDS: i64 = 1_000_000_000;

/// A point in time.
#[derive(Debug, Clone, Copy)]
pub struct Timestamp {
    /// Seconds since 1970.
    seconds: i64,
    /// The part of a second.
    nanoseconds: u32,
    /// How far east of Greenwich its text was, in seconds: it only shows when it is printed.
    offset: i32,
}

/// A point in time as a calendar and a clock show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Civil {
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: u32,
    /// From 1.
    pub(crate) day: u32,
    /// From 1.
    pub(crate) day_of_year: u32,
    /// From 0, a Sunday.
    pub(crate) weekday: u32,
    pub(crate) hour: u32,
    pub(crate) minute: u32,
    pub(crate) second: u32,
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.instant() == other.instant()
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.instant().cmp(&other.instant())
    }
}

fn overflow() -> Failure {
    EvalError::error("timestamp overflow")
}

impl Timestamp {
    /// From seconds since 1970, in UTC.
    pub(crate) fn from_seconds(seconds: i64) -> Result<Self, Failure> {
        if !(MIN..=MAX).contains(&seconds) {
            return Err(overflow());
        }
        Ok(Self {
            seconds,
            nanoseconds: 0,
            offset: 0,
        })
    }

    /// From a calendar's fields, whatever the year is.
    pub(crate) fn from_fields(
        (year, month, day): (i64, u32, u32),
        (hour, minute, second): (u32, u32, u32),
        nanoseconds: u32,
        offset: i32,
    ) -> Self {
        let days = days_before(year, month) + i64::from(day) - 1;
        let clock = i64::from(hour) * 3_600 + i64::from(minute) * 60 + i64::from(second);
        Self {
            seconds: days * 86_400 + clock - i64::from(offset),
            nanoseconds,
            offset,
        }
    }

    pub(crate) fn in_range(self) -> Result<Self, Failure> {
        if (MIN..=MAX).contains(&self.seconds) {
            Ok(self)
        } else {
            Err(overflow())
        }
    }

    pub(crate) const fn instant(self) -> (i64, u32) {
        (self.seconds, self.nanoseconds)
    }

    /// Seconds since 1970.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    pub(crate) const fn millisecond(self) -> u32 {
        self.nanoseconds / 1_000_000
    }

    pub(crate) fn plus(self, duration: Duration) -> Result<Self, Failure> {
        let nanoseconds = i64::from(self.nanoseconds) + duration.0 % NANOSECONDS;
        let seconds = self
            .seconds
            .checked_add(duration.0 / NANOSECONDS)
            .and_then(|seconds| seconds.checked_add(nanoseconds.div_euclid(NANOSECONDS)))
            .ok_or_else(|| EvalError::error("integer overflow"))?;
        Self {
            seconds,
            nanoseconds: u32::try_from(nanoseconds.rem_euclid(NANOSECONDS)).unwrap_or_default(),
            offset: self.offset,
        }
        .in_range()
    }

    pub(crate) fn minus(self, duration: Duration) -> Result<Self, Failure> {
        let negated = duration
            .0
            .checked_neg()
            .ok_or_else(|| EvalError::error("integer overflow"))?;
        self.plus(Duration(negated))
    }

    pub(crate) fn since(self, other: Self) -> Result<Duration, Failure> {
        let nanoseconds = i64::from(self.nanoseconds) - i64::from(other.nanoseconds);
        self.seconds
            .checked_sub(other.seconds)
            .and_then(|seconds| seconds.checked_mul(NANOSECONDS))
            .and_then(|total| total.checked_add(nanoseconds))
            .map(Duration)
            .ok_or_else(|| EvalError::error("integer overflow"))
    }

    pub(crate) fn civil(self, offset: i64) -> Civil {
        let local = self.seconds.saturating_add(offset);
        let (days, clock) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        let (year, month, day) = date_of(days);
        let part = |value: i64| u32::try_from(value).unwrap_or_default();
        Civil {
            year,
            month,
            day,
            day_of_year: part(days - days_before(year, 1)) + 1,
            weekday: part((days + 4).rem_euclid(7)),
            hour: part(clock / 3_600),
            minute: part(clock / 60 % 60),
            second: part(clock % 60),
        }
    }

    /// RFC 3339 as Go reads it: hours may have one digit, a comma may stand for the dot, `24:00` is a good offset.
    /// Source: `time.Parse(time.RFC3339, …)`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader(text.as_bytes());
        let year = reader.digits(4)?;
        reader.byte(b'-')?;
        let month = reader.digits(2).filter(|month| (1..=12).contains(month))?;
        reader.byte(b'-')?;
        let day = reader.digits(2).filter(|&day| day >= 1 && day <= days_in(year.into(), month))?;
        reader.byte(b'T')?;
        let hour = reader.hour().filter(|&hour| hour < 24)?;
        reader.byte(b':')?;
        let minute = reader.digits(2).filter(|&minute| minute < 60)?;
        reader.byte(b':')?;
        let second = reader.digits(2).filter(|&second| second < 60)?;
        let nanoseconds = reader.fraction();
        let offset = reader.offset()?;
        reader.0.is_empty().then(|| {
            Self::from_fields((year.into(), month, day), (hour, minute, second), nanoseconds, offset)
        })
    }

    /// A day, at midnight in UTC: `2024-02-29`.
    pub(crate) fn parse_date(text: &str) -> Option<Self> {
        let mut reader = Reader(text.as_bytes());
        let year = reader.digits(4)?;
        reader.byte(b'-')?;
        let month = reader.digits(2).filter(|month| (1..=12).contains(month))?;
        reader.byte(b'-')?;
        let day = reader.digits(2).filter(|&day| day >= 1 && day <= days_in(year.into(), month))?;
        reader
            .0
            .is_empty()
            .then(|| Self::from_fields((year.into(), month, day), (0, 0, 0), 0, 0))
    }

    pub(crate) fn in_utc(self) -> Self {
        Self { offset: 0, ..self }
    }
}

/// As Go prints it: `2006-01-02T15:04:05.999999999Z07:00`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let civil = self.civil(self.offset.into());
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second
        )?;
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

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn digits(&mut self, count: usize) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        let value = digits.iter().try_fold(0_u32, |value, digit| {
            digit
                .is_ascii_digit()
                .then(|| value * 10 + u32::from(digit - b'0'))
        })?;
        self.0 = rest;
        Some(value)
    }

    fn hour(&mut self) -> Option<u32> {
        match self.0 {
            [_, second, ..] if second.is_ascii_digit() => self.digits(2),
            _ => self.digits(1),
        }
    }

    fn byte(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.strip_prefix(&[byte])?;
        Some(())
    }

    /// Nine digits count, any number may stand there.
    fn fraction(&mut self) -> u32 {
        let [b'.' | b',', digits @ ..] = self.0 else {
            return 0;
        };
        let length = digits.iter().take_while(|digit| digit.is_ascii_digit()).count();
        if length == 0 {
            return 0;
        }
        let mut value = 0;
        for index in 0..9 {
            let digit = digits.get(index).filter(|_| index < length).copied();
            value = value * 10 + u32::from(digit.unwrap_or(b'0') - b'0');
        }
        self.0 = digits.get(length..).unwrap_or_default();
        value
    }

    fn offset(&mut self) -> Option<i32> {
        let sign = match self.0 {
            [b'Z', rest @ ..] => {
                self.0 = rest;
                return Some(0);
            }
            [b'+', ..] => 1,
            [b'-', ..] => -1,
            _ => return None,
        };
        self.0 = self.0.get(1..)?;
        let hours = self.digits(2).filter(|&hours| hours <= 24)?;
        self.byte(b':')?;
        let minutes = self.digits(2).filter(|&minutes| minutes <= 60)?;
        Some(sign * i32::try_from(hours * 3_600 + minutes * 60).ok()?)
    }
}

pub(crate) const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(crate) const fn days_in(year: i64, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from the start of 1970 to the first of a month.
fn days_before(year: i64, month: u32) -> i64 {
    let past = year - 1;
    let years = past * 365 + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400);
    let months: u32 = (1..month).map(|month| days_in(year, month)).sum();
    years - 719_162 + i64::from(months)
}

/// The calendar repeats every 400 years; years count from March, so that a leap day ends one.
fn date_of(days: i64) -> (i64, u32, u32) {
    let since_march = days + 719_468;
    let (era, day) = (since_march.div_euclid(146_097), since_march.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 { (month + 3, year) } else { (month - 9, year + 1) };
    (
        year + era * 400,
        u32::try_from(month).unwrap_or_default(),
        u32::try_from(day_of_month).unwrap_or_default(),
    )
}
