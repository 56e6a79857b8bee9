//! Durations as Go writes them.

use std::time::Duration;

/// The longest that Go has: nanoseconds in 63 bits, 292 years.
const LONGEST: Duration = Duration::from_nanos(i64::MAX.unsigned_abs());

/// `30s`, `1m30s`, `1.5h`, `250ms`; `None` for what is none, negative or longer than Go's longest.
pub(super) fn parse(text: &str) -> Option<Duration> {
    let mut rest = text.strip_prefix('+').unwrap_or(text);
    if rest == "0" {
        return Some(Duration::ZERO);
    }
    if rest.is_empty() {
        return None;
    }
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, tail) = rest.split_at(digits);
        let unit = tail
            .find(|c: char| c.is_ascii_digit() || c == '.')
            .unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(unit);
        let each = match unit {
            "ns" => 1e-9,
            "us" | "\u{b5}s" | "\u{3bc}s" => 1e-6,
            "ms" => 1e-3,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        seconds += number.parse::<f64>().ok()? * each;
        rest = tail;
    }
    let duration = Duration::try_from_secs_f64(seconds).ok()?;
    (duration <= LONGEST).then_some(duration)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use std::time::Duration;

    #[test]
    fn reads_what_go_writes() {
        for (text, millis) in [
            ("30s", 30_000),
            ("1m30s", 90_000),
            ("1h0m0.5s", 3_600_500),
            ("250ms", 250),
            ("+2s", 2_000),
            ("0", 0),
            ("1.5h", 5_400_000),
            ("1000us", 1),
            ("2562047h", 2_562_047 * 3_600_000),
            ("1000\u{b5}s", 1),
        ] {
            assert_eq!(parse(text), Some(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn refuses_the_rest() {
        for text in [
            "",
            "30",
            "s",
            "-1s",
            "1x",
            "1s2",
            "..s",
            "1e3s",
            "inf",
            "NaNs",
            " 1s",
            "2562048h",
            "5000000000000000h",
            "99999999999999999999999h",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
