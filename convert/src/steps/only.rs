//! Fields that only one side has.

use serde_json::Value;

use super::{
    Json, One, OneWay, Pass, Place, Result, Side, StepKind, StepPlan, Values, Written, refused,
};
use crate::{explain::short, table::Run};

/// One side only; the value of each side's places when nothing was kept.
#[derive(Debug)]
pub(crate) struct Only(pub(crate) Option<Run>);

impl StepKind for Only {
    fn is_of_rust(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, _: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        let places = pass.way.step.places.of(pass.way.to());
        match &self.0 {
            Some(run) if pass.mode.complete && !places.is_empty() => match (run.0)() {
                Ok(Value::Array(values)) => match (&*values, &**places) {
                    ([value], [place]) if place.is_among_others => {
                        Ok(vec![member(value, place.name())])
                    }
                    _ => Ok(values
                        .iter()
                        .map(|value| (!value.is_null()).then(|| Json::of_value(value)))
                        .collect()),
                },
                Ok(_) => refused("the value of a field is no list"),
                Err(error) => refused(error),
            },
            _ => Ok(vec![None; places.len()]),
        }
    }

    /// A value of its own goes nowhere: then nothing may be made of nothing on the way back.
    fn moves(&self, way: OneWay) -> bool {
        let mut sources = way.step.places.of(way.from()).iter();
        sources.all(|place| self.0.is_none() && place.may_lack_by_schema())
    }

    fn written<'s>(&self, step: &'s StepPlan, side: Side) -> Option<Written<'s>> {
        let values = self.0?.caught().ok()?;
        let mut pairs = step.places.of(side).iter().zip(values.as_array()?);
        let (place, value) = pairs.find(|(place, value)| !place.takes_written(value))?;
        let what = "the value of a field that only one version has is";
        Some((what, value.clone(), place))
    }

    fn words(&self, step: &StepPlan) -> (&'static str, String) {
        let value = self.0.and_then(|run| run.caught().ok());
        let mut places = step.places.spoke.iter().chain(&step.places.hub);
        let among = places.find(|place| place.is_among_others);
        let shown = |value: &Value| format!("= {}", short(&value.to_string()));
        let value = value.as_ref().and_then(|values| values.as_array());
        let detail = match value.map(Vec::as_slice) {
            Some([value]) if among.is_some() => {
                let value = value.get(among.map_or("", Place::name));
                value.map_or_else(String::new, shown)
            }
            Some([value]) if !value.is_null() => shown(value),
            _ => String::new(),
        };
        let is_removed = step.places.hub.is_empty();
        (if is_removed { "removed" } else { "added" }, detail)
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        way.source().map(|_| "all of it".to_owned())
    }
}

/// What a value writes in a member of the object that it is flattened into.
fn member<'a>(value: &Value, name: &str) -> Option<Json<'a>> {
    match value {
        Value::String(variant) => (variant == name).then_some(Json::NULL),
        value => value.get(name).map(Json::of_value),
    }
}
