//! String ↔ number or boolean.

use super::{Result, refused, unlike};
use crate::convert::json::{Json, Kind, check};

/// The value as the type that the schema has.
pub(super) fn run<'a>(ty: &str, input: &Json<'a>) -> Result<Json<'a>> {
    match (ty, input.kind()) {
        ("string", Kind::Number | Kind::Bool) => Ok(Json::string(&input.text())),
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

/// What a text says, as a type that the schema has.
pub(super) fn of_text<'a>(ty: &str, text: &str) -> Result<Json<'a>> {
    let wrong = || refused(format!("{text:?} is no {ty}"));
    match ty {
        "integer" => text
            .parse::<i64>()
            .map_or_else(|_| wrong(), |n| Ok(Json::display(n))),
        "number" => match check(text) {
            Ok(checked) if checked.json().kind() == Kind::Number => Ok(checked.json().into_owned()),
            _ => wrong(),
        },
        "boolean" => text
            .parse::<bool>()
            .map_or_else(|_| wrong(), |b| Ok(Json::display(b))),
        _ => Ok(Json::string(text)),
    }
}
