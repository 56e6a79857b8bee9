//! The examples of the Kubernetes documentation, "Extend the Kubernetes API with `CustomResourceDefinitions`", Validation
//! rules: those that it says are refused, and those that are slips of the page, included.
//!
//! `reference.json` has them by name: the schema, parts of what a server says where it refuses that, and objects with a part
//! of what it says of them. What the page says was put to a server of 1.37.2; where that says otherwise, the name says so.

use serde_json::{Value, json};
use wheelwright_rules::{Admission, Rules, crd};

fn rows() -> Vec<Value> {
    serde_json::from_str(include_str!("reference.json")).expect("a list of rows")
}

fn definition(row: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "crontabs.stable.example.com"},
        "spec": {
            "group": "stable.example.com",
            "names": {"kind": "CronTab", "plural": "crontabs"},
            "scope": "Namespaced",
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": row["schema"]},
            }],
        },
    })
}

fn object(part: &Value) -> Value {
    let mut object = part.clone();
    object["apiVersion"] = json!("stable.example.com/v1");
    object["kind"] = json!("CronTab");
    object["metadata"] = json!({"name": "obj", "resourceVersion": "1"});
    object
}

/// Every example has the verdict that the documentation gives, in the words of a server.
#[test]
fn the_examples_of_the_documentation() {
    let mut wrong = Vec::new();
    for row in rows() {
        let name = row["name"].as_str().expect("a name");
        let report = crd::check(&definition(&row));
        let said: Vec<String> = report.errors.iter().map(ToString::to_string).collect();
        if let Some(parts) = row["refused"].as_array() {
            for part in parts.iter().filter_map(Value::as_str) {
                if !said.iter().any(|line| line.contains(part)) {
                    wrong.push(format!("{name}: no {part}, but {said:?}"));
                }
            }
            continue;
        }
        if !report.is_accepted() {
            wrong.push(format!("{name}: {said:?}"));
            continue;
        }
        let rules = Rules::from_crd(&definition(&row)).expect("it is accepted");
        let version = rules.version("v1").expect("it has one");
        for case in row["objects"].as_array().into_iter().flatten() {
            let new = object(&case["object"]);
            let outcome = version.admit(if let Some(old) = case.get("old") {
                Admission::update(new, object(old))
            } else {
                let mut new = new;
                new["metadata"] = json!({"name": "obj"});
                Admission::create(new)
            });
            let said: Vec<String> = outcome.errors().iter().map(ToString::to_string).collect();
            let is_right = match case["error"].as_str() {
                Some(part) => said.iter().any(|line| line.contains(part)),
                None => outcome.refusal.is_none(),
            };
            if !is_right {
                wrong.push(format!("{name}: {case}: {said:?}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// No example is there twice, and each says something.
#[test]
fn every_example_is_one() {
    let rows = rows();
    let mut names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), rows.len());
    assert!(
        rows.iter()
            .all(|row| row.get("refused").is_some() != row.get("objects").is_some())
    );
}
