//! Base64 of RFC 4648 with padding, as Go reads and writes it.

/// The letters for 62 and 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// `+` and `/`
    Standard,
    /// `-` and `_`
    Url,
}

impl Alphabet {
    const fn value(self, symbol: u8) -> Option<u32> {
        let (first, offset) = match (self, symbol) {
            (_, b'A'..=b'Z') => (b'A', 0),
            (_, b'a'..=b'z') => (b'a', 26),
            (_, b'0'..=b'9') => (b'0', 52),
            (Self::Standard, b'+') | (Self::Url, b'-') => return Some(62),
            (Self::Standard, b'/') | (Self::Url, b'_') => return Some(63),
            _ => return None,
        };
        Some((symbol - first) as u32 + offset)
    }
}

/// The bytes, or the position that Go names in its error. Line breaks are skipped, and bits that the padding leaves over are
/// not looked at.
///
/// ```
/// use wheelwright_grammar::base64::{Alphabet, decode};
///
/// assert_eq!(decode("TWFuTQ==", Alphabet::Standard), Ok(b"ManM".to_vec()));
/// assert_eq!(decode("TWF!", Alphabet::Standard), Err(3));
/// ```
pub fn decode(text: &str, alphabet: Alphabet) -> Result<Vec<u8>, usize> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len() / 4 * 3);
    let mut symbols = bytes
        .iter()
        .enumerate()
        .filter(|(_, b)| !matches!(b, b'\r' | b'\n'))
        .peekable();
    while symbols.peek().is_some() {
        let mut group = 0_u32;
        let mut count = 0_u32;
        while count < 4 {
            let Some((position, &symbol)) = symbols.next() else {
                return Err(bytes.len() - count as usize);
            };
            if let Some(value) = alphabet.value(symbol) {
                group = group << 6 | value;
                count += 1;
                continue;
            }
            if symbol != b'=' || count < 2 {
                return Err(position);
            }
            if count == 2 {
                match symbols.next() {
                    None => return Err(bytes.len()),
                    Some((_, b'=')) => {}
                    Some((position, _)) => return Err(position - 1),
                }
            }
            if let Some((position, _)) = symbols.next() {
                return Err(position);
            }
            break;
        }
        let padded = group << (6 * (4 - count));
        decoded.extend(padded.to_be_bytes().iter().skip(1).take(count as usize - 1));
    }
    Ok(decoded)
}

/// The text of bytes in the standard alphabet, in one line.
///
/// ```
/// assert_eq!(wheelwright_grammar::base64::encode(b"Ma"), "TWE=");
/// ```
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|i| u32::from(group.get(i).copied().unwrap_or_default()));
        let bits = a << 16 | b << 8 | c;
        for (position, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let symbol = ALPHABET
                .get((bits >> shift & 63) as usize)
                .copied()
                .unwrap_or(b'=');
            text.push(char::from(if position > group.len() {
                b'='
            } else {
                symbol
            }));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Alphabet, decode, encode};

    #[test]
    fn the_vectors_of_rfc_4648_hold() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(text.as_bytes()), encoded);
        }
        assert_eq!(encode(&[0xfb, 0xff, 0xfe]), "+//+");
        assert_eq!(decode("-__-", Alphabet::Url), Ok(vec![0xfb, 0xff, 0xfe]));
        assert_eq!(decode("-__-", Alphabet::Standard), Err(0));
        assert_eq!(decode("+//+", Alphabet::Url), Err(0));
    }

    #[test]
    fn what_is_encoded_decodes() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..=bytes.len() {
            let bytes = bytes.get(..length).unwrap();
            let decoded = decode(&encode(bytes), Alphabet::Standard);
            assert_eq!(decoded.as_deref(), Ok(bytes));
        }
    }

    #[test]
    fn padding_is_wanted_and_line_breaks_are_skipped() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("TQ==", b"M"),
            ("TWE=", b"Ma"),
            ("TWFu", b"Man"),
            ("TW\nFu\r\nTQ==\n", b"ManM"),
        ] {
            let decoded = decode(text, Alphabet::Standard);
            assert_eq!(decoded.as_deref(), Ok(bytes), "{text:?}");
        }
    }

    #[test]
    fn errors_name_the_position_that_go_names() {
        // Positions as `encoding/base64` gives them.
        for (text, position) in [
            ("!!!", 0),
            ("TQ", 0),
            ("TWE", 0),
            ("TQ=", 3),
            ("TQ=x", 2),
            ("T===", 1),
            ("TQ==x", 4),
        ] {
            let decoded = decode(text, Alphabet::Standard);
            assert_eq!(decoded, Err(position), "{text:?}");
        }
    }
}
