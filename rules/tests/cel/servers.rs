//! What real API servers answered.

use std::collections::HashMap;

use serde_json::Value;
use wheelwright_rules::crd::{self, Report};
use wheelwright_rules::{Admission, FieldError, FieldValidation, KubeVersion, Outcome, Rules};

use crate::{cases, lines, server_1_36, texts};

fn judge_crd(case: &Value, server: KubeVersion) -> Report {
    match case.get("old") {
        Some(old) => crd::check_update_on(old, &case["new"], server),
        None => crd::check_on(&case["crd"], server),
    }
}

/// Of an update, both objects are of some stored version.
fn stored(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata
            .entry("resourceVersion")
            .or_insert_with(|| "1".into());
    }
    object
}

fn judge_object(rules: &Rules, case: &Value) -> Outcome {
    let version = case["version"]
        .as_str()
        .and_then(|name| rules.version(name));
    let admission = match case.get("old") {
        Some(old) => Admission::update(stored(&case["object"]), stored(old)),
        None => Admission::create(case["object"].clone()),
    };
    version.expect("the CRD has it").admit(Admission {
        field_validation: FieldValidation::Ignore,
        ..admission
    })
}

#[test]
fn crds_with_rules_are_judged_as_by_a_real_server() {
    for (name, case) in cases(include_str!("crds.jsonl")) {
        let report = judge_crd(&case, server_1_36());
        assert_eq!(report.unreadable, None, "{name}");
        assert_eq!(lines(&report.errors), texts(&case["errors"]), "{name}");
        assert_eq!(report.is_accepted(), report.errors.is_empty(), "{name}");
    }
}

#[test]
fn objects_with_rules_are_judged_as_by_a_real_server() {
    let mut known: HashMap<String, Rules> = HashMap::new();
    let text = |case: &Value, key: &str| case[key].as_str().unwrap_or_default().to_owned();
    for (name, case) in cases(include_str!("objects.jsonl")) {
        if case.get("name").is_some() {
            let rules = Rules::from_crd_on(&case["crd"], server_1_36());
            known.insert(text(&case, "name"), rules.expect("a server takes the CRD"));
            continue;
        }
        let outcome = judge_object(&known[&text(&case, "crd")], &case);
        assert_eq!(lines(outcome.errors()), texts(&case["errors"]), "{name}");
    }
}

/// By version: whether it is accepted, the field and type of each error, the server's warnings, and how many fields it
/// does not know.
#[test]
fn servers_of_all_versions_are_told_apart() {
    let kinds = |errors: &[FieldError]| {
        let mut kinds: Vec<String> = errors
            .iter()
            .map(|error| format!("{}: {}", error.path, error.kind.cause()))
            .collect();
        kinds.sort();
        kinds
    };
    for (name, case) in cases(include_str!("versions.jsonl")) {
        let mut expected = &Value::Null;
        for server in KubeVersion::all() {
            let name = format!("{name}, {server}");
            expected = case["from_version"]
                .get(server.to_string())
                .unwrap_or(expected);
            let is_accepted = expected["accepted"] == true;
            let mut warnings;
            if case["kind"] == "object" {
                let rules = Rules::from_stored_crd_on(&case["crd"], server);
                let outcome = judge_object(&rules.expect("the CRD can be read"), &case);
                assert_eq!(outcome.refusal.is_none(), is_accepted, "{name}");
                assert_eq!(
                    kinds(outcome.errors()),
                    texts(&expected["errors"]),
                    "{name}"
                );
                warnings = outcome.warnings;
            } else {
                let report = judge_crd(&case, server);
                assert_eq!(report.is_accepted(), is_accepted, "{name}");
                assert_eq!(kinds(&report.errors), texts(&expected["errors"]), "{name}");
                let unknown = expected["unknown"].as_u64().unwrap_or_default();
                assert_eq!(report.unknown_fields.len() as u64, unknown, "{name}");
                warnings = report.warnings;
            }
            warnings.sort();
            assert_eq!(warnings, texts(&expected["warnings"]), "{name}");
        }
    }
}
