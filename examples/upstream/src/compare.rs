//! Where two objects differ.

use serde_json::{Map, Value};

/// What is absent.
const NOTHING: &str = "absent";

/// The object without annotations, and without what Go drops and prints as it likes: `null`, `false`, 0, `""`, `[]`, `{}`.
#[must_use]
pub fn without_zeros(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("annotations");
    }
    stripped(&object).unwrap_or_default()
}

fn stripped(value: &Value) -> Option<Value> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some(Value::Bool(true)),
        Value::Number(number) => (number.as_f64() != Some(0.0)).then(|| value.clone()),
        Value::String(text) => (!text.is_empty()).then(|| value.clone()),
        Value::Array(items) => {
            let items: Vec<Value> = items
                .iter()
                .map(|item| stripped(item).unwrap_or_default())
                .collect();
            (!items.is_empty()).then_some(Value::Array(items))
        }
        Value::Object(members) => {
            let members: Map<String, Value> = members
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), stripped(value)?)))
                .collect();
            (!members.is_empty()).then_some(Value::Object(members))
        }
    }
}

/// The paths, without indices, at which two values differ, and what each has there. Numbers are compared as numbers.
#[must_use]
pub fn differences(one: &Value, other: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    compare(Some(one), Some(other), String::new(), &mut found);
    found
}

fn compare(
    one: Option<&Value>,
    other: Option<&Value>,
    path: String,
    found: &mut Vec<(String, String, String)>,
) {
    match (one, other) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let only_b = b.keys().filter(|name| !a.contains_key(*name));
            for name in a.keys().chain(only_b) {
                compare(a.get(name), b.get(name), format!("{path}.{name}"), found);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
            for (a, b) in a.iter().zip(b) {
                compare(Some(a), Some(b), format!("{path}[]"), found);
            }
        }
        (Some(Value::Number(a)), Some(Value::Number(b))) if a.as_f64() == b.as_f64() => {}
        (one, other) if one == other => {}
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
    fn zeros_are_no_difference_and_all_else_is() {
        let one =
            json!({"a": 0, "b": [{"c": ""}], "d": 1, "metadata": {"annotations": {"x": "y"}}});
        let other = json!({"b": [{}], "d": 1.0});
        assert_eq!(
            differences(&without_zeros(&one), &without_zeros(&other)),
            []
        );
        let found = differences(&one, &json!({"a": 0, "b": [{"c": "x"}], "d": 1}));
        let paths: Vec<&str> = found.iter().map(|(path, ..)| path.as_str()).collect();
        assert_eq!(paths, [".b[].c", ".metadata"]);
    }
}
