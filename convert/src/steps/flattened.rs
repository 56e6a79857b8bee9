//! An enum whose members stand among those of the object around it.

use std::borrow::Cow;

use super::{
    Both, Json, Node, One, Pass, Place, Result, Side, StepKind, StepPlan, Values, first, get,
    nested, seen, unlike,
};

/// On one side or on both.
#[derive(Debug)]
pub(crate) struct Flattened {
    pub(crate) flat: Both<bool>,
    pub(crate) node: Node,
}

impl Flattened {
    /// The value of the enum on one side: its members together, or itself.
    fn together<'a>(
        &self,
        side: Side,
        places: &'a [Place],
        values: &[Option<Json<'a>>],
    ) -> Option<Json<'a>> {
        if !self.flat.of(side) {
            return first(values).cloned();
        }
        let members = places
            .iter()
            .zip(values)
            .filter_map(|(place, value)| Some((Cow::Borrowed(place.name()), value.clone()?)));
        Some(Json::Object(members.collect()))
    }
}

impl StepKind for Flattened {
    fn node(&self) -> Option<&Node> {
        Some(&self.node)
    }

    fn some<'a>(&'a self, inputs: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        let (from, to) = (pass.way.from(), pass.way.to());
        let input = match self.together(from, pass.way.step.places.of(from), inputs) {
            Some(input) if !input.is_null() => input,
            _ => return Ok(Vec::new()),
        };
        let output = nested(&self.node, &input, pass.mode)?;
        if !self.flat.of(to) {
            return Ok(vec![Some(output)]);
        }
        // A variant without content is a text by itself, and a member without value among others.
        let members = match output.as_str() {
            Some(name) => vec![(Cow::Owned(name.into_owned()), Json::NULL)],
            None => match output.into_members() {
                Ok(members) => members,
                Err(_) => return unlike(),
            },
        };
        let places = pass.way.step.places.of(to).iter();
        Ok(places
            .map(|place| get(&members, place.name()).cloned())
            .collect())
    }

    fn flat(&self) -> Option<Both<bool>> {
        Some(self.flat)
    }

    /// Of each variant there is a row, which says what is lost.
    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        ("flattened", "variant by variant".to_owned())
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, step: &'j StepPlan) -> Json<'j> {
        let value = self.together(side, step.places.of(side), &values);
        seen::one(value, |value| seen::of_node(&self.node, side, value))
    }
}
