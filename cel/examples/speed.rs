//! How fast the rules of a schema run over an object.
//!
//! `cargo run --release -p wheelwright-cel --example speed -- SCHEMA.json OBJECT.json`, where the schema is an
//! `openAPIV3Schema`. Without arguments, a plain comparison.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use wheelwright_cel::rule::{OldSelf, check_expression};
use wheelwright_cel::schema::Schema;
use wheelwright_cel::{Activation, Budget, Environment, Layout, Program, Target};

/// A node of a schema with its rules, and what is below it.
struct Node {
    programs: Vec<Program>,
    properties: Vec<(String, Node)>,
    elements: Option<Box<Node>>,
}

fn compile(json: &Value, root: bool) -> Node {
    let mut schema = Schema::from_json(json);
    schema.embedded_resource |= root;
    let environment = Environment::default();
    let rules = json
        .get("x-kubernetes-validations")
        .and_then(Value::as_array);
    let programs = match schema.declare(environment.server()) {
        Some(declared) => rules
            .into_iter()
            .flatten()
            .map(|rule| {
                let text = rule["rule"].as_str().expect("a rule is a text");
                let checked = check_expression(text, &declared, OldSelf::Required, environment)
                    .unwrap_or_else(|error| panic!("{text}: {error}"));
                let target = Target {
                    environment,
                    layout: Layout::of(&schema).into(),
                    optional_old_self: false,
                };
                Program::compile(&checked, target).expect("the rule can run")
            })
            .collect(),
        None => Vec::new(),
    };
    let below = |key: &str| {
        let below = json.get(key).filter(|below| below.is_object());
        below.map(|below| Box::new(compile(below, false)))
    };
    Node {
        programs,
        properties: json
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, below)| (name.clone(), compile(below, false)))
            .collect(),
        elements: below("items").or_else(|| below("additionalProperties")),
    }
}

/// Runs all rules: how many ran, how many failed, and what they cost.
fn run(node: &Node, value: &Value, counts: &mut [u64; 3]) {
    for program in &node.programs {
        let activation = Activation {
            self_value: Some(value),
            old_self: None,
        };
        let evaluation = program.evaluate(activation, Budget::PER_CALL);
        counts[0] += 1;
        counts[1] += u64::from(!matches!(
            evaluation.result,
            Ok(wheelwright_cel::Value::Bool(true))
        ));
        counts[2] += evaluation.cost;
    }
    for (name, below) in &node.properties {
        if let Some(value) = value.get(name).filter(|value| !value.is_null()) {
            run(below, value, counts);
        }
    }
    if let Some(elements) = &node.elements {
        match value {
            Value::Array(items) => items.iter().for_each(|item| run(elements, item, counts)),
            Value::Object(fields) => fields.values().for_each(|item| run(elements, item, counts)),
            _ => {}
        }
    }
}

/// Nanoseconds that the process has run, where the system tells; else those that have passed.
fn run_time(start: Instant) -> u128 {
    let on_processor = std::fs::read_to_string("/proc/self/schedstat").ok();
    on_processor
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| start.elapsed().as_nanos())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let read = |path: &String| -> Value {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        serde_json::from_str(&text).expect("the file is JSON")
    };
    let (schema, object) = match arguments.as_slice() {
        [schema, object] => (read(schema), read(object)),
        _ => (
            json!({
                "type": "object",
                "properties": {
                    "minReplicas": { "type": "integer" },
                    "maxReplicas": { "type": "integer" },
                },
                "x-kubernetes-validations": [{ "rule": "self.minReplicas <= self.maxReplicas" }],
            }),
            json!({ "minReplicas": 1, "maxReplicas": 3 }),
        ),
    };
    let start = Instant::now();
    let root = compile(&schema, true);
    println!("compiled in {:?}", start.elapsed());
    let mut counts = [0; 3];
    run(&root, &object, &mut counts);
    println!(
        "{} rules, {} not true, cost {}",
        counts[0], counts[1], counts[2]
    );
    let rounds = 2_000_000 / counts[0].max(1);
    for _ in 0..5 {
        let before = run_time(start);
        for _ in 0..rounds {
            run(&root, black_box(&object), black_box(&mut counts));
        }
        let nanoseconds = (run_time(start) - before) / u128::from(rounds);
        println!("{nanoseconds} ns an object");
    }
}
