//! Quantities such as `512Mi`, as Kubernetes writes amounts of memory, storage and processors.
//!
//! Source: `quantity.go` of k8s.io/apimachinery's `api/resource`.

/// Suffixes and what they are worth: a power of ten or of two.
const SUFFIXES: [(&str, Worth); 16] = [
    ("n", Worth::Ten(-9)),
    ("u", Worth::Ten(-6)),
    ("m", Worth::Ten(-3)),
    ("", Worth::Ten(0)),
    ("k", Worth::Ten(3)),
    ("M", Worth::Ten(6)),
    ("G", Worth::Ten(9)),
    ("T", Worth::Ten(12)),
    ("P", Worth::Ten(15)),
    ("E", Worth::Ten(18)),
    ("Ki", Worth::Two(10)),
    ("Mi", Worth::Two(20)),
    ("Gi", Worth::Two(30)),
    ("Ti", Worth::Two(40)),
    ("Pi", Worth::Two(50)),
    ("Ei", Worth::Two(60)),
];

#[derive(Clone, Copy)]
enum Worth {
    Ten(i32),
    Two(u32),
}

/// Billionths: the smallest part of a quantity there is.
const NANO: i32 = 9;

/// A quantity in billionths; what is less than one is cut off, and nothing is said of what is beyond 127 bits.
///
/// ```
/// use wheelwright_grammar::quantity::{parse, unit};
///
/// assert_eq!(parse("1.5Gi"), unit("Mi").map(|mebibyte| 1536 * mebibyte));
/// assert_eq!(parse("500m"), parse("0.5"));
/// assert_eq!(parse("1 Gi"), None);
/// ```
#[must_use]
pub fn parse(text: &str) -> Option<i128> {
    let end = text
        .bytes()
        .position(|byte| !(byte.is_ascii_digit() || byte == b'.' || byte == b'+' || byte == b'-'))
        .unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    // `E` is also the suffix for a trillion millions; with digits after it is an exponent.
    if let Some(exponent) = suffix.strip_prefix(['e', 'E'])
        && !exponent.is_empty()
        && exponent != "i"
    {
        return scaled(number, exponent.parse().ok()?);
    }
    nanos(number, suffix)
}

/// What one of a suffix is worth, in billionths.
#[must_use]
pub fn unit(suffix: &str) -> Option<i128> {
    nanos("1", suffix)
}

fn nanos(number: &str, suffix: &str) -> Option<i128> {
    match SUFFIXES.iter().find(|(name, _)| *name == suffix)?.1 {
        Worth::Ten(power) => scaled(number, power),
        Worth::Two(power) => scaled(number, 0)?.checked_mul(1_i128.checked_shl(power)?),
    }
}

/// A decimal number times a power of ten, in billionths.
fn scaled(number: &str, power: i32) -> Option<i128> {
    let (negative, digits) = match number.as_bytes().first()? {
        b'-' => (true, &number[1..]),
        b'+' => (false, &number[1..]),
        _ => (false, number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if all.is_empty() || all.len() > 30 || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let shift = power.checked_add(NANO)? - i32::try_from(fraction.len()).ok()?;
    let value: i128 = all.parse().ok()?;
    let value = if shift >= 0 {
        value.checked_mul(10_i128.checked_pow(shift.unsigned_abs())?)?
    } else {
        value / 10_i128.checked_pow(shift.unsigned_abs())?
    };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_worth_what_kubernetes_says() {
        const ONE: i128 = 1_000_000_000;
        for (text, nanos) in [
            ("1", ONE),
            ("0.5", ONE / 2),
            ("500m", ONE / 2),
            ("1k", 1000 * ONE),
            ("1Ki", 1024 * ONE),
            ("512Mi", 512 * 1024 * 1024 * ONE),
            ("1.5Gi", 3 * 512 * 1024 * 1024 * ONE),
            ("1e3", 1000 * ONE),
            ("1E3", 1000 * ONE),
            ("2E", 2_000_000_000_000_000_000 * ONE),
            ("-1", -ONE),
            ("+1", ONE),
            ("100n", 100),
            ("12e-3", 12 * ONE / 1000),
        ] {
            assert_eq!(parse(text), Some(nanos), "{text}");
        }
        for text in ["", "Mi", "1mi", "1 Mi", "--1", "1.2.3", "0x10", "1e", "NaN"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
