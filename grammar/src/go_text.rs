//! How Go, and so the API server, treats text: lower case, printable characters, quoting.

use std::fmt::Write as _;

use crate::printable::PRINTABLE;

/// Whether Go's `unicode.IsPrint` holds: letters, marks, numbers, punctuation, symbols and the ASCII space, as of
/// Unicode 15.0.
#[must_use]
pub fn is_print(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    let code = u32::from(c);
    let after = PRINTABLE.partition_point(|&(low, _)| low <= code);
    after
        .checked_sub(1)
        .and_then(|i| PRINTABLE.get(i))
        .is_some_and(|&(_, high)| code <= high)
}

/// Go's `strings.ToLower`: every character by itself, to exactly one character.
#[must_use]
pub fn to_lower(text: &str) -> String {
    text.chars().map(lower).collect()
}

fn lower(c: char) -> char {
    // Rust lowers this one to two characters.
    if c == '\u{130}' {
        return 'i';
    }
    let mut lowered = c.to_lowercase();
    match (lowered.next(), lowered.next()) {
        (Some(single), None) => single,
        _ => c,
    }
}

/// Go's `strconv.Quote`, as in `Invalid value: "x"`.
#[must_use]
pub fn quote(text: &str) -> String {
    quote_bytes(text.as_bytes())
}

/// Go's `strconv.Quote` of text that may have been cut within a character.
#[must_use]
pub fn quote_bytes(text: &[u8]) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            quote_character(c, &mut quoted);
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(quoted, "\\x{byte:02x}");
        }
    }
    quoted.push('"');
    quoted
}

fn quote_character(c: char, quoted: &mut String) {
    match c {
        '"' | '\\' => quoted.extend(['\\', c]),
        '\u{7}' => quoted.push_str("\\a"),
        '\u{8}' => quoted.push_str("\\b"),
        '\u{c}' => quoted.push_str("\\f"),
        '\n' => quoted.push_str("\\n"),
        '\r' => quoted.push_str("\\r"),
        '\t' => quoted.push_str("\\t"),
        '\u{b}' => quoted.push_str("\\v"),
        c if is_print(c) => quoted.push(c),
        c => {
            let code = u32::from(c);
            let _ = match code {
                0..=0x7f => write!(quoted, "\\x{code:02x}"),
                0x80..=0xffff => write!(quoted, "\\u{code:04x}"),
                _ => write!(quoted, "\\U{code:08x}"),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_is_what_go_calls_so() {
        // A real API server 1.36 takes emoji and refuses invisible characters in a deprecation warning.
        for c in [
            ' ',
            'a',
            '~',
            'ä',
            '日',
            '\u{1f355}',
            '\u{301}',
            '\u{fffd}',
            '\u{323af}',
        ] {
            assert!(is_print(c), "{c:?}");
        }
        for c in [
            '\n', '\u{7f}', '\u{a0}', '\u{ad}', '\u{200b}', '\u{feff}', '\u{2028}', '\u{e000}',
        ] {
            assert!(!is_print(c), "{c:?}");
        }
        // Assigned after Unicode 15.0.
        assert!(!is_print('\u{1fae9}'));
        assert!(PRINTABLE.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn quoting_follows_strconv() {
        for (text, quoted) in [
            ("", r#""""#),
            ("a\"b\\", r#""a\"b\\""#),
            ("\u{7}\u{8}\u{c}\n\r\t\u{b}", r#""\a\b\f\n\r\t\v""#),
            ("\0\u{1b}\u{7f}", r#""\x00\x1b\x7f""#),
            ("\u{80}\u{a0}\u{feff}", r#""\u0080\u00a0\ufeff""#),
            ("\u{1fae9}\u{10ffff}", r#""\U0001fae9\U0010ffff""#),
            ("é日🍕", "\"é日🍕\""),
        ] {
            assert_eq!(quote(text), quoted);
        }
        assert_eq!(quote_bytes(b"%z\xc3"), r#""%z\xc3""#);
    }

    #[test]
    fn lower_case_keeps_the_number_of_characters() {
        assert_eq!(to_lower("CronTab"), "crontab");
        assert_eq!(to_lower("\u{212a}ind"), "kind"); // the Kelvin sign
        assert_eq!(to_lower("\u{130}tem"), "item");
        assert_eq!(to_lower("ΑΣ"), "ας".replace('ς', "σ"));
    }
}
