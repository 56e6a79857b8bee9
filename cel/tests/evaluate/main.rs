//! What real API servers computed, and whether this crate computes the same at the same cost.
//!
//! `tests/data/evaluation.jsonl` holds a sample. `WHEELWRIGHT_CEL_ORACLE` names a file with more of the same form.

mod excess;
mod generate;
mod hostile;
mod laws;
#[path = "../recorded/mod.rs"]
mod recorded;

use recorded::{Difference, compare_all};
use serde_json::{Value, json};
use wheelwright_cel::rule::{OldSelf, check_expression};
use wheelwright_cel::schema::Schema;
use wheelwright_cel::{Activation, Budget, Environment, KubeVersion, Layout, Program, Target};

fn compare(
    case: &Value,
    schema: &Schema,
    expected: &Value,
    server: KubeVersion,
) -> Vec<Difference> {
    let mut differences = Vec::new();
    let Some(declared) = schema.declare(server) else {
        return differences;
    };
    let environment = Environment::new(server);
    let optional_old_self = case.get("optionalOldSelf") == Some(&Value::Bool(true));
    let old_self = if optional_old_self {
        OldSelf::Optional
    } else {
        OldSelf::Required
    };
    let rule = case["rule"].as_str().unwrap_or_default();
    let Ok(checked) = check_expression(rule, &declared, old_self, environment) else {
        return differences;
    };
    let target = Target {
        environment,
        layout: std::sync::Arc::new(Layout::of(schema)),
        optional_old_self,
    };
    let program = match Program::compile(&checked, target) {
        Ok(program) => program,
        Err(error) => {
            if expected.get("result").is_some() || expected.get("eval_error").is_some() {
                differences.push(Difference {
                    what: "program",
                    ours: error.to_string(),
                    theirs: expected.to_string(),
                });
            }
            return differences;
        }
    };
    if expected.get("result").is_none() && expected.get("eval_error").is_none() {
        return differences;
    }
    let activation = Activation {
        self_value: case.get("self"),
        old_self: case.get("oldSelf").filter(|old| !old.is_null()),
    };
    let evaluation = program.evaluate(activation, Budget::PER_CALL);
    let (ours, theirs) = match (&evaluation.result, expected.get("result")) {
        (Ok(value), Some(theirs)) => (sorted(value.to_answer()), sorted(theirs.clone())),
        (Ok(value), None) => (
            value.to_answer(),
            json!({ "error": expected["eval_error"] }),
        ),
        (Err(error), Some(theirs)) => (json!({ "error": error.to_string() }), theirs.clone()),
        (Err(error), None) => (json!(error.to_string()), expected["eval_error"].clone()),
    };
    let mut differ = |what, ours: String, theirs: String| {
        if ours != theirs {
            differences.push(Difference { what, ours, theirs });
        }
    };
    let unstable = case.get("unstable").or_else(|| expected.get("unstable"));
    if unstable != Some(&Value::Bool(true)) {
        differ("result", ours.to_string(), theirs.to_string());
        if let Some(cost) = expected.get("runtime_cost").and_then(Value::as_u64) {
            differ("cost", evaluation.cost.to_string(), cost.to_string());
        }
    }
    differences
}

/// With the pairs of maps in one order.
fn sorted(mut answer: Value) -> Value {
    fn sort(value: &mut Value) {
        if let Value::Array(items) = value {
            items.iter_mut().for_each(sort);
            if items
                .iter()
                .all(|item| item.as_array().is_some_and(|pair| pair.len() == 2))
            {
                items.sort_by_key(Value::to_string);
            }
        } else if let Value::Object(fields) = value {
            fields.values_mut().for_each(sort);
        }
    }
    sort(&mut answer);
    answer
}

#[test]
fn programs_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Program>();
}

#[test]
fn values_and_costs_are_those_of_real_servers() {
    compare_all(include_str!("../data/evaluation.jsonl"), compare);
}
