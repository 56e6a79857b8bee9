//! The values of literals.

use super::ast::Literal;

/// The integer of a token, with its sign.
pub(super) fn int(text: &str, negative: bool) -> Result<Literal, String> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    let wrong = || "invalid int literal".to_owned();
    let magnitude = u64::from_str_radix(digits, radix).map_err(|_| wrong())?;
    let value = if negative {
        0_i64.checked_sub_unsigned(magnitude)
    } else {
        i64::try_from(magnitude).ok()
    };
    value.map(Literal::Int).ok_or_else(wrong)
}

/// The unsigned integer of a token, which ends in `u`.
pub(super) fn uint(text: &str) -> Result<Literal, String> {
    let text = text.trim_end_matches(['u', 'U']);
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    u64::from_str_radix(digits, radix)
        .map(Literal::Uint)
        .map_err(|_| "invalid uint literal".to_owned())
}

/// The double of a token, with its sign.
pub(super) fn double(text: &str, negative: bool) -> Result<Literal, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => {
            Ok(Literal::Double(if negative { -value } else { value }))
        }
        _ => Err("invalid double literal".to_owned()),
    }
}

/// What an escape can be in a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// A byte.
    Bytes,
    /// A code point.
    CodePoints,
    /// A code point, or half of a pair, which becomes U+FFFD: before cel-go 0.23.
    Surrogates,
}

/// The string of a token, with its quotes and prefix.
pub(super) fn string(token: &str, escapes: Escapes) -> Result<Literal, String> {
    let bytes = unescape(token, escapes)?;
    // Escapes of a string are code points, so the bytes are a text.
    let text = String::from_utf8(bytes).map_err(|_| "invalid unicode code point".to_owned())?;
    Ok(Literal::String(text.into()))
}

/// The bytes of a token, with its quotes and prefixes.
pub(super) fn bytes(token: &str) -> Result<Literal, String> {
    Ok(Literal::Bytes(
        unescape(&token[1..], Escapes::Bytes)?.into(),
    ))
}

fn unescape(token: &str, escapes: Escapes) -> Result<Vec<u8>, String> {
    let raw = token.starts_with(['r', 'R']);
    let quoted = if raw { &token[1..] } else { token };
    let quotes = if quoted.len() >= 6 && (quoted.starts_with("'''") || quoted.starts_with("\"\"\""))
    {
        3
    } else {
        1
    };
    let content = &quoted[quotes..quoted.len() - quotes];
    // Line ends are `\n`, however they are written.
    let content = if content.contains('\r') {
        &content.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        content
    };
    if raw || !content.contains('\\') {
        return Ok(content.as_bytes().to_vec());
    }
    let mut value = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(backslash) = rest.find('\\') {
        value.extend_from_slice(&rest.as_bytes()[..backslash]);
        rest = escape(&rest[backslash + 1..], escapes, &mut value)?;
    }
    value.extend_from_slice(rest.as_bytes());
    Ok(value)
}

/// Reads what follows a backslash and gives the rest. The lexer has seen to its form.
fn escape<'t>(text: &'t str, escapes: Escapes, value: &mut Vec<u8>) -> Result<&'t str, String> {
    let unable = || "unable to unescape string".to_owned();
    let bytes = escapes == Escapes::Bytes;
    let (first, rest) = text.split_at_checked(1).ok_or_else(unable)?;
    let single = match first {
        "a" => Some(0x07),
        "b" => Some(0x08),
        "f" => Some(0x0c),
        "n" => Some(b'\n'),
        "r" => Some(b'\r'),
        "t" => Some(b'\t'),
        "v" => Some(0x0b),
        "\\" | "'" | "\"" | "`" | "?" => first.bytes().next(),
        _ => None,
    };
    if let Some(byte) = single {
        value.push(byte);
        return Ok(rest);
    }
    let (digits, radix, rest) = match first {
        "x" | "X" => (rest.get(..2), 16, rest.get(2..)),
        "u" if !bytes => (rest.get(..4), 16, rest.get(4..)),
        "U" if !bytes => (rest.get(..8), 16, rest.get(8..)),
        "0" | "1" | "2" | "3" => (text.get(..3), 8, text.get(3..)),
        _ => return Err(unable()),
    };
    let (Some(digits), Some(rest)) = (digits, rest) else {
        return Err(unable());
    };
    let code = u32::from_str_radix(digits, radix).map_err(|_| unable())?;
    if bytes {
        value.push(u8::try_from(code).map_err(|_| unable())?);
    } else {
        let character = match char::from_u32(code) {
            Some(character) => character,
            None if escapes == Escapes::CodePoints => {
                return Err("invalid unicode code point".to_owned());
            }
            None if code > u32::from(char::MAX) => return Err(unable()),
            None => char::REPLACEMENT_CHARACTER,
        };
        value.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    Ok(rest)
}
