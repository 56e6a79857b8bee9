//! One string ↔ several values, by a format.

use serde_json::{Value, json};

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
        let mut text = String::with_capacity(64);
        for (index, literal) in self.literals.iter().enumerate() {
            text.push_str(literal);
            let Some(part) = self.parts.get(index) else {
                break;
            };
            match inputs.get(*part)?.as_ref().filter(|input| !input.is_null()) {
                None if self.empty.contains(part) => {}
                input => {
                    let value = input?;
                    match value.as_str() {
                        Some(value) => text.push_str(&value),
                        None => text.push_str(&coerced::text_of(value)),
                    }
                }
            }
        }
        Some(Json::string(&text))
    }

    /// The text taken apart: each part ends where the literal after it is found last, so that `{host}:{port}` takes hosts
    /// with colons; the words of the error are those of the Kubernetes documentation.
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
        let (Some(first), Some(rest)) = (self.literals.first(), self.literals.get(1..)) else {
            return wrong();
        };
        let Some(mut text) = text.strip_prefix(first) else {
            return wrong();
        };
        // From the end: what is left over is the first part's.
        let mut values = vec![None; places.len()];
        for (literal, part) in rest.iter().zip(self.parts).rev() {
            // The text between the literal before this part and the one after it.
            let Some(before) = text.strip_suffix(literal) else {
                return wrong();
            };
            let position = self
                .parts
                .iter()
                .position(|other| other == part)
                .unwrap_or(0);
            let begin = if position == 0 {
                0
            } else {
                let separator = self.literals.get(position).copied().unwrap_or_default();
                match before.rfind(separator) {
                    Some(at) if !separator.is_empty() => at + separator.len(),
                    _ => return wrong(),
                }
            };
            let value = &before[begin..];
            let place = places.get(*part);
            let is_nothing = value.is_empty()
                && self.empty.contains(part)
                && place.is_some_and(|place| !place.is_required);
            if !is_nothing {
                let ty = place.map_or("", |place| place.type_name.as_str());
                let Ok(value) = coerced::of_text(ty, value) else {
                    return wrong();
                };
                if let Some(slot) = values.get_mut(*part) {
                    *slot = Some(value);
                }
            }
            text = &before[..begin];
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
