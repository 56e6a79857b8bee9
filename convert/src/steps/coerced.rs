//! String ↔ number or boolean.

use super::{
    Compiled, Json, Kind, One, OneWay, Origin, Pass, Result, Side, StepKind, StepPlan, refused,
    unlike,
};
use crate::json::check;

/// By the types of the schemas.
#[derive(Debug)]
pub(crate) struct Coerced;

impl Coerced {
    pub(super) fn compile(of: &Origin) -> Compiled<Self> {
        let both = |what| of.is(Side::Spoke, what) && of.is(Side::Hub, what);
        if ["a text", "a number", "a boolean"].into_iter().any(both) {
            return Ok(Self);
        }
        let is_text = of.is(Side::Hub, "a text");
        let text = if is_text { Side::Hub } else { Side::Spoke };
        let is_boolean = of.is(text.other(), "a boolean");
        let scalar = if is_boolean { "a boolean" } else { "a number" };
        of.expect(&[(text, "a text"), (text.other(), scalar)], "")?;
        Ok(Self)
    }
}

impl StepKind for Coerced {
    /// The value as the type that the schema has.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        let place = pass.way.target();
        let ty = place.map_or("", |place| place.type_name.as_str());
        let output = match (ty, input.kind()) {
            ("string", Kind::Number | Kind::Bool) => Json::string(&text_of(input)),
            ("integer", Kind::Number) if input.as_i64().is_none() => {
                return refused(format!("{} is no integer", input.text()));
            }
            ("boolean" | "integer" | "number", Kind::String) => {
                of_text(ty, &input.as_str().unwrap_or_default())?
            }
            ("boolean", Kind::Number) | ("integer" | "number", Kind::Bool) => return unlike(),
            _ => input.clone(),
        };
        if !place.is_none_or(|place| place.is_of_type(&output)) {
            return refused(format!("{} is too large or too small", output.text()));
        }
        Ok(Some(output))
    }

    fn may_fail(&self, _: OneWay) -> bool {
        true
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        ("coerced", String::new())
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        let [from, to] = type_names(way);
        (from == "string" && to != "string").then(|| "how it is written".to_owned())
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        match type_names(way) {
            ["string", to @ ("integer" | "number" | "boolean")] => {
                Some(format!("a text that is no {to}"))
            }
            ["number", "integer"] => Some("a number with a fraction".to_owned()),
            _ => None,
        }
    }
}

fn type_names(way: OneWay<'_>) -> [&str; 2] {
    [way.source(), way.target()].map(|place| place.map_or("", |place| place.type_name.as_str()))
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
