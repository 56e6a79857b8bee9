//! Durations: Go's `time.Duration`, a 64-bit count of nanoseconds.

use std::fmt;

use wheelwright_grammar::duration;

use crate::failure::EvalError;
use crate::scalar::in_seconds;

/// A length of time, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub i64);

impl Duration {
    pub(crate) fn checked_add(self, other: Self) -> Result<Self, EvalError> {
        self.0.checked_add(other.0).map(Self).ok_or_else(overflow)
    }

    pub(crate) fn checked_sub(self, other: Self) -> Result<Self, EvalError> {
        self.0.checked_sub(other.0).map(Self).ok_or_else(overflow)
    }

    pub(crate) const fn hours(self) -> i64 {
        self.0 / 3_600_000_000_000
    }

    pub(crate) const fn minutes(self) -> i64 {
        self.0 / 60_000_000_000
    }

    pub(crate) const fn whole_seconds(self) -> i64 {
        self.0 / 1_000_000_000
    }

    pub(crate) const fn milliseconds(self) -> i64 {
        self.0 / 1_000_000
    }

    /// What `string(…)` makes of it: seconds, as short as they can be told, and `s`.
    pub(crate) fn in_seconds(self) -> String {
        in_seconds(self.0)
    }
}

fn overflow() -> EvalError {
    EvalError::error("integer overflow")
}

/// As Go prints it: `1h30m0s`, `1.5s`, `2ms`, `0s`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&duration::print(self.0))
    }
}
