//! Whatever the API server takes under the structural form of a JSON schema satisfies the JSON schema.

use regex::Regex;
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

/// One more keyword of draft 2020-12 for a schema, whichever it is about.
fn sprinkle(random: &mut Random, schema: &mut Value) {
    let small = random.below(4);
    let some = json!({"type": pick(random, &["string", "integer", "boolean"])});
    let name = pick(random, &NAMES);
    let (keyword, value) = match random.below(20) {
        0 => ("minProperties", json!(small)),
        1 => ("maxProperties", json!(small)),
        2 => ("minItems", json!(small)),
        3 => ("maxItems", json!(small)),
        4 => ("minLength", json!(small)),
        5 => ("maxLength", json!(small)),
        6 => ("multipleOf", json!(small + 1)),
        7 => ("minimum", json!(small)),
        8 => ("maximum", json!(small)),
        9 => ("exclusiveMinimum", json!(small)),
        10 => ("exclusiveMaximum", json!(small)),
        11 => ("prefixItems", json!([some])),
        12 => ("propertyNames", json!({"maxLength": 1})),
        13 => ("contains", some),
        14 => ("dependentRequired", json!({name: ["a"]})),
        15 => ("dependentSchemas", json!({name: {"required": ["a"]}})),
        16 => ("if", json!({"required": [name]})),
        17 => ("unevaluatedProperties", pick(random, &[false, true]).into()),
        18 => ("pattern", json!("^[a-z]+$")),
        _ => ("enum", json!(["x", 1, null, true])),
    };
    if let Value::Object(keywords) = schema {
        keywords.insert(keyword.to_owned(), value);
    }
}

fn schema(random: &mut Random, depth: usize) -> Value {
    let mut schema = plain(random, depth);
    if random.below(4) == 0 {
        sprinkle(random, &mut schema);
    }
    schema
}

fn plain(random: &mut Random, depth: usize) -> Value {
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
    let count = || operand.as_u64().unwrap();
    let length = |text: &str| text.chars().count() as u64;
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
        ("exclusiveMaximum", Value::Number(number)) => number.as_f64() < operand.as_f64(),
        ("multipleOf", Value::Number(number)) => {
            let factor = operand.as_i64().unwrap();
            number.as_i64().map_or_else(
                || number.as_f64().unwrap() % operand.as_f64().unwrap() == 0.0,
                |number| number % factor == 0,
            )
        }
        ("minLength", Value::String(text)) => length(text) >= count(),
        ("maxLength", Value::String(text)) => length(text) <= count(),
        ("pattern", Value::String(text)) => Regex::new(operand.as_str().unwrap())
            .unwrap()
            .is_match(text),
        ("minItems", Value::Array(items)) => items.len() as u64 >= count(),
        ("maxItems", Value::Array(items)) => items.len() as u64 <= count(),
        ("prefixItems", Value::Array(items)) => {
            let mut pairs = items.iter().zip(schemas());
            pairs.all(|(item, schema)| satisfies(item, schema))
        }
        ("minProperties", Value::Object(members)) => members.len() as u64 >= count(),
        ("maxProperties", Value::Object(members)) => members.len() as u64 <= count(),
        ("propertyNames", Value::Object(members)) => {
            members.keys().all(|name| satisfies(&json!(name), operand))
        }
        ("contains", Value::Array(items)) => items.iter().any(|item| satisfies(item, operand)),
        ("dependentRequired", Value::Object(members)) => {
            operand.as_object().unwrap().iter().all(|(name, asked)| {
                let mut asked = asked.as_array().into_iter().flatten();
                let there = |name: &Value| members.contains_key(name.as_str().unwrap());
                !members.contains_key(name) || asked.all(there)
            })
        }
        ("dependentSchemas", Value::Object(members)) => {
            let mut asked = operand.as_object().unwrap().iter();
            asked.all(|(name, asked)| !members.contains_key(name) || satisfies(value, asked))
        }
        ("items", Value::Array(items)) => {
            let prefix = keywords.get("prefixItems").and_then(Value::as_array);
            let mut rest = items.iter().skip(prefix.map_or(0, Vec::len));
            rest.all(|item| satisfies(item, operand))
        }
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
        // Alone, it says nothing.
        ("if", _) => true,
        // Of other types, or about members that the API server prunes and serde does not read.
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
