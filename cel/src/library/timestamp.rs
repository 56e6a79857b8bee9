//! Points in time from year 1 to year 9999, with the offset that they were written with.

use std::fmt;

use wheelwright_grammar::time::{Civil, FIRST_SECOND, LAST_SECOND, Time, parse_date};

use super::duration::Duration;
use crate::failure::EvalError;

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

impl From<Time> for Timestamp {
    fn from(time: Time) -> Self {
        Self {
            seconds: time.seconds,
            nanoseconds: time.nanoseconds,
            offset: time.offset,
        }
    }
}

impl Timestamp {
    /// A point in time, if CEL has it.
    pub(crate) fn new(seconds: i64, nanoseconds: u32) -> Option<Self> {
        let known = (FIRST_SECOND..=LAST_SECOND).contains(&seconds);
        known.then_some(Self {
            seconds,
            nanoseconds,
            offset: 0,
        })
    }

    pub(crate) const fn time(self) -> Time {
        Time {
            seconds: self.seconds,
            nanoseconds: self.nanoseconds,
            offset: self.offset,
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
        if !(FIRST_SECOND..=LAST_SECOND).contains(&seconds) {
            return Err(EvalError::error("timestamp overflow"));
        }
        Ok(Self {
            seconds,
            nanoseconds: u32::try_from(nanoseconds.rem_euclid(NANOSECONDS)).unwrap_or_default(),
            offset: self.offset,
        })
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
        Civil::of(self.seconds.saturating_add(offset))
    }

    /// RFC 3339 as Go reads it, whatever the year is.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Time::parse(text).ok().map(Self::from)
    }

    /// A day, at midnight in UTC: `2024-02-29`.
    pub(crate) fn parse_date(text: &str) -> Option<Self> {
        parse_date(text).map(Self::from)
    }

    /// As Go prints it where nothing else is asked for: `2006-01-02 15:04:05 +0000 UTC`.
    pub(crate) fn in_words(self) -> String {
        let text = self.to_string().replacen('T', " ", 1);
        if let Some(text) = text.strip_suffix('Z') {
            return format!("{text} +0000 UTC");
        }
        let (time, offset) = text.split_at(text.len().saturating_sub("+00:00".len()));
        let offset = offset.replace(':', "");
        format!("{time} {offset} {offset}")
    }

    pub(crate) fn in_utc(self) -> Self {
        Self { offset: 0, ..self }
    }
}

/// As Go prints it: `2006-01-02T15:04:05.999999999Z07:00`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time().fmt(f)
    }
}
