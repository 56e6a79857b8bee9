//! Percent escapes.

use super::UrlErrorReason;

pub(super) enum Part {
    /// Only bytes beyond ASCII, and the percent sign itself, may be escaped.
    Host,
    /// The zone of an IPv6 address: only what a host may have unescaped, and the space, may be escaped.
    Zone,
}

/// The byte behind the escape that the text starts with.
fn hex_pair(bytes: &[u8]) -> Option<u8> {
    let digit = |b: u8| {
        char::from(b)
            .to_digit(16)
            .and_then(|d| u8::try_from(d).ok())
    };
    match bytes {
        [b'%', high, low, ..] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    }
}

/// Decodes every escape, as paths, fragments and user information have them.
pub(super) fn decode(text: &str) -> Result<String, UrlErrorReason> {
    decode_where(text, |_, _| Ok(()), |_| Ok(()))
}

/// Decodes a host or a zone.
pub(super) fn decode_host(text: &str, part: &Part) -> Result<String, UrlErrorReason> {
    decode_where(
        text,
        |byte, escape| {
            let good = match part {
                Part::Host => byte >= 0x80 || escape == "%25",
                Part::Zone => escape == "%25" || byte == b' ' || byte >= 0x80 || is_host_byte(byte),
            };
            if good {
                Ok(())
            } else {
                Err(UrlErrorReason::Escape(escape.into()))
            }
        },
        |c| {
            if !c.is_ascii() || is_host(c) {
                Ok(())
            } else {
                Err(UrlErrorReason::HostCharacter(c))
            }
        },
    )
}

fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii() && is_host(char::from(byte))
}

fn is_host(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.~!$&'()*+,;=:[]<>\"".contains(c)
}

fn decode_where(
    text: &str,
    escaped: impl Fn(u8, &str) -> Result<(), UrlErrorReason>,
    plain: impl Fn(char) -> Result<(), UrlErrorReason>,
) -> Result<String, UrlErrorReason> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '%' {
            let Some(byte) = hex_pair(rest.as_bytes()) else {
                return Err(UrlErrorReason::Escape(rest.bytes().take(3).collect()));
            };
            let (escape, after) = rest.split_at(3);
            escaped(byte, escape)?;
            decoded.push(byte);
            rest = after;
        } else {
            plain(c)?;
            let (piece, after) = rest.split_at(c.len_utf8());
            decoded.extend_from_slice(piece.as_bytes());
            rest = after;
        }
    }
    Ok(String::from_utf8_lossy(&decoded).into_owned())
}
