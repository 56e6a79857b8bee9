//! Functions of the author's.

use super::{Json, One, OneWay, Pass, Result, StepKind, StepPlan, Values, memoryless};
use crate::{explain::BY_FUNCTION, table::Calls, watch};

impl StepKind for Calls {
    fn is_of_rust(&self) -> bool {
        true
    }

    /// An absent input of a complete object is what serde reads where it is absent; `None` is null only where a null came in.
    fn run<'a>(&'a self, inputs: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        if inputs.iter().all(Option::is_none) && !pass.mode.complete {
            return Ok(Vec::new());
        }
        let (step, mode) = (pass.way.step, pass.mode);
        let has_null = inputs.iter().flatten().any(Json::is_null);
        let places = step.places.of(mode.direction.from());
        let defaults: Vec<Option<Json>> = inputs
            .iter()
            .zip(places)
            .map(|(input, place)| match input {
                None if mode.complete => mode.read(place),
                _ => None,
            })
            .collect();
        let own: Vec<Option<Json>> = step.own().iter().map(|own| mode.called.get(*own)).collect();
        let inputs: Vec<Option<&Json>> = inputs
            .iter()
            .zip(&defaults)
            .map(|(input, default)| input.as_ref().or(default.as_ref()))
            .chain(own.iter().map(Option::as_ref))
            .collect();
        let name = || watch::name_of(step, mode.direction);
        let outputs = memoryless::call(self.of(mode.direction), &inputs, name)?;
        let is_value = |value: &Json| has_null || !value.is_null();
        Ok(outputs
            .into_iter()
            .map(|output| output.filter(is_value))
            .collect())
    }

    fn words(&self, step: &StepPlan) -> (&'static str, String) {
        let members = step.own().iter();
        let members = members.map(|own| format!("metadata.{}", own.member()));
        let key = if step.is_own() {
            "from"
        } else if step.own().is_empty() && (self.up_may_fail || self.down_may_fail) {
            "try_with"
        } else {
            "with"
        };
        (key, members.collect::<Vec<_>>().join(" and "))
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        way.source()?;
        let is_own = way.target().is_none();
        let lost = if is_own {
            "what is not the object's own"
        } else {
            BY_FUNCTION
        };
        Some(lost.to_owned())
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        self.refused_by(way.direction)
    }
}
