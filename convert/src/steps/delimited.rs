//! A list ↔ a string with delimiters.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{
    Compiled, ConversionError, Direction, Json, LIST, One, OneWay, Origin, Pass, Result, Side,
    StepKind, StepPlan, Stop, unlike,
};

/// A text of a list.
#[derive(Debug)]
pub(crate) struct Delimited {
    text: Side,
    by: &'static str,
}

impl Delimited {
    pub(super) fn compile(text: Side, by: &'static str, of: &Origin) -> Compiled<Self> {
        of.expect_reversible([(text, "a text"), (text.other(), "a list")])?;
        Ok(Self { text, by })
    }
}

impl StepKind for Delimited {
    /// An empty string is an empty list. An item with the delimiter in it cannot be told from two.
    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        if self.text != pass.way.to() {
            let Some(text) = input.as_str() else {
                return unlike();
            };
            let items = (!text.is_empty()).then(|| text.split(self.by).map(Json::string));
            return Ok(Some(Json::Array(items.into_iter().flatten().collect())));
        }
        let Ok(items) = input.clone().into_items() else {
            return unlike();
        };
        let mut text = String::new();
        for (index, item) in items.iter().enumerate() {
            let value = item.as_str().map_or_else(|| item.text(), Cow::into_owned);
            if value.contains(self.by) {
                let error =
                    ConversionError::new(format!("{value:?} contains the delimiter {:?}", self.by));
                return Err(Stop::Refused(error.at(index)));
            }
            if index > 0 {
                text.push_str(self.by);
            }
            text.push_str(&value);
        }
        Ok(Some(Json::string(&text)))
    }

    fn empty(&self, side: Side) -> Option<Json<'static>> {
        let is_text = self.text == side;
        Some(if is_text { Json::string("") } else { LIST })
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        ("delimited", format!("{:?}", self.by))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        (self.text == way.to()).then(|| "a list of one empty string".to_owned())
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        (self.text == way.to()).then(|| format!("an item that contains {:?}", self.by))
    }

    fn known(&self, direction: Direction, _: &Value) -> Option<Value> {
        (self.text == direction.to()).then(|| json!({"type": "string"}))
    }
}
