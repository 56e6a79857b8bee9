//! Small CRDs, each with what a real API server 1.36 answers: one line a case, one rule or two a case.

use serde_json::Value;
use wheelwright_rules::KubeVersion;
use wheelwright_rules::crd::{self, Report};

use crate::lines;

fn server() -> KubeVersion {
    KubeVersion::new(36).expect("it is known")
}

fn cases(text: &str) -> impl Iterator<Item = (String, Value)> {
    text.lines().enumerate().map(|(number, line)| {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        (format!("line {}: {}", number + 1, case["about"]), case)
    })
}

fn assert_answer(report: &Report, case: &Value, name: &str) {
    if let Some(text) = case["unreadable"].as_str() {
        let reason = report.unreadable.as_ref().map(ToString::to_string);
        assert_eq!(reason.as_deref(), Some(text), "{name}");
    } else if case["crash"] == true {
        assert!(report.crash.is_some(), "{name}");
    } else {
        let mut expected: Vec<&str> = case["errors"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        expected.sort_unstable();
        assert_eq!(lines(report), expected, "{name}");
        assert_eq!(report.is_accepted(), expected.is_empty(), "{name}");
    }
    if !case["warnings"].is_null() {
        assert_eq!(
            Value::from(report.warnings.clone()),
            case["warnings"],
            "{name}"
        );
    }
}

#[test]
fn new_crds_are_judged_as_by_a_real_server() {
    for (name, case) in cases(include_str!("create.jsonl")) {
        assert_answer(&crd::check_on(&case["crd"], server()), &case, &name);
    }
}

#[test]
fn updates_are_judged_as_by_a_real_server() {
    for (name, case) in cases(include_str!("update.jsonl")) {
        assert_answer(
            &crd::check_update_on(&case["old"], &case["new"], server()),
            &case,
            &name,
        );
    }
}

/// A fault that the old CRD has already may stay, although a new CRD with it is refused.
#[test]
fn old_faults_are_tolerated_where_a_real_server_tolerates_them() {
    for (name, case) in cases(include_str!("tolerated.jsonl")) {
        let report = crd::check_update_on(&case["old"], &case["new"], server());
        assert_eq!(lines(&report), [""; 0], "{name}");
        let mut expected: Vec<&str> = case["on_create"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        expected.sort_unstable();
        assert_eq!(
            lines(&crd::check_on(&case["new"], server())),
            expected,
            "{name}"
        );
    }
}
