//! The first place where two objects differ.

use serde_json::Value;

/// The path, as in `spec.toppings[0].name`; none where they are the same.
pub(crate) fn first(a: &Value, b: &Value) -> Option<String> {
    let mut path = String::new();
    differs(a, b, &mut path).then(|| {
        let path = path.trim_start_matches('.');
        path.to_owned()
    })
}

fn differs(a: &Value, b: &Value, path: &mut String) -> bool {
    let length = path.len();
    let mut within = |name: String, a: Option<&Value>, b: Option<&Value>| {
        path.truncate(length);
        path.push_str(&name);
        match (a, b) {
            (Some(a), Some(b)) => differs(a, b, path),
            (a, b) => a.is_some() != b.is_some(),
        }
    };
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let others = b.keys().filter(|name| !a.contains_key(*name));
            let mut names = a.keys().chain(others);
            names.any(|name| within(format!(".{name}"), a.get(name), b.get(name)))
        }
        (Value::Array(a), Value::Array(b)) => {
            let mut items = 0..a.len().max(b.len());
            items.any(|index| within(format!("[{index}]"), a.get(index), b.get(index)))
        }
        (a, b) => a != b,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::first;

    #[test]
    fn the_first_difference_is_named() {
        let a = json!({"a": 1, "b": [{"c": 1}, {"c": 2}]});
        assert_eq!(first(&a, &a), None);
        let b = json!({"a": 1, "b": [{"c": 1}, {"c": 3}]});
        assert_eq!(first(&a, &b).as_deref(), Some("b[1].c"));
        let b = json!({"a": 1, "b": [{"c": 1}]});
        assert_eq!(first(&a, &b).as_deref(), Some("b[1]"));
        assert_eq!(first(&json!({}), &json!({"d": null})).as_deref(), Some("d"));
    }
}
