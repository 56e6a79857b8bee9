//! Go durations such as `1h5m0.3s` ↔ whole units.

use super::{Result, refused, unlike};
use crate::convert::json::Json;

/// A text from a number of units, or the units of a text; what is less than one unit is cut off, and kept. So is a number
/// beyond the longest duration, which becomes that: whoever wrote it keeps nobody from reading the object.
pub(super) fn run<'a>(unit: i64, to_text: bool, input: &Json<'a>) -> Result<Json<'a>> {
    if to_text {
        let Some(count) = input.as_i64() else {
            return unlike();
        };
        return Ok(Json::string(&print(count.saturating_mul(unit))));
    }
    let Some(text) = input.as_str() else {
        return unlike();
    };
    match parse(&text) {
        Some(nanoseconds) => Ok(Json::display(nanoseconds / unit)),
        None => refused(format!(
            "{text:?} is no duration such as \"1h5m\" or \"300ms\""
        )),
    }
}

const UNITS: [(&str, i64); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// As Go's `time.ParseDuration` reads it, in nanoseconds.
fn parse(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut total: i128 = 0;
    while !rest.is_empty() {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let whole_end = digits(rest);
        let (whole, mut after) = rest.split_at(whole_end);
        let mut fraction = "";
        if let Some(dotted) = after.strip_prefix('.') {
            let end = digits(dotted);
            (fraction, after) = dotted.split_at(end);
        }
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let name_end = after
            .find(|c: char| c == '.' || c.is_ascii_digit())
            .unwrap_or(after.len());
        let (name, next) = after.split_at(name_end);
        let unit = UNITS.iter().find(|(unit, _)| *unit == name)?.1;
        let whole: i128 = if whole.is_empty() {
            0
        } else {
            i64::try_from(whole.parse::<u64>().ok()?).ok()?.into()
        };
        let mut part = whole * i128::from(unit);
        if !fraction.is_empty() {
            let taken: String = fraction.chars().take(18).collect();
            let digits = u32::try_from(taken.len()).ok()?;
            part += taken.parse::<i128>().ok()? * i128::from(unit) / 10_i128.pow(digits);
        }
        total += part;
        rest = next;
    }
    let total = if negative { -total } else { total };
    i64::try_from(total).ok()
}

/// As Go's `Duration.String` writes it.
fn print(nanoseconds: i64) -> String {
    if nanoseconds == 0 {
        return "0s".to_owned();
    }
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
    if size < 1_000 {
        return format!("{sign}{size}ns");
    }
    if size < 1_000_000 {
        return format!("{sign}{}µs", decimal(size, 1_000));
    }
    if size < 1_000_000_000 {
        return format!("{sign}{}ms", decimal(size, 1_000_000));
    }
    let seconds = size / 1_000_000_000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let rest = decimal(size % 60_000_000_000, 1_000_000_000);
    match (hours, minutes) {
        (0, 0) => format!("{sign}{rest}s"),
        (0, _) => format!("{sign}{minutes}m{rest}s"),
        _ => format!("{sign}{hours}h{minutes}m{rest}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            assert_eq!(parse(text), Some(nanoseconds), "{text}");
            assert_eq!(print(nanoseconds), written, "{text}");
        }
        for text in [
            "", "3", "-", "s", ".", "-.", ".s", "+.s", "1d", "3000000h", "1h 5m",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
