//! What each kind of step makes of its inputs, on JSON.

mod calls;
mod coerced;
mod counted;
mod delimited;
mod duration;
mod factor;
mod flattened;
mod format;
mod keyed;
mod maps;
mod quantity;
mod values;
mod wrap;

use super::{
    ConversionError,
    json::Json,
    memoryless::{self, Mode},
    plan::{HowPlan, Node, Place, StepPlan},
};
use crate::table::{Side, Unmapped};
use format::Format;

pub(crate) use counted::MAX_REPEATS;
pub(crate) use flattened::together;
pub(crate) use values::run as table_value;

/// One value a place, or none.
type Values<'a> = Vec<Option<Json<'a>>>;
type Result<T> = std::result::Result<T, Stop>;

/// Why a step yields no values.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The input is not complete, or is no value of the type.
    Partial,
    /// A value has no counterpart; the path begins within the step's first place.
    Refused(ConversionError),
}

impl Stop {
    /// The same, seen from what the value is a part of.
    fn seen_from(self, outer: impl FnOnce(ConversionError) -> ConversionError) -> Self {
        match self {
            Self::Partial => self,
            Self::Refused(error) => Self::Refused(outer(error)),
        }
    }
}

impl From<Unmapped> for Stop {
    fn from(unmapped: Unmapped) -> Self {
        match unmapped {
            Unmapped::Partial(_) => Self::Partial,
            Unmapped::Refused(reason) => Self::Refused(ConversionError::new(reason)),
        }
    }
}

/// Runs a step one way.
pub(crate) fn run<'a>(
    step: &'a StepPlan,
    inputs: &[Option<Json<'a>>],
    mode: Mode,
) -> Result<Values<'a>> {
    let direction = mode.direction;
    let to = direction.to();
    let nothing = inputs.iter().all(Option::is_none);
    let place = step.places.of(to).first();
    let stands_in = step.or.of(to).is_some();
    match &step.how {
        HowPlan::Only(run) => return only(run.as_ref(), step, mode),
        HowPlan::Values(pairs) => {
            // Absence may be a value, but in a part of an object it says nothing.
            if nothing && !mode.complete {
                return Ok(Vec::new());
            }
            let output = values::run(pairs, first(inputs), direction);
            return match output {
                Some(other) if !place.is_none_or(|place| place.is_of_type(&other)) => {
                    refused(format!("{} has no row in the table", other.text()))
                }
                output => Ok(one(output)),
            };
        }
        HowPlan::Calls(calls) => {
            if nothing && !mode.complete {
                return Ok(Vec::new());
            }
            return calls::run(calls, step, inputs, mode);
        }
        _ => {}
    }
    if nothing {
        return Ok(one(
            empty(&step.how, to).and_then(|empty| holding_nothing(empty, step, mode))
        ));
    }
    match &step.how {
        HowPlan::Format {
            text,
            literals,
            parts,
            empty,
        } => {
            let format = Format {
                literals,
                parts,
                empty,
            };
            if *text == to {
                Ok(one(format.join(inputs)))
            } else {
                format.split(first(inputs), step, direction)
            }
        }
        HowPlan::Flattened { flat, node } => flattened::run(*flat, node, step, inputs, mode),
        HowPlan::Gathered { map, keys, nulls } => {
            if *map == to {
                let map = maps::gather(keys, inputs, *nulls);
                Ok(one(map.or_else(|| {
                    holding_nothing(empty(&step.how, to)?, step, mode)
                })))
            } else {
                maps::scatter(keys, first(inputs))
            }
        }
        how => {
            let Some(input) = first(inputs) else {
                return Ok(Vec::new());
            };
            // Null stands for itself wherever a value may, and is absence where it may not.
            if input.is_null() {
                if place.is_none_or(|place| place.nullable) {
                    return Ok(vec![Some(input.clone())]);
                }
                return Ok(one(
                    empty(&step.how, to).and_then(|empty| holding_nothing(empty, step, mode))
                ));
            }
            let output = match how {
                HowPlan::Nest(node) => Some(nested(node, input, mode)?),
                HowPlan::WrapList { list, node } => wrap::list(*list == to, node, input, mode)?,
                HowPlan::WrapObject {
                    object,
                    member,
                    absent,
                    node,
                } => {
                    let is_wanted = |_: &&_| step.places.of(to).first().is_some_and(Place::wants);
                    let absent = absent.as_ref().filter(is_wanted);
                    wrap::object(*object == to, member, absent, node, input, mode)?
                }
                HowPlan::Counted(plan) => Some(counted::run(plan, plan.counts == to, input, mode)?),
                HowPlan::Delimited { text, by } => Some(delimited::run(by, *text == to, input)?),
                HowPlan::Keyed {
                    map,
                    key,
                    value: Some(value),
                    absent,
                    node,
                } => Some(keyed::values(
                    (key, value),
                    absent.as_ref(),
                    node,
                    *map == to,
                    input,
                    mode,
                )?),
                HowPlan::Keyed { map, key, node, .. } => {
                    Some(keyed::run(key, node, *map == to, input, mode)?)
                }
                HowPlan::Keys { pairs, node } => Some(maps::rename(pairs, node, input, mode)?),
                HowPlan::Coerced => {
                    let ty = place.map_or("", |place| place.type_name.as_str());
                    let output = coerced::run(ty, input)?;
                    if !place.is_none_or(|place| place.is_of_type(&output)) {
                        return refused(format!("{} is too large or too small", output.text()));
                    }
                    Some(output)
                }
                HowPlan::Factor {
                    numerator,
                    denominator,
                } => {
                    let output = factor::run(*numerator, *denominator, input, direction)?;
                    Some(last_within(output, stands_in, place))
                }
                HowPlan::Duration { text, unit } => {
                    let output = duration::run(*unit, *text == to, input)?;
                    Some(last_within(output, stands_in, place))
                }
                HowPlan::Quantity { text, unit } => {
                    let output = quantity::run(unit, *text == to, input)?;
                    Some(last_within(output, stands_in, place))
                }
                HowPlan::Only(_)
                | HowPlan::Values(_)
                | HowPlan::Calls(_)
                | HowPlan::Format { .. }
                | HowPlan::Flattened { .. }
                | HowPlan::Gathered { .. } => None,
            };
            Ok(one(output))
        }
    }
}

/// A number, or the last within the type of its place, unless something stands in: whoever wrote it keeps nobody from
/// reading the object.
fn last_within<'a>(output: Json<'a>, stands_in: bool, place: Option<&Place>) -> Json<'a> {
    let range = place.and_then(|place| place.integer);
    match (range, output.as_i64().map(i128::from)) {
        (Some(range), Some(number)) if !(range.min..=range.max).contains(&number) && !stands_in => {
            Json::display(number.clamp(range.min, range.max))
        }
        _ => output,
    }
}

fn first<'i, 'a>(inputs: &'i [Option<Json<'a>>]) -> Option<&'i Json<'a>> {
    inputs.first().and_then(Option::as_ref)
}

fn one(output: Option<Json<'_>>) -> Values<'_> {
    vec![output]
}

/// What a side has of no values, where it may have several.
pub(crate) fn empty<'a>(how: &HowPlan, side: Side) -> Option<Json<'a>> {
    let (list, object) = (Json::Array(Vec::new()), Json::Object(Vec::new()));
    match how {
        HowPlan::WrapList { list: of, .. } if *of == side => Some(list),
        HowPlan::Counted(_) => Some(list),
        HowPlan::Delimited { text, .. } if *text != side => Some(list),
        HowPlan::Delimited { .. } => Some(Json::string("")),
        HowPlan::Keyed { map, .. } if *map != side => Some(list),
        HowPlan::Gathered { map, .. } | HowPlan::Keyed { map, .. } if *map == side => Some(object),
        HowPlan::WrapObject { object: of, .. } if *of == side => Some(object),
        HowPlan::Keys { .. } => Some(object),
        _ => None,
    }
}

/// The list, map or text of no values: an empty one where one must stand and nothing else stands in.
fn holding_nothing<'a>(empty: Json<'a>, step: &StepPlan, mode: Mode) -> Option<Json<'a>> {
    let to = mode.direction.to();
    let place = step.places.of(to).first()?;
    let is_wanted = mode.complete && place.is_required && step.or.of(to).is_none();
    (is_wanted && place.takes(&empty)).then_some(empty)
}

/// What a side has when nothing was kept.
fn only<'a>(run: Option<&crate::table::Run>, step: &StepPlan, mode: Mode) -> Result<Values<'a>> {
    let places = step.places.of(mode.direction.to());
    match run {
        Some(run) if mode.complete && !places.is_empty() => match (run.0)() {
            Ok(serde_json::Value::Array(values)) => match (&*values, &**places) {
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

/// What a value writes in a member of the object that it is flattened into.
fn member<'a>(value: &serde_json::Value, name: &str) -> Option<Json<'a>> {
    match value {
        serde_json::Value::String(variant) => (variant == name).then_some(Json::NULL),
        value => value.get(name).map(Json::of_value),
    }
}

/// A nested value, of which nothing is kept apart.
fn nested<'a>(node: &'a Node, json: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    if matches!(node, Node::Copy) {
        return Ok(json.clone());
    }
    let mode = mode.strict();
    if matches!(node, Node::Value(_) | Node::Calls(_)) {
        let output = memoryless::whole(node, json, mode).map_err(Stop::Refused)?;
        return output.ok_or(Stop::Partial);
    }
    if memoryless::is_part(node, json, mode.direction) {
        return Err(Stop::Partial);
    }
    memoryless::value(node, json.clone(), mode).map_err(Stop::Refused)
}

/// A value that is not of the kind that its schema says.
const fn unlike<T>() -> Result<T> {
    Err(Stop::Partial)
}

fn refused<T>(reason: impl Into<String>) -> Result<T> {
    Err(Stop::Refused(ConversionError::new(reason)))
}
