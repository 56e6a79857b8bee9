//! Objects that a release takes, built from one place outwards.
//!
//! First there is a value of the place, around it a value of what it stands in that the release takes by itself, and so on. So
//! no level has to meet the rules of another by chance.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use wheelwright_rules::Schema;
use wheelwright_schema::generate::{Generator, random::Random};

use crate::leaf::{Leaf, takes};
use crate::place::{Step, find, put, schema_at};
use crate::rule::Canonical;
use crate::salt::salt;
use crate::side::Side;
use crate::thin::{Fill, is_too_large, thin};

/// Values made around one, before the search gives up.
const TRIES: u64 = 120;

/// Makes objects that a release takes at a version.
pub(crate) struct Maker<'s> {
    side: &'s Side<'s>,
    version: String,
    /// The schema with what the other release asks for as well, so that objects differ in what they are to show.
    joint: Value,
    random: Random,
    seed: u64,
    schemas: BTreeMap<Vec<Step>, Option<Schema>>,
    /// Values that may still be made.
    pub(crate) budget: u64,
}

impl<'s> Maker<'s> {
    pub(crate) fn new(side: &'s Side<'s>, other: &Side<'_>, version: &str, budget: u64) -> Self {
        let joint = match (side.schema(version), other.schema(version)) {
            (Some(own), Some(other)) => joint(own, other, 0),
            _ => Value::Null,
        };
        Self {
            joint,
            side,
            version: version.to_owned(),
            random: Random::new(3),
            seed: 0,
            schemas: BTreeMap::new(),
            budget,
        }
    }

    /// An object that is taken and has the leaf at the place.
    pub(crate) fn object(
        &mut self,
        steps: &[Step],
        leaf: &Leaf,
        constants: &[Value],
    ) -> Option<Value> {
        let (mut value, mut depth) = match leaf {
            Leaf::Value(value) if !steps.is_empty() => (value.clone(), steps.len()),
            Leaf::Absent => {
                let (last, around) = steps.split_last()?;
                let Step::Member(name) = last else {
                    return None;
                };
                (
                    self.around(around, Inner::Without(name), constants)?,
                    around.len(),
                )
            }
            _ => (self.around(steps, Inner::Any, constants)?, steps.len()),
        };
        while depth > 0 {
            depth -= 1;
            let inner = Inner::With(steps.get(depth)?, &value);
            value = self.around(steps.get(..depth)?, inner, &[])?;
        }
        Some(value)
    }

    /// A value of a place that is taken by itself.
    fn around(&mut self, steps: &[Step], inner: Inner<'_>, constants: &[Value]) -> Option<Value> {
        let root = self.side.schema(&self.version)?;
        let schema = schema_at(root, steps)?;
        if is_too_large(schema) {
            return None;
        }
        let keys = keys(schema);
        let next: &[Step] = match &inner {
            Inner::With(step, _) => std::slice::from_ref(*step),
            _ => &[],
        };
        for number in 0..TRIES {
            self.budget = self.budget.checked_sub(1)?;
            self.seed += 1;
            let fill = match number % 6 {
                0 => Fill::Least,
                1 | 2 => Fill::Mentioned,
                3 => Fill::Some(6),
                4 => Fill::Some(3),
                _ => Fill::Some(2),
            };
            let source = if number % 3 == 2 {
                schema
            } else {
                schema_at(&self.joint, steps).unwrap_or(schema)
            };
            let thinned = thin(source, next, fill, &mut self.random);
            let mut value = Generator::new(self.seed).size(1).value(&thinned);
            if let (Some(key), Value::Object(members)) = (self.random.pick(&keys), &mut value)
                && let Some((_, entry)) = std::mem::take(members).into_iter().next()
            {
                members.insert(key.clone(), entry);
            }
            match &inner {
                Inner::Any => salt(&mut value, constants, &mut self.random),
                Inner::Without(name) => {
                    value.as_object_mut()?.remove(*name);
                }
                Inner::With(step, inner) => {
                    let Some(at) = find(&value, std::slice::from_ref(*step)) else {
                        continue;
                    };
                    if !put(&mut value, &at, Some((*inner).clone())) {
                        continue;
                    }
                }
            }
            if steps.is_empty() {
                self.side.name(&mut value, &self.version);
                let written = self.side.write(&self.version, &value);
                if written.stored.is_ok() && !written.has_unknown {
                    return Some(value);
                }
            } else {
                let compiled = self
                    .schemas
                    .entry(steps.to_vec())
                    .or_insert_with(|| Schema::compile(schema).ok());
                if compiled.as_ref().is_none_or(|schema| takes(schema, &value)) {
                    return Some(value);
                }
            }
        }
        None
    }
}

/// Keys that rules of a map name; empty if it is none, or has no rules.
fn keys(schema: &Value) -> Vec<String> {
    if !schema
        .get("additionalProperties")
        .is_some_and(Value::is_object)
    {
        return Vec::new();
    }
    let rules = schema
        .get("x-kubernetes-validations")
        .and_then(Value::as_array);
    let texts = rules
        .into_iter()
        .flatten()
        .filter_map(|rule| rule.get("rule")?.as_str());
    let constants = texts
        .filter_map(Canonical::of)
        .flat_map(|form| form.constants().to_vec());
    constants
        .filter_map(|constant| constant.as_str().map(str::to_owned))
        .collect()
}

/// A schema with what another asks of the same values.
fn joint(own: &Value, other: &Value, depth: usize) -> Value {
    let (Value::Object(ours), Value::Object(theirs)) = (own, other) else {
        return own.clone();
    };
    let mut all = ours.clone();
    if depth > 60 {
        return own.clone();
    }
    for keyword in ["items", "additionalProperties"] {
        if let (Some(ours), Some(theirs)) = (ours.get(keyword), theirs.get(keyword)) {
            all.insert(keyword.to_owned(), joint(ours, theirs, depth + 1));
        }
    }
    let properties =
        |schema: &Map<String, Value>| schema.get("properties").and_then(Value::as_object).cloned();
    if let (Some(ours), Some(theirs)) = (properties(ours), properties(theirs)) {
        let both = ours.iter().map(|(name, schema)| {
            let schema = theirs
                .get(name)
                .map_or_else(|| schema.clone(), |theirs| joint(schema, theirs, depth + 1));
            (name.clone(), schema)
        });
        all.insert("properties".to_owned(), both.collect());
    }
    let mut more: Map<String, Value> = theirs
        .iter()
        .filter(|(keyword, value)| {
            ours.get(*keyword) != Some(value)
                && [
                    "enum",
                    "pattern",
                    "format",
                    "minimum",
                    "maximum",
                    "exclusiveMinimum",
                    "exclusiveMaximum",
                    "multipleOf",
                    "minLength",
                    "maxLength",
                    "minItems",
                    "maxItems",
                    "minProperties",
                    "maxProperties",
                ]
                .contains(&keyword.as_str())
        })
        .map(|(keyword, value)| (keyword.clone(), value.clone()))
        .collect();
    if let (Some(Value::Array(names)), Some(Value::Object(known))) =
        (theirs.get("required"), ours.get("properties"))
    {
        let names = names
            .iter()
            .filter(|name| name.as_str().is_some_and(|name| known.contains_key(name)));
        more.insert("required".to_owned(), names.cloned().collect());
    }
    if !more.is_empty() {
        let all_of = all
            .entry("allOf")
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(all_of) = all_of {
            all_of.push(Value::Object(more));
        }
    }
    Value::Object(all)
}

/// What has to be in a value.
#[derive(Clone, Copy)]
enum Inner<'i> {
    Any,
    Without(&'i str),
    With(&'i Step, &'i Value),
}
