//! Answers of servers as JSON Lines, and how this crate's differ from them.

use std::collections::BTreeMap;

use serde_json::Value;
use wheelwright_cel::KubeVersion;
use wheelwright_cel::schema::Schema;

/// How one answer differs from a server's.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) what: &'static str,
    pub(crate) ours: String,
    pub(crate) theirs: String,
}

/// The schema of a case: its own, or one that it names.
fn schema_of(case: &Value, schemas: &Value) -> Schema {
    let mut schema = Schema::from_json(match &case["schema"] {
        Value::String(name) => &schemas[name],
        own => own,
    });
    schema.embedded_resource |= case.get("root") == Some(&Value::Bool(true));
    schema
}

/// The answers of a case, by server: of 1.36, of each in `by_version`, or of each from one in `from_version` to the next.
fn answers(case: &Value) -> Vec<(KubeVersion, &Value)> {
    if let Some(answers) = case.get("by_version").and_then(Value::as_object) {
        let known = |(version, answer): (&String, _)| {
            (version.parse().expect("a version is known"), answer)
        };
        return answers
            .iter()
            .map(|(version, answer)| known((version, answer)))
            .collect();
    }
    if let Some(answers) = case.get("from_version").and_then(Value::as_object) {
        let mut last = &Value::Null;
        return KubeVersion::all()
            .map(|server| {
                last = answers.get(&server.to_string()).unwrap_or(last);
                (server, last)
            })
            .collect();
    }
    // A file that names no versions is of 1.36, or of another in `WHEELWRIGHT_CEL_SERVER`.
    let server =
        std::env::var("WHEELWRIGHT_CEL_SERVER").map_or("1.36".parse(), |server| server.parse());
    vec![(server.expect("a version is known"), &case["expect"])]
}

/// Compares every line of a sample, or of the file that `WHEELWRIGHT_CEL_ORACLE` names, with what a server answered.
pub(crate) fn compare_all(
    sample: &str,
    compare: fn(&Value, &Schema, &Value, KubeVersion) -> Vec<Difference>,
) {
    let schemas: Value =
        serde_json::from_str(include_str!("../data/schemas.json")).expect("the schemas are JSON");
    let path = std::env::var("WHEELWRIGHT_CEL_ORACLE");
    let lines = match &path {
        Ok(path) => std::fs::read_to_string(path).expect("the file can be read"),
        Err(_) => sample.to_owned(),
    };
    let mut count = 0;
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for line in lines.lines().filter(|line| !line.is_empty()) {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        if case.get("rule").is_none() {
            continue;
        }
        let schema = schema_of(&case, &schemas);
        for (server, answer) in answers(&case) {
            count += 1;
            for difference in compare(&case, &schema, answer, server) {
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
