//! What differs between two CRDs, path by path.

use std::collections::BTreeSet;

use serde_json::Value;

/// The places where two values differ, and what each has there.
#[must_use]
pub fn differences(held: &Value, given: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare(held, given, "", &mut found);
    found
}

fn compare(held: &Value, given: &Value, path: &str, found: &mut Vec<String>) {
    match (held, given) {
        (Value::Object(left), Value::Object(right)) => {
            let names: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
            for name in names {
                let path = step(path, name);
                match (left.get(name), right.get(name)) {
                    (Some(left), Some(right)) => compare(left, right, &path, found),
                    (Some(left), None) => {
                        found.push(format!("{path}: {} is gone from the CRD", short(left)));
                    }
                    (None, Some(right)) => found.push(format!(
                        "{path}: the CRD has {}, which is new",
                        short(right)
                    )),
                    (None, None) => {}
                }
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            for (at, left) in left.iter().enumerate() {
                let path = format!("{path}[{at}]");
                match right.get(at) {
                    Some(right) => compare(left, right, &path, found),
                    None => found.push(format!("{path}: {} is gone from the CRD", short(left))),
                }
            }
            for (at, right) in right.iter().enumerate().skip(left.len()) {
                found.push(format!(
                    "{path}[{at}]: the CRD has {}, which is new",
                    short(right)
                ));
            }
        }
        (left, right) if left == right => {}
        (left, right) => found.push(format!(
            "{path}: {} here, {} in the CRD",
            short(left),
            short(right)
        )),
    }
}

fn step(path: &str, name: &str) -> String {
    let is_plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    match (path, is_plain) {
        ("", true) => name.to_owned(),
        (_, true) => format!("{path}.{name}"),
        (_, false) => format!("{path}[{name:?}]"),
    }
}

/// A value that fits on a line.
fn short(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    let cut: String = text.chars().take(LONGEST).collect();
    cut + "…"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differences;

    #[test]
    fn each_place_is_named_once() {
        let held = json!({"a": {"b": 1, "c.d": [1, 2]}, "e": "x"});
        assert_eq!(differences(&held, &held), Vec::<String>::new());
        let given = json!({"a": {"b": 2, "c.d": [1]}, "f": true});
        assert_eq!(
            differences(&held, &given),
            [
                "a.b: 1 here, 2 in the CRD",
                "a[\"c.d\"][1]: 2 is gone from the CRD",
                "e: \"x\" is gone from the CRD",
                "f: the CRD has true, which is new",
            ]
        );
    }
}
