//! Schemas and values at random, the same for the same seed.

use serde_json::{Map, Value, json};

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap_or_default() % limit
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

pub(crate) const NAMES: [&str; 7] = ["a", "b", "c", "metadata", "kind", "", "x.y"];

fn scalar(random: &mut Random) -> Value {
    let choices = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-5),
        json!(1.0),
        json!(2.5),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("a"),
        json!("日本語"),
        json!("10.0.0.1"),
        json!("2024-01-02"),
        json!("a b"),
    ];
    random.pick(&choices)
}

/// Any JSON.
pub(crate) fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 1 } else { 3 }) {
        0 => scalar(random),
        1 => (0..random.below(4))
            .map(|_| value(random, depth - 1))
            .collect(),
        _ => {
            let members = (0..random.below(5))
                .map(|_| (random.pick(&NAMES).to_owned(), value(random, depth - 1)));
            Value::Object(members.collect::<Map<_, _>>())
        }
    }
}

/// A value that often fits a schema.
pub(crate) fn fitting(random: &mut Random, schema: &Value) -> Value {
    if random.one_in(12) {
        return value(random, 2);
    }
    match schema["type"].as_str() {
        Some("object") => {
            let mut members = Map::new();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if !random.one_in(3) {
                    members.insert(name.clone(), fitting(random, property));
                }
            }
            if random.one_in(3) {
                members.insert(
                    random.pick(&NAMES).to_owned(),
                    fitting(random, &schema["additionalProperties"]),
                );
            }
            Value::Object(members)
        }
        Some("array") => (0..random.below(4))
            .map(|_| fitting(random, &schema["items"]))
            .collect(),
        Some("string") => random.pick(&["", "a", "b", "日本語", "10.0.0.1"]).into(),
        Some("integer") => random.pick(&[0, 1, 2, 65]).into(),
        Some("number") => random.pick(&[0.0, 0.5, 1.0, 2.5]).into(),
        Some("boolean") => random.one_in(2).into(),
        _ => value(random, 1),
    }
}

pub(crate) fn constraints(random: &mut Random, schema: &mut Value) {
    let number = |random: &mut Random| random.pick(&[json!(0), json!(1), json!(2.5), json!(-1)]);
    let count = |random: &mut Random| random.below(4);
    for keyword in ["maximum", "minimum", "multipleOf"] {
        if random.one_in(8) {
            schema[keyword] = number(random);
        }
    }
    for keyword in [
        "maxLength",
        "minLength",
        "maxItems",
        "minItems",
        "maxProperties",
        "minProperties",
    ] {
        if random.one_in(8) {
            schema[keyword] = count(random).into();
        }
    }
    if random.one_in(8) {
        schema["enum"] = (0..=random.below(3)).map(|_| value(random, 1)).collect();
    }
    if random.one_in(8) {
        schema["pattern"] = random.pick(&["^a", "b$", "."]).into();
    }
    if random.one_in(8) {
        schema["format"] = random
            .pick(&["ipv4", "date", "int32", "float", "unknown"])
            .into();
    }
    if random.one_in(8) {
        schema["required"] = json!([random.pick(&NAMES)]);
    }
    if random.one_in(10) {
        schema["nullable"] = true.into();
    }
}

pub(crate) fn combinators(random: &mut Random, schema: &mut Value, depth: usize) {
    let nested = |random: &mut Random| {
        let mut nested = json!({});
        constraints(random, &mut nested);
        if random.one_in(2) {
            let mut property = json!({});
            constraints(random, &mut property);
            nested["properties"] = json!({ random.pick(&NAMES): property });
        }
        if depth > 0 {
            combinators(random, &mut nested, depth - 1);
        }
        nested
    };
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if random.one_in(8) {
            schema[keyword] = (0..=random.below(3)).map(|_| nested(random)).collect();
        }
    }
    if random.one_in(10) {
        schema["not"] = nested(random);
    }
}

/// A schema with everything in it; not every one is such that a server takes it.
pub(crate) fn schema(random: &mut Random, depth: usize) -> Value {
    let kinds = [
        "string", "integer", "number", "boolean", "array", "object", "object",
    ];
    let kind = random.pick(if depth == 0 { &kinds[..4] } else { &kinds[..] });
    let mut schema = json!({ "type": kind });
    match kind {
        "array" => {
            schema["items"] = self::schema(random, depth - 1);
            if random.one_in(3) {
                schema["x-kubernetes-list-type"] = random.pick(&["set", "map"]).into();
                schema["x-kubernetes-list-map-keys"] = json!(["a"]);
            }
        }
        "object" if random.one_in(3) => {
            schema["additionalProperties"] = match random.below(3) {
                0 => true.into(),
                1 => false.into(),
                _ => self::schema(random, depth - 1),
            };
        }
        "object" => {
            for _ in 0..random.below(4) {
                schema["properties"][random.pick(&NAMES)] = self::schema(random, depth - 1);
            }
        }
        _ => {}
    }
    if random.one_in(6) {
        schema["x-kubernetes-preserve-unknown-fields"] = true.into();
    }
    if random.one_in(8) {
        schema["x-kubernetes-embedded-resource"] = true.into();
    }
    if random.one_in(10) {
        schema["x-kubernetes-int-or-string"] = true.into();
    }
    constraints(random, &mut schema);
    combinators(random, &mut schema, 1);
    if random.one_in(3) {
        schema["default"] = fitting(random, &schema);
    }
    schema
}
