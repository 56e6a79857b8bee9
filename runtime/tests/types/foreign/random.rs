//! Any JSON at all, taken for a JSON schema.

use serde_json::{Map, Value, json};

use super::{structural, verdict};
use crate::sample::{Random, Sample};

const NAMES: [&str; 4] = ["a", "b", "metadata", "~/%"];

fn pick<T: Clone>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len())].clone()
}

fn number(random: &mut Random) -> Value {
    pick(
        random,
        &[
            json!(0),
            json!(1),
            json!(-1),
            json!(3),
            json!(2.5),
            json!(i64::MAX),
            json!(i64::MIN),
            json!(u64::MAX),
            json!(1e300),
            json!(-0.0),
        ],
    )
}

fn schemas(random: &mut Random, depth: usize) -> Value {
    (0..=random.below(3))
        .map(|_| schema(random, depth))
        .collect()
}

fn members(random: &mut Random, depth: usize) -> Value {
    let members: Map<String, Value> = (0..random.below(3))
        .map(|_| (pick(random, &NAMES).to_owned(), schema(random, depth)))
        .collect();
    members.into()
}

/// A keyword of one type of values, or of all.
fn plain(random: &mut Random) -> (&'static str, Value) {
    match random.below(20) {
        0..5 => {
            let types = [
                "string", "integer", "number", "boolean", "object", "array", "null",
            ];
            let one = pick(random, &types);
            let both = json!([one, pick(random, &types)]);
            (
                "type",
                if random.below(4) == 0 {
                    both
                } else {
                    json!(one)
                },
            )
        }
        5 => ("enum", Vec::<Value>::sample(random).into()),
        6 => (
            "const",
            pick(
                random,
                &[json!("a"), json!(1), json!(null), json!(true), json!([])],
            ),
        ),
        7 => ("minimum", number(random)),
        8 => ("maximum", number(random)),
        9 => ("exclusiveMinimum", number(random)),
        10 => ("exclusiveMaximum", number(random)),
        11 => ("multipleOf", number(random)),
        12 => {
            let counts = [
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
                "minProperties",
                "maxProperties",
            ];
            (pick(random, &counts), number(random))
        }
        13 => ("pattern", json!(pick(random, &["^a", "[", "(?=a)", ""]))),
        14 => {
            let formats = [
                "int32",
                "uint8",
                "uint64",
                "float",
                "date-time",
                "uuid",
                "byte",
                "ip",
                "duration",
                "what",
            ];
            ("format", json!(pick(random, &formats)))
        }
        15 => ("uniqueItems", json!(true)),
        16 => {
            let flags = [
                "unevaluatedProperties",
                "unevaluatedItems",
                "nullable",
                "deprecated",
            ];
            (pick(random, &flags), json!(random.below(2) == 0))
        }
        17 => (
            pick(random, &["default", "example"]),
            Sample::sample(random),
        ),
        18 => (
            pick(random, &["description", "contentEncoding"]),
            json!("base64"),
        ),
        _ => {
            let own = [
                "x-kubernetes-int-or-string",
                "x-kubernetes-preserve-unknown-fields",
            ];
            (pick(random, &own), json!(true))
        }
    }
}

/// A keyword that holds schemas, or names of members.
fn nested(random: &mut Random, depth: usize) -> (&'static str, Value) {
    match random.below(14) {
        0..2 => ("properties", members(random, depth)),
        2 => {
            let names = (0..random.below(3)).map(|_| Value::from(pick(random, &NAMES)));
            ("required", names.collect())
        }
        3 => ("additionalProperties", schema(random, depth)),
        4 => ("items", schema(random, depth)),
        5 => ("prefixItems", schemas(random, depth)),
        6 => ("anyOf", schemas(random, depth)),
        7 => ("oneOf", schemas(random, depth)),
        8 => ("allOf", schemas(random, depth)),
        9 => ("not", schema(random, depth)),
        10 => ("patternProperties", members(random, depth)),
        11 => ("propertyNames", schema(random, depth)),
        12 => ("$defs", members(random, depth)),
        _ => {
            let places = ["#", "#/$defs/a", "#/$defs/b", "#/$defs/~0~1%25", "x"];
            ("$ref", json!(pick(random, &places)))
        }
    }
}

/// Any keyword with anything.
fn absurd(random: &mut Random) -> (&'static str, Value) {
    let keywords = [
        "type",
        "enum",
        "properties",
        "items",
        "required",
        "minimum",
        "oneOf",
        "$ref",
        "format",
        "not",
        "pattern",
    ];
    (pick(random, &keywords), Sample::sample(random))
}

fn schema(random: &mut Random, depth: usize) -> Value {
    if depth == 0 || random.below(12) == 0 {
        return pick(
            random,
            &[
                json!(true),
                json!({"type": "string"}),
                json!({"type": "integer"}),
                json!({}),
                json!(false),
            ],
        );
    }
    (0..=random.below(4))
        .map(|_| match random.below(40) {
            0 => absurd(random),
            1..20 => nested(random, depth - 1),
            _ => plain(random),
        })
        .map(|(name, value)| (name.to_owned(), value))
        .collect::<Map<_, _>>()
        .into()
}

#[test]
fn never_panics_and_what_comes_out_is_structural() {
    let mut structural_forms = 0;
    for seed in 0..6000 {
        let random = &mut Random::new(seed);
        let mut json = schema(random, 4);
        if let Value::Object(keywords) = &mut json
            && random.below(2) == 0
        {
            keywords.insert(
                "$defs".to_owned(),
                json!({"a": schema(random, 3), "b": schema(random, 2), "~/%": schema(random, 1)}),
            );
        }
        let Ok(schema) = structural(&json) else {
            continue;
        };
        structural_forms += 1;
        // Of defaults and patterns the author is asked, not the type; and keys of maps may be bounded too little.
        let of_the_author = |text: &str| {
            text.contains(".default")
                || text.contains("must be a valid regular expression")
                || text.contains("estimated rule cost")
        };
        for error in verdict(&schema).errors {
            let text = error.to_string();
            assert!(
                of_the_author(&text),
                "seed {seed}: {text}\nfrom: {json}\nto: {schema}"
            );
        }
    }
    assert!(
        structural_forms > 1500,
        "only {structural_forms} have a structural form"
    );
}
