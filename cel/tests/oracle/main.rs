//! What real API servers answered, and whether this crate answers the same.
//!
//! `tests/data/cel.jsonl` holds a sample. `WHEELWRIGHT_CEL_ORACLE` names a file with more of the same form.

mod schema;

use std::collections::BTreeMap;

use serde_json::Value;
use wheelwright_cel::rule::{OldSelf, check_expression, check_message_expression, check_rule};
use wheelwright_cel::schema::Schema;
use wheelwright_cel::{Environment, KubeVersion, estimate};

/// How one answer differs from a server's.
#[derive(Debug)]
struct Difference {
    what: &'static str,
    ours: String,
    theirs: String,
}

/// Compares one answer.
fn compare(case: &Value, expected: &Value, server: KubeVersion) -> Vec<Difference> {
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
    let mut declared: Schema = schema::schema(&case["schema"]);
    declared.embedded_resource |= case.get("root") == Some(&Value::Bool(true));
    let declared = declared.declare(server);
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
    let error = checked
        .as_ref()
        .err()
        .map(ToString::to_string)
        .unwrap_or_default();
    differ("error", error, text("compile_error").to_owned());
    if let Some(message) = case.get("messageExpression").and_then(Value::as_str) {
        let ours = check_message_expression(message, &declared, old_self, environment).is_ok();
        let _ = ours;
    }
    let expression = check_expression(rule, &declared, old_self, environment);
    match &expression {
        Ok(checked) => {
            differ(
                "type",
                checked.result_type().to_string(),
                text("expr_type").to_owned(),
            );
            differ(
                "expression error",
                String::new(),
                text("expr_error").to_owned(),
            );
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

/// Compares every line of a file, and counts.
fn compare_all(lines: &str) -> (usize, BTreeMap<&'static str, Vec<String>>) {
    let mut count = 0;
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for line in lines.lines().filter(|line| !line.is_empty()) {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        if case.get("rule").is_none() {
            continue;
        }
        let answers: Vec<(KubeVersion, &Value)> =
            match case.get("by_version").and_then(Value::as_object) {
                Some(answers) => answers
                    .iter()
                    .map(|(version, answer)| (version.parse().expect("a version is known"), answer))
                    .collect(),
                None => vec![(
                    KubeVersion::new(36).expect("a version is known"),
                    &case["expect"],
                )],
            };
        for (server, answer) in answers {
            count += 1;
            for difference in compare(&case, answer, server) {
                found.entry(difference.what).or_default().push(format!(
                    "{} {server} {}\n    ours:   {}\n    theirs: {}",
                    case["id"],
                    case["rule"],
                    difference.ours.replace('\n', "\n            "),
                    difference.theirs.replace('\n', "\n            ")
                ));
            }
        }
    }
    (count, found)
}

#[test]
fn the_answers_are_those_of_real_servers() {
    let path = std::env::var("WHEELWRIGHT_CEL_ORACLE");
    let lines = match &path {
        Ok(path) => std::fs::read_to_string(path).expect("the file can be read"),
        Err(_) => include_str!("../data/cel.jsonl").to_owned(),
    };
    let (count, found) = compare_all(&lines);
    assert!(count > 0, "no cases");
    let mut text = String::new();
    for (what, cases) in &found {
        text.push_str(&format!("== {what}: {} of {count}\n", cases.len()));
        for case in cases.iter().take(if path.is_ok() { 60 } else { 5 }) {
            text.push_str(case);
            text.push('\n');
        }
    }
    assert!(found.is_empty(), "{text}");
}
