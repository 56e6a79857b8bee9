//! Property names as expressions write them.
//!
//! Source: `pkg/cel/escaping.go` of k8s.io/apiserver.

use std::borrow::Cow;

/// The words that CEL keeps for itself, sorted.
const RESERVED: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.binary_search(&name).is_ok()
}

/// The name by which an expression reaches a property; there is none for names with other characters.
///
/// ```
/// use wheelwright_cel::schema::escape;
///
/// assert_eq!(escape("replicas").as_deref(), Some("replicas"));
/// assert_eq!(escape("a-b").as_deref(), Some("a__dash__b"));
/// assert_eq!(escape("namespace").as_deref(), Some("__namespace__"));
/// assert_eq!(escape("a b"), None);
/// ```
#[must_use]
pub fn escape(property: &str) -> Option<Cow<'_, str>> {
    let first = *property.as_bytes().first()?;
    if first.is_ascii_digit() {
        return None;
    }
    if is_reserved(property) {
        return Some(format!("__{property}__").into());
    }
    if !property
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/'))
    {
        return None;
    }
    if !property.contains("__") && !property.contains(['.', '-', '/']) {
        return Some(property.into());
    }
    let mut escaped = String::with_capacity(property.len() + 16);
    let mut characters = property.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '_' if characters.next_if_eq(&'_').is_some() => escaped.push_str("__underscores__"),
            '.' => escaped.push_str("__dot__"),
            '-' => escaped.push_str("__dash__"),
            '/' => escaped.push_str("__slash__"),
            other => escaped.push(other),
        }
    }
    Some(escaped.into())
}

/// The property that a name in an expression reaches.
///
/// ```
/// use wheelwright_cel::schema::unescape;
///
/// assert_eq!(unescape("a__dash__b").as_deref(), Some("a-b"));
/// assert_eq!(unescape("__nope__"), None);
/// ```
#[must_use]
pub fn unescape(name: &str) -> Option<Cow<'_, str>> {
    if !name.contains("__") {
        return Some(name.into());
    }
    let mut property = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(start) = rest.find("__") {
        let inner = &rest[start + 2..];
        // An escape is two underscores, no underscore in between, and two more.
        let Some(end) = inner
            .find('_')
            .filter(|end| *end > 0 && inner[*end..].starts_with("__"))
        else {
            property.push_str(&rest[..=start]);
            rest = &rest[start + 1..];
            continue;
        };
        property.push_str(&rest[..start]);
        match &inner[..end] {
            "underscores" => property.push_str("__"),
            "dot" => property.push('.'),
            "dash" => property.push('-'),
            "slash" => property.push('/'),
            word if is_reserved(word) && name.len() == word.len() + 4 => property.push_str(word),
            _ => return None,
        }
        rest = &inner[end + 2..];
    }
    property.push_str(rest);
    Some(property.into())
}

#[cfg(test)]
mod tests {
    use super::{RESERVED, escape, unescape};

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
    }

    #[test]
    fn what_is_escaped_can_be_unescaped() {
        for property in [
            "a",
            "a-b.c/d",
            "a__b",
            "in",
            "x__dash__y",
            "_",
            "-",
            "a___b",
        ] {
            let escaped = escape(property).expect("made of letters that names may have");
            assert_eq!(unescape(&escaped).as_deref(), Some(property), "{escaped}");
        }
        for property in ["", "1a", "a b", "ä", "a:b"] {
            assert_eq!(escape(property), None, "{property}");
        }
    }
}
