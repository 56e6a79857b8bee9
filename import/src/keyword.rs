//! Keywords of a schema as keys: each is taken out of the schema by what says it.

use serde_json::{Map, Value, json};
use wheelwright_grammar::vocabulary::is_format_of;

use crate::model::{Key, Says, Ty};
use crate::number;

pub(crate) type Rest = Map<String, Value>;

/// What is said of a text.
pub(crate) fn text(rest: &mut Rest, keys: &mut Vec<Key>) {
    let format = rest.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| is_format_of("string", format)) {
        keys.extend(take(rest, "format", "format"));
    }
    if rest.get("pattern").is_some_and(Value::is_string) {
        keys.extend(take(rest, "pattern", "pattern"));
    }
    let ends = [("minLength", "min_length"), ("maxLength", "max_length")];
    lengths(rest, keys, ends);
    values(rest, keys, Value::is_string);
}

pub(crate) fn int_or_string(rest: &mut Rest, keys: &mut Vec<Key>) -> Ty {
    rest.remove("x-kubernetes-int-or-string");
    let types = json!([{"type": "integer"}, {"type": "string"}]);
    let form = if rest.get("anyOf") == Some(&types) {
        rest.remove("anyOf");
        Some("any_of")
    } else if let Some(Value::Array(all)) = rest.get_mut("allOf")
        && all.first() == Some(&json!({"anyOf": types}))
    {
        all.remove(0);
        if all.is_empty() {
            rest.remove("allOf");
        }
        Some("all_of")
    } else {
        None
    };
    keys.push(match form {
        Some(form) => Key::tree("int_or_string", form.into()),
        None => Key::flag("int_or_string"),
    });
    if form == Some("any_of") && rest.contains_key("anyOf") {
        return Ty::IntOrString;
    }
    if rest.get("pattern").is_some_and(Value::is_string) {
        keys.extend(take(rest, "pattern", "pattern"));
    }
    lengths(
        rest,
        keys,
        [("minLength", "min_length"), ("maxLength", "max_length")],
    );
    number::bounds(rest, keys, |_, value| value.is_number());
    values(rest, keys, |value| {
        value.is_i64() || value.is_u64() || value.is_string()
    });
    Ty::IntOrString
}

/// `minProperties`, `maxProperties` and the way server-side apply merges.
pub(crate) fn counts(rest: &mut Rest, keys: &mut Vec<Key>, merge: &'static str) {
    lengths(
        rest,
        keys,
        [
            ("minProperties", "min_properties"),
            ("maxProperties", "max_properties"),
        ],
    );
    if matches!(
        rest.get("x-kubernetes-map-type").and_then(Value::as_str),
        Some("atomic" | "granular")
    ) {
        keys.extend(take(rest, "x-kubernetes-map-type", merge));
    }
}

/// The least and the most; not such that no value passes, which the derive refuses.
pub(crate) fn lengths(rest: &mut Rest, keys: &mut Vec<Key>, ends: [(&str, &'static str); 2]) {
    if number::is_empty(rest, ends.map(|(keyword, _)| keyword), false) {
        return;
    }
    for (keyword, key) in &ends {
        if rest.get(*keyword).is_some_and(Value::is_u64) {
            keys.extend(take(rest, keyword, key));
        }
    }
}

/// `enum`, of what is no list and no object, and what any type can have.
pub(crate) fn values(rest: &mut Rest, keys: &mut Vec<Key>, is_of_type: impl Fn(&Value) -> bool) {
    if let Some(Value::Array(values)) = rest.get("enum")
        && !values.is_empty()
        && values.iter().all(is_of_type)
    {
        let values = values.clone();
        rest.remove("enum");
        keys.push(Key {
            name: "enum_values",
            says: Says::Trees(values),
        });
    }
    alternatives(rest, keys);
}

/// Combinators and rules, which any type can have.
pub(crate) fn alternatives(rest: &mut Rest, keys: &mut Vec<Key>) {
    for (keyword, key) in [
        ("oneOf", "one_of"),
        ("anyOf", "any_of"),
        ("allOf", "all_of"),
    ] {
        if let Some(Value::Array(schemas)) = rest.get(keyword)
            && !schemas.is_empty()
        {
            let schemas = schemas.clone();
            rest.remove(keyword);
            keys.push(Key {
                name: key,
                says: Says::Trees(schemas),
            });
        }
    }
    if rest.get("not").is_some_and(Value::is_object) {
        keys.extend(take(rest, "not", "not"));
    }
    if let Some(Value::Array(rules)) = rest.get("x-kubernetes-validations")
        && rules.iter().all(is_sayable)
    {
        for rule in rules {
            if let Value::Object(rule) = rule {
                keys.push(Key {
                    name: "rule",
                    says: Says::Rule(rule.clone()),
                });
            }
        }
        rest.remove("x-kubernetes-validations");
    }
}

fn is_sayable(rule: &Value) -> bool {
    const TEXTS: &[&str] = &[
        "rule",
        "message",
        "messageExpression",
        "reason",
        "fieldPath",
    ];
    let Value::Object(rule) = rule else {
        return false;
    };
    rule.contains_key("rule")
        && rule.iter().all(|(name, value)| {
            let is_text = TEXTS.contains(&name.as_str()) && value.is_string();
            is_text || (name == "optionalOldSelf" && *value == true)
        })
}

/// `title`, `example` and `externalDocs`.
pub(crate) fn documents(rest: &mut Rest, keys: &mut Vec<Key>) {
    if rest.get("title").is_some_and(Value::is_string) {
        keys.extend(take(rest, "title", "title"));
    }
    if rest
        .get("example")
        .is_some_and(|example| !example.is_null())
    {
        keys.extend(take(rest, "example", "example"));
    }
    if let Some(Value::Object(docs)) = rest.get("externalDocs")
        && docs.contains_key("url")
        && docs.iter().all(|(name, value)| {
            ["url", "description"].contains(&name.as_str()) && value.is_string()
        })
    {
        keys.push(Key {
            name: "external_docs",
            says: Says::Docs(docs.clone()),
        });
        rest.remove("externalDocs");
    }
}

pub(crate) fn names(value: &Value) -> Option<Vec<String>> {
    let texts = value.as_array()?.iter();
    texts.map(|text| text.as_str().map(str::to_owned)).collect()
}

pub(crate) fn take_text(rest: &mut Rest, keyword: &str) -> Option<String> {
    match rest.remove(keyword) {
        Some(Value::String(text)) if !text.is_empty() => Some(text),
        _ => None,
    }
}

pub(crate) fn take(rest: &mut Rest, keyword: &str, name: &'static str) -> Option<Key> {
    rest.remove(keyword).map(|value| Key::tree(name, value))
}
