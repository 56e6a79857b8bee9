//! Quantities such as `512Mi` ↔ whole units.

use serde_json::{Value, json};
use wheelwright_grammar::quantity;

use super::{
    Compiled, Direction, Json, Kind, One, OneWay, Origin, Pass, Result, Side, StepKind, StepPlan,
    last_within, refused, unlike,
};

/// A Kubernetes quantity.
#[derive(Debug)]
pub(crate) struct Quantity {
    text: Side,
    unit: &'static str,
}

impl Quantity {
    pub(super) fn compile(text: Side, unit: &'static str, of: &Origin) -> Compiled<Self> {
        of.expect_reversible([(text, "a text"), (text.other(), "a number")])?;
        Ok(Self { text, unit })
    }
}

impl StepKind for Quantity {
    /// A quantity from a number of units, or the units of a quantity; what is less than one unit is cut off, and kept.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        let unit = self.unit;
        let Some(worth) = quantity::unit(unit) else {
            return refused(format!("{unit:?} is no suffix of a quantity"));
        };
        if self.text == pass.way.to() {
            let Some(count) = input.as_i64() else {
                return unlike();
            };
            return Ok(Some(Json::string(&format!("{count}{unit}"))));
        }
        let text = match input.kind() {
            Kind::String => input.as_str().unwrap_or_default().into_owned(),
            Kind::Number => input.text(),
            _ => return unlike(),
        };
        let count = quantity::parse(&text).and_then(|nanos| i64::try_from(nanos / worth).ok());
        match count {
            Some(count) => Ok(Some(last_within(Json::display(count), pass))),
            None => refused(format!(
                "{text:?} is no quantity such as \"512Mi\" or \"0.5\""
            )),
        }
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        ("quantity", format!("\"{}\"", self.unit))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        let unit = self.unit;
        let is_read = self.text == way.from();
        is_read.then(|| format!("how it is written, and what is less than 1{unit}"))
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        let what = "a text that is no quantity, or one beyond 64 bits";
        (self.text == way.from()).then(|| what.to_owned())
    }

    fn known(&self, direction: Direction, _: &Value) -> Option<Value> {
        let is_text = self.text == direction.to();
        Some(json!({"type": if is_text { "string" } else { "integer" }}))
    }
}
