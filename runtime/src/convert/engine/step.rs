//! Steps of several places, or of a shape of their own.

use super::{Mode, Result, restore::restore};
use crate::convert::{
    json::{Json, look, same_option},
    kept::Kept,
    memoryless::{self, Values, is_seen},
    plan::{HowPlan, Place, StepPlan},
};

/// Runs a step. Returns the outputs, and what is to be kept of the inputs. `is_within`: the objects are there that the inputs
/// are in, so that the way back fills them.
pub(super) fn run_step<'a>(
    step: &'a StepPlan,
    inputs: &[Option<Json<'a>>],
    kept: &[Option<&Kept>],
    is_within: bool,
    mode: Mode,
) -> Result<(Values<'a>, Vec<Option<Kept>>)> {
    let is_kept = kept.iter().any(Option::is_some);
    let outputs = match forward(step, inputs, mode) {
        Ok(outputs) if !is_kept => outputs,
        Ok(outputs) => restore(step, inputs, &outputs, kept, true, mode).unwrap_or(outputs),
        Err(error) if !is_kept => return Err(error),
        // What these values were made of may be known though they have no counterpart by themselves.
        Err(error) => {
            let places = step.places.of(mode.direction.to());
            let nothing = vec![None; places.len()];
            let restored = restore(step, inputs, &nothing, kept, true, mode);
            // That nothing comes of nothing is no answer where something must stand, or does by itself: it would go for an edit.
            let is_there = |place: &Place| {
                let is_wanted = place.is_required || place.has_default && mode.complete;
                is_wanted && is_seen(place, mode.alone())
            };
            let is_whole = |values: &Values| {
                let mut values = places.iter().zip(values);
                values.all(|(place, value)| value.is_some() || !is_there(place))
            };
            restored.filter(is_whole).ok_or(error)?
        }
    };
    let mut lost = Vec::new();
    if mode.keeping && !inputs.is_empty() {
        // What comes back is looked at only.
        let there: Vec<_> = outputs
            .iter()
            .map(|output| output.as_ref().map(Json::borrowed))
            .collect();
        let way = Mode {
            deep: is_within,
            ..mode.back()
        };
        let back = forward(step, &there, way).ok();
        let any_order = matches!(&step.how, HowPlan::Counted(plan) if plan.any_order);
        let differs = |index: usize, input: &Option<Json>| {
            let back = back.as_ref().and_then(|back| back.get(index));
            !back.is_some_and(|back| {
                same_option(back.as_ref(), input.as_ref())
                    || any_order && same_in_any_order(back.as_ref(), input.as_ref())
            })
        };
        let any = inputs
            .iter()
            .enumerate()
            .any(|(i, input)| differs(i, input));
        // The values of one step belong together, but for those that nothing on the other side is made of.
        let each = matches!(step.how, HowPlan::Only(_));
        lost = inputs
            .iter()
            .enumerate()
            .map(|(index, input)| {
                let wanted = if each { differs(index, input) } else { any };
                wanted.then(|| Kept::of(input.as_ref()))
            })
            .collect();
    }
    Ok((outputs, lost))
}

/// Whether two lists have the same items, in whatever order.
fn same_in_any_order(a: Option<&Json>, b: Option<&Json>) -> bool {
    let looks = |list: Option<&Json>| {
        let items = list?.clone().into_items().ok()?;
        let mut looks: Vec<String> = items.iter().map(|item| look(item).0).collect();
        looks.sort_unstable();
        Some(looks)
    };
    match (looks(a), looks(b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// What the outputs are, by the live values alone.
pub(super) fn forward<'a>(
    step: &'a StepPlan,
    inputs: &[Option<Json<'a>>],
    mode: Mode,
) -> Result<Values<'a>> {
    memoryless::forward(step, inputs, mode.alone())
}
