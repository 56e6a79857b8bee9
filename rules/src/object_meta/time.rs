//! Points in time as metadata has them, to the second.

use std::fmt;

use wheelwright_grammar::time::{self, Civil, FIRST_SECOND, TimeError};

/// A point in time, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Time {
    /// Seconds since the beginning of 1970.
    seconds: i64,
}

impl Time {
    /// Reads `2006-01-02T15:04:05Z` with a fraction and an offset or without.
    pub(crate) fn parse(text: &str) -> Result<Self, TimeError> {
        time::Time::parse(text).map(|time| Self {
            seconds: time.seconds,
        })
    }

    /// Whether it is the first second of year one, which stands for no time.
    pub(crate) const fn is_zero(self) -> bool {
        self.seconds == FIRST_SECOND
    }
}

/// In UTC, without a fraction.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Z", Civil::of(self.seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::Time;

    #[test]
    fn times_are_printed_in_utc_without_fractions() {
        let printed = Time::parse("2024-01-01T00:30:00.999+01:00").map(|time| time.to_string());
        assert_eq!(printed.as_deref(), Ok("2023-12-31T23:30:00Z"));
        assert!(Time::parse("0001-01-01T01:00:00+01:00").is_ok_and(Time::is_zero));
    }
}
