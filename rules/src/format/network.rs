//! `ipv4`, `ipv6`, `cidr` and `mac`.

use std::net::Ipv6Addr;

/// An address with a dot, leading zeros allowed; one of version 6 with four decimal numbers at its end counts.
pub(super) fn is_ipv4(text: &str) -> bool {
    match text.bytes().find(|byte| matches!(byte, b'.' | b':')) {
        Some(b'.') => lenient_ipv4(text),
        Some(_) => text.contains('.') && lenient_ipv6(text),
        None => false,
    }
}

/// An address with a colon, without a zone.
pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// An address and a number of bits, leading zeros allowed.
pub(super) fn is_cidr(text: &str) -> bool {
    let Some((address, bits)) = text.split_once('/') else {
        return false;
    };
    let limit = if lenient_ipv4(address) {
        32
    } else if lenient_ipv6(address) {
        128
    } else {
        return false;
    };
    matches!(number(bits, 10), Some((bits, "")) if bits <= limit)
}

/// A number at the start of a text, and the rest of the text.
fn number(text: &str, radix: u32) -> Option<(u32, &str)> {
    // The server stops reading there.
    const TOO_BIG: u32 = 0xff_ffff;
    let end = text
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let value = digits
        .chars()
        .filter_map(|digit| digit.to_digit(radix))
        .try_fold(0, |value, digit| {
            Some(value * radix + digit).filter(|&value| value < TOO_BIG)
        })?;
    (!digits.is_empty()).then_some((value, rest))
}

fn lenient_ipv4(text: &str) -> bool {
    let mut parts = 0;
    text.split('.').all(|part| {
        parts += 1;
        matches!(number(part, 10), Some((0..=255, "")))
    }) && parts == 4
}

/// As usual, but a group may have any number of leading zeros.
fn lenient_ipv6(text: &str) -> bool {
    let mut groups = 0;
    let mut ellipsis = false;
    let mut rest = text;
    if let Some(after) = rest.strip_prefix("::") {
        ellipsis = true;
        rest = after;
        if rest.is_empty() {
            return true;
        }
    }
    while groups < 8 {
        let Some((0..=0xffff, after)) = number(rest, 16) else {
            return false;
        };
        if after.starts_with('.') {
            let fits = if ellipsis { groups <= 6 } else { groups == 6 };
            if !fits || !lenient_ipv4(rest) {
                return false;
            }
            groups += 2;
            rest = "";
            break;
        }
        groups += 1;
        rest = after;
        if rest.is_empty() {
            break;
        }
        let Some(after) = rest.strip_prefix(':').filter(|after| !after.is_empty()) else {
            return false;
        };
        rest = after;
        if let Some(after) = rest.strip_prefix(':') {
            if ellipsis {
                return false;
            }
            ellipsis = true;
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    rest.is_empty() && (groups < 8) == ellipsis
}

/// 6, 8 or 20 bytes in hexadecimal: pairs joined by `:` or by `-`, fours joined by dots, or nothing in between.
pub(super) fn is_mac(text: &str) -> bool {
    let text = text.as_bytes();
    let (group, separator) = match (text.get(2), text.get(4)) {
        (Some(separator @ (b':' | b'-')), _) => (2, Some(*separator)),
        (_, Some(b'.')) => (4, Some(b'.')),
        _ => (2, None),
    };
    let step = group + usize::from(separator.is_some());
    let length = text.len() + usize::from(separator.is_some());
    if !length.is_multiple_of(step) || !matches!(length / step * group / 2, 6 | 8 | 20) {
        return false;
    }
    text.iter()
        .enumerate()
        .all(|(position, byte)| match separator {
            Some(separator) if position % step == group => *byte == separator,
            _ => byte.is_ascii_hexdigit(),
        })
}
