//! `date`, `date-time` and `duration`.

use wheelwright_grammar::go_text::to_lower;

/// `2006-01-02`, a day that exists.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let [_, _, _, _, b'-', _, _, b'-', _, _] = bytes else {
        return false;
    };
    let field = |from: usize, to: usize| {
        text.get(from..to)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?
            .parse::<u32>()
            .ok()
    };
    let (Some(year), Some(month), Some(day)) = (field(0, 4), field(5, 7), field(8, 10)) else {
        return false;
    };
    (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day)
}

/// How many days a month has.
pub(crate) fn days_in(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

/// A date, `t`, a time of day, perhaps a fraction after any character, and a zone; what follows a second `t` is ignored.
pub(super) fn is_date_time(text: &str) -> bool {
    let mut parts = text.split(['t', 'T']);
    let (Some(date), Some(time)) = (parts.next(), parts.next()) else {
        return false;
    };
    is_date(date) && is_time(time)
}

fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else {
        return false;
    };
    let digits = |from: usize, most: &str| {
        clock.get(from..from + 2).is_some_and(|digits| {
            digits <= most && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let [_, _, b':', _, _, b':', _, _] = clock.as_bytes() else {
        return false;
    };
    digits(0, "23")
        && digits(3, "59")
        && digits(6, "59")
        && (is_zone(rest) || is_zone(without_fraction(rest)))
}

fn without_fraction(text: &str) -> &str {
    let mut chars = text.chars();
    match chars.next() {
        None | Some('\n') => text,
        Some(_) => {
            let digits = chars.as_str();
            let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == digits.len() {
                text
            } else {
                rest
            }
        }
    }
}

fn is_zone(text: &str) -> bool {
    match text.as_bytes() {
        [b'z' | b'Z'] => true,
        [b'+' | b'-', a, b, b':', c, d] => [a, b, c, d].into_iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// A duration of Go, or a text with a number and a unit of time in it somewhere.
pub(super) fn is_duration(text: &str) -> bool {
    is_go_duration(text) || has_duration(text)
}

/// Signed numbers with units from `ns` to `h`, fractions allowed, that fit 63 bits of nanoseconds.
fn is_go_duration(text: &str) -> bool {
    const LIMIT: u64 = 1 << 63;
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned == "0" {
        return true;
    }
    let mut rest = unsigned;
    let mut total = 0_u64;
    while !rest.is_empty() {
        let Some((nanoseconds, after)) = go_term(rest) else {
            return false;
        };
        total = match total.checked_add(nanoseconds) {
            Some(sum @ 0..=LIMIT) => sum,
            _ => return false,
        };
        rest = after;
    }
    !unsigned.is_empty() && (total < LIMIT || text.starts_with('-'))
}

fn go_term(text: &str) -> Option<(u64, &str)> {
    const LIMIT: u64 = 1 << 63;
    let is_digit = |c: char| c.is_ascii_digit();
    let after_whole = text.trim_start_matches(is_digit);
    let whole = text.strip_suffix(after_whole).unwrap_or_default();
    let (fraction, after) = match after_whole.strip_prefix('.') {
        Some(fraction) => {
            let after = fraction.trim_start_matches(is_digit);
            (fraction.strip_suffix(after).unwrap_or_default(), after)
        }
        None => ("", after_whole),
    };
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let (unit, rest) = after.split_at(
        after
            .find(|c: char| c == '.' || is_digit(c))
            .unwrap_or(after.len()),
    );
    let unit: u64 = match unit {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let whole = if whole.is_empty() {
        0
    } else {
        whole
            .parse::<u64>()
            .ok()
            .filter(|&whole| whole <= LIMIT / unit)?
    };
    let nanoseconds = whole * unit + fraction_of(fraction, unit);
    (nanoseconds <= LIMIT).then_some((nanoseconds, rest))
}

/// The first digits of a fraction are enough: less than a nanosecond does not count.
fn fraction_of(digits: &str, unit: u64) -> u64 {
    let mut scale = 1_u64;
    let mut value = 0_u64;
    for digit in digits.bytes().take(18) {
        value = value * 10 + u64::from(digit.wrapping_sub(b'0'));
        scale *= 10;
    }
    u64::try_from(u128::from(value) * u128::from(unit) / u128::from(scale)).unwrap_or_default()
}

fn has_duration(text: &str) -> bool {
    let mut found = false;
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
        if number.parse::<i64>().is_err() {
            return false;
        }
        found |= is_unit(&to_lower(unit));
        rest = after_unit;
    }
    found
}

fn is_unit(unit: &str) -> bool {
    matches!(
        unit,
        "ns" | "us" | "\u{b5}s" | "ms" | "s" | "m" | "h" | "hr" | "d" | "w" | "wk"
    ) || [
        "nano", "micro", "milli", "sec", "min", "hour", "day", "week",
    ]
    .iter()
    .any(|name| unit.starts_with(name))
}
