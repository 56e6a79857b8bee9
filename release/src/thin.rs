//! A schema cut down to what an object needs to have a value at one place.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use wheelwright_schema::generate::random::Random;

use crate::place::Step;

const DEPTH: usize = 60;
/// Values have no more items and members than this by what the schema asks for at least; lists in lists multiply.
const FULLEST: u64 = 20_000;
/// And no more letters in all.
const LONGEST: u64 = 4_000_000;

/// How much beside the necessary is left in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// What is required, and the way to the place.
    Least,
    /// Also what rules mention.
    Mentioned,
    /// Also some of the rest, one of so many.
    Some(usize),
}

/// Leaves in what is required, what leads to the place, and what else is to be filled. What is made of it by the generator
/// has the place, unless combinators forbid it.
pub(crate) fn thin(schema: &Value, steps: &[Step], fill: Fill, random: &mut Random) -> Value {
    let mut thinner = Thinner { fill, random };
    thinner.node(schema, Some(steps), "", At { depth: 0, count: 1 })
}

/// How deep a value is, and how many of it there are at least.
#[derive(Clone, Copy)]
struct At {
    depth: usize,
    count: u64,
}

impl At {
    const fn below(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }
}

struct Thinner<'r> {
    fill: Fill,
    random: &'r mut Random,
}

impl Thinner<'_> {
    /// The rules are those of this value and of what is around it.
    fn node(&mut self, schema: &Value, way: Option<&[Step]>, rules: &str, at: At) -> Value {
        let Value::Object(keywords) = schema else {
            return schema.clone();
        };
        let least = |keyword: &str| {
            keywords
                .get(keyword)
                .and_then(Value::as_u64)
                .unwrap_or(0)
                .max(1)
        };
        let count = at
            .count
            .saturating_mul(least("minItems").max(least("minProperties")));
        if at.depth > DEPTH
            || count > FULLEST
            || at.count.saturating_mul(least("minLength")) > LONGEST
        {
            return json!({});
        }
        let next = way.and_then(<[Step]>::split_first);
        let own = if self.fill == Fill::Least {
            String::new()
        } else {
            texts(keywords)
        };
        let rules = if own.is_empty() {
            rules.to_owned()
        } else {
            format!("{rules}\n{own}")
        };
        let mut kept = Map::new();
        for (keyword, value) in keywords {
            let value = match keyword.as_str() {
                // A null would be no way, and surprises elsewhere.
                "nullable" => continue,
                "x-kubernetes-preserve-unknown-fields"
                    if self.fill == Fill::Least && keywords.contains_key("type") =>
                {
                    continue;
                }
                "properties" => match value {
                    Value::Object(all) => {
                        self.properties(keywords, all, next, &rules, At { count, ..at })
                    }
                    other => other.clone(),
                },
                "items" | "additionalProperties" if value.is_object() => {
                    let way = match next {
                        Some((Step::Items, rest)) if keyword == "items" => Some(rest),
                        Some((Step::Values, rest)) if keyword == "additionalProperties" => {
                            Some(rest)
                        }
                        _ => None,
                    };
                    self.node(value, way, &rules, At { count, ..at }.below())
                }
                _ => value.clone(),
            };
            kept.insert(keyword.clone(), value);
        }
        if let Some((step, _)) = next {
            // What is on the way has to be there.
            let at_least = |kept: &mut Map<String, Value>, keyword: &str| {
                let least = kept.get(keyword).and_then(Value::as_u64).unwrap_or(0);
                kept.insert(keyword.to_owned(), least.max(1).into());
            };
            match step {
                Step::Member(name) => {
                    let required = kept.entry("required").or_insert_with(|| json!([]));
                    if let Some(required) = required.as_array_mut() {
                        required.push(name.as_str().into());
                    }
                }
                Step::Items => at_least(&mut kept, "minItems"),
                Step::Values => at_least(&mut kept, "minProperties"),
            }
            kept.remove("enum");
        }
        Value::Object(kept)
    }

    fn properties(
        &mut self,
        keywords: &Map<String, Value>,
        all: &Map<String, Value>,
        next: Option<(&Step, &[Step])>,
        rules: &str,
        at: At,
    ) -> Value {
        let mut wanted = BTreeSet::new();
        required(keywords, 0, &mut wanted);
        let is_mentioned = |name: &str| rules.contains(name);
        // An object without members says little.
        let is_counted = keywords.contains_key("minProperties");
        let mut kept = Map::new();
        for (name, property) in all {
            let way = match next {
                Some((Step::Member(step), rest)) if step == name => Some(rest),
                _ => None,
            };
            let is_kept = way.is_some()
                || wanted.contains(name.as_str())
                || is_counted
                || is_mentioned(name) && self.random.one_in(2)
                || matches!(self.fill, Fill::Some(one_in) if self.random.one_in(one_in));
            if is_kept {
                kept.insert(name.clone(), self.node(property, way, rules, at.below()));
            }
        }
        Value::Object(kept)
    }
}

/// The members that the schema, or one of its combinators, asks for.
fn required<'s>(keywords: &'s Map<String, Value>, depth: usize, wanted: &mut BTreeSet<&'s str>) {
    if depth > 8 {
        return;
    }
    let names = keywords.get("required").and_then(Value::as_array);
    wanted.extend(names.into_iter().flatten().filter_map(Value::as_str));
    for combinator in ["allOf", "anyOf", "oneOf"] {
        let parts = keywords.get(combinator).and_then(Value::as_array);
        for part in parts.into_iter().flatten().filter_map(Value::as_object) {
            required(part, depth + 1, wanted);
            let names = part.get("properties").and_then(Value::as_object);
            wanted.extend(names.into_iter().flat_map(Map::keys).map(String::as_str));
        }
    }
}

fn texts(keywords: &Map<String, Value>) -> String {
    let rules = keywords
        .get("x-kubernetes-validations")
        .and_then(Value::as_array);
    let texts = rules
        .into_iter()
        .flatten()
        .filter_map(|rule| rule.get("rule")?.as_str());
    texts.collect::<Vec<_>>().join("\n")
}

/// Whether every value of a schema has more in it than anybody makes.
pub(crate) fn is_too_large(schema: &Value) -> bool {
    least_size(schema, 0) > FULLEST
}

/// How many values there are in a value at least.
fn least_size(schema: &Value, depth: usize) -> u64 {
    let Value::Object(keywords) = schema else {
        return 1;
    };
    if depth > DEPTH {
        return 1;
    }
    let least = |keyword: &str| keywords.get(keyword).and_then(Value::as_u64).unwrap_or(0);
    let below = |keyword: &str| {
        keywords
            .get(keyword)
            .map_or(1, |schema| least_size(schema, depth + 1))
    };
    let lists = match least("minItems") {
        0 => 0,
        count => count.saturating_mul(below("items")),
    };
    let maps = match least("minProperties") {
        0 => 0,
        count => count.saturating_mul(below("additionalProperties")),
    };
    let required = keywords.get("required").and_then(Value::as_array);
    let members = required.into_iter().flatten().filter_map(|name| {
        let property = keywords.get("properties")?.get(name.as_str()?)?;
        Some(least_size(property, depth + 1))
    });
    members
        .fold(1, u64::saturating_add)
        .saturating_add(lists)
        .saturating_add(maps)
}
