//! The CEL that the lowering writes itself.

use serde_json::{Value, json};
use wheelwright_cel::schema::escape;

use super::node::Node;

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
    let name = escape(name)?;
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
