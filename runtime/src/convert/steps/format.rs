//! One string ↔ several values, by a format.

use super::{Result, Values, coerced, refused, unlike};
use crate::convert::{
    json::Json,
    plan::{Direction, Place, StepPlan},
};

/// How the text is put together.
#[derive(Clone, Copy)]
pub(super) struct Format<'f> {
    /// One more than there are parts.
    pub(super) literals: &'f [&'f str],
    /// The places of the parts, in the order of the text.
    pub(super) parts: &'f [usize],
    /// Places of which nothing is written as no text.
    pub(super) empty: &'f [usize],
}

impl Format<'_> {
    /// The values in a text. All of them must be there, but for those that are written as no text.
    pub(super) fn join<'a>(self, inputs: &[Option<Json<'a>>]) -> Option<Json<'a>> {
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
    pub(super) fn split<'a>(
        self,
        input: Option<&Json<'a>>,
        step: &StepPlan,
        direction: Direction,
    ) -> Result<Values<'a>> {
        let Format {
            literals,
            parts,
            empty,
        } = self;
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
            let names: Vec<&str> = parts
                .iter()
                .filter_map(|part| places.get(*part).map(Place::name))
                .collect();
            refused(format!(
                "{source} could not be parsed into a separate {}: {text:?}",
                names.join(" and ")
            ))
        };
        let (Some(first), Some(rest)) = (literals.first(), literals.get(1..)) else {
            return wrong();
        };
        let Some(mut text) = text.strip_prefix(first) else {
            return wrong();
        };
        // From the end: what is left over is the first part's.
        let mut values = vec![None; places.len()];
        for (literal, part) in rest.iter().zip(parts).rev() {
            // The text between the literal before this part and the one after it.
            let Some(before) = text.strip_suffix(literal) else {
                return wrong();
            };
            let position = parts.iter().position(|other| other == part).unwrap_or(0);
            let begin = if position == 0 {
                0
            } else {
                let separator = literals.get(position).copied().unwrap_or_default();
                match before.rfind(separator) {
                    Some(at) if !separator.is_empty() => at + separator.len(),
                    _ => return wrong(),
                }
            };
            let value = &before[begin..];
            let place = places.get(*part);
            let is_nothing = value.is_empty()
                && empty.contains(part)
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
}
