//! What a server changes in an object before it stores it.

use serde_json::Value;
use wheelwright_rules::{FieldPath, go_json_float};

/// A value that was set or dropped.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) path: FieldPath,
    /// What was set; nothing if the value was dropped.
    pub(crate) set: Option<Value>,
}

/// The changes outside of type and metadata, but for unknown fields, which are reported for themselves.
pub(super) fn between(given: &Value, stored: &Value, unknown: &[String]) -> Vec<Change> {
    let mut changes = Vec::new();
    if let (Value::Object(given), Value::Object(stored)) = (given, stored) {
        let is_own = |name: &str| matches!(name, "apiVersion" | "kind" | "metadata");
        for (name, value) in given.iter().filter(|(name, _)| !is_own(name)) {
            let path = FieldPath::root().child(name);
            compare(value, stored.get(name), &path, &mut changes);
        }
        for (name, value) in stored {
            if !is_own(name) && !given.contains_key(name) {
                changes.push(set(FieldPath::root().child(name), value));
            }
        }
    }
    changes.retain(|change| change.set.is_some() || !unknown.contains(&change.path.to_string()));
    changes
}

fn set(path: FieldPath, value: &Value) -> Change {
    Change {
        path,
        set: Some(value.clone()),
    }
}

fn compare(given: &Value, stored: Option<&Value>, path: &FieldPath, changes: &mut Vec<Change>) {
    match (given, stored) {
        (_, None) => changes.push(Change {
            path: path.clone(),
            set: None,
        }),
        (Value::Object(given), Some(Value::Object(stored))) => {
            for (name, value) in given {
                compare(value, stored.get(name), &path.child(name), changes);
            }
            for (name, value) in stored {
                if !given.contains_key(name) {
                    changes.push(set(path.child(name), value));
                }
            }
        }
        (Value::Array(given), Some(Value::Array(stored))) if given.len() == stored.len() => {
            for (index, (given, stored)) in given.iter().zip(stored).enumerate() {
                compare(given, Some(stored), &path.index(index), changes);
            }
        }
        (given, Some(stored)) => {
            if !is_same(given, stored) {
                changes.push(set(path.clone(), stored));
            }
        }
    }
}

/// Numbers may change their form, but for integers that the server cannot hold.
fn is_same(given: &Value, stored: &Value) -> bool {
    match (given, stored) {
        (Value::Number(given), Value::Number(stored)) if given.is_u64() && stored.is_f64() => {
            stored.as_f64().map(go_json_float) == Some(given.to_string())
        }
        (Value::Number(given), Value::Number(stored)) => given.as_f64() == stored.as_f64(),
        _ => given == stored,
    }
}
