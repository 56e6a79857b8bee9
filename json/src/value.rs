//! To and from `serde_json::Value`, for the functions of authors and for defaults.

use std::borrow::Cow;

use serde::Deserialize as _;
use serde_json::{Deserializer, Value};

use super::Json;

/// A value from text that was checked or written here, whose depth has a bound of its own above that of `serde_json`.
#[must_use]
pub fn read(text: &str) -> Option<Value> {
    let mut deserializer = Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    Value::deserialize(&mut deserializer).ok()
}

impl Json<'_> {
    /// The value with its members in alphabetical order, and numbers as 64 bits hold them.
    #[must_use]
    pub fn to_value(&self) -> Value {
        // What was checked is JSON; a number beyond all floats is the one thing that is not a `Value`.
        read(&self.text()).unwrap_or(Value::Null)
    }

    /// The text of a value.
    #[must_use]
    pub fn of_value(value: &Value) -> Json<'static> {
        Json::Raw(Cow::Owned(value.to_string()), &[])
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::{Json, check};

    /// Deeper than `serde_json` reads unless told, and no deeper than is checked.
    const DEPTH: usize = 400;

    #[test]
    fn what_is_deep_is_a_value_all_the_same() {
        let text = format!("{}1{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
        let checked = check(&text).unwrap();
        assert_eq!(checked.json().to_value().to_string(), text);
    }

    #[test]
    fn nothing_is_null() {
        assert_eq!(Json::of_value(&Value::Null).to_value(), Value::Null);
    }
}
