//! Places in a CRD that the server names only in part.

use serde_json::Value;
use wheelwright_grammar::suggest::closest;
use wheelwright_grammar::vocabulary::{INTEGER_FORMATS, NUMBER_FORMATS, STRING_FORMATS};
use wheelwright_rules::FieldPath;
use wheelwright_rules::crd::is_known_format;

/// Fields whose members have names of the user's, which the server leaves out of the path of a decoding error.
const MAPS: &[&str] = &[
    "properties",
    "patternProperties",
    "definitions",
    "dependencies",
    "labels",
    "annotations",
];

/// The first value of a kind, such as `string` or `number 1.5`, at a path without keys of maps and positions in lists.
pub(crate) fn mistyped(document: &Value, fields: &str, kind: &str) -> Option<FieldPath> {
    let kind = kind.split(' ').next().unwrap_or_default();
    let fields: Vec<&str> = fields.split('.').collect();
    find_mistyped(document, &fields, kind, false, FieldPath::root())
}

fn find_mistyped(
    value: &Value,
    fields: &[&str],
    kind: &str,
    in_map: bool,
    path: FieldPath,
) -> Option<FieldPath> {
    let Some((first, rest)) = fields.split_first() else {
        return (kind_of(value) == kind).then_some(path);
    };
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| find_mistyped(item, fields, kind, false, path.index(index))),
        Value::Object(members) if in_map => members
            .iter()
            .find_map(|(key, member)| find_mistyped(member, fields, kind, false, path.key(key))),
        Value::Object(members) => {
            let member = members.get(*first)?;
            let is_map = MAPS.contains(first) && !rest.is_empty();
            find_mistyped(member, rest, kind, is_map, path.child(*first))
        }
        _ => None,
    }
}

const fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The first schema with a format that the server warns of, and the one that was perhaps meant.
pub(super) fn format_in(
    document: &Value,
    warning: &str,
) -> Option<(FieldPath, Option<&'static str>)> {
    let format = warning.strip_prefix("unrecognized format ")?;
    let format: String = serde_json::from_str(format).ok()?;
    find_format(document, &format, &FieldPath::root())
}

fn find_format(
    value: &Value,
    format: &str,
    path: &FieldPath,
) -> Option<(FieldPath, Option<&'static str>)> {
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| find_format(item, format, &path.index(index))),
        Value::Object(members) => {
            let text = |name: &str| members.get(name).and_then(Value::as_str);
            let type_name = text("type").unwrap_or_default();
            // Another type may know it.
            if text("format") == Some(format) && !is_known_format(type_name, format) {
                let known = match type_name {
                    "integer" => INTEGER_FORMATS,
                    "number" => NUMBER_FORMATS,
                    _ => STRING_FORMATS,
                };
                let near = closest(format, known.iter().copied());
                return Some((path.child("format"), near));
            }
            members
                .iter()
                .filter(|(key, _)| !matches!(key.as_str(), "default" | "example" | "enum"))
                .find_map(|(key, member)| find_format(member, format, &path.child(key)))
        }
        _ => None,
    }
}
