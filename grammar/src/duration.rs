//! Durations as Go reads and writes them: nanoseconds in 63 bits and a sign.

use crate::go_text::to_lower;

const SECOND: i64 = 1_000_000_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Nanoseconds of a duration, as Go's `time.ParseDuration` reads it: signed numbers with units from `ns` to `h`.
///
/// ```
/// use wheelwright_grammar::duration::parse;
///
/// assert_eq!(parse("1h30m"), Some(5_400_000_000_000));
/// assert_eq!(parse("-1.5s"), Some(-1_500_000_000));
/// assert_eq!(parse("0"), Some(0));
/// assert_eq!(parse("1d"), None);
/// ```
#[must_use]
pub fn parse(text: &str) -> Option<i64> {
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
        let unit = match unit {
            "ns" => 1,
            "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
            "ms" => 1_000_000,
            "s" => SECOND.unsigned_abs(),
            "m" => MINUTE.unsigned_abs(),
            "h" => HOUR.unsigned_abs(),
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

/// As Go's `Duration.String` writes it.
///
/// ```
/// use wheelwright_grammar::duration::print;
///
/// assert_eq!(print(5_400_000_000_000), "1h30m0s");
/// assert_eq!(print(1_500_000), "1.5ms");
/// assert_eq!(print(0), "0s");
/// ```
#[must_use]
pub fn print(nanoseconds: i64) -> String {
    let size = nanoseconds.unsigned_abs();
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let decimal = |value: u64, unit: u64| {
        let (whole, fraction) = (value / unit, value % unit);
        if fraction == 0 {
            return whole.to_string();
        }
        let width = unit.ilog10() as usize;
        let digits = format!("{fraction:0width$}");
        format!("{whole}.{}", digits.trim_end_matches('0'))
    };
    match size {
        0 => return "0s".to_owned(),
        1..1_000 => return format!("{sign}{size}ns"),
        1_000..1_000_000 => return format!("{sign}{}\u{b5}s", decimal(size, 1_000)),
        1_000_000..1_000_000_000 => return format!("{sign}{}ms", decimal(size, 1_000_000)),
        _ => {}
    }
    let seconds = size / SECOND.unsigned_abs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let rest = decimal(size % MINUTE.unsigned_abs(), SECOND.unsigned_abs());
    match (hours, minutes) {
        (0, 0) => format!("{sign}{rest}s"),
        (0, _) => format!("{sign}{minutes}m{rest}s"),
        _ => format!("{sign}{hours}h{minutes}m{rest}s"),
    }
}

/// Why a text is not even a duration of [`parse_lenient`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LenientError<'t> {
    /// There is no number with a unit of time in it.
    NoUnit,
    /// A number in it does not fit 63 bits.
    OutOfRange(&'t str),
}

/// Nanoseconds of a text of `format: duration`: a duration of Go, or else the sum of the numbers with a unit of time
/// anywhere in the text. A sum that overflows wraps, as it does in a server.
///
/// Source: `ParseDuration` of k8s.io/kube-openapi's strfmt.
///
/// ```
/// use wheelwright_grammar::duration::{LenientError, parse_lenient};
///
/// assert_eq!(parse_lenient("1m30s"), Ok(90_000_000_000));
/// assert_eq!(parse_lenient("2 days and 1 second"), Ok(172_801_000_000_000));
/// assert_eq!(parse_lenient("soon"), Err(LenientError::NoUnit));
/// ```
pub fn parse_lenient(text: &str) -> Result<i64, LenientError<'_>> {
    if let Some(duration) = parse(text) {
        return Ok(duration);
    }
    let mut total = None;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number_on = rest.get(start..).unwrap_or_default();
        let after_number = number_on.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = number_on.strip_suffix(after_number).unwrap_or_default();
        let unit_on = after_number.trim_start_matches(['\t', '\n', '\u{c}', '\r', ' ']);
        let after_unit =
            unit_on.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '\u{b5}');
        let unit = unit_on.strip_suffix(after_unit).unwrap_or_default();
        if unit.is_empty() {
            rest = after_number;
            continue;
        }
        let factor: i64 = number
            .parse()
            .map_err(|_| LenientError::OutOfRange(number))?;
        for nanoseconds in units(&to_lower(unit)) {
            let sum: i64 = total.unwrap_or_default();
            total = Some(sum.wrapping_add(factor.wrapping_mul(nanoseconds)));
        }
        rest = after_unit;
    }
    total.ok_or(LenientError::NoUnit)
}

/// The units that a word stands for; the server adds all that fit.
fn units(word: &str) -> impl Iterator<Item = i64> + '_ {
    let known: [(&[&str], &str, i64); 8] = [
        (&["ns"], "nano", 1),
        (&["us", "\u{b5}s"], "micro", 1_000),
        (&["ms"], "milli", 1_000_000),
        (&["s"], "sec", SECOND),
        (&["m"], "min", MINUTE),
        (&["h", "hr"], "hour", HOUR),
        (&["d"], "day", DAY),
        (&["w", "wk"], "week", 7 * DAY),
    ];
    known
        .into_iter()
        .filter(move |(short, long, _)| short.contains(&word) || word.starts_with(long))
        .map(|(.., nanoseconds)| nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::{LenientError, parse, parse_lenient, print};

    // The examples of Go's documentation of `time.ParseDuration` and `Duration.String`, and their neighbours.
    #[test]
    fn durations_are_read_and_written_as_go_does() {
        for (text, nanoseconds, written) in [
            ("0", 0, "0s"),
            ("5s", 5_000_000_000, "5s"),
            ("30s", 30_000_000_000, "30s"),
            ("1478s", 1_478_000_000_000, "24m38s"),
            ("-5s", -5_000_000_000, "-5s"),
            ("+5s", 5_000_000_000, "5s"),
            ("5.6s", 5_600_000_000, "5.6s"),
            (".5s", 500_000_000, "500ms"),
            ("5.s", 5_000_000_000, "5s"),
            ("+.5us", 500, "500ns"),
            ("10.5s4m", 250_500_000_000, "4m10.5s"),
            (
                "1h15m30.918273645s",
                4_530_918_273_645,
                "1h15m30.918273645s",
            ),
            ("300ms", 300_000_000, "300ms"),
            ("1.5h", 5_400_000_000_000, "1h30m0s"),
            ("12µs", 12_000, "12µs"),
            ("14us", 14_000, "14µs"),
            ("1ns", 1, "1ns"),
            (
                "2562047h47m16.854775807s",
                i64::MAX,
                "2562047h47m16.854775807s",
            ),
            (
                "-9223372036854775808ns",
                i64::MIN,
                "-2562047h47m16.854775808s",
            ),
        ] {
            assert_eq!(parse(text), Some(nanoseconds), "{text}");
            assert_eq!(print(nanoseconds), written, "{text}");
        }
    }

    #[test]
    fn what_go_does_not_read_is_no_duration() {
        for text in [
            "",
            "-",
            "s",
            ".",
            "-.",
            ".s",
            "+.s",
            "..s",
            "3",
            "1d",
            "1x",
            "1s2",
            "1hh",
            "1e3s",
            "inf",
            " 1s",
            "1h 5m",
            "3000000h",
            "2562048h",
            "9223372036854775808ns",
            "99999999999999999999999h",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn units_of_time_count_anywhere_in_a_text() {
        const DAY: i64 = 86_400_000_000_000;
        for (text, nanoseconds) in [
            ("2 days", 2 * DAY),
            ("1wk 1d", 8 * DAY),
            ("in 3 Minutes!", 180_000_000_000),
            // A minus counts before a duration of Go only.
            ("-2d", 2 * DAY),
            ("12 34s", 34_000_000_000),
        ] {
            assert_eq!(parse_lenient(text), Ok(nanoseconds), "{text}");
        }
        assert_eq!(parse_lenient("5 parsecs"), Err(LenientError::NoUnit));
        let number = "9223372036854775808";
        let text = format!("{number} days");
        assert_eq!(parse_lenient(&text), Err(LenientError::OutOfRange(number)));
    }
}
