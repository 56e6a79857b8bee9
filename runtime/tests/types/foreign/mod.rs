//! Types that only have a `JsonSchema`, and JSON schemas by themselves.

mod alternatives;
mod derived;
mod everywhere;
mod keywords;
mod numbers;
mod random;
mod refused;
mod sound;
mod vocabulary;
mod written;

use std::cell::RefCell;

use serde_json::{Value, json};
use wheelwright::{
    schema,
    table::{Foreign, Run, Shape, Type},
};
use wheelwright_rules::crd;

thread_local! {
    static SCHEMA: RefCell<Value> = const { RefCell::new(Value::Null) };
}

/// A type whose JSON schema is the one that is being tested.
static FOREIGN: Type = Type::of(
    "Foreign",
    Shape::Foreign(Foreign {
        rust: || "elsewhere::Foreign",
        schema: Run(|| Ok(SCHEMA.with_borrow(Clone::clone))),
    }),
);

/// The structural form of a JSON schema, or what is said about it.
fn structural(json: &Value) -> Result<Value, String> {
    SCHEMA.set(json.clone());
    match schema::of(&FOREIGN) {
        Ok(described) => Ok(described.schema),
        Err(problems) => Err(problems
            .iter()
            .map(|problem| problem.cause.to_string())
            .collect::<Vec<_>>()
            .join("\n")),
    }
}

/// What the API server says of a CRD with this schema.
fn verdict(schema: &Value) -> crd::Report {
    crd::check(&json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "tests.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Test", "plural": "tests"},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}},
            }],
        },
    }))
}

/// Asserts the structural form, and that the API server takes it.
#[track_caller]
fn becomes(json: &Value, expected: &Value) {
    match structural(json) {
        Ok(schema) => {
            assert_eq!(&schema, expected, "of {json}");
            let report = verdict(&schema);
            assert!(report.is_accepted(), "{schema}: {:?}", report.errors);
        }
        Err(problems) => panic!("{json}: {problems}"),
    }
}
