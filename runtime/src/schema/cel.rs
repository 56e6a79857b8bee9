//! The CEL that the lowering writes itself.

use serde_json::{Value, json};

use super::node::Node;

/// Words of the CEL grammar, which no field may be selected by.
const RESERVED: [&str; 21] = [
    "true",
    "false",
    "null",
    "in",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// A member's name as CEL selects it; nothing where CEL cannot.
pub(super) fn identifier(name: &str) -> Option<String> {
    if RESERVED.contains(&name) {
        return Some(format!("__{name}__"));
    }
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || "_.-/".contains(c));
    if !starts
        || !name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_.-/".contains(c))
    {
        return None;
    }
    let mut escaped = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let (from, to) = match c {
            '_' if rest.starts_with("__") => ("__", "__underscores__"),
            '.' => (".", "__dot__"),
            '-' => ("-", "__dash__"),
            '/' => ("/", "__slash__"),
            _ => ("", ""),
        };
        if from.is_empty() {
            escaped.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            escaped.push_str(to);
            rest = &rest[from.len()..];
        }
    }
    Some(escaped)
}

/// A string literal.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('\'');
    for c in text.chars() {
        match c {
            '\'' => literal.push_str("\\'"),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            c => literal.push(c),
        }
    }
    literal.push('\'');
    literal
}

/// Whether `member` of `object` (`self` or `oldSelf`) is set; nothing where CEL does not see the member. An explicit
/// `null` counts as not set.
pub(super) fn is_set(object: &str, name: &str, member: &Node) -> Option<String> {
    let name = identifier(name)?;
    if !member.has_cel_type() {
        return None;
    }
    Some(if member.nullable {
        format!("(has({object}.{name}) && dyn({object}.{name}) != null)")
    } else {
        format!("has({object}.{name})")
    })
}

/// An entry of `x-kubernetes-validations`.
pub(super) fn rule(rule: impl Into<String>, message: impl Into<String>) -> Value {
    json!({"rule": rule.into(), "message": message.into()})
}

/// Whether an expression speaks of the old object.
pub(super) fn uses_old_self(rule: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    rule.match_indices("oldSelf").any(|(at, word)| {
        let before = rule[..at].chars().next_back();
        let after = rule[at + word.len()..].chars().next();
        !before.is_some_and(|c| is_part(c) || c == '.') && !after.is_some_and(is_part)
    })
}
