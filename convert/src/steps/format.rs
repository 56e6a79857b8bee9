//! One string ↔ several values, by a format.

use std::borrow::Cow;

use serde_json::{Value, json};
use wheelwright_grammar::parts;

use super::{
    Direction, Json, One, OneWay, Pass, Place, Result, Side, StepKind, StepPlan, Values, coerced,
    first, refused, unlike,
};

/// A text of several values.
#[derive(Debug)]
pub(crate) struct Format {
    pub(super) text: Side,
    /// One more than there are parts.
    pub(super) literals: &'static [&'static str],
    /// The places of the parts, in the order of the text.
    pub(super) parts: &'static [usize],
    /// Places of which nothing is written as no text.
    pub(super) empty: &'static [usize],
}

impl Format {
    /// The values in a text. All of them must be there, but for those that are written as no text.
    fn join<'a>(&self, inputs: &[Option<Json<'a>>]) -> Option<Json<'a>> {
        let spelled = self.parts.iter().map(|part| {
            let input = inputs.get(*part)?.as_ref().filter(|input| !input.is_null());
            if input.is_none() && self.empty.contains(part) {
                return Some(Cow::Borrowed(""));
            }
            let value = input?;
            Some(
                value
                    .as_str()
                    .unwrap_or_else(|| Cow::Owned(coerced::text_of(value))),
            )
        });
        let spelled: Option<Vec<Cow<'_, str>>> = spelled.collect();
        Some(Json::string(&parts::join(self.literals, spelled?)))
    }

    /// The text taken apart; the words of the error are those of the Kubernetes documentation.
    fn split<'a>(
        &self,
        input: Option<&Json<'a>>,
        step: &StepPlan,
        direction: Direction,
    ) -> Result<Values<'a>> {
        let Some(input) = input.filter(|input| !input.is_null()) else {
            return Ok(Vec::new());
        };
        let Some(text) = input.as_str() else {
            return unlike();
        };
        let places = step.places.of(direction.to());
        let source = step.places.of(direction.from()).first();
        let source = source.map_or("", Place::name);
        let wrong = || {
            let names: Vec<&str> = self
                .parts
                .iter()
                .filter_map(|part| places.get(*part).map(Place::name))
                .collect();
            refused(format!(
                "{source} could not be parsed into a separate {}: {text:?}",
                names.join(" and ")
            ))
        };
        let Some(parts) = parts::split(self.literals, &text) else {
            return wrong();
        };
        let mut values = vec![None; places.len()];
        for (part, value) in self.parts.iter().zip(parts) {
            let place = places.get(*part);
            let may_lack = place.is_some_and(|place| !place.is_required);
            if value.is_empty() && self.empty.contains(part) && may_lack {
                continue;
            }
            let ty = place.map_or("", |place| place.type_name.as_str());
            let Ok(value) = coerced::of_text(ty, value) else {
                return wrong();
            };
            if let Some(slot) = values.get_mut(*part) {
                *slot = Some(value);
            }
        }
        Ok(values)
    }

    /// As it was written, with the names that the fields have on the wire.
    fn written_as(&self, step: &StepPlan) -> String {
        let places = step.places.of(self.text.other());
        let mut out = String::new();
        for (index, literal) in self.literals.iter().enumerate() {
            out.push_str(literal);
            if let Some(part) = self.parts.get(index)
                && let Some(place) = places.get(*part)
            {
                let mark = if self.empty.contains(part) { "?" } else { "" };
                out.push_str(&format!("{{{}{mark}}}", place.name()));
            }
        }
        out
    }
}

impl StepKind for Format {
    fn some<'a>(&'a self, inputs: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        if self.text == pass.way.to() {
            Ok(vec![self.join(inputs)])
        } else {
            self.split(first(inputs), pass.way.step, pass.way.direction)
        }
    }

    fn words(&self, step: &StepPlan) -> (&'static str, String) {
        ("format", format!("\"{}\"", self.written_as(step)))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        if self.text == way.to() {
            return Some("values that the text does not give back".to_owned());
        }
        let mut targets = way.step.places.of(way.to()).iter();
        let has_number =
            targets.any(|place| matches!(place.type_name.as_str(), "integer" | "number"));
        has_number.then(|| "how a number is written".to_owned())
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        let is_read = self.text == way.from();
        is_read.then(|| format!("a text that is no {:?}", self.written_as(way.step)))
    }

    fn known(&self, direction: Direction, _: &Value) -> Option<Value> {
        (self.text == direction.to()).then(|| json!({"type": "string"}))
    }
}
