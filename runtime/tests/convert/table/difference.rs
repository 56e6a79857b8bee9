//! Where two values differ.

use std::collections::BTreeSet;

use serde_json::Value;

/// Each place in which they differ, by its JSON pointer.
pub(super) fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut all = Vec::new();
    compare(Some(expected), Some(found), "", &mut all);
    all
}

fn compare(expected: Option<&Value>, found: Option<&Value>, at: &str, all: &mut Vec<String>) {
    match (expected, found) {
        (Some(Value::Object(expected)), Some(Value::Object(found))) => {
            let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
            for name in names {
                let below = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                compare(expected.get(name), found.get(name), &below, all);
            }
        }
        (Some(Value::Array(expected)), Some(Value::Array(found)))
            if expected.len() == found.len() =>
        {
            for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                compare(Some(expected), Some(found), &format!("{at}/{index}"), all);
            }
        }
        (expected, found) if expected == found => {}
        (expected, found) => {
            let said = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
            let place = if at.is_empty() { "the whole" } else { at };
            all.push(format!(
                "{place}: expected {}, found {}",
                said(expected),
                said(found)
            ));
        }
    }
}
