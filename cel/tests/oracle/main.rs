//! What real API servers answered, and whether this crate answers the same.
//!
//! `tests/data/cel.jsonl` holds a sample. `WHEELWRIGHT_CEL_ORACLE` names a file with more of the same form.

#[path = "../recorded/mod.rs"]
mod recorded;

use recorded::{Difference, compare_all};
use serde_json::Value;
use wheelwright_cel::rule::{OldSelf, check_expression, check_rule, instantiate};
use wheelwright_cel::schema::Schema;
use wheelwright_cel::{Environment, KubeVersion, estimate};

/// Compares one answer.
fn compare(
    case: &Value,
    schema: &Schema,
    expected: &Value,
    server: KubeVersion,
) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut differ = |what, ours: String, theirs: String| {
        if ours != theirs {
            differences.push(Difference { what, ours, theirs });
        }
    };
    let text = |key: &str| {
        expected
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let declared = schema.declare(server);
    let none = expected.get("schema_error").is_some();
    differ("schema", declared.is_none().to_string(), none.to_string());
    let (Some(declared), false) = (declared, none) else {
        return differences;
    };
    let environment = Environment::new(server);
    let rule = case["rule"].as_str().unwrap_or_default();
    let old_self = match case.get("optionalOldSelf") {
        Some(Value::Bool(true)) => OldSelf::Optional,
        _ => OldSelf::Required,
    };
    let checked = check_rule(rule, &declared, old_self, environment);
    let accepted = expected["accepted"] == Value::Bool(true);
    // The server refuses for costs and the rule's other fields too; of what is compiled, the cost is compared.
    if accepted || !text("compile_error").is_empty() {
        differ(
            "verdict",
            checked.is_ok().to_string(),
            text("compile_error").is_empty().to_string(),
        );
    }
    // A server that crashes says nothing.
    if expected.get("panic").is_some() {
        let ours = checked.is_ok();
        differ("verdict of a crash", ours.to_string(), "false".to_owned());
        return differences;
    }
    let error = checked
        .as_ref()
        .err()
        .map(ToString::to_string)
        .unwrap_or_default();
    differ("error", error, text("compile_error").to_owned());
    // Of the expression as such, whatever its type, not every case tells.
    if expected.get("expr_type").is_none() && expected.get("expr_error").is_none() {
        if let (Ok(checked), Some(cost)) = (&checked, expected.get("cost").and_then(Value::as_u64))
        {
            let ours = estimate(checked, environment, &declared).max;
            differ("cost", ours.to_string(), cost.to_string());
        }
        return differences;
    }
    let expression = check_expression(rule, &declared, old_self, environment);
    match &expression {
        Ok(checked) => {
            let error = instantiate(checked).err().unwrap_or_default();
            if error.is_empty() {
                let ours = checked.result_type().full_name().to_string();
                differ("type", ours, text("expr_type").to_owned());
            }
            differ("expression error", error, text("expr_error").to_owned());
            if let Some(cost) = expected.get("cost").and_then(Value::as_u64) {
                let ours = estimate(checked, environment, &declared).max;
                differ("cost", ours.to_string(), cost.to_string());
            }
            let uses = expected.get("uses_old_self") == Some(&Value::Bool(true));
            if accepted {
                differ(
                    "old self",
                    checked.uses_old_self().to_string(),
                    uses.to_string(),
                );
            }
        }
        Err(errors) => differ(
            "expression error",
            errors.to_string(),
            text("expr_error").to_owned(),
        ),
    }
    if let Some(cardinality) = expected.get("max_cardinality").and_then(Value::as_u64) {
        differ(
            "cardinality",
            declared.max_cardinality().to_string(),
            cardinality.to_string(),
        );
    }
    differences
}

#[test]
fn the_answers_are_those_of_real_servers() {
    compare_all(include_str!("../data/cel.jsonl"), compare);
}

#[test]
fn the_errors_of_the_parser_are_those_of_a_real_server() {
    let environment = Environment::new(KubeVersion::new(36).expect("a version is known"));
    for line in include_str!("../data/syntax.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        let rule = case["rule"].as_str().expect("a text");
        let error =
            wheelwright_cel::syntax::parse(rule, environment).expect_err("the server refuses it");
        assert_eq!(error.to_string(), case["error"], "{rule}");
    }
}
