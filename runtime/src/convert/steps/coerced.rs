//! String ↔ number or boolean.

use super::{Result, refused, unlike};
use crate::convert::json::{Json, Kind, check};

/// The value as the type that the schema has.
pub(super) fn run<'a>(ty: &str, input: &Json<'a>) -> Result<Json<'a>> {
    match (ty, input.kind()) {
        ("string", Kind::Number | Kind::Bool) => Ok(Json::string(&text_of(input))),
        ("integer", Kind::Number) => match input.as_i64() {
            Some(_) => Ok(input.clone()),
            None => refused(format!("{} is no integer", input.text())),
        },
        ("boolean" | "integer" | "number", Kind::String) => {
            of_text(ty, &input.as_str().unwrap_or_default())
        }
        ("boolean", Kind::Number) | ("integer" | "number", Kind::Bool) => unlike(),
        _ => Ok(input.clone()),
    }
}

/// A number or boolean as a text.
pub(super) fn text_of(input: &Json) -> String {
    input.as_stored().unwrap_or_else(|| input.text())
}

/// What a text says, as a type that the schema has.
pub(super) fn of_text<'a>(ty: &str, text: &str) -> Result<Json<'a>> {
    let wrong = || refused(format!("{text:?} is no {ty}"));
    match ty {
        "integer" => text
            .parse::<i64>()
            .map_or_else(|_| wrong(), |n| Ok(Json::display(n))),
        // As it will come back, so that `1.50` is seen to be lost and is kept.
        "number" => check(text)
            .ok()
            .and_then(|checked| checked.json().as_stored())
            .map_or_else(wrong, |number| Ok(Json::made(number))),
        "boolean" => text
            .parse::<bool>()
            .map_or_else(|_| wrong(), |b| Ok(Json::display(b))),
        _ => Ok(Json::string(text)),
    }
}
