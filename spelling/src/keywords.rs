//! Keywords of JSON Schema, which `#[schemars(extend("…" = …))]` sets one by one.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Lit;

use crate::Subject;
use crate::argument::{Argument, split, ungroup};
use crate::code::{members, pieces, quoted, source};
use crate::held::Held;

/// `extend("keyword" = value, …)`.
pub(crate) fn extend(argument: &Argument, subject: Subject<'_>) -> Option<String> {
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
            return Some(format!("example = {}", source(&first)));
        }
        "x-kubernetes-validations" => return rules(value),
        _ => return None,
    };
    Some(format!("{name} = {}", source(&json(value))))
}

fn flag(name: &str, value: &TokenStream) -> Option<String> {
    (value.to_string() == "true").then(|| name.to_owned())
}

/// `name(…)` of `[…]`.
fn list(name: &str, value: TokenStream) -> Option<String> {
    Some(format!("{name}({})", source(&items(value)?)))
}

/// What is between the brackets of `[…]` or `json!([…])`.
fn items(value: TokenStream) -> Option<TokenStream> {
    let mut tokens = json(value).into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::Bracket => {
            Some(group.stream())
        }
        _ => None,
    }
}

/// What is in `json!(…)`.
fn json(value: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = ungroup(value.clone()).into_iter().collect();
    match &tokens[..] {
        [
            ..,
            TokenTree::Ident(name),
            TokenTree::Punct(bang),
            TokenTree::Group(group),
        ] if name == "json" && bang.as_char() == '!' => group.stream(),
        _ => value,
    }
}

/// `[{ "rule": "…", "message": "…" }]`.
fn rules(value: TokenStream) -> Option<String> {
    let rules = split(items(value)?).into_iter().map(rule);
    let rules: Option<Vec<String>> = rules.collect();
    rules.map(|rules| rules.join(", "))
}

fn rule(object: TokenStream) -> Option<String> {
    let mut said = Vec::new();
    for (name, value) in members(object)? {
        let key = match name.as_str() {
            "rule" => "",
            "message" => "message = ",
            "messageExpression" => "message_expression = ",
            "reason" => "reason = ",
            "fieldPath" => "field_path = ",
            "optionalOldSelf" => "optional_old_self = ",
            _ => return None,
        };
        let value = match syn::parse2(ungroup(value)).ok()? {
            Lit::Str(text) => quoted(&text.value()),
            Lit::Bool(on) => on.value.to_string(),
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
