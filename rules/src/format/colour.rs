//! `hexcolor` and `rgbcolor`.

/// Three or six hexadecimal digits, after a `#` or not.
pub(super) fn is_hex(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `rgb(` three numbers up to 255 without leading zeros, commas, white space in between `)`.
pub(super) fn is_rgb(text: &str) -> bool {
    let Some(inner) = text
        .strip_prefix("rgb(")
        .and_then(|rest| rest.strip_suffix(')'))
    else {
        return false;
    };
    let mut parts = 0;
    let good = inner.split(',').all(|part| {
        parts += 1;
        is_channel(part.trim_matches(['\t', '\n', '\u{c}', '\r', ' ']))
    });
    good && parts == 3
}

fn is_channel(digits: &str) -> bool {
    (digits == "0" || !digits.starts_with('0'))
        && matches!(digits.len(), 1..=3)
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse::<u16>().is_ok_and(|channel| channel <= 255)
}
