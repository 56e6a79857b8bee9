//! The character sets of DNS names, without their length limits.

fn is_label(value: &str, first: impl Fn(u8) -> bool) -> bool {
    let bytes = value.as_bytes();
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    match bytes {
        [] => false,
        [only] => first(*only),
        [head, middle @ .., last] => {
            first(*head) && inner(*last) && middle.iter().all(|&b| inner(b) || b == b'-')
        }
    }
}

pub(super) fn is_dns1035_label(value: &str) -> bool {
    is_label(value, |b| b.is_ascii_lowercase())
}

pub(super) fn is_dns1123_label(value: &str) -> bool {
    is_label(value, |b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

pub(super) fn is_dns1123_subdomain(value: &str) -> bool {
    value.split('.').all(is_dns1123_label)
}

/// Letters and digits at both ends; dashes, underscores and dots in between.
pub(super) fn is_qualified_part(value: &str) -> bool {
    let end = |b: u8| b.is_ascii_alphanumeric();
    match value.as_bytes() {
        [] => false,
        [only] => end(*only),
        [head, middle @ .., last] => {
            end(*head)
                && end(*last)
                && middle
                    .iter()
                    .all(|&b| end(b) || matches!(b, b'-' | b'_' | b'.'))
        }
    }
}
