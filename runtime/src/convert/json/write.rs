use std::fmt::Write as _;

use super::{Json, string::plain};

impl Json<'_> {
    /// Appends the text.
    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Self::Raw(text, _) => out.push_str(text),
            Self::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    string(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// Appends a string with its quotation marks.
pub(crate) fn string(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    loop {
        let (plain, special) = rest.split_at(plain(rest.as_bytes(), 0));
        out.push_str(plain);
        let Some(byte) = special.bytes().next() else {
            break;
        };
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            control => {
                let _ = write!(out, "\\u{control:04x}");
            }
        }
        rest = &special[1..];
    }
    out.push('"');
}
