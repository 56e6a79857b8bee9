//! Values as an expression would write them.

use std::fmt::Write as _;

use wheelwright_cel::Value;
use wheelwright_grammar::go_text::quote;

/// How deep and how many values are written.
const DEPTH: usize = 64;
const MOST: usize = 10_000;

/// A value as an expression would write it; what is too much ends in `…`.
pub(super) fn literal(value: &Value<'_>) -> String {
    let mut writer = Writer {
        text: String::new(),
        left: MOST,
    };
    writer.value(value, DEPTH);
    writer.text
}

struct Writer {
    text: String,
    left: usize,
}

impl Writer {
    fn value(&mut self, value: &Value<'_>, depth: usize) {
        if depth == 0 || self.left == 0 {
            self.text.push('…');
            return;
        }
        self.left -= 1;
        let shown = format!("{value:?}");
        match value {
            Value::Null => self.text.push_str("null"),
            Value::Uint(number) => drop(write!(self.text, "{number}u")),
            Value::Double(_) => {
                self.text.push_str(&shown);
                let digits = shown.strip_prefix('-').unwrap_or(&shown);
                if digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    self.text.push_str(".0");
                }
            }
            Value::String(text) => self.text.push_str(&quote(&text.to_string())),
            Value::Bytes(bytes) => {
                self.text.push_str("b\"");
                for byte in bytes.iter() {
                    // Writing to a string does not fail.
                    let _ = write!(self.text, "\\x{byte:02x}");
                }
                self.text.push('"');
            }
            Value::Duration(value) => self.made("duration", &value.to_string()),
            Value::Timestamp(time) => self.made("timestamp", &time.to_string()),
            Value::Empty => self.text.push_str("google.protobuf.Empty{}"),
            Value::Ip(value) => self.made("ip", &value.to_string()),
            Value::Cidr(value) => self.made("cidr", &value.to_string()),
            Value::Semver(value) => self.made("semver", &value.to_string()),
            Value::Optional(None) => self.text.push_str("optional.none()"),
            Value::Optional(Some(value)) => {
                self.text.push_str("optional.of(");
                self.value(value, depth - 1);
                self.text.push(')');
            }
            Value::List(list) => {
                self.text.push('[');
                for (index, item) in list.iter().enumerate() {
                    if self.comma(index) {
                        break;
                    }
                    match item {
                        Ok(item) => self.value(&item, depth - 1),
                        Err(error) => self.text.push_str(error.message()),
                    }
                }
                self.text.push(']');
            }
            Value::Map(map) => {
                self.text.push('{');
                for (index, key) in map.keys().iter().enumerate() {
                    if self.comma(index) {
                        break;
                    }
                    self.value(key, depth - 1);
                    self.text.push_str(": ");
                    match map.find(key) {
                        Some(Ok(value)) => self.value(&value, depth - 1),
                        Some(Err(error)) => self.text.push_str(error.message()),
                        None => self.text.push('…'),
                    }
                }
                self.text.push('}');
            }
            Value::Preserved(json) => self.text.push_str(&json.to_string()),
            _ => self.text.push_str(&shown),
        }
    }

    fn made(&mut self, function: &str, text: &str) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "{function}({})", quote(text));
    }

    /// Whether enough is written.
    fn comma(&mut self, index: usize) -> bool {
        if index > 0 {
            self.text.push_str(", ");
        }
        if self.left == 0 {
            self.text.push('…');
        }
        self.left == 0
    }
}
