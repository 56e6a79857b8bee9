//! Where two objects differ.

use serde_json::Value;

/// What is absent.
const NOTHING: &str = "absent";

/// Whether a value is what Go drops and prints as it likes: `null`, `false`, 0, `""`, `[]`, `{}`, or made of such alone.
fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.values().all(is_zero),
    }
}

/// The same as [`differences`], but for annotations, and for zeros where the other has nothing.
#[must_use]
pub fn differences_in_go(one: &Value, other: &Value) -> Vec<(String, String, String)> {
    let [one, other] = [one, other].map(|object| {
        let mut object = object.clone();
        if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.remove("annotations");
        }
        object
    });
    let mut found = Vec::new();
    compare(Some(&one), Some(&other), String::new(), is_zero, &mut found);
    found
}

/// The paths, without indices, at which two values differ, and what each has there. Numbers are compared as numbers.
#[must_use]
pub fn differences(one: &Value, other: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    compare(Some(one), Some(other), String::new(), |_| false, &mut found);
    found
}

fn compare(
    one: Option<&Value>,
    other: Option<&Value>,
    path: String,
    is_nothing: fn(&Value) -> bool,
    found: &mut Vec<(String, String, String)>,
) {
    match (one, other) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let only_b = b.keys().filter(|name| !a.contains_key(*name));
            for name in a.keys().chain(only_b) {
                compare(
                    a.get(name),
                    b.get(name),
                    format!("{path}.{name}"),
                    is_nothing,
                    found,
                );
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
            for (a, b) in a.iter().zip(b) {
                compare(Some(a), Some(b), format!("{path}[]"), is_nothing, found);
            }
        }
        (Some(Value::Number(a)), Some(Value::Number(b))) if a.as_f64() == b.as_f64() => {}
        (one, other) if one == other => {}
        (Some(value), None) | (None, Some(value)) if is_nothing(value) => {}
        (one, other) => {
            let text = |value: Option<&Value>| value.map_or(NOTHING.to_owned(), Value::to_string);
            found.push((path, text(one), text(other)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn zeros_are_no_difference_to_absence_and_all_else_is() {
        let one =
            json!({"a": 0, "b": [{"c": ""}], "d": 1, "metadata": {"annotations": {"x": "y"}}});
        let other = json!({"b": [{}], "d": 1.0});
        assert_eq!(differences_in_go(&one, &other), []);
        let found = differences_in_go(&json!({"a": 0}), &json!({"a": 1}));
        assert_eq!(found.len(), 1, "a zero is a value where the other has one");
        let found = differences(&one, &json!({"a": 0, "b": [{"c": "x"}], "d": 1}));
        let paths: Vec<&str> = found.iter().map(|(path, ..)| path.as_str()).collect();
        assert_eq!(paths, [".b[].c", ".metadata"]);
    }
}
