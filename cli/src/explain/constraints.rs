//! What a server asks of a value, line by line.

use serde_json::Value;

const KEYWORDS: &[(&str, &str)] = &[
    ("format", "format"),
    ("minimum", "at least"),
    ("maximum", "at most"),
    ("multipleOf", "a multiple of"),
    ("minLength", "characters, at least"),
    ("maxLength", "characters, at most"),
    ("pattern", "matches"),
    ("minItems", "items, at least"),
    ("maxItems", "items, at most"),
    ("minProperties", "entries, at least"),
    ("maxProperties", "entries, at most"),
];

/// The constraints of a schema node, each on a line.
pub(super) fn of(schema: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    let is = |name: &str| schema.get(name).and_then(Value::as_bool) == Some(true);
    for (keyword, words) in KEYWORDS {
        let Some(value) = schema.get(*keyword).filter(|value| !value.is_null()) else {
            continue;
        };
        let words = match *keyword {
            "minimum" if is("exclusiveMinimum") => "more than",
            "maximum" if is("exclusiveMaximum") => "less than",
            _ => words,
        };
        lines.push(format!("{words} {}", plain(value)));
    }
    for (keyword, words) in [
        ("nullable", "may be null"),
        ("x-kubernetes-int-or-string", "an integer or a string"),
        ("x-kubernetes-embedded-resource", "a resource of any kind"),
        (
            "x-kubernetes-preserve-unknown-fields",
            "keeps fields that are not declared",
        ),
    ] {
        if is(keyword) {
            lines.push(words.to_owned());
        }
    }
    match schema.get("x-kubernetes-list-type").and_then(Value::as_str) {
        Some("set") => lines.push("no item twice".to_owned()),
        Some("map") => lines.push(format!("one item for each {}", keys(schema))),
        _ => {}
    }
    for (keyword, words) in [
        ("oneOf", "exactly one of the alternatives in its schema"),
        ("anyOf", "at least one of the alternatives in its schema"),
        ("not", "not what its schema excludes"),
    ] {
        if schema.get(keyword).is_some() && !is("x-kubernetes-int-or-string") {
            lines.push(words.to_owned());
        }
    }
    lines
}

/// The rules in CEL, each on a line.
pub(super) fn rules(schema: &Value) -> Vec<String> {
    let rules = schema
        .get("x-kubernetes-validations")
        .and_then(Value::as_array);
    let text = |rule: &Value, name: &str| {
        let text = rule.get(name).and_then(Value::as_str).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    rules
        .into_iter()
        .flatten()
        .map(|rule| match text(rule, "message") {
            message if message.is_empty() => text(rule, "rule"),
            message => format!("{message}: {}", text(rule, "rule")),
        })
        .collect()
}

/// What is set where there is nothing.
pub(super) fn default(schema: &Value) -> Option<String> {
    schema
        .get("default")
        .filter(|default| !default.is_null())
        .map(Value::to_string)
}

/// The values of an enum.
pub(super) fn values(schema: &Value) -> Vec<String> {
    let values = schema.get("enum").and_then(Value::as_array);
    values.into_iter().flatten().map(plain).collect()
}

fn keys(schema: &Value) -> String {
    let keys = schema
        .get("x-kubernetes-list-map-keys")
        .and_then(Value::as_array);
    let keys: Vec<String> = keys.into_iter().flatten().map(plain).collect();
    keys.join(" and ")
}

/// A value without the quotes of a string, unless nothing would be left.
fn plain(value: &Value) -> String {
    match value.as_str() {
        Some(text) if !text.is_empty() => text.to_owned(),
        _ => value.to_string(),
    }
}
