//! Durations and times as Go reads them.

/// Nanoseconds of a duration, as Go's `time.ParseDuration` reads it: `1h30m`, `-1.5s`, `0`.
#[must_use]
pub fn parse_duration(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    // The smallest duration has no positive counterpart.
    let limit = i64::MIN.unsigned_abs();
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (whole, after) = rest.split_at(digits);
        let (fraction, after) = match after.strip_prefix('.') {
            Some(after) => after.split_at(after.bytes().take_while(u8::is_ascii_digit).count()),
            None => ("", after),
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let end = after
            .find(|c: char| c == '.' || c.is_ascii_digit())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let unit: u64 = match unit {
            "ns" => 1,
            "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return None,
        };
        let whole: u64 = if whole.is_empty() {
            0
        } else {
            whole.parse().ok()?
        };
        let part = whole
            .checked_mul(unit)?
            .checked_add(fraction_of(fraction, unit))?;
        total = total.checked_add(part)?;
        if total > limit {
            return None;
        }
        rest = after;
    }
    if negative {
        0_i64.checked_sub_unsigned(total)
    } else {
        i64::try_from(total).ok()
    }
}

/// A decimal fraction of a unit. Go reads as many digits as fit into 63 bits and passes over the rest.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "Go computes so"
)]
fn fraction_of(digits: &str, unit: u64) -> u64 {
    let (mut value, mut scale) = (0_u64, 1.0_f64);
    for digit in digits.bytes() {
        let next = value
            .checked_mul(10)
            .and_then(|value| value.checked_add(u64::from(digit - b'0')))
            .filter(|value| i64::try_from(*value).is_ok());
        let Some(next) = next else { break };
        value = next;
        scale *= 10.0;
    }
    (value as f64 * (unit as f64 / scale)) as u64
}

/// A time, in seconds from 1970 and nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    /// Seconds from the beginning of 1970.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanos: u32,
}

/// The first second of year 1.
pub const FIRST_SECOND: i64 = -62_135_596_800;
/// The last second of year 9999.
pub const LAST_SECOND: i64 = 253_402_300_799;

/// Why a text is no time that CEL has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeError {
    /// It is no time.
    Syntax,
    /// It is not from year 1 to 9999.
    Range,
}

/// A time as Go's `time.Parse` reads it by RFC 3339: `2024-01-02T03:04:05.5Z`, `2024-01-02T03:04:05+02:00`.
///
/// Like Go, takes an hour of one digit, and a comma before the fraction.
pub fn parse_time(text: &str) -> Result<Time, TimeError> {
    let (time, _) = read_time(text).ok_or(TimeError::Syntax)?;
    if !(FIRST_SECOND..=LAST_SECOND).contains(&time.seconds) {
        return Err(TimeError::Range);
    }
    Ok(time)
}

/// A time of any year from 0 to 9999, and how many seconds east of UTC it is written.
pub(crate) fn read_time(text: &str) -> Option<(Time, i64)> {
    let (time, rest) = local_time(text)?;
    let offset = zone(rest)?;
    let seconds = time.seconds - offset;
    Some((Time { seconds, ..time }, offset))
}

/// So many digits, as a number, and what follows.
fn digits(text: &str, count: usize) -> Option<(i64, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((digits.parse().ok()?, rest))
}

fn local_time(text: &str) -> Option<(Time, &str)> {
    let (year, rest) = digits(text, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let rest = rest.strip_prefix('T')?;
    let (hour, rest) = digits(rest, 2).or_else(|| digits(rest, 1))?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let (second, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=last).contains(&day) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (nanos, rest) = fraction_of_second(rest);
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
    Some((Time { seconds, nanos }, rest))
}

fn fraction_of_second(text: &str) -> (u32, &str) {
    let Some(after) = text.strip_prefix(['.', ',']) else {
        return (0, text);
    };
    let count = after.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return (0, text);
    }
    let mut nanos = 0;
    for index in 0..9 {
        let digit = after.as_bytes()[..count]
            .get(index)
            .map_or(0, |digit| digit - b'0');
        nanos = nanos * 10 + u32::from(digit);
    }
    (nanos, &after[count..])
}

/// Seconds east of UTC of `Z`, `+02:00`, `-02:00`.
fn zone(text: &str) -> Option<i64> {
    if text == "Z" {
        return Some(0);
    }
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+')?),
    };
    let (hours, rest) = digits(rest, 2)?;
    let (minutes, rest) = digits(rest.strip_prefix(':')?, 2)?;
    if !rest.is_empty() || hours > 24 || minutes > 60 {
        return None;
    }
    Some(sign * (hours * 3_600 + minutes * 60))
}

/// Days from 1970 to a date.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March here, so that the leap day is the last.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::{LAST_SECOND, Time, TimeError, parse_duration, parse_time};

    #[test]
    fn durations_are_read_as_go_reads_them() {
        for (text, nanos) in [
            ("0", 0),
            ("1h30m", 5_400_000_000_000),
            ("-1.5s", -1_500_000_000),
            ("+.5us", 500),
            ("1.s", 1_000_000_000),
            ("-9223372036854775808ns", i64::MIN),
        ] {
            assert_eq!(parse_duration(text), Some(nanos), "{text}");
        }
        for text in [
            "",
            "-",
            "1",
            "1d",
            ".s",
            "1h 2m",
            "9223372036854775808ns",
            "1e3s",
            "1hh",
            "s",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_read_as_go_reads_them() {
        for (text, seconds, nanos) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("2000-03-01T00:00:00Z", 951_868_800, 0),
            ("1969-12-31T23:59:59.123456789987Z", -1, 123_456_789),
            ("1970-01-01T02:00:00+02:00", 0, 0),
            ("1970-01-01T1:00:00,5Z", 3_600, 500_000_000),
            ("9999-12-31T23:59:59Z", LAST_SECOND, 0),
        ] {
            assert_eq!(parse_time(text), Ok(Time { seconds, nanos }), "{text}");
        }
        for text in [
            "",
            "2023-02-29T00:00:00Z",
            "1970-01-01",
            "1970-01-01T00:00:60Z",
            "1970-01-01t00:00:00Z",
        ] {
            assert_eq!(parse_time(text), Err(TimeError::Syntax), "{text}");
        }
        assert_eq!(parse_time("0000-12-31T23:59:59Z"), Err(TimeError::Range));
    }
}
