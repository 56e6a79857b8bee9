//! Durations: Go's `time.Duration`, a 64-bit count of nanoseconds.

use std::fmt;

use crate::failure::{EvalError, Failure};

const NANOSECOND_UNITS: [(&str, u64); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// A length of time, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub i64);

/// Why a text is no duration of Go's.
pub(crate) struct NotADuration;

impl Duration {
    /// Reads signed numbers with units from `ns` to `h`, such as `1h30m` or `-1.5s`. Source: `time.ParseDuration`.
    pub(crate) fn parse(text: &str) -> Result<Self, NotADuration> {
        const LIMIT: u64 = 1 << 63;
        let negative = text.starts_with('-');
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        if unsigned == "0" {
            return Ok(Self(0));
        }
        if unsigned.is_empty() {
            return Err(NotADuration);
        }
        let mut rest = unsigned;
        let mut total = 0_u64;
        while !rest.is_empty() {
            let (nanoseconds, after) = term(rest).ok_or(NotADuration)?;
            total = total
                .checked_add(nanoseconds)
                .filter(|&total| total <= LIMIT)
                .ok_or(NotADuration)?;
            rest = after;
        }
        match (negative, total) {
            (true, LIMIT) => Ok(Self(i64::MIN)),
            (true, _) => Ok(Self(-i64::try_from(total).map_err(|_| NotADuration)?)),
            (false, _) => Ok(Self(i64::try_from(total).map_err(|_| NotADuration)?)),
        }
    }

    pub(crate) fn checked_add(self, other: Self) -> Result<Self, Failure> {
        self.0.checked_add(other.0).map(Self).ok_or_else(overflow)
    }

    pub(crate) fn checked_sub(self, other: Self) -> Result<Self, Failure> {
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

fn overflow() -> Failure {
    EvalError::error("integer overflow")
}

fn term(text: &str) -> Option<(u64, &str)> {
    const LIMIT: u64 = 1 << 63;
    let is_digit = |c: char| c.is_ascii_digit();
    let after_whole = text.trim_start_matches(is_digit);
    let whole = text.strip_suffix(after_whole)?;
    let (fraction, after) = match after_whole.strip_prefix('.') {
        Some(fraction) => {
            let after = fraction.trim_start_matches(is_digit);
            (fraction.strip_suffix(after)?, after)
        }
        None => ("", after_whole),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let end = after
        .find(|c: char| c == '.' || is_digit(c))
        .unwrap_or(after.len());
    let (unit, rest) = after.split_at(end);
    let &(_, unit) = NANOSECOND_UNITS.iter().find(|(name, _)| *name == unit)?;
    let whole = if whole.is_empty() {
        0
    } else {
        whole.parse::<u64>().ok().filter(|&whole| whole <= LIMIT / unit)?
    };
    let nanoseconds = (whole * unit).checked_add(part(fraction, unit))?;
    (nanoseconds <= LIMIT).then_some((nanoseconds, rest))
}

/// The first 18 digits of a fraction are enough: less than a nanosecond does not count.
fn part(digits: &str, unit: u64) -> u64 {
    let mut scale = 1_u64;
    let mut value = 0_u64;
    for digit in digits.bytes().take(18) {
        value = value * 10 + u64::from(digit.wrapping_sub(b'0'));
        scale *= 10;
    }
    u64::try_from(u128::from(value) * u128::from(unit) / u128::from(scale)).unwrap_or_default()
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
        let rest = if unit == 1 { "" } else { rest.trim_end_matches('0') };
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
