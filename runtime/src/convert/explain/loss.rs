//! What a step may lose.

use serde_json::Value;

use crate::convert::{
    json::{Json, same_option},
    plan::{CountedPlan, Direction, HowPlan, Node, Place, StepPlan},
    steps,
};

pub(super) const BY_FUNCTION: &str = "what the functions do not give back";

/// What may be lost one way, nothing where the step is one to one for every object that is valid.
pub(super) fn of(step: &StepPlan, direction: Direction) -> Option<String> {
    let lost = of_values(step, direction);
    let source = step.places.of(direction.from());
    // What the other side has in a field stands here in a field and in the metadata.
    let own = source.len() - *step.mirrored.of(direction.from());
    let Some(place) = source.get(own) else {
        return lost;
    };
    let own = format!(
        "its own {}",
        if place.is_label {
            "label"
        } else {
            "annotation"
        }
    );
    Some(lost.map_or_else(|| own.clone(), |lost| format!("{lost}, and {own}")))
}

fn of_values(step: &StepPlan, direction: Direction) -> Option<String> {
    let (from, to) = (direction.from(), direction.to());
    let source = step.places.of(from).first();
    let target = step.places.of(to).first();
    let some = |text: &str| Some(text.to_owned());
    match &step.how {
        HowPlan::Only(_) => source.and_then(|_| some("all of it")),
        // Of functions for the whole value there is a row of its own.
        HowPlan::Nest(Node::Calls(_)) => None,
        // Of each variant there is one.
        HowPlan::Flattened { .. } => None,
        HowPlan::Nest(_) => nest(source?, target?, step.or.of(to).is_some()),
        HowPlan::WrapList { list, .. } => (*list == from).then(|| unwrapped_list(source))?,
        HowPlan::WrapObject { object, member, .. } => {
            (*object == from).then(|| unwrapped_object(source, member))?
        }
        HowPlan::Counted(plan) if plan.counts == from => repeated(plan, source),
        HowPlan::Counted(plan) => {
            (!plan.any_order).then(|| "the order of repeats that do not stand together".to_owned())
        }
        HowPlan::Format { text, .. } if *text == to => {
            some("values that the text does not give back")
        }
        HowPlan::Format { .. } => {
            let targets = step.places.of(to);
            let numbers = targets
                .iter()
                .any(|place| matches!(place.type_name.as_str(), "integer" | "number"));
            numbers.then(|| "how a number is written".to_owned())
        }
        HowPlan::Delimited { text, .. } => {
            (*text == to).then(|| "a list of one empty string".to_owned())
        }
        HowPlan::Keyed { map, .. } => {
            (*map == to).then(|| "the order of the items, which is that of their keys".to_owned())
        }
        HowPlan::Gathered { map, .. } => {
            (*map == from).then(|| "other entries, and that the map is there but empty".to_owned())
        }
        HowPlan::Keys { .. } => some("which of a renamed key and the one that is called so it was"),
        HowPlan::Values(pairs) => values(pairs, source, direction),
        HowPlan::Coerced => {
            let is_text = |place: Option<&Place>| place.is_some_and(|p| p.type_name == "string");
            let reads = is_text(source) && !is_text(target);
            reads.then(|| "how it is written".to_owned())
        }
        HowPlan::Factor {
            numerator,
            denominator,
        } => {
            let (over, under) = match direction {
                Direction::Up => (*numerator, *denominator),
                Direction::Down => (*denominator, *numerator),
            };
            let mut lost = Vec::new();
            if over % under != 0 {
                lost.push("what the division leaves over");
            }
            let fits = |bound: i64| {
                let result = i128::from(bound) * i128::from(over) / i128::from(under);
                i64::try_from(result).is_ok()
            };
            if outside(source, fits) {
                lost.push("what is beyond 64 bits");
            }
            list(&lost)
        }
        HowPlan::Duration { text, unit } if *text == from => {
            let unit = unit_name(*unit);
            Some(format!("how it is written, and what is less than 1{unit}"))
        }
        HowPlan::Duration { unit, .. } => {
            outside(source, |bound| bound.checked_mul(*unit).is_some())
                .then(|| "what is more than a duration can hold".to_owned())
        }
        HowPlan::Quantity { text, unit } => {
            (*text == from).then(|| format!("how it is written, and what is less than 1{unit}"))
        }
        HowPlan::Calls(_) if source.is_none() => None,
        HowPlan::Calls(_) if target.is_none() => some("what is not the object's own"),
        HowPlan::Calls(_) => some(BY_FUNCTION),
    }
}

/// A value that is copied, or mapped within: its absence, null, or more than a label can be.
fn nest(from: &Place, to: &Place, has_stand_in: bool) -> Option<String> {
    let mut lost = Vec::new();
    if to.has_default && !from.has_default {
        lost.push("its absence, which becomes the default");
    } else if has_stand_in && to.is_required && !from.is_required {
        lost.push("its absence, which becomes the stand-in");
    } else if from.implied(to).is_some() {
        lost.push("its absence, which becomes what serde reads of it");
    }
    if from.nullable && !to.nullable {
        lost.push("null");
    }
    if to.is_label && !from.is_label {
        lost.push("what no label's value can be");
    }
    list(&lost)
}

/// Whether a number that the schema takes may not do.
fn outside(place: Option<&Place>, fits: impl Fn(i64) -> bool) -> bool {
    let bound = |keyword, unbounded| integer(place, keyword).unwrap_or(unbounded);
    !(fits(bound("minimum", i64::MIN)) && fits(bound("maximum", i64::MAX)))
}

fn unwrapped_list(source: Option<&Place>) -> Option<String> {
    let mut lost = Vec::new();
    if integer(source, "maxItems").is_none_or(|most| most > 1) {
        lost.push("all items but the first");
    }
    if integer(source, "minItems").is_none_or(|fewest| fewest < 1) {
        lost.push("an empty list");
    }
    list(&lost)
}

fn unwrapped_object(source: Option<&Place>, member: &str) -> Option<String> {
    let schema = source.and_then(Place::schema);
    let schema = schema.as_ref();
    let mut lost: Vec<&str> = others(schema, &[member]);
    if !is_required(schema, member) {
        lost.push("an object without it");
    }
    list(&lost)
}

fn repeated(plan: &CountedPlan, source: Option<&Place>) -> Option<String> {
    let list_schema = source.and_then(Place::schema);
    let list_schema = list_schema.as_ref();
    let items = list_schema.and_then(|schema| schema.get("items"));
    let count = property(items, &plan.count);
    let minimum = count
        .and_then(|schema| schema.get("minimum"))
        .and_then(Value::as_f64);
    let mut lost: Vec<&str> = Vec::new();
    if minimum.is_none_or(|minimum| minimum < 1.0) {
        lost.push("quantities below 1");
    }
    if plan.default.is_none() && !is_required(items, &plan.count) {
        lost.push("the absence of a quantity");
    }
    if !is_keyed_by(list_schema, &plan.item) {
        lost.push("two items of one name");
    }
    let others = others(items, &[&plan.item, &plan.count]);
    if !others.is_empty() {
        lost.push("other fields of the items");
    }
    list(&lost)
}

/// Which values of the table, or of the other side's, do not come back.
fn values(
    pairs: &[(Option<Value>, Option<Value>)],
    source: Option<&Place>,
    direction: Direction,
) -> Option<String> {
    let mut candidates: Vec<&Option<Value>> = Vec::new();
    for (spoke, hub) in pairs {
        for value in [spoke, hub] {
            let fits = value
                .as_ref()
                .is_none_or(|value| source.is_none_or(|place| place.takes(&Json::of_value(value))));
            if fits && !candidates.contains(&value) {
                candidates.push(value);
            }
        }
    }
    let lost: Vec<String> = candidates
        .into_iter()
        .filter(|value| {
            let json = value.as_ref().map(Json::of_value);
            let there = steps::table_value(pairs, json.as_ref(), direction);
            let back = steps::table_value(pairs, there.as_ref(), direction.reverse());
            !same_option(back.as_ref(), json.as_ref())
        })
        .map(|value| {
            value
                .as_ref()
                .map_or_else(|| "its absence".to_owned(), ToString::to_string)
        })
        .collect();
    let lost: Vec<&str> = lost.iter().map(String::as_str).collect();
    list(&lost)
}

fn list(texts: &[&str]) -> Option<String> {
    let (last, before) = texts.split_last()?;
    Some(if before.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} and {last}", before.join(", "))
    })
}

pub(super) fn integer(place: Option<&Place>, keyword: &str) -> Option<i64> {
    place?.schema()?.get(keyword)?.as_i64()
}

pub(super) fn property<'s>(schema: Option<&'s Value>, name: &str) -> Option<&'s Value> {
    schema?.get("properties")?.get(name)
}

/// Whether a list is a list-map by just this member.
pub(super) fn is_keyed_by(list: Option<&Value>, member: &str) -> bool {
    list.and_then(|list| list.get("x-kubernetes-list-map-keys"))
        .and_then(Value::as_array)
        .is_some_and(|keys| matches!(&keys[..], [key] if key == member))
}

fn is_required(schema: Option<&Value>, member: &str) -> bool {
    schema
        .and_then(|schema| schema.get("required"))
        .and_then(Value::as_array)
        .is_some_and(|names| names.iter().any(|name| name == member))
}

/// The members of an object that are none of these.
fn others<'s>(schema: Option<&'s Value>, known: &[&str]) -> Vec<&'s str> {
    schema
        .and_then(|schema| schema.get("properties"))
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|properties| properties.keys())
        .map(String::as_str)
        .filter(|name| !known.contains(name))
        .collect()
}

/// The unit of so many nanoseconds, as durations have it.
pub(super) fn unit_name(nanoseconds: i64) -> String {
    match nanoseconds {
        1 => "ns".to_owned(),
        1_000 => "us".to_owned(),
        1_000_000 => "ms".to_owned(),
        1_000_000_000 => "s".to_owned(),
        60_000_000_000 => "m".to_owned(),
        3_600_000_000_000 => "h".to_owned(),
        other => format!(" × {other}ns"),
    }
}
