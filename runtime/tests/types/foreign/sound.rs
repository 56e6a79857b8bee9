//! Whatever the API server takes under the structural form of a JSON schema satisfies the JSON schema.

use serde_json::{Map, Value, json};
use wheelwright::generate::Generator;

use super::structural;
use crate::{law::Server, sample::Random};

const NAMES: [&str; 4] = ["a", "b", "c", "t"];

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len())]
}

fn scalar(random: &mut Random) -> Value {
    let small = random.below(4);
    match random.below(9) {
        0 => json!({"type": "string"}),
        1 => json!({"type": "integer"}),
        2 => json!({"type": "boolean"}),
        3 => json!({"type": "integer", "minimum": small, "maximum": 4}),
        4 => json!({"type": ["string", "null"]}),
        5 => json!({"const": pick(random, &["x", "y", "z"])}),
        6 => json!({"enum": ["x", "y"]}),
        7 => json!({"type": "string", "maxLength": small}),
        _ => json!({"type": ["integer", "null"], "exclusiveMinimum": small}),
    }
}

fn object(random: &mut Random, depth: usize) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for name in NAMES {
        if random.below(2) == 0 {
            properties.insert(name.to_owned(), schema(random, depth.saturating_sub(1)));
            if random.below(2) == 0 {
                required.push(name);
            }
        }
    }
    let mut object = json!({"type": "object", "properties": properties, "required": required});
    if random.below(3) == 0 {
        object["additionalProperties"] = json!(false);
    }
    object
}

/// An object's keywords without what says that it is one, as they stand in combinators.
fn part(random: &mut Random, depth: usize) -> Value {
    let mut part = object(random, depth);
    if let Value::Object(keywords) = &mut part {
        keywords.remove("type");
        keywords.remove("additionalProperties");
    }
    part
}

/// One alternative of an enum with a tag.
fn tagged(random: &mut Random, depth: usize, tag: &str, closed: bool) -> Value {
    let mut object = object(random, depth);
    object["properties"]["t"] = json!({"const": tag});
    object["required"] = json!(["t"]);
    if closed {
        object["additionalProperties"] = json!(false);
    } else if let Value::Object(keywords) = &mut object {
        keywords.remove("additionalProperties");
    }
    object
}

fn schema(random: &mut Random, depth: usize) -> Value {
    if depth == 0 {
        return scalar(random);
    }
    let below = depth - 1;
    match random.below(14) {
        0..3 => scalar(random),
        3..6 => object(random, depth),
        6 => json!({"type": "array", "items": schema(random, below)}),
        7 => json!({"type": "object", "additionalProperties": schema(random, below)}),
        8 => {
            json!({"anyOf": [schema(random, below), schema(random, below), schema(random, below)]})
        }
        9 => {
            let closed = random.below(2) == 0;
            let alternatives: Vec<Value> = ["A", "B", "C"]
                .iter()
                .map(|tag| tagged(random, below, tag, closed))
                .collect();
            json!({"oneOf": alternatives})
        }
        10 => {
            let mut object = object(random, depth);
            object["anyOf"] = json!([part(random, below), part(random, below)]);
            object
        }
        11 => {
            let mut object = object(random, depth);
            object["allOf"] = json!([part(random, below)]);
            object
        }
        12 => {
            let mut object = object(random, depth);
            object["not"] = json!({"required": [pick(random, &NAMES)]});
            object
        }
        _ => {
            let one = |name: &str, schema: Value| json!({"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": false});
            json!({"oneOf": [one("a", schema(random, below)), one("b", schema(random, below))]})
        }
    }
}

/// What JSON Schema says, for the keywords above.
fn satisfies(value: &Value, schema: &Value) -> bool {
    let Value::Object(keywords) = schema else {
        return schema == &json!(true);
    };
    keywords
        .iter()
        .all(|(keyword, operand)| keyword_holds(value, keyword, operand, keywords))
}

fn keyword_holds(
    value: &Value,
    keyword: &str,
    operand: &Value,
    keywords: &Map<String, Value>,
) -> bool {
    let schemas = || operand.as_array().into_iter().flatten();
    let is = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => panic!("no type of these tests: {kind}"),
    };
    match (keyword, value) {
        ("type", _) => operand
            .as_array()
            .map_or_else(|| is(operand), |kinds| kinds.iter().any(is)),
        ("const", _) => value == operand,
        ("enum", _) => schemas().any(|constant| constant == value),
        ("anyOf", _) => schemas().any(|schema| satisfies(value, schema)),
        ("oneOf", _) => schemas().filter(|schema| satisfies(value, schema)).count() == 1,
        ("allOf", _) => schemas().all(|schema| satisfies(value, schema)),
        ("not", _) => !satisfies(value, operand),
        ("minimum", Value::Number(number)) => number.as_f64() >= operand.as_f64(),
        ("maximum", Value::Number(number)) => number.as_f64() <= operand.as_f64(),
        ("exclusiveMinimum", Value::Number(number)) => number.as_f64() > operand.as_f64(),
        ("maxLength", Value::String(text)) => {
            text.chars().count() as u64 <= operand.as_u64().unwrap()
        }
        ("items", Value::Array(items)) => items.iter().all(|item| satisfies(item, operand)),
        ("required", Value::Object(members)) => {
            schemas().all(|name| members.contains_key(name.as_str().unwrap()))
        }
        ("properties", Value::Object(members)) => members.iter().all(|(name, member)| {
            operand
                .get(name)
                .is_none_or(|schema| satisfies(member, schema))
        }),
        ("additionalProperties", Value::Object(members)) => members.iter().all(|(name, member)| {
            let declared = keywords
                .get("properties")
                .and_then(|properties| properties.get(name));
            declared.is_some() || satisfies(member, operand)
        }),
        _ => true,
    }
}

#[test]
fn what_is_taken_satisfies_the_json_schema() {
    let (mut taken, mut made) = (0, 0);
    for seed in 0..2500 {
        let random = &mut Random::new(seed);
        let json = schema(random, 3);
        let Ok(schema) = structural(&json) else {
            continue;
        };
        let server = Server::with(schema);
        for round in 0..10 {
            let mut generator = Generator::new(seed * 100 + round).size(2);
            let mut value = generator.value(&server.schema);
            for _ in 0..3 {
                made += 1;
                if let Ok(stored) = server.stores(&value) {
                    taken += 1;
                    assert!(
                        satisfies(&stored, &json),
                        "seed {seed}: {stored} is taken\nJSON schema: {json}\nstructural form: {}",
                        server.schema
                    );
                }
                generator.mutate(&mut value);
            }
        }
    }
    assert!(taken * 3 > made, "only {taken} of {made} values are taken");
}
