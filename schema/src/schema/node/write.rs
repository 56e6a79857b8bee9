use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Constraint, Kinds, Node};
use crate::{
    schema::source::{Described, Source},
    table::IntOrStringForm,
};

/// The schema as JSON, with the sources of its nodes.
pub(in crate::schema) fn write(node: Node) -> Described {
    let mut sources = BTreeMap::new();
    let schema = emit(node, String::new(), &mut sources);
    Described { schema, sources }
}

fn emit(node: Node, path: String, sources: &mut BTreeMap<String, Source>) -> Value {
    let below = |step: &str| {
        if path.is_empty() {
            step.to_owned()
        } else {
            format!("{path}.{step}")
        }
    };
    let mut keywords = node.keywords;
    let mut constraints = node.constraints;
    let mut preserve = node.preserve;

    match node.kinds {
        Kinds::INT_OR_STRING => {
            keywords.extend(node.idle_type.map(|name| ("type".to_owned(), name.into())));
            keywords.insert("x-kubernetes-int-or-string".to_owned(), true.into())
        }
        Kinds::NONE => {
            keywords.extend(Kinds::OBJECT.exclusion());
            keywords.insert("type".to_owned(), "object".into())
        }
        kinds => match kinds.json_type() {
            Some(name) => keywords.insert("type".to_owned(), name.into()),
            None if kinds == Kinds::ALL => {
                forget_merging(&mut keywords);
                None
            }
            None => {
                preserve = true;
                forget_merging(&mut keywords);
                for (keyword, value) in Kinds::ALL.without(kinds).exclusion() {
                    match keyword.as_str() {
                        "not" => constraints.push(Constraint::Not(value)),
                        _ => drop(keywords.entry(keyword).or_insert(value)),
                    }
                }
                None
            }
        },
    };
    if !node.legend.is_empty() {
        let description = match keywords.get("description") {
            Some(Value::String(description)) => format!("{description}\n\n{}", node.legend),
            _ => node.legend,
        };
        keywords.insert("description".to_owned(), description.into());
    }
    if node.nullable {
        keywords.insert("nullable".to_owned(), true.into());
        // No enum is satisfied by `null`, not even one that lists it; inside a combinator it is not asked.
        if !node.enum_refuses_null
            && let Some(Value::Array(mut values)) = keywords.remove("enum")
        {
            values.retain(|value| !value.is_null());
            constraints.push(Constraint::AllOf(vec![json!({"enum": values})]));
        }
    }
    if preserve {
        keywords.insert(
            "x-kubernetes-preserve-unknown-fields".to_owned(),
            true.into(),
        );
    }
    if !node.required.is_empty() {
        keywords.insert("required".to_owned(), node.required.into());
    }
    if !node.rules.is_empty() {
        keywords.insert("x-kubernetes-validations".to_owned(), node.rules.into());
    }
    let form = (node.kinds == Kinds::INT_OR_STRING).then_some(node.int_or_string);
    place(constraints, form, &mut keywords);

    if !node.properties.is_empty() {
        let properties: Map<String, Value> = node
            .properties
            .into_iter()
            .map(|(name, property)| {
                let at = below(&format!("properties[{name}]"));
                (name, emit(property, at, sources))
            })
            .collect();
        keywords.insert("properties".to_owned(), properties.into());
    }
    if let Some(items) = node.items {
        keywords.insert("items".to_owned(), emit(*items, below("items"), sources));
    }
    if let Some(additional) = node.additional {
        keywords.insert(
            "additionalProperties".to_owned(),
            emit(*additional, below("additionalProperties"), sources),
        );
    }
    sources.insert(path, node.source);
    Value::Object(keywords)
}

/// Takes out what the API server refuses where there is no type.
fn forget_merging(keywords: &mut Map<String, Value>) {
    for keyword in [
        "x-kubernetes-embedded-resource",
        "x-kubernetes-list-map-keys",
        "x-kubernetes-list-type",
        "x-kubernetes-map-type",
    ] {
        keywords.remove(keyword);
    }
}

/// Puts combinators into a schema: the first of each kind as it is, further ones into `allOf`.
pub(super) fn place(
    constraints: Vec<Constraint>,
    form: Option<IntOrStringForm>,
    keywords: &mut Map<String, Value>,
) {
    let types = || json!([{"type": "integer"}, {"type": "string"}]);
    let mut all_of = Vec::new();
    match form {
        Some(IntOrStringForm::AnyOf) => drop(keywords.insert("anyOf".to_owned(), types())),
        Some(IntOrStringForm::AllOf) => all_of.push(json!({"anyOf": types()})),
        Some(IntOrStringForm::Bare) | None => {}
    }
    for constraint in constraints {
        let (keyword, value) = match constraint {
            Constraint::AllOf(schemas) => {
                all_of.extend(schemas);
                continue;
            }
            Constraint::OneOf(schemas) => ("oneOf", Value::Array(schemas)),
            Constraint::AnyOf(schemas) => ("anyOf", Value::Array(schemas)),
            Constraint::Not(schema) => ("not", schema),
        };
        if keywords.contains_key(keyword) {
            all_of.push(json!({keyword: value}));
        } else {
            keywords.insert(keyword.to_owned(), value);
        }
    }
    if !all_of.is_empty() {
        keywords.insert("allOf".to_owned(), all_of.into());
    }
}
