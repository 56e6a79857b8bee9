use super::{Result, Values};
use crate::{
    convert::{
        json::Json,
        memoryless::{self, Mode},
        plan::{Direction, Place, StepPlan},
        watch,
    },
    table::Calls,
};

/// Functions of the author's. An absent input of a complete object is what serde reads where it is absent; `None` is null only
/// where a null came in, and what serde leaves out of a complete object is there only where such a value came in.
pub(super) fn run<'a>(
    calls: &Calls,
    step: &'a StepPlan,
    inputs: &[Option<Json<'a>>],
    mode: Mode,
) -> Result<Values<'a>> {
    let call = match mode.direction {
        Direction::Up => calls.up,
        Direction::Down => calls.down,
    };
    let has_null = inputs.iter().flatten().any(Json::is_null);
    let [places, targets] =
        [mode.direction.from(), mode.direction.to()].map(|side| step.places.of(side));
    let leaves_out = |(value, place): (&Option<Json>, &Place)| {
        value.as_ref().is_some_and(|value| place.leaves_out(value))
    };
    let has_left_out = inputs.iter().zip(places).any(leaves_out);
    let defaults: Vec<Option<Json>> = inputs
        .iter()
        .zip(places)
        .map(|(input, place)| match input {
            None if mode.complete => place.serde_default(),
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
    let outputs = memoryless::call(call, &inputs, || watch::name_of(step, mode.direction))?;
    let is_value = |value: &Json| has_null || !value.is_null();
    Ok(outputs
        .into_iter()
        .map(|output| output.filter(is_value))
        .zip(targets)
        .map(|(output, place)| {
            let is_left_out = mode.complete && !has_left_out && leaves_out((&output, place));
            output.filter(|_| !is_left_out)
        })
        .collect())
}
