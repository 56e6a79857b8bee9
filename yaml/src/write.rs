//! JSON as YAML text that every reader reads alike: those of YAML 1.1 (kubectl, controller tools) and of YAML 1.2.
//!
//! The text is a function of the value alone: members are sorted by name, and a string is written plain only where no
//! reader can take it for anything else.

mod scalar;

use serde_json::{Map, Value};

/// Longest key that a reader must accept in the short form `key: value`.
const SIMPLE_KEY: usize = 1024;

/// The value as a YAML text, without the `---` that starts a document.
///
/// ```
/// let value = serde_json::json!({"spec": {"on": "y", "ports": [80]}, "kind": "Pizza"});
/// assert_eq!(
///     wheelwright_yaml::write::to_string(&value),
///     "kind: Pizza\nspec:\n  'on': 'y'\n  ports:\n  - 80\n"
/// );
/// ```
#[must_use]
pub fn to_string(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Object(members) if !members.is_empty() => write_mapping(&mut out, members, 0),
        Value::Array(items) if !items.is_empty() => write_sequence(&mut out, items, 0),
        leaf => write_leaf(&mut out, leaf, 0),
    }
    out
}

/// The value as a YAML document: `---`, lines of comment, the value.
#[must_use]
pub fn document(value: &Value, comment: &str) -> String {
    let mut out = String::from("---\n");
    for line in comment.lines() {
        out.push('#');
        if !line.is_empty() {
            out.push(' ');
            out.push_str(line);
        }
        out.push('\n');
    }
    out.push_str(&to_string(value));
    out
}

/// Writes members one per line; the first starts where the text is, the others are indented.
fn write_mapping(out: &mut String, members: &Map<String, Value>, indent: usize) {
    let mut sorted: Vec<_> = members.iter().collect();
    sorted.sort_by_key(|(key, _)| *key);
    for (position, (key, value)) in sorted.into_iter().enumerate() {
        if position > 0 {
            push_indent(out, indent);
        }
        let key = scalar::one_line(key);
        let long = key.len() > SIMPLE_KEY;
        if long {
            out.push_str("? ");
            out.push_str(&key);
            out.push('\n');
            push_indent(out, indent);
        } else {
            out.push_str(&key);
        }
        out.push(':');
        match value {
            Value::Object(members) if !members.is_empty() => {
                out.push('\n');
                push_indent(out, indent + 2);
                write_mapping(out, members, indent + 2);
            }
            Value::Array(items) if !items.is_empty() => {
                let indent = if long { indent + 2 } else { indent };
                out.push('\n');
                push_indent(out, indent);
                write_sequence(out, items, indent);
            }
            leaf => {
                out.push(' ');
                write_leaf(out, leaf, indent + 2);
            }
        }
    }
}

/// Writes items one per line; the first starts where the text is, the others are indented.
fn write_sequence(out: &mut String, items: &[Value], indent: usize) {
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            push_indent(out, indent);
        }
        out.push_str("- ");
        match item {
            Value::Object(members) if !members.is_empty() => {
                write_mapping(out, members, indent + 2);
            }
            Value::Array(items) if !items.is_empty() => write_sequence(out, items, indent + 2),
            leaf => write_leaf(out, leaf, indent + 2),
        }
    }
}

/// Writes what has no members; the lines of a block of text get the indentation.
fn write_leaf(out: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&scalar::number(&number.to_string())),
        Value::String(text) => {
            if let Some(block) = scalar::Block::of(text) {
                out.push_str(block.header());
                out.push('\n');
                for line in text.lines() {
                    if !line.is_empty() {
                        // A text that is the whole document is indented too: at the margin `---` would end it.
                        push_indent(out, indent.max(2));
                        out.push_str(line);
                    }
                    out.push('\n');
                }
                return;
            }
            out.push_str(&scalar::one_line(text));
        }
        Value::Array(_) => out.push_str("[]"),
        Value::Object(_) => out.push_str("{}"),
    }
    out.push('\n');
}

fn push_indent(out: &mut String, indent: usize) {
    out.extend(std::iter::repeat_n(' ', indent));
}

#[cfg(test)]
mod tests;
