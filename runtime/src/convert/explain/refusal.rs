//! Which values a step may refuse.

use serde_json::Value;

use super::loss::{integer, is_keyed_by, property};
use crate::{
    convert::{
        plan::{CountedPlan, Direction, HowPlan, Place, StepPlan},
        steps::MAX_REPEATS,
    },
    table::Calls,
};

/// Which values may be refused one way, of all that are valid.
pub(super) fn of(step: &StepPlan, direction: Direction) -> Option<String> {
    let refused = of_values(step, direction);
    if !step.lacks(direction) {
        return refused;
    }
    let absence = "absence, as a value must be there";
    Some(refused.map_or_else(
        || absence.to_owned(),
        |refused| format!("{refused}, and {absence}"),
    ))
}

fn of_values(step: &StepPlan, direction: Direction) -> Option<String> {
    let (from, to) = (direction.from(), direction.to());
    let source = step.places.of(from).first();
    let target = step.places.of(to).first();
    match &step.how {
        HowPlan::Counted(plan) if plan.counts == from => repeats(plan, source),
        HowPlan::Format { text, .. } if *text == from => {
            Some(format!("a text that is no {:?}", format_of(step)))
        }
        HowPlan::Delimited { text, by } if *text == to => {
            Some(format!("an item that contains {by:?}"))
        }
        HowPlan::Keyed { map, key, .. } if *map == to => {
            let list = source.and_then(Place::schema);
            (!is_keyed_by(list.as_ref(), key)).then(|| format!("two items of one `{key}`"))
        }
        HowPlan::Coerced => coerced(source, target),
        HowPlan::Duration { text, .. } if *text == from => {
            Some("a text that is no duration".to_owned())
        }
        HowPlan::Quantity { text, .. } if *text == from => {
            Some("a text that is no quantity, or one beyond 64 bits".to_owned())
        }
        HowPlan::Calls(calls) => of_calls(calls, direction),
        _ => None,
    }
}

/// Which values functions of the author's may refuse.
pub(super) fn of_calls(calls: &Calls, direction: Direction) -> Option<String> {
    let may_fail = match direction {
        Direction::Up => calls.up_may_fail,
        Direction::Down => calls.down_may_fail,
    };
    may_fail.then(|| "what the function refuses".to_owned())
}

fn repeats(plan: &CountedPlan, source: Option<&Place>) -> Option<String> {
    let list = source.and_then(Place::schema);
    let items = list.as_ref().and_then(|list| list.get("items"));
    let most = property(items, &plan.count)
        .and_then(|schema| schema.get("maximum"))
        .and_then(Value::as_i64);
    let total = most.and_then(|most| most.checked_mul(integer(source, "maxItems")?));
    total
        .is_none_or(|total| total > MAX_REPEATS)
        .then(|| format!("more than {MAX_REPEATS} repeats"))
}

fn coerced(source: Option<&Place>, target: Option<&Place>) -> Option<String> {
    let type_name = |place: Option<&Place>| place.map_or(String::new(), |p| p.type_name.clone());
    let (from, to) = (type_name(source), type_name(target));
    match (from.as_str(), to.as_str()) {
        ("string", "integer" | "number" | "boolean") => Some(format!("a text that is no {to}")),
        ("number", "integer") => Some("a number with a fraction".to_owned()),
        _ => None,
    }
}

/// A format as it was written, with the names that the fields have on the wire.
pub(super) fn format_of(step: &StepPlan) -> String {
    let HowPlan::Format {
        text,
        literals,
        parts,
        empty,
    } = &step.how
    else {
        return String::new();
    };
    let places = step.places.of(text.other());
    let mut out = String::new();
    for (index, literal) in literals.iter().enumerate() {
        out.push_str(literal);
        if let Some(part) = parts.get(index)
            && let Some(place) = places.get(*part)
        {
            let mark = if empty.contains(part) { "?" } else { "" };
            out.push_str(&format!("{{{}{mark}}}", place.name()));
        }
    }
    out
}
