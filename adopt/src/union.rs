//! `oneOf` and `anyOf` of members that must be there, where serde writes `null` for those that are not.

use syn::{Field, Fields};
use wheelwright_spelling::{Argument, Subject, quoted, read, split, text_of};

use crate::inventory::{Data, Found};
use crate::meta::lists;
use crate::source::Source;

/// `exactly_one_of(…)` for `one_of({ required: ["a"] }, …)`, where a member of it is an `Option` that serde writes as `null`:
/// a combinator counts a `null` as there. `at_least_one_of(…)` for `any_of(…)`.
pub(crate) fn counted(source: &Source, found: &Found<'_>, keys: &str) -> Option<String> {
    let Data::Struct(Fields::Named(fields)) = found.data else {
        return None;
    };
    let (name, Argument::List(group)) = read(keys.parse().ok()?)? else {
        return None;
    };
    let ours = match name.to_string().as_str() {
        "one_of" => "exactly_one_of",
        "any_of" => "at_least_one_of",
        _ => return None,
    };
    let members: Option<Vec<String>> = split(group.stream())
        .into_iter()
        .map(|alternative| required(&alternative))
        .collect();
    let mut named: Vec<&Field> = Vec::new();
    for member in members? {
        let mut fields = fields.named.iter().filter(|field| {
            wire(source, field).is_some_and(|wire| squeezed(&wire) == squeezed(&member))
        });
        let (Some(field), None) = (fields.next(), fields.next()) else {
            return None;
        };
        named.push(field);
    }
    if !named.iter().any(|field| writes_null(source, field)) {
        return None;
    }
    let names: Option<Vec<String>> = named
        .iter()
        .map(|field| Some(quoted(&field.ident.as_ref()?.to_string())))
        .collect();
    Some(format!("{ours}({})", names?.join(", ")))
}

/// The one member of `{ "required": ["a"] }`.
fn required(alternative: &proc_macro2::TokenStream) -> Option<String> {
    let text = alternative.to_string();
    let rest = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let rest = rest
        .strip_prefix("\"required\"")
        .or_else(|| rest.strip_prefix("required"))?;
    let rest = rest.trim().strip_prefix(':')?.trim();
    let list = rest.strip_suffix(',').unwrap_or(rest).trim();
    let only = list.strip_prefix('[')?.strip_suffix(']')?.trim();
    let only: syn::LitStr = syn::parse_str(only.strip_suffix(',').unwrap_or(only)).ok()?;
    Some(only.value())
}

/// The name that serde gives a field, or its own where the whole type is renamed.
fn wire(source: &Source, field: &Field) -> Option<String> {
    let own = lists(source, &field.attrs);
    let rename = own
        .iter()
        .filter(|list| list.name == "serde")
        .find_map(|list| list.find("rename"));
    match rename {
        Some(rename) => text_of(&rename.argument),
        None => field.ident.as_ref().map(ToString::to_string),
    }
}

/// As one compares names of which the case is not known.
fn squeezed(name: &str) -> String {
    name.chars()
        .filter(|char| char.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn writes_null(source: &Source, field: &Field) -> bool {
    Subject(Some(&field.ty)).is_option()
        && !lists(source, &field.attrs)
            .iter()
            .any(|list| list.name == "serde" && list.find("skip_serializing_if").is_some())
}
