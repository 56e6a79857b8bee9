//! What a schema asks for beyond what is known.

use serde_json::{Map, Value};

use super::{Entries, Unfit, test::Test};
use crate::plan::member_schema;

const NOTHING: &Value = &Value::Null;

/// What is tried of root objects. Who they are is no matter of conversion.
pub(super) fn root(mut schema: Value, known: &Value) -> Option<Unfit> {
    for member in ["apiVersion", "kind", "metadata"] {
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.remove(member);
        }
        if let Some(Value::Array(names)) = schema.get_mut("required") {
            names.retain(|name| name != member);
        }
    }
    compile(&schema, known, String::new())
}

fn compile(schema: &Value, known: &Value, path: String) -> Option<Unfit> {
    if !schema.is_object() || schema == known {
        return None;
    }
    let rest = rest(schema, known);
    let is_wide = rest.as_ref().is_some_and(is_wide);
    let mut unfit = Unfit {
        test: rest.map(Test::new),
        required: required(schema, known, &path),
        whole: names(known, "required").map(str::to_owned).collect(),
        ..Unfit::default()
    };
    // A wide test looks into the value.
    if !is_wide {
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.into_iter().flatten();
        unfit.members = properties
            .clone()
            .filter_map(|(name, schema)| {
                let known = member_schema(known, name).unwrap_or(NOTHING);
                let unfit = compile(schema, known, format!("{path}.{name}"))?;
                Some((name.clone(), unfit))
            })
            .collect();
        let within = |keyword: &str| {
            let known = known.get(keyword).unwrap_or(NOTHING);
            compile(schema.get(keyword)?, known, format!("{path}[*]")).map(Box::new)
        };
        unfit.items = within("items");
        unfit.entries = within("additionalProperties").map(|each| Entries {
            others: properties.map(|(name, _)| name.clone()).collect(),
            each,
        });
    }
    let is_empty = unfit.test.is_none() && unfit.items.is_none() && !unfit.is_of_objects();
    unfit.path = path;
    (!is_empty).then_some(unfit)
}

/// Members that have to be there, and that nothing says are. Those with a default are filled in.
fn required(schema: &Value, known: &Value, path: &str) -> Vec<(String, String)> {
    let has_default = |name: &str| {
        member_schema(schema, name).is_some_and(|schema| schema.get("default").is_some())
    };
    names(schema, "required")
        .filter(|name| !has_default(name) && !names(known, "required").any(|known| known == *name))
        .map(|name| (name.to_owned(), format!("{path}.{name}")))
        .collect()
}

fn names<'s>(schema: &'s Value, keyword: &str) -> impl Iterator<Item = &'s str> {
    let names = schema.get(keyword).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str)
}

/// What of the keywords for the value itself is not known to hold, as a schema; nothing if all are.
fn rest(schema: &Value, known: &Value) -> Option<Value> {
    let keywords = schema.as_object()?;
    let mut rest: Map<String, Value> = keywords
        .iter()
        .filter(|(name, _)| {
            *name == LIST_TYPE || PLAIN.contains(&name.as_str()) || WIDE.contains(&name.as_str())
        })
        // Alternatives of types, which the other keyword stands for.
        .filter(|(name, _)| *name != "anyOf" || !keywords.contains_key(INT_OR_STRING))
        .filter(|(name, value)| !holds(name, value, known))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let asks = |name: &str| keywords.get(name) == Some(&Value::Bool(true));
    let may_be_null = known.get("nullable").is_some() || known.get("type").is_none();
    let is_typed = keywords.contains_key("type") || asks(INT_OR_STRING);
    if rest.is_empty() && (!is_typed || asks("nullable") || !may_be_null) {
        return None;
    }
    if rest.keys().any(|name| WIDE.contains(&name.as_str())) {
        // They need the whole; what is not there may be another manager's.
        rest.clone_from(keywords);
        for keyword in ["required", "x-kubernetes-validations", "default"] {
            rest.remove(keyword);
        }
        return Some(rest.into());
    }
    if rest.contains_key(LIST_TYPE) {
        for keyword in ["x-kubernetes-list-map-keys", "items"] {
            if let Some(value) = keywords.get(keyword) {
                rest.insert(keyword.to_owned(), value.clone());
            }
        }
        if let Some(items) = rest.get_mut("items") {
            only_types(items);
        }
    }
    // What the others are about.
    for (keyword, of) in [
        ("type", ""),
        ("nullable", ""),
        (INT_OR_STRING, ""),
        ("minimum", "exclusiveMinimum"),
        ("maximum", "exclusiveMaximum"),
    ] {
        if let Some(value) = keywords.get(keyword)
            && (of.is_empty() || rest.contains_key(of))
        {
            rest.insert(keyword.to_owned(), value.clone());
        }
    }
    Some(rest.into())
}

/// Leaves of a schema what tells equal values from others.
fn only_types(schema: &mut Value) {
    let Value::Object(keywords) = schema else {
        return;
    };
    keywords.retain(|name, _| {
        [
            "type",
            "nullable",
            INT_OR_STRING,
            "properties",
            "items",
            "additionalProperties",
        ]
        .contains(&name.as_str())
    });
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = keywords.get_mut(keyword) {
            only_types(inner);
        }
    }
    if let Some(Value::Object(properties)) = keywords.get_mut("properties") {
        properties.values_mut().for_each(only_types);
    }
}

/// Whether a rest speaks of what is within the value.
fn is_wide(rest: &Value) -> bool {
    WIDE.iter().any(|keyword| rest.get(keyword).is_some())
}

pub(crate) const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
pub(crate) const LIST_TYPE: &str = "x-kubernetes-list-type";
pub(crate) const RULES: &str = "x-kubernetes-validations";

/// Keywords that speak of what is within the value.
const WIDE: [&str; 5] = [
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "x-kubernetes-embedded-resource",
];

/// Keywords that speak of the value itself. Rules in CEL are in neither: they would take longer than the conversion.
const PLAIN: [&str; 16] = [
    "type",
    "enum",
    "format",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    INT_OR_STRING,
];

/// Whether a keyword asks no more than what is known.
pub(crate) fn holds(keyword: &str, value: &Value, known: &Value) -> bool {
    let says = |keyword: &str| known.get(keyword);
    if says(keyword) == Some(value) {
        return true;
    }
    let bounds = || says(keyword).and_then(Value::as_f64).zip(value.as_f64());
    match keyword {
        "type" => value == "number" && says("type").is_some_and(|ty| ty == "integer"),
        INT_OR_STRING => says("type").is_some_and(|ty| ty == "integer" || ty == "string"),
        "enum" => {
            let known = says("enum").and_then(Value::as_array);
            let values = value.as_array().map_or(&[][..], Vec::as_slice);
            known.is_some_and(|known| known.iter().all(|known| values.contains(known)))
        }
        "minLength" | "minItems" | "minProperties" if value == 0 => true,
        "minLength" | "minItems" | "minProperties" | "minimum" => {
            bounds().is_some_and(|(known, least)| known >= least)
        }
        "maxLength" | "maxItems" | "maxProperties" | "maximum" => {
            bounds().is_some_and(|(known, most)| known <= most)
        }
        "exclusiveMinimum" | "exclusiveMaximum" => value == false,
        LIST_TYPE => value == "atomic",
        RULES => {
            let rules = |of: &Value| of.as_array().cloned().unwrap_or_default();
            let known: Vec<Value> = says(RULES).map(rules).unwrap_or_default();
            // A rule on what was before says nothing of a value by itself.
            let is_of_updates = |rule: &Value| {
                let text = rule["rule"].as_str().unwrap_or_default();
                text.contains("oldSelf") && rule["optionalOldSelf"] != true
            };
            rules(value).iter().all(|rule| {
                is_of_updates(rule) || known.iter().any(|known| known["rule"] == rule["rule"])
            })
        }
        "x-kubernetes-embedded-resource" => value == false,
        _ => false,
    }
}
