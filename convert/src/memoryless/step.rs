//! Steps of several places, or of a shape of their own.

use std::cell::LazyCell;

use super::{Mode, Result};
use crate::{
    ConversionError,
    json::{Json, same},
    plan::{Place, StepPlan},
    steps::Stop,
};

/// Why a step refuses absence.
pub(crate) const NOTHING: &str =
    "it is absent, or has nothing that becomes what the other version must have";

/// The values of a step's places.
pub(crate) type Values<'a> = Vec<Option<Json<'a>>>;

/// Inputs collected for the steps of one object.
pub(crate) struct Slots<'a>(Vec<Option<Values<'a>>>);

impl<'a> Slots<'a> {
    pub(crate) fn new(steps: usize) -> Self {
        Self(vec![None; steps])
    }

    pub(crate) fn set(&mut self, step: usize, place: usize, value: Json<'a>) {
        let Some(slot) = self.0.get_mut(step) else {
            return;
        };
        let values = slot.get_or_insert_default();
        if values.len() <= place {
            values.resize(place + 1, None);
        }
        values[place] = Some(value);
    }

    pub(crate) fn take(&mut self, step: usize, places: usize) -> Values<'a> {
        let mut values = self
            .0
            .get_mut(step)
            .and_then(Option::take)
            .unwrap_or_default();
        values.resize(places, None);
        values
    }
}

/// What the outputs of a step are. An error where it refuses its inputs and nothing stands in.
pub(crate) fn forward<'a>(
    step: &'a StepPlan,
    inputs: &[Option<Json<'a>>],
    mode: Mode,
) -> Result<Values<'a>> {
    let places = step.places.of(mode.direction.to());
    let mut fill = mode.complete;
    let copies = inputs.len().min(*step.mirrored.of(mode.direction.from()));
    let (own, copies) = inputs.split_at(inputs.len() - copies);
    let leaves_out = |(place, value): (&Place, &Option<Json>)| {
        let is_left_out = |value: &Json| {
            if step.how.is_of_rust() {
                place.leaves_out(value)
            } else {
                place.leaves_out_empty(value)
            }
        };
        value.as_ref().is_some_and(is_left_out)
    };
    // What serde leaves out of an object is there only where such a value came in.
    let sources = step.places.of(mode.direction.from());
    let leaves_any_out = mode.complete && !sources.iter().zip(own).any(leaves_out);
    let was_nothing = own.iter().all(Option::is_none);
    let implied = implied(step, own, mode);
    let own = implied.as_deref().unwrap_or(own);
    // What Rust makes may be of an enum, whose other variants' members have defaults.
    let mut is_made = implied.is_some() || step.how.is_of_rust();
    let mut outputs = match step.run(own, mode) {
        Ok(outputs) if is_refused(step, places, &outputs, mode) => {
            let error = ConversionError::new("the other version's schema refuses it");
            is_made = true;
            stand_in(step, mode, error)?
        }
        Ok(outputs) => outputs,
        Err(Stop::Partial) => {
            fill = false;
            Vec::new()
        }
        Err(Stop::Refused(error)) => {
            is_made = true;
            stand_in(step, mode, error)?
        }
    };
    let is_filled = is_made || step.how.makes_objects(mode.direction.to());
    if fill && is_filled {
        for (place, output) in places.iter().zip(&mut outputs) {
            let fill = |value| {
                if is_made {
                    place.defaulted(value)
                } else {
                    place.filled(value)
                }
            };
            *output = output.take().map(fill);
        }
    }
    let (mapped, mirrored) = places.split_at(places.len() - *step.mirrored.of(mode.direction.to()));
    outputs.resize(mapped.len(), None);
    let (read, copied) = sources.split_at(own.len().min(sources.len()));
    let copy_of = |place: &Place| {
        let mut sources = read.iter().zip(own);
        let source = sources.find(|(source, _)| source.path == place.path);
        source.and_then(|(_, input)| input.clone())
    };
    outputs.extend(mirrored.iter().map(copy_of));
    if own.iter().all(Option::is_none) {
        for (source, copy) in copied.iter().zip(copies) {
            let mut targets = mapped.iter().zip(&mut outputs);
            let target = targets.find(|(place, _)| place.path == source.path);
            if let Some((_, output)) = target {
                output.clone_from(copy);
            }
        }
    }
    let has_stand_in = step.or.of(mode.direction.to()).is_some();
    // No object need be made, then, of what comes back of nothing.
    let needs_none = |place: &Place| !has_stand_in && !is_seen(place, mode);
    let is_said = |place: &Place, value: &Json| {
        place.says_by_absence(value)
            || was_nothing && place.does_without(value)
            || needs_none(place) && comes_back_of_nothing(step, own, mode)
    };
    // Of these, what is absent says what the step made.
    let mut said = vec![false; places.len()];
    for ((place, output), said) in places.iter().zip(&mut outputs).zip(&mut said) {
        let is_left_out = leaves_any_out && leaves_out((place, output));
        let Some(value) = output else { continue };
        *said = is_left_out || implied.is_some() && is_said(place, value);
        if *said || place.drops(value) || place.is_label && !place.takes(value) {
            *output = None;
        }
    }
    if !fill {
        return Ok(outputs);
    }
    let asks = step.asks_for_values();
    let is_nothing = outputs.iter().all(Option::is_none);
    let is_missing = |((place, output), said): ((&Place, &Option<Json>), &bool)| {
        let is_wanted = if place.has_default && is_seen(place, mode) {
            has_stand_in && is_nothing
        } else if place.is_required {
            has_stand_in || asks && place.is_within_required
        } else if is_nothing && step.stands_in(mode.direction.to(), place) {
            is_seen(place, mode)
        } else {
            has_stand_in && place.is_required_among && mode.deep
        };
        is_wanted && output.is_none() && !said
    };
    let mut stand_ins = Vec::new();
    if places.iter().zip(&outputs).zip(&said).any(is_missing) {
        stand_ins = stand_in(step, mode, ConversionError::new(NOTHING))?;
    }
    // What stands in does so for all of the places: their defaults are of values that nobody gave.
    stand_ins.resize(places.len(), None);
    let outputs_of = places.iter().zip(&mut outputs).zip(said);
    for (((place, output), said), value) in outputs_of.zip(stand_ins) {
        if said || output.is_some() {
            continue;
        }
        let value = value.filter(|value| !place.drops(value) && !place.says_by_absence(value));
        *output = match value {
            Some(value) => Some(place.defaulted(value)),
            None if is_seen(place, mode) => place.default(),
            None => None,
        };
    }
    Ok(outputs)
}

/// Whether it is known that there is an object for the value to be in.
pub(crate) const fn is_seen(place: &Place, mode: Mode) -> bool {
    place.is_within_required || mode.deep
}

/// The inputs with what stands for those that are absent, where a value must be made of them, and is only of these.
fn implied<'a>(step: &'a StepPlan, inputs: &[Option<Json<'a>>], mode: Mode) -> Option<Values<'a>> {
    let places = step.places.of(mode.direction.to());
    // What stands in for absence would make the object around it.
    let stands_in = step.or.of(mode.direction.to()).is_some();
    let side = mode.direction.from();
    // So would absence, on the way back.
    let comes_back = || {
        let mut sources = step.places.of(side).iter();
        sources.any(|place| step.stands_in(side, place))
    };
    let is_asked = |place: &Place| place.wants() || mode.implies(step, place);
    // And what the step makes of nothing.
    let of_nothing = LazyCell::new(|| {
        let is_nothing = inputs.iter().all(Option::is_none);
        is_nothing.then(|| step.run(inputs, mode).ok()).flatten()
    });
    let makes = |place: usize| {
        let made = of_nothing.as_ref().and_then(|made| made.get(place));
        made.is_some_and(Option::is_some)
    };
    let may_stand = |place: &Place, nth: usize| {
        if place.is_required_among {
            mode.deep
        } else {
            stands_in || is_seen(place, mode) || comes_back() || makes(nth)
        }
    };
    let is_wanted = |place: &Place, nth: usize| is_asked(place) && may_stand(place, nth);
    let mut wanted = places.iter().zip(0..);
    let (to, _) = wanted.find(|(place, nth)| is_wanted(place, *nth))?;
    // Functions are given it anyway.
    if !mode.complete || step.how.is_of_rust() || inputs.iter().all(Option::is_some) {
        return None;
    }
    let sources = step.places.of(mode.direction.from()).iter();
    let values = inputs.iter().zip(sources);
    // Where there is no struct to read it of, what stands in does.
    let is_read = |from: &Place| !stands_in || mode.read(from).is_some();
    let implied = |from| mode.implied(from, to).filter(|_| is_read(from));
    let values = values.map(|(input, from)| input.clone().or_else(|| implied(from)));
    let values: Values<'a> = values.collect();
    // What is made up beside what somebody wrote must not have that refused.
    let is_taken = |values: &[Option<Json<'a>>]| {
        let outputs = step.run(values, mode).unwrap_or_default();
        let takes = |(place, output): (&Place, &Option<Json>)| {
            output.as_ref().is_some_and(|value| place.takes(value))
        };
        outputs.len() == places.len() && places.iter().zip(&outputs).all(takes)
    };
    if inputs.iter().any(Option::is_some) && !is_taken(&values) && is_taken(inputs) {
        return None;
    }
    (stands_in || step.run(&values, mode).is_ok()).then_some(values)
}

/// Whether what stands in for absence on the way back is what a step took.
fn comes_back_of_nothing(step: &StepPlan, own: &[Option<Json>], mode: Mode) -> bool {
    let side = mode.direction.from();
    let sources = step.places.of(side).iter().zip(own);
    let back = Mode {
        direction: mode.direction.reverse(),
        ..mode
    };
    let stands_in = stand_in(step, back, ConversionError::new(NOTHING));
    stands_in.is_ok_and(|values| {
        let mut sources = sources.zip(values);
        sources.all(|((place, own), value)| {
            let is_same = || {
                own.as_ref()
                    .zip(value.as_ref())
                    .is_some_and(|(a, b)| same(a, b))
            };
            step.stands_in(side, place) && is_same()
        })
    })
}

/// Whether there is a stand-in for what the schema of a place refuses.
fn is_refused(step: &StepPlan, places: &[Place], outputs: &[Option<Json>], mode: Mode) -> bool {
    if step.or.of(mode.direction.to()).is_none() {
        return false;
    }
    places.iter().zip(outputs).any(|(place, output)| {
        output.as_ref().is_some_and(|value| {
            let takes = if mode.complete {
                place.takes(value)
            } else {
                place.takes_part(value)
            };
            !takes && !place.drops(value)
        })
    })
}

fn stand_in<'a>(step: &StepPlan, mode: Mode, error: ConversionError) -> Result<Values<'a>> {
    let Some(run) = step.or.of(mode.direction.to()) else {
        let places = step.places.of(mode.direction.from());
        return Err(match places.first() {
            Some(place) => error.within(&place.path.join(".")),
            None => error,
        });
    };
    values_of(run.0().map_err(ConversionError::new)?)
}

/// The values in an array with one for each place.
fn values_of<'a>(array: serde_json::Value) -> Result<Values<'a>> {
    match array {
        serde_json::Value::Array(values) => Ok(values
            .iter()
            .map(|value| Some(Json::of_value(value)))
            .collect()),
        _ => Err(ConversionError::new("a stand-in is no list of values")),
    }
}
