//! Points in time from year 1 to year 9999, with the offset that they were written with.

use std::fmt;

use super::duration::Duration;
use crate::failure::EvalError;
use crate::time::{FIRST_SECOND, LAST_SECOND, read_time};

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

fn overflow() -> EvalError {
    EvalError::error("timestamp overflow")
}

impl Timestamp {
    /// From seconds since 1970, in UTC.
    pub(crate) fn from_seconds(seconds: i64) -> Result<Self, EvalError> {
        if !(FIRST_SECOND..=LAST_SECOND).contains(&seconds) {
            return Err(overflow());
        }
        Ok(Self {
            seconds,
            nanoseconds: 0,
            offset: 0,
        })
    }

    pub(crate) fn in_range(self) -> Result<Self, EvalError> {
        if (FIRST_SECOND..=LAST_SECOND).contains(&self.seconds) {
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

    pub(crate) const fn is_year_one(self) -> bool {
        self.seconds == FIRST_SECOND && self.nanoseconds == 0
    }

    pub(crate) const fn millisecond(self) -> u32 {
        self.nanoseconds / 1_000_000
    }

    pub(crate) fn plus(self, duration: Duration) -> Result<Self, EvalError> {
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

    pub(crate) fn minus(self, duration: Duration) -> Result<Self, EvalError> {
        let negated = duration
            .0
            .checked_neg()
            .ok_or_else(|| EvalError::error("integer overflow"))?;
        self.plus(Duration(negated))
    }

    pub(crate) fn since(self, other: Self) -> Result<Duration, EvalError> {
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
            day_of_year: part(days - new_year(year)) + 1,
            weekday: part((days + 4).rem_euclid(7)),
            hour: part(clock / 3_600),
            minute: part(clock / 60 % 60),
            second: part(clock % 60),
        }
    }

    /// RFC 3339 as Go reads it, whatever the year is.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (time, offset) = read_time(text)?;
        Some(Self {
            seconds: time.seconds,
            nanoseconds: time.nanos,
            offset: i32::try_from(offset).ok()?,
        })
    }

    /// A day, at midnight in UTC: `2024-02-29`.
    pub(crate) fn parse_date(text: &str) -> Option<Self> {
        if text.len() != "2024-02-29".len() {
            return None;
        }
        Self::parse(&format!("{text}T00:00:00Z"))
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

/// Days from the start of 1970 to the start of a year.
const fn new_year(year: i64) -> i64 {
    let past = year - 1;
    past * 365 + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400) - 719_162
}

/// The calendar repeats every 400 years; years count from March, so that a leap day ends one.
fn date_of(days: i64) -> (i64, u32, u32) {
    let since_march = days + 719_468;
    let (era, day) = (
        since_march.div_euclid(146_097),
        since_march.rem_euclid(146_097),
    );
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 {
        (month + 3, year)
    } else {
        (month - 9, year + 1)
    };
    (
        year + era * 400,
        u32::try_from(month).unwrap_or_default(),
        u32::try_from(day_of_month).unwrap_or_default(),
    )
}
