//! Go durations such as `1h5m0.3s` ↔ whole units.

use serde_json::{Value, json};
use wheelwright_grammar::duration::{parse, print};

use super::{
    Compiled, Direction, Json, One, OneWay, Origin, Pass, Result, Side, StepKind, StepPlan,
    last_within, refused, schema::outside, unlike,
};

/// A Go duration.
#[derive(Debug)]
pub(crate) struct Duration {
    text: Side,
    unit: i64,
}

impl Duration {
    pub(super) fn compile(text: Side, unit: i64, of: &Origin) -> Compiled<Self> {
        of.expect_reversible([(text, "a text"), (text.other(), "a number")])?;
        Ok(Self { text, unit })
    }

    /// The unit, as durations have it.
    fn unit_name(&self) -> String {
        match self.unit {
            1 => "ns".to_owned(),
            1_000 => "us".to_owned(),
            1_000_000 => "ms".to_owned(),
            1_000_000_000 => "s".to_owned(),
            60_000_000_000 => "m".to_owned(),
            3_600_000_000_000 => "h".to_owned(),
            other => format!(" × {other}ns"),
        }
    }
}

impl StepKind for Duration {
    /// A text from a number of units, or the units of a text; what is less than one unit is cut off, and kept. So is a number
    /// beyond the longest duration, which becomes that: whoever wrote it keeps nobody from reading the object.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        if self.text == pass.way.to() {
            let Some(count) = input.as_i64() else {
                return unlike();
            };
            let text = print(count.saturating_mul(self.unit));
            return Ok(Some(Json::string(&text)));
        }
        let Some(text) = input.as_str() else {
            return unlike();
        };
        match parse(&text) {
            Some(nanoseconds) => {
                let count = Json::display(nanoseconds / self.unit);
                Ok(Some(last_within(count, pass)))
            }
            None => refused(format!(
                "{text:?} is no duration such as \"1h5m\" or \"300ms\""
            )),
        }
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        ("duration", format!("\"{}\"", self.unit_name()))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        if self.text == way.from() {
            let unit = self.unit_name();
            return Some(format!("how it is written, and what is less than 1{unit}"));
        }
        outside(way.source(), |bound| bound.checked_mul(self.unit).is_some())
            .then(|| "what is more than a duration can hold".to_owned())
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        (self.text == way.from()).then(|| "a text that is no duration".to_owned())
    }

    fn known(&self, direction: Direction, _: &Value) -> Option<Value> {
        let is_text = self.text == direction.to();
        Some(json!({"type": if is_text { "string" } else { "integer" }}))
    }
}
