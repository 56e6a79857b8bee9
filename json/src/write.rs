//! Writing values.

use std::fmt::Write as _;

use super::{Json, string::plain};

/// Where values are written.
pub trait Out {
    /// What is made is appended to this.
    fn made(&mut self) -> &mut String;

    /// Appends a value's text as it came.
    fn unchanged(&mut self, text: &str);
}

impl Out for String {
    fn made(&mut self) -> &mut String {
        self
    }

    fn unchanged(&mut self, text: &str) {
        self.push_str(text);
    }
}

impl Json<'_> {
    /// Appends the text.
    pub fn write(&self, out: &mut impl Out) {
        match self {
            Self::Raw(text, _) => out.unchanged(text),
            Self::Array(items) => {
                out.made().push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.made().push(',');
                    }
                    item.write(out);
                }
                out.made().push(']');
            }
            Self::Object(members) => {
                out.made().push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.made().push(',');
                    }
                    string(name, out.made());
                    out.made().push(':');
                    value.write(out);
                }
                out.made().push('}');
            }
        }
    }
}

/// Appends a string with its quotation marks.
pub fn string(text: &str, out: &mut String) {
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

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn a_value_is_as_long_as_its_text_whether_it_is_opened_or_not() {
        let text = r#"{"a\n\"b":[1.50,{"ü":"\u00fc"}],"c":{},"d":[],"e":null}"#;
        let opened = Json::raw(text).opened();
        for value in [Json::raw(text), opened, Json::Array(vec![Json::raw(text)])] {
            assert_eq!(value.length(), value.text().len(), "{}", value.text());
        }
    }
}
