//! Objects of a version that together have every place of its schema, every member of its enums and both truths.

use serde_json::Value;
use wheelwright_schema::generate::{Generator, random::Random};

use crate::place::{Step, find, get, put};
use crate::side::Side;
use crate::thin::{Fill, thin};

/// Objects made for one place of the schema.
const TRIES: u64 = 12;
/// Places deeper than this, and after so many, are left to chance.
const DEPTH: usize = 12;
const PLACES: usize = 3_000;

/// Makes at most so many objects that a release takes at a version, as it stores them there. One that `take` refuses does not
/// count.
pub(crate) fn cover(
    side: &Side<'_>,
    version: &str,
    most: usize,
    take: &mut dyn FnMut(&Value) -> bool,
) {
    let Some(schema) = side.schema(version) else {
        return;
    };
    let mut targets = Vec::new();
    collect(schema, &mut Vec::new(), &mut targets);
    let mut making = Making {
        side,
        version,
        schema,
        random: Random::new(37),
        seed: 0,
        size: 1,
        is_repeating: false,
        made: Vec::new(),
        take,
    };
    let everything = [
        Fill::Least,
        Fill::Some(1),
        Fill::Some(1),
        Fill::Some(2),
        Fill::Some(4),
    ];
    for fill in everything {
        making.add(&[], None, fill);
    }
    // Lists with several items.
    making.size = 4;
    making.add(&[], None, Fill::Some(1));
    making.add(&[], None, Fill::Some(2));
    making.is_repeating = true;
    making.add(&[], None, Fill::Some(1));
    (making.size, making.is_repeating) = (1, false);
    // Those with a value say also that there is one.
    targets.sort_by_key(|target| target.value.is_none());
    for target in &targets {
        // Of what is rarely taken, each place takes all its tries.
        if making.made.len() >= most || making.seed > most as u64 * TRIES / 2 {
            return;
        }
        if !making.made.iter().any(|object| target.is_in(object)) {
            making.add(&target.steps, target.value.as_ref(), Fill::Least);
        }
    }
}

/// What an object has to have.
struct Target {
    steps: Vec<Step>,
    value: Option<Value>,
}

impl Target {
    fn is_in(&self, object: &Value) -> bool {
        let value = find(object, &self.steps).and_then(|at| get(object, &at));
        value.is_some_and(|value| self.value.as_ref().is_none_or(|wanted| value == wanted))
    }
}

struct Making<'m> {
    side: &'m Side<'m>,
    version: &'m str,
    schema: &'m Value,
    random: Random,
    seed: u64,
    size: usize,
    /// Whether the first item of each list is there again at its end.
    is_repeating: bool,
    made: Vec<Value>,
    take: &'m mut dyn FnMut(&Value) -> bool,
}

impl Making<'_> {
    /// Adds an object that has a value at a place, unless none is made that is taken.
    fn add(&mut self, steps: &[Step], value: Option<&Value>, fill: Fill) {
        for attempt in 0..TRIES {
            self.seed += 1;
            let fill = if attempt > TRIES / 2 && fill == Fill::Least {
                Fill::Mentioned
            } else {
                fill
            };
            let thinned = thin(self.schema, steps, fill, &mut self.random);
            let mut object = Generator::new(self.seed).size(self.size).value(&thinned);
            if let Some(value) = value {
                let Some(at) = find(&object, steps) else {
                    continue;
                };
                put(&mut object, &at, Some(value.clone()));
            }
            if self.is_repeating && !repeat(&mut object) {
                continue;
            }
            self.side.name(&mut object, self.version);
            if let Some(object) = self.stored(&object)
                && !self.made.contains(&object)
                && (self.take)(&object)
            {
                self.made.push(object);
                return;
            }
        }
    }

    /// What is stored of an object, without what only a server gives it.
    fn stored(&self, manifest: &Value) -> Option<Value> {
        let written = self.side.write(self.version, manifest);
        let mut stored = written.stored.ok().filter(|_| !written.has_unknown)?;
        let meta = manifest.get("metadata")?.clone();
        stored.as_object_mut()?.insert("metadata".to_owned(), meta);
        Some(stored)
    }
}

/// Puts the first item of each list at its end once more. Whether there is one with others between.
fn repeat(value: &mut Value) -> bool {
    let mut is_any = false;
    match value {
        Value::Array(items) => {
            for item in items.iter_mut() {
                is_any |= repeat(item);
            }
            if items.len() > 1 {
                items.extend(items.first().cloned());
                is_any = true;
            }
        }
        Value::Object(members) => {
            for member in members.values_mut() {
                is_any |= repeat(member);
            }
        }
        _ => {}
    }
    is_any
}

/// Each place of a schema, and each value of an enum.
fn collect(schema: &Value, steps: &mut Vec<Step>, targets: &mut Vec<Target>) {
    if steps.len() > DEPTH || targets.len() > PLACES {
        return;
    }
    if !steps.is_empty() {
        let is_truth = schema.get("type").is_some_and(|kind| kind == "boolean");
        let truths = [Value::Bool(true), Value::Bool(false)];
        let values = match schema.get("enum").and_then(Value::as_array) {
            Some(values) => values.as_slice(),
            None if is_truth => truths.as_slice(),
            None => &[],
        };
        for value in values.iter().map(Some).chain([None]) {
            targets.push(Target {
                steps: steps.clone(),
                value: value.cloned(),
            });
        }
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let members = properties.into_iter().flatten();
    let is_root = steps.is_empty();
    let members = members
        .filter(|(name, _)| {
            !is_root || !["apiVersion", "kind", "metadata"].contains(&name.as_str())
        })
        .map(|(name, schema)| (Step::Member(name.clone()), schema));
    let items = schema.get("items").map(|schema| (Step::Items, schema));
    let values = schema
        .get("additionalProperties")
        .map(|schema| (Step::Values, schema));
    let below = members.chain(items).chain(values);
    for (step, schema) in below.filter(|(_, schema)| schema.is_object()) {
        steps.push(step);
        collect(schema, steps, targets);
        steps.pop();
    }
}
