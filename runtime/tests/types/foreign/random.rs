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

fn keyword(random: &mut Random, depth: usize) -> (&'static str, Value) {
    let names = |random: &mut Random| {
        (0..random.below(3))
            .map(|_| Value::from(pick(random, &NAMES)))
            .collect()
    };
    match random.below(36) {
        0..5 => {
            let types = [
                "string", "integer", "number", "boolean", "object", "array", "null",
            ];
            let one = pick(random, &types);
            (
                "type",
                if random.below(4) == 0 {
                    json!([one, pick(random, &types)])
                } else {
                    json!(one)
                },
            )
        }
        5 => ("properties", members(random, depth)),
        6 => ("properties", members(random, depth)),
        7 => ("required", names(random)),
        8 => ("additionalProperties", schema(random, depth)),
        9 => ("items", schema(random, depth)),
        10 => ("prefixItems", schemas(random, depth)),
        11 => ("anyOf", schemas(random, depth)),
        12 => ("oneOf", schemas(random, depth)),
        13 => ("allOf", schemas(random, depth)),
        14 => ("not", schema(random, depth)),
        15 => ("enum", Vec::<Value>::sample(random).into()),
        16 => (
            "const",
            pick(
                random,
                &[json!("a"), json!(1), json!(null), json!(true), json!([])],
            ),
        ),
        17 => (
            "$ref",
            json!(pick(
                random,
                &["#", "#/$defs/a", "#/$defs/b", "#/$defs/~0~1%25", "x"]
            )),
        ),
        18 => ("minimum", number(random)),
        19 => ("maximum", number(random)),
        20 => ("exclusiveMinimum", number(random)),
        21 => ("exclusiveMaximum", number(random)),
        22 => ("multipleOf", number(random)),
        23 => (
            pick(
                random,
                &[
                    "minLength",
                    "maxLength",
                    "minItems",
                    "maxItems",
                    "minProperties",
                    "maxProperties",
                ],
            ),
            number(random),
        ),
        24 => ("pattern", json!(pick(random, &["^a", "[", "(?=a)", ""]))),
        25 => (
            "format",
            json!(pick(
                random,
                &[
                    "int32",
                    "uint8",
                    "uint64",
                    "float",
                    "date-time",
                    "uuid",
                    "byte",
                    "ip",
                    "duration",
                    "what"
                ]
            )),
        ),
        26 => ("uniqueItems", json!(true)),
        27 => ("patternProperties", members(random, depth)),
        28 => ("propertyNames", schema(random, depth)),
        29 => (
            pick(
                random,
                &[
                    "unevaluatedProperties",
                    "unevaluatedItems",
                    "nullable",
                    "deprecated",
                ],
            ),
            json!(random.below(2) == 0),
        ),
        30 => (
            pick(random, &["default", "example"]),
            Sample::sample(random),
        ),
        31 => ("description", json!("Words.")),
        32 => ("contentEncoding", json!("base64")),
        33 => (
            pick(
                random,
                &[
                    "x-kubernetes-int-or-string",
                    "x-kubernetes-preserve-unknown-fields",
                ],
            ),
            json!(true),
        ),
        34 => ("$defs", members(random, depth)),
        // Any keyword with anything.
        _ => (
            pick(
                random,
                &[
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
                ],
            ),
            Sample::sample(random),
        ),
    }
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
        .map(|_| keyword(random, depth - 1))
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
        let Ok(schema) = structural(json.clone()) else {
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
