//! CRDs and objects whose verdict hangs on CEL, or on the version of the server, with what real API servers answered.

mod hostile;
mod listed;
mod ratcheting;
mod reference;
mod remedies;
mod servers;
mod support;

use serde_json::Value;
use wheelwright_rules::{FieldError, KubeVersion};

/// The server that most answers are of.
fn server_1_36() -> KubeVersion {
    KubeVersion::new(36).expect("it is known")
}

/// The lines of a file, each with what to call it.
fn cases(text: &str) -> impl Iterator<Item = (String, Value)> {
    text.lines().enumerate().map(|(number, line)| {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        (format!("line {}: {}", number + 1, case["about"]), case)
    })
}

/// Errors as the server prints them, sorted.
fn lines(errors: &[FieldError]) -> Vec<String> {
    let mut lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.sort();
    lines
}

/// A list of texts, sorted.
fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    let mut texts: Vec<String> = items.filter_map(Value::as_str).map(str::to_owned).collect();
    texts.sort();
    texts
}
