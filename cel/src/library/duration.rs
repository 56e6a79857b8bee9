//! Durations: Go's `time.Duration`, a 64-bit count of nanoseconds.

use std::fmt;

use crate::failure::EvalError;
use crate::time::parse_duration;

/// A length of time, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub i64);

impl Duration {
    /// Reads signed numbers with units from `ns` to `h`, such as `1h30m` or `-1.5s`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        parse_duration(text).map(Self)
    }

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

    /// Seconds as Go has them in a float: the whole ones plus the rest.
    #[expect(clippy::cast_precision_loss, reason = "as in Go")]
    pub(crate) fn seconds(self) -> f64 {
        let whole = self.0 / 1_000_000_000;
        let rest = self.0 % 1_000_000_000;
        whole as f64 + rest as f64 / 1e9
    }

    /// What `string(…)` makes of it: seconds, as short as they can be told, and `s`.
    pub(crate) fn in_seconds(self) -> String {
        format!("{}s", super::double::shortest(self.seconds()))
    }
}

fn overflow() -> EvalError {
    EvalError::error("integer overflow")
}

/// As Go prints it: `1h30m0s`, `1.5s`, `2ms`, `0s`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        if total == 0 {
            return f.write_str("0s");
        }
        let (unit, name) = match total {
            0..1_000 => (1, "ns"),
            1_000..1_000_000 => (1_000, "\u{b5}s"),
            1_000_000..1_000_000_000 => (1_000_000, "ms"),
            _ => (1_000_000_000, "s"),
        };
        let whole = total / unit;
        let digits = unit.ilog10() as usize;
        let rest = format!("{:0digits$}", total % unit);
        let rest = if unit == 1 {
            ""
        } else {
            rest.trim_end_matches('0')
        };
        let dot = if rest.is_empty() { "" } else { "." };
        if name != "s" {
            return write!(f, "{sign}{whole}{dot}{rest}{name}");
        }
        f.write_str(sign)?;
        let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60);
        if hours > 0 {
            write!(f, "{hours}h")?;
        }
        if hours > 0 || minutes > 0 {
            write!(f, "{minutes}m")?;
        }
        write!(f, "{seconds}{dot}{rest}s")
    }
}
