//! `uuid` and its versions, `bsonobjectid`, and `byte`, which is base64.

/// 24 hexadecimal digits.
pub(super) fn is_bson_object_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Hexadecimal digits in groups of 8, 4, 4, 4 and 12, each dash optional. Versions 4 and 5 also fix the variant.
pub(super) fn is_uuid(text: &str, version: Option<u8>) -> bool {
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
            (2, Some(version)) => first == b'0' + version,
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

/// Base64 in the standard alphabet, padded and not empty. Bits that the padding leaves over are not looked at.
pub(super) fn is_base64(text: &str) -> bool {
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
