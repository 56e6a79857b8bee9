//! What an evaluation takes from the heap: nothing where a rule compares and asks, and as much for many items as for few
//! where it loops.

use std::sync::Arc;

use allocation_counter::measure;
use serde_json::{Value, json};
use wheelwright_cel::rule::{OldSelf, check_rule};
use wheelwright_cel::schema::Schema;
use wheelwright_cel::value::Value as Answer;
use wheelwright_cel::{Activation, Budget, Environment, Layout, Program, Target};

fn schema() -> Schema {
    let text = json!({"type": "string", "maxLength": 20});
    Schema::from_json(&json!({
        "type": "object",
        "properties": {
            "least": {"type": "integer"},
            "most": {"type": "integer"},
            "share": {"type": "number"},
            "mode": text,
            "name": text,
            "absent": text,
            "ready": {"type": "boolean"},
            "port": {"x-kubernetes-int-or-string": true},
            "sizes": {"type": "array", "maxItems": 10, "items": {"type": "integer"}},
            "labels": {"type": "object", "maxProperties": 10, "additionalProperties": text},
            "parts": {
                "type": "array",
                "maxItems": 10,
                "items": {
                    "type": "object",
                    "properties": {"name": text, "weight": {"type": "integer"}},
                },
            },
        },
    }))
}

/// An object with so many items.
fn object(count: usize) -> Value {
    let parts: Vec<_> = (0..count)
        .map(|n| json!({"name": format!("n{n}"), "weight": 1}))
        .collect();
    json!({
        "least": 1, "most": 3, "share": 0.5, "mode": "Fast", "name": "a name", "ready": true, "port": 80,
        "sizes": vec![1; count],
        "labels": {"app": "x"},
        "parts": parts,
    })
}

/// How often an evaluation takes memory from the heap.
fn allocations(rule: &str, object: &Value) -> u64 {
    let (schema, environment) = (schema(), Environment::default());
    let declared = schema.declare(environment.server()).expect("a type");
    let checked = check_rule(rule, &declared, OldSelf::Required, environment)
        .unwrap_or_else(|errors| panic!("{rule}: {errors}"));
    let target = Target {
        environment,
        layout: Arc::new(Layout::of(&schema)),
        optional_old_self: false,
    };
    let program = Program::compile(&checked, target).expect("it compiles");
    let activation = Activation {
        self_value: Some(object),
        old_self: Some(object),
    };
    let mut holds = false;
    let measured = measure(|| {
        let evaluation = program.evaluate(activation, Budget::PER_CALL);
        holds = matches!(evaluation.result, Ok(Answer::Bool(true)));
    });
    assert!(holds, "{rule} is not true");
    measured.count_total
}

#[test]
fn plain_comparisons_take_nothing_from_the_heap() {
    for rule in [
        "self.least <= self.most",
        "self.least != 0 && self.most < 10 || self.ready",
        "self.share > 0.25 && self.share < double(self.most)",
        "self.least + self.most * 2 == 7",
        "self.mode == 'Fast'",
        "self.mode in ['Fast', 'Slow']",
        "self.mode != self.name",
        "self.ready ? self.least > 0 : self.most > 0",
        "!has(self.absent) || self.absent == 'x'",
        "size(self.name) <= 10 && self.name.startsWith('a') && self.name.contains('name')",
        "type(self.port) == int ? self.port < 100 : self.port == 'http'",
        "size(self.sizes) == 3 && self.sizes[0] == 1 && 1 in self.sizes",
        "'app' in self.labels && self.labels['app'] == 'x'",
        "self.least == oldSelf.least && self.name == oldSelf.name",
        "self == oldSelf",
        "self.parts == oldSelf.parts",
    ] {
        assert_eq!(allocations(rule, &object(3)), 0, "{rule}");
    }
}

#[test]
fn loops_take_as_much_for_many_items() {
    for rule in [
        "self.sizes.all(size, size > 0)",
        "self.sizes.exists(size, size == self.least)",
        "self.parts.all(part, part.weight <= self.most && part.name != self.name)",
        "self.parts.exists_one(part, part.name == 'n0')",
        "self.parts.all(part, self.sizes.exists(size, size == part.weight))",
    ] {
        let [few, many] = [3, 300].map(|count| allocations(rule, &object(count)));
        assert_eq!(few, many, "{rule}");
    }
}

/// What makes a value has to put it somewhere.
#[test]
fn the_counter_counts() {
    assert!(allocations("self.name + self.mode == 'a nameFast'", &object(3)) > 0);
}
