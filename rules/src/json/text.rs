//! What Go reads of JSON text otherwise than `serde_json`: characters that are none, and the integer −0.

use std::borrow::Cow;

const REPLACEMENT: &str = "\u{fffd}";
const ESCAPED_REPLACEMENT: &[u8] = br"\ufffd";

/// The text with what the server reads in its place: U+FFFD for each byte that is not of UTF-8 and for each half of a
/// surrogate pair, and `0` for `-0`, which is an integer, while `-0.0` is a float.
pub(super) fn as_in_go(text: &[u8]) -> Cow<'_, [u8]> {
    match replace_bytes(text) {
        Cow::Borrowed(text) => replace_tokens(text).map_or(Cow::Borrowed(text), Cow::Owned),
        Cow::Owned(text) => {
            let replaced = replace_tokens(&text);
            Cow::Owned(replaced.unwrap_or(text))
        }
    }
}

fn replace_bytes(text: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut replaced = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        replaced.extend_from_slice(chunk.valid().as_bytes());
        for _ in chunk.invalid() {
            replaced.extend_from_slice(REPLACEMENT.as_bytes());
        }
    }
    Cow::Owned(replaced)
}

/// The text with other tokens, if it has one to replace.
fn replace_tokens(text: &[u8]) -> Option<Vec<u8>> {
    let mut replaced: Option<Vec<u8>> = None;
    let (mut kept, mut position, mut in_string) = (0, 0, false);
    while let Some(rest) = text.get(position..).filter(|rest| !rest.is_empty()) {
        let (length, instead): (usize, Option<&[u8]>) = match rest {
            [b'"', ..] => {
                in_string = !in_string;
                (1, None)
            }
            [b'\\', b'u', ..] if in_string => match surrogate(rest) {
                Some(Surrogate::Pair) => (12, None),
                Some(Surrogate::Half) => (6, Some(ESCAPED_REPLACEMENT)),
                None => (2, None),
            },
            [b'\\', _, ..] if in_string => (2, None),
            [b'-', b'0', after @ ..]
                if !in_string && !matches!(after, [b'0'..=b'9' | b'.' | b'e' | b'E', ..]) =>
            {
                (2, Some(b"0"))
            }
            _ => (1, None),
        };
        if let Some(instead) = instead {
            let replaced = replaced.get_or_insert_default();
            replaced.extend_from_slice(text.get(kept..position).unwrap_or_default());
            replaced.extend_from_slice(instead);
            kept = position + length;
        }
        position += length;
    }
    let mut replaced = replaced?;
    replaced.extend_from_slice(text.get(kept..).unwrap_or_default());
    Some(replaced)
}

enum Surrogate {
    Pair,
    Half,
}

/// What the escape at the beginning is, if it is of a surrogate.
fn surrogate(text: &[u8]) -> Option<Surrogate> {
    let first = escaped(text)?;
    if !(0xd800..0xe000).contains(&first) {
        return None;
    }
    let second = text.get(6..).and_then(escaped);
    let is_pair = first < 0xdc00 && second.is_some_and(|code| (0xdc00..0xe000).contains(&code));
    Some(if is_pair {
        Surrogate::Pair
    } else {
        Surrogate::Half
    })
}

/// The code of an escape `\uXXXX` at the beginning.
fn escaped(text: &[u8]) -> Option<u16> {
    let digits = text.get(..6)?.strip_prefix(br"\u")?;
    digits.iter().try_fold(0, |code: u16, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some((code << 4) | u16::try_from(digit).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a real server stores for each.
    #[test]
    fn text_is_read_as_by_a_server() {
        for (text, read) in [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\udc00\ud800""#, r#""\ufffd\ufffd""#),
            (r#""\ud800\u0041""#, r#""\ufffd\u0041""#),
            (r#""\ud83c\udf55""#, r#""\ud83c\udf55""#),
            (r#""\\ud800""#, r#""\\ud800""#),
            (
                r#"{"-0": [-0, -0.0, -0e1, -01, "-0"]}"#,
                r#"{"-0": [0, -0.0, -0e1, -01, "-0"]}"#,
            ),
            ("-0", "0"),
            (r#""\"-0"#, r#""\"-0"#),
            (r#""\u00"#, r#""\u00"#),
            (r#""\"#, r#""\"#),
        ] {
            assert_eq!(*as_in_go(text.as_bytes()), *read.as_bytes(), "{text}");
        }
        assert_eq!(
            *as_in_go(b"\"\xff\xe3\x81z\""),
            *"\"\u{fffd}\u{fffd}\u{fffd}z\"".as_bytes()
        );
        assert!(matches!(as_in_go(b"[-1, 0, \"x\"]"), Cow::Borrowed(_)));
    }
}
