//! What the generator promises beside values that validate.

use serde_json::{Value, json};
use wheelwright::generate::Generator;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 8},
            "size": {"type": "integer", "minimum": 1, "maximum": 3},
            "tags": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string", "enum": ["a", "b"]}},
            "ports": {
                "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"],
                "items": {"type": "object", "properties": {"port": {"type": "integer", "maximum": 3, "minimum": 0}}, "required": ["port"]},
            },
        },
        "required": ["name", "size"],
    })
}

#[test]
fn the_same_seed_gives_the_same_values() {
    let (mut one, mut two) = (Generator::new(9), Generator::new(9));
    let values: Vec<Value> = (0..50).map(|_| one.value(&schema())).collect();
    assert_eq!(
        values,
        (0..50).map(|_| two.value(&schema())).collect::<Vec<_>>()
    );
    assert!(values.windows(2).any(|pair| pair[0] != pair[1]));
}

#[test]
fn whole_values_have_what_is_required_and_sparse_ones_may_not() {
    let mut generator = Generator::new(1);
    assert!((0..200).all(|_| generator.value(&schema()).get("name").is_some()));
    let mut sparse = Generator::new(1).sparse();
    let values: Vec<Value> = (0..200).map(|_| sparse.value(&schema())).collect();
    assert!(values.iter().any(|value| value.get("name").is_none()));
    assert!(values.iter().any(|value| value.get("name").is_some()));
}

#[test]
fn bounds_are_met_often() {
    let mut generator = Generator::new(2);
    let sizes: Vec<Value> = (0..100)
        .map(|_| generator.value(&schema())["size"].take())
        .collect();
    for bound in [1, 3] {
        assert!(sizes.iter().filter(|size| **size == bound).count() > 20);
    }
    assert!(
        sizes
            .iter()
            .all(|size| (1..=3).contains(&size.as_i64().unwrap()))
    );
}

#[test]
fn items_of_sets_and_keyed_lists_differ() {
    let mut generator = Generator::new(3).size(6);
    for _ in 0..200 {
        let value = generator.value(&schema());
        for (list, key) in [("tags", ""), ("ports", "/port")] {
            let items = value[list].as_array().into_iter().flatten();
            let mut keys: Vec<String> = items
                .map(|item| item.pointer(key).unwrap().to_string())
                .collect();
            let all = keys.len();
            keys.sort();
            keys.dedup();
            assert_eq!(keys.len(), all, "{value}");
        }
    }
}

#[test]
fn no_schema_makes_it_panic_or_run_for_ever() {
    for schema in [
        json!(null),
        json!({"type": "array", "minItems": 5, "x-kubernetes-list-type": "set", "items": {"type": "boolean"}}),
        json!({"type": "string", "minLength": 3, "maxLength": 1}),
        json!({"type": "string", "minLength": 18_446_744_073_709_551_615_u64}),
        json!({"type": "integer", "minimum": 5, "maximum": 1, "multipleOf": 7}),
        json!({"type": "integer", "minimum": 1e300, "maximum": -1e300}),
        json!({"type": "number", "minimum": 1e308, "maximum": -1e308, "multipleOf": 1e-300}),
        json!({"type": "integer", "multipleOf": 1e300}),
        json!({"enum": []}),
        json!({"type": "object", "minProperties": 9_000_000_000_u64, "additionalProperties": {"type": "string"}}),
        json!({"oneOf": [], "anyOf": [], "not": {}}),
        json!({"type": "string", "pattern": "(((((a{0,100}){0,10})*)*)*)*"}),
    ] {
        let mut generator = Generator::new(4);
        for _ in 0..20 {
            let mut value = generator.value(&schema);
            generator.mutate(&mut value);
        }
    }
}
