//! To and from `serde_json::Value`, for the functions of authors and for defaults.

use std::borrow::Cow;

use serde_json::Value;

use super::Json;

impl Json<'_> {
    /// The value with its members in alphabetical order, and numbers as 64 bits hold them.
    pub(crate) fn to_value(&self) -> Value {
        // What was checked is JSON; a number beyond all floats is the one thing that is not a `Value`.
        serde_json::from_str(&self.text()).unwrap_or(Value::Null)
    }

    /// The text of a value.
    pub(crate) fn of_value(value: &Value) -> Json<'static> {
        Json::Raw(Cow::Owned(value.to_string()), &[])
    }
}
