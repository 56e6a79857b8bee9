//! The names of properties as expressions write them.

use std::borrow::Cow;

const RESERVED: [&str; 21] = [
    "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if",
    "import", "let", "loop", "package", "namespace", "return", "var", "void", "while",
];

/// How an expression writes the name of a property, if it can.
pub(crate) fn escape(name: &str) -> Option<String> {
    let first = name.bytes().next()?;
    if first.is_ascii_digit() {
        return None;
    }
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let mut escaped = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("__") {
            escaped.push_str("__underscores__");
            rest = after;
            continue;
        }
        match c {
            '.' => escaped.push_str("__dot__"),
            '-' => escaped.push_str("__dash__"),
            '/' => escaped.push_str("__slash__"),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => escaped.push(c),
            _ => return None,
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    Some(escaped)
}

/// The property that an expression means; nothing if it has an escape that there is not.
pub(crate) fn unescape(name: &str) -> Option<Cow<'_, str>> {
    if !name.contains("__") {
        return Some(Cow::Borrowed(name));
    }
    let mut property = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find("__") {
        let (before, from) = rest.split_at(at);
        let word_on = from.get(2..).unwrap_or_default();
        let length = word_on.find('_').unwrap_or(word_on.len());
        let (word, after) = word_on.split_at(length);
        let Some(after) = after.strip_prefix("__").filter(|_| !word.is_empty()) else {
            // Not `__word__`: one underscore is plain, and the next two may begin one.
            property.push_str(before);
            property.push('_');
            rest = from.get(1..).unwrap_or_default();
            continue;
        };
        property.push_str(before);
        match word {
            "underscores" => property.push_str("__"),
            "dot" => property.push('.'),
            "dash" => property.push('-'),
            "slash" => property.push('/'),
            _ if RESERVED.contains(&word) && word.len() + 4 == name.len() => property.push_str(word),
            _ => return None,
        }
        rest = after;
    }
    property.push_str(rest);
    Some(Cow::Owned(property))
}
