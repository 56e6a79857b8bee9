//! What was kept of the values of a step, where no edit contradicts it.

use super::{
    Mode,
    merge::{has_no_less, merge_optional},
    merge_items::Lists,
    step::forward,
};
use crate::convert::{
    json::{Json, same_option},
    kept::Kept,
    memoryless::{Values, are_alike},
    plan::{HowPlan, Node, Place, StepPlan},
    steps,
};

/// The kept values if they map to the live ones; else, for functions of the author's, the live ones with what no edit
/// touched. Nothing if neither does. `is_final`: it is not only looked at what would come back.
pub(super) fn restore<'a>(
    step: &'a StepPlan,
    inputs: &[Option<Json<'a>>],
    outputs: &[Option<Json<'a>>],
    kept: &[Option<&Kept>],
    is_final: bool,
    mode: Mode,
) -> Option<Values<'a>> {
    let places: &[Place] = step.places.of(mode.direction.to());
    let alone = matches!(step.how, HowPlan::Only(_)) || inputs.is_empty();
    // That they map to the live values shows whose they are; values of which nothing is made must be whole by themselves.
    let takes = |place: &Place, value: &Json| {
        mode.admits(if alone && mode.complete {
            place.takes(value)
        } else {
            place.takes_part(value)
        })
    };
    let candidate: Values<'a> = outputs
        .iter()
        .zip(kept)
        .zip(places)
        .map(|((output, kept), place)| {
            let leaf = kept.and_then(Kept::leaf);
            match leaf {
                Some(Some(value)) if alone && !takes(place, value) => output.clone(),
                Some(value) => value.cloned(),
                None => output.clone(),
            }
        })
        .collect();
    let valid = |values: &Values<'a>| {
        values
            .iter()
            .zip(outputs)
            .zip(places)
            .all(|((value, output), place)| {
                same_option(value.as_ref(), output.as_ref())
                    || value.as_ref().is_none_or(|value| takes(place, value))
            })
    };
    let maps_to_live = |values: &Values<'a>| {
        mode.may_be_made(|way| {
            forward(step, values, way).is_ok_and(|back| {
                back.len() == inputs.len()
                    && back
                        .iter()
                        .zip(inputs)
                        .all(|(back, input)| same_option(back.as_ref(), input.as_ref()))
            })
        })
    };
    if !valid(&candidate) {
        return None;
    }
    if maps_to_live(&candidate) {
        return Some(candidate);
    }
    // Repeats come back in their order only as a whole.
    if matches!(step.how, HowPlan::Only(_) | HowPlan::Counted(_)) {
        return None;
    }
    let side = mode.direction.to();
    let one = |values: &[Option<Json<'a>>], flat: bool| steps::together(flat, places, values);
    let of_variants = match &step.how {
        HowPlan::Flattened {
            flat,
            node: Node::Variants(plan),
        } => Some((plan, *flat.of(side))),
        HowPlan::Nest(Node::Variants(plan)) => Some((plan, false)),
        _ => None,
    };
    if let Some((plan, flat)) = of_variants
        && let (Some(mine), Some(theirs)) = (one(&candidate, flat), one(outputs, flat))
        && !are_alike(plan, &mine, &theirs, side)
    {
        // What was kept is of another variant.
        return None;
    }
    let there = forward(step, &candidate, mode.back()).ok()?;
    let base = forward(step, &there, mode).ok()?;
    let stays_whole = |place: &Place, value: &Option<Json>, alone: &Option<Json>| {
        let takes = |value: &Option<Json>| value.as_ref().is_none_or(|value| place.takes(value));
        takes(value) || !takes(alone)
    };
    // Of an edit that the live values alone do not give back, it gives back no less, and what is kept of it comes back with it.
    let gives_no_less = |merged: &Values<'a>| {
        mode.may_be_made(|way| {
            let [alone, together] = [outputs, merged].map(|values| forward(step, values, way));
            let Ok((alone, together)) = alone.and_then(|alone| Ok((alone, together?))) else {
                return false;
            };
            let mut all = together.iter().zip(&alone).zip(inputs);
            all.all(|((value, than), of)| has_no_less(value.as_ref(), than.as_ref(), of.as_ref()))
                && (!is_final || gives_back(step, merged, &together, inputs, way))
        })
    };
    // That nothing stood there, or null, says nothing beside such an edit.
    let is_there = |value: &Option<Json>| value.as_ref().is_some_and(|value| !value.is_null());
    let has_all = |merged: &Values<'a>| {
        let mut pairs = merged.iter().zip(outputs);
        pairs.all(|(value, output)| is_there(value) || !is_there(output))
    };
    Lists::ALL.into_iter().find_map(|lists| {
        let merged = together(places, lists, [&base, &candidate, outputs]);
        let mut all = places.iter().zip(&merged).zip(outputs);
        let is_valid =
            valid(&merged) && all.all(|((place, value), alone)| stays_whole(place, value, alone));
        let holds =
            is_valid && (maps_to_live(&merged) || has_all(&merged) && gives_no_less(&merged));
        holds.then_some(merged)
    })
}

/// Values of places with what no edit touched: of what became of the kept ones, the kept ones, and what becomes of the live ones.
fn together<'a>(
    places: &[Place],
    lists: Lists,
    [base, mine, theirs]: [&[Option<Json<'a>>]; 3],
) -> Values<'a> {
    let one = |(place, ((base, mine), theirs)): (&Place, _)| {
        let all: [&Option<Json<'a>>; 3] = [base, mine, theirs];
        let all = all.map(Option::as_ref);
        let schema = || place.schema();
        merge_optional(schema, lists, all)
    };
    places
        .iter()
        .zip(base.iter().zip(mine).zip(theirs))
        .map(one)
        .collect()
}

/// Whether values come back of what they became, if they are kept.
fn gives_back<'a>(
    step: &'a StepPlan,
    became: &[Option<Json<'a>>],
    alone: &[Option<Json<'a>>],
    values: &[Option<Json<'a>>],
    mode: Mode,
) -> bool {
    let kept: Vec<_> = values
        .iter()
        .map(|value| Kept::of(value.as_ref()))
        .collect();
    let kept: Vec<_> = kept.iter().map(Some).collect();
    restore(step, became, alone, &kept, false, mode).is_some_and(|back| {
        let mut all = back.iter().zip(values);
        all.all(|(back, value)| same_option(back.as_ref(), value.as_ref()))
    })
}
