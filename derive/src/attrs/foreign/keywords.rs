//! Keywords of JSON Schema, which `#[schemars(extend("…" = …))]` sets one by one.

use proc_macro2::TokenStream;

use super::Subject;
use super::code::{literal, pieces, quoted};
use super::held::Held;
use crate::attrs::tree::{Node, Tree};
use crate::attrs::value::Number;
use crate::attrs::{Argument, split};
use crate::diag::Errors;

/// `extend("keyword" = value, …)`.
pub(super) fn extend(argument: &Argument, subject: Subject<'_>) -> Option<String> {
    let keys: Option<Vec<String>> = pieces(argument)?
        .into_iter()
        .map(|(keyword, value)| key(&keyword, value, subject))
        .collect();
    keys.filter(|keys| !keys.is_empty())
        .map(|keys| keys.join(", "))
}

/// One keyword with its value as a key.
fn key(keyword: &str, value: TokenStream, subject: Subject<'_>) -> Option<String> {
    let name = match keyword {
        "format" | "pattern" | "title" | "description" | "minimum" | "maximum" | "default"
        | "example" | "nullable" | "not" => keyword,
        "minLength" => "min_length",
        "maxLength" => "max_length",
        "minItems" => "min_items",
        "maxItems" => "max_items",
        "minProperties" => "min_properties",
        "maxProperties" => "max_properties",
        "exclusiveMinimum" => "exclusive_minimum",
        "exclusiveMaximum" => "exclusive_maximum",
        "multipleOf" => "multiple_of",
        "x-kubernetes-list-type" => "list_type",
        "x-kubernetes-map-type" => match subject.held() {
            Some(Held::Values(_)) => "map_type",
            Some(_) => return None,
            None => "struct_type",
        },
        "x-kubernetes-preserve-unknown-fields" => return flag("preserve_unknown_fields", &value),
        "x-kubernetes-embedded-resource" => return flag("embedded_resource", &value),
        "x-kubernetes-int-or-string" => return flag("int_or_string", &value),
        "x-kubernetes-list-map-keys" => return list("list_map_keys", value),
        "enum" => return list("enum_values", value),
        "oneOf" => return list("one_of", value),
        "anyOf" => return list("any_of", value),
        "allOf" => return list("all_of", value),
        "examples" => {
            let first = split(items(value)?).into_iter().next()?;
            return Some(format!("example = {first}"));
        }
        "x-kubernetes-validations" => return rules(value),
        _ => return None,
    };
    let value = literal(value.clone()).map_or_else(|| value.to_string(), |text| quoted(&text));
    Some(format!("{name} = {value}"))
}

fn flag(name: &str, value: &TokenStream) -> Option<String> {
    (value.to_string() == "true").then(|| name.to_owned())
}

/// `name(…)` of `[…]`.
fn list(name: &str, value: TokenStream) -> Option<String> {
    Some(format!("{name}({})", items(value)?))
}

fn items(value: TokenStream) -> Option<TokenStream> {
    match value.into_iter().next()? {
        proc_macro2::TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    }
}

/// `[{ "rule": "…", "message": "…" }]`.
fn rules(value: TokenStream) -> Option<String> {
    let Node::Array(rules) = Tree::parse(value, &Errors::new())?.node else {
        return None;
    };
    let rules: Option<Vec<String>> = rules.iter().map(rule).collect();
    rules.map(|rules| rules.join(", "))
}

fn rule(tree: &Tree) -> Option<String> {
    let Node::Object(members) = &tree.node else {
        return None;
    };
    let mut said = Vec::new();
    for (name, value) in members {
        let key = match name.value.as_str() {
            "rule" => "",
            "message" => "message = ",
            "messageExpression" => "message_expression = ",
            "reason" => "reason = ",
            "fieldPath" => "field_path = ",
            "optionalOldSelf" => "optional_old_self = ",
            _ => return None,
        };
        let value = match &value.node {
            Node::Str(text) => quoted(text),
            Node::Bool(on) => on.to_string(),
            Node::Number(Number::Int(number)) => number.to_string(),
            _ => return None,
        };
        // The expression comes first.
        said.insert(
            if key.is_empty() { 0 } else { said.len() },
            format!("{key}{value}"),
        );
    }
    Some(format!("rule({})", said.join(", ")))
}
