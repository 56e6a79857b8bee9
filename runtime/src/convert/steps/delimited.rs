//! A list ↔ a string with delimiters.

use super::{Result, Stop, unlike};
use crate::convert::{ConversionError, json::Json};

/// An empty string is an empty list. An item with the delimiter in it cannot be told from two.
pub(super) fn run<'a>(by: &str, join: bool, input: &Json<'a>) -> Result<Json<'a>> {
    if !join {
        let Some(text) = input.as_str() else {
            return unlike();
        };
        if text.is_empty() {
            return Ok(Json::Array(Vec::new()));
        }
        return Ok(Json::Array(text.split(by).map(Json::string).collect()));
    }
    let Ok(items) = input.clone().into_items() else {
        return unlike();
    };
    let mut text = String::new();
    for (index, item) in items.iter().enumerate() {
        let value = item
            .as_str()
            .map_or_else(|| item.text(), std::borrow::Cow::into_owned);
        if value.contains(by) {
            let error = ConversionError::new(format!("{value:?} contains the delimiter {by:?}"));
            return Err(Stop::Refused(error.at(index)));
        }
        if index > 0 {
            text.push_str(by);
        }
        text.push_str(&value);
    }
    Ok(Json::string(&text))
}
