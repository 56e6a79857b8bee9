//! Bounds for numbers whose format the oldest server does not check.

use serde_json::{Map, Value};
use wheelwright_rules::{KubeVersion, crd::is_format_checked};

/// Says in `minimum` and `maximum` what formats of numbers mean, where a server takes them for documentation.
pub(super) fn add(schema: &mut Value, oldest: KubeVersion) {
    let Value::Object(keywords) = schema else {
        return;
    };
    for (key, below) in keywords.iter_mut() {
        match (key.as_str(), below) {
            ("properties", Value::Object(properties)) => {
                properties
                    .values_mut()
                    .for_each(|property| add(property, oldest));
            }
            ("items" | "additionalProperties", below) => add(below, oldest),
            _ => {}
        }
    }
    bound(keywords, oldest);
}

fn bound(keywords: &mut Map<String, Value>, oldest: KubeVersion) {
    let text = |key: &str| {
        keywords
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let (type_name, format) = (text("type"), text("format"));
    let (least, most): (Value, Value) = match (type_name, format) {
        ("integer", "int32") => (i32::MIN.into(), i32::MAX.into()),
        ("number", "float") => (f64::from(f32::MIN).into(), f64::from(f32::MAX).into()),
        _ => return,
    };
    if is_format_checked(type_name, format, oldest) {
        return;
    }
    for (keyword, bound) in [("minimum", least), ("maximum", most)] {
        keywords.entry(keyword).or_insert(bound);
    }
}
