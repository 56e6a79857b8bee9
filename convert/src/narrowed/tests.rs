//! What is said to be refused, and that nothing else is.

use serde_json::{Value, json};
use wheelwright_rules::Schema;

use super::*;
use crate::generate::{Generator, random::Random};

/// A schema with bounds of all kinds; another seed gives another of the same form, often with the same bounds.
fn schema(random: &mut Random, depth: usize) -> Value {
    let small = |random: &mut Random| random.below(4);
    let mut node = match random.below(if depth == 0 { 4 } else { 7 }) {
        0 => json!({"type": "string"}),
        1 => {
            json!({"type": "integer", "format": if random.one_in(2) { "int32" } else { "int64" }})
        }
        2 => json!({"type": "number"}),
        3 => json!({"type": "string", "enum": ["a", "bb", "cc"]}),
        4 => json!({"type": "array", "items": schema(random, depth - 1)}),
        5 => json!({"type": "object", "additionalProperties": schema(random, depth - 1)}),
        _ => {
            json!({"type": "object", "properties": {"a": schema(random, depth - 1), "b": schema(random, 0)}})
        }
    };
    bounds(&mut node, random, small);
    node
}

fn bounds(node: &mut Value, random: &mut Random, small: fn(&mut Random) -> usize) {
    let count = random.below(3);
    for _ in 0..count {
        let least = small(random);
        let (keyword, value) = match (node["type"].as_str(), random.below(6)) {
            (_, 0) => ("nullable", json!(true)),
            (Some("string"), 1) => ("minLength", json!(least)),
            (Some("string"), 2) => ("maxLength", json!(least + 1)),
            (Some("string"), 3) => ("pattern", json!(["^a", "^[a-z]*$"][random.below(2)])),
            (Some("string"), 4) => ("enum", json!([["a", "bb"], ["bb", "a"]][random.below(2)])),
            (Some("integer" | "number"), 1) => ("minimum", json!(least)),
            (Some("integer" | "number"), 2) => ("maximum", json!(least + 3)),
            (Some("integer"), 3) => ("multipleOf", json!(least + 1)),
            (Some("integer" | "number"), 4) => ("not", json!({"enum": [least]})),
            (Some("array"), 1) => ("minItems", json!(least)),
            (Some("array"), 2) => ("maxItems", json!(least + 1)),
            (Some("object"), 1) => ("minProperties", json!(least)),
            (Some("object"), 2) => ("maxProperties", json!(least)),
            (Some("object"), 3) if node.get("properties").is_some() => ("required", json!(["a"])),
            (Some("object"), 4) if node.get("properties").is_some() => {
                ("oneOf", json!([{"required": ["a"]}, {"required": ["b"]}]))
            }
            _ => continue,
        };
        node[keyword] = value;
        for (bound, exclusive) in [
            ("minimum", "exclusiveMinimum"),
            ("maximum", "exclusiveMaximum"),
        ] {
            if keyword == bound && random.one_in(3) {
                node[exclusive] = json!(true);
            }
        }
    }
}

/// A schema with one bound more, fewer or other somewhere.
fn varied(schema: &Value, random: &mut Random) -> Value {
    let mut out = schema.clone();
    let mut node = &mut out;
    while random.one_in(2) {
        let step = ["items", "additionalProperties"]
            .into_iter()
            .find(|step| node.get(step).is_some());
        node = match step {
            Some(step) => &mut node[step],
            None if node.get("properties").is_some() => &mut node["properties"]["a"],
            None => break,
        };
    }
    if random.one_in(3)
        && let Value::Object(keywords) = &mut *node
    {
        keywords.retain(|keyword, _| {
            ["type", "properties", "items", "additionalProperties"].contains(&keyword.as_str())
        });
    }
    bounds(node, random, |random| random.below(4));
    out
}

#[test]
fn what_is_not_said_to_be_refused_is_not() {
    let (mut silent, mut said) = (0, 0);
    for seed in 0..3000 {
        let random = &mut Random::new(seed);
        let from = schema(random, 2);
        let to = varied(&from, random);
        let (Ok(source), Ok(target)) = (Schema::compile(&from), Schema::compile(&to)) else {
            continue;
        };
        let found = narrowed(&to, &from);
        let mut generator = Generator::new(seed).size(2);
        for _ in 0..20 {
            let value = generator.value(&from);
            if !source.validate(&value).is_empty() {
                continue;
            }
            let errors = target.validate(&value);
            if found.is_empty() {
                silent += 1;
                assert!(
                    errors.is_empty(),
                    "seed {seed}: {value} is refused, and nothing says so: {errors:?}\nfrom: {from}\nto: {to}"
                );
            } else if !errors.is_empty() {
                said += 1;
            }
        }
    }
    assert!(silent > 1000 && said > 1000, "{silent} and {said}");
}

#[test]
fn what_is_refused_is_said_in_words() {
    let cases = [
        (
            json!({"type": "integer", "minimum": 1}),
            json!({"type": "integer", "minimum": 0}),
            "numbers below 1",
        ),
        (
            json!({"type": "integer", "minimum": 1}),
            json!({"type": "integer", "minimum": 2}),
            "",
        ),
        (
            json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true}),
            json!({"type": "integer", "minimum": 1}),
            "exactly 1",
        ),
        (
            json!({"type": "string", "maxLength": 3}),
            json!({"type": "string"}),
            "what has more than 3 letters",
        ),
        (
            json!({"type": "string", "pattern": "^a"}),
            json!({"type": "string", "pattern": "^b"}),
            "texts that do not match `^a`",
        ),
        (
            json!({"type": "string", "enum": ["a"]}),
            json!({"type": "string", "enum": ["a", "b"]}),
            "values other than \"a\"",
        ),
        (
            json!({"type": "string", "enum": ["a", "b"]}),
            json!({"type": "string", "enum": ["a"]}),
            "",
        ),
        (
            json!({"type": "string", "maxLength": 3}),
            json!({"type": "string", "enum": ["a", "bbb"]}),
            "",
        ),
        (
            json!({"type": "string"}),
            json!({"type": "string", "nullable": true}),
            "`null`",
        ),
        (
            json!({"type": "integer", "format": "int32"}),
            json!({"type": "integer", "format": "int64"}),
            "integers of more than 32 bits",
        ),
        (
            json!({"type": "integer", "format": "int64"}),
            json!({"type": "integer", "format": "int32"}),
            "",
        ),
        (
            json!({"type": "string", "format": "uuid"}),
            json!({"type": "string"}),
            "what is no `uuid`",
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}),
            json!({"type": "array", "items": {"type": "string"}}),
            "equal items",
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "atomic"}),
            json!({"type": "array", "items": {"type": "string"}}),
            "",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}),
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            "its absence at .a",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "string", "default": "x"}}, "required": ["a"]}),
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            "",
        ),
        (
            json!({"type": "object", "not": {"required": ["a"]}}),
            json!({"type": "object"}),
            "what `not` refuses",
        ),
        (
            json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self != 4"}]}),
            json!({"type": "integer"}),
            "what its rules refuse",
        ),
        // Other words for a rule refuse nothing more, nor does a rule about what was before.
        (
            json!({"type": "integer", "x-kubernetes-validations": [
                {"rule": "self != 4", "message": "not four"}, {"rule": "self >= oldSelf"},
            ]}),
            json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self != 4"}]}),
            "",
        ),
        (
            json!({"type": "integer", "x-kubernetes-validations": [
                {"rule": "!oldSelf.hasValue() || self >= oldSelf.value()", "optionalOldSelf": true},
            ]}),
            json!({"type": "integer"}),
            "what its rules refuse",
        ),
    ];
    for (to, from, expected) in cases {
        let found = narrowed(&to, &from);
        let said: Vec<String> = found
            .iter()
            .map(|of| {
                if of.path.is_empty() {
                    of.what.clone()
                } else {
                    format!("{} at {}", of.what, of.path)
                }
            })
            .collect();
        assert_eq!(said.join(", "), expected, "{from} → {to}");
    }
}
