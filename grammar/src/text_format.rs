//! Formats of texts that schemas (`format: uuid`) and expressions (`format.uuid()`) share.
//!
//! Source: `default.go` and `date.go` of k8s.io/kube-openapi's strfmt, which an API server asks for both.

use crate::time::parse_date;

/// Hexadecimal digits in groups of 8, 4, 4, 4 and 12, each dash optional.
///
/// ```
/// use wheelwright_grammar::text_format::is_uuid;
///
/// assert!(is_uuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8"));
/// assert!(is_uuid("6BA7B8109dad11d1-80b400c04fd430c8"));
/// assert!(!is_uuid("{6ba7b810-9dad-11d1-80b4-00c04fd430c8}"));
/// ```
#[must_use]
pub fn is_uuid(text: &str) -> bool {
    is_uuid_of(text, None)
}

/// A UUID that says that it is of this version; those of versions 4 and 5 also have their variant.
#[must_use]
pub fn is_uuid_of_version(text: &str, version: u8) -> bool {
    is_uuid_of(text, Some(version))
}

fn is_uuid_of(text: &str, version: Option<u8>) -> bool {
    let mut rest = text.as_bytes();
    for (position, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if position > 0 {
            rest = rest.strip_prefix(b"-").unwrap_or(rest);
        }
        let Some((group, after)) = rest.split_at_checked(length) else {
            return false;
        };
        if !group.iter().all(u8::is_ascii_hexdigit) {
            return false;
        }
        let first = group.first().copied().unwrap_or_default();
        let good = match (position, version) {
            (2, Some(version)) => first.checked_sub(b'0') == Some(version),
            (3, Some(4 | 5)) => matches!(first, b'8' | b'9' | b'a' | b'b' | b'A' | b'B'),
            _ => true,
        };
        if !good {
            return false;
        }
        rest = after;
    }
    rest.is_empty()
}

/// Base64 in the standard alphabet, padded, in one line and not empty. Bits that the padding leaves over are not looked at.
///
/// ```
/// use wheelwright_grammar::text_format::is_base64;
///
/// assert!(is_base64("TWE="));
/// assert!(!is_base64("TWE"));
/// assert!(!is_base64(""));
/// ```
#[must_use]
pub fn is_base64(text: &str) -> bool {
    let digits = text
        .strip_suffix("==")
        .or_else(|| text.strip_suffix('='))
        .unwrap_or(text);
    !text.is_empty()
        && text.len().is_multiple_of(4)
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

/// `2006-01-02`, a day that exists.
///
/// ```
/// use wheelwright_grammar::text_format::is_date;
///
/// assert!(is_date("2024-02-29"));
/// assert!(!is_date("2023-02-29"));
/// ```
#[must_use]
pub fn is_date(text: &str) -> bool {
    parse_date(text).is_some()
}

/// A date, `t` in any case, a time of day, perhaps a fraction after any character, and a zone; what follows a second `t` is
/// ignored.
///
/// ```
/// use wheelwright_grammar::text_format::is_date_time;
///
/// assert!(is_date_time("2024-02-29T23:59:59Z"));
/// assert!(is_date_time("2024-02-29t23:59:59,5+02:00"));
/// assert!(!is_date_time("2024-02-29 23:59:59Z"));
/// ```
#[must_use]
pub fn is_date_time(text: &str) -> bool {
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
