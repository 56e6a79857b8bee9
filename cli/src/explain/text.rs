//! The text of `kubectl explain`, with versions, defaults and rules.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use wheelwright_docs::{known, words};

use super::resource::Resource;
use super::wrap::wrap;

/// How deep fields are listed. Schemas cannot refer to themselves, but they can be made up.
const DEPTH: usize = 64;

/// A field, or the resource itself.
pub(super) struct Explained<'s> {
    /// Its name, unless it is the resource.
    field: Option<&'s str>,
    schema: Value,
}

impl<'s> Explained<'s> {
    /// Follows names of fields through lists and maps.
    pub(super) fn find(root: &Value, fields: &[&'s str]) -> Result<Self, String> {
        let mut schema = root.clone();
        for field in fields {
            let inner = fields_of(&schema);
            schema = match inner.get(*field) {
                Some(found) => found.clone(),
                None => return Err(absent(field, &inner)),
            };
        }
        Ok(Self {
            field: fields.last().copied(),
            schema,
        })
    }
}

fn absent(field: &str, fields: &Map<String, Value>) -> String {
    let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
    names.sort_unstable();
    if names.is_empty() {
        format!("field \"{field}\" does not exist: there are no fields here")
    } else {
        format!(
            "field \"{field}\" does not exist: there are {}",
            names.join(", ")
        )
    }
}

/// The schema of what is inside of lists and maps.
fn innermost(schema: &Value) -> &Value {
    let mut schema = schema;
    for _ in 0..DEPTH {
        let has_fields = schema.get("properties").is_some_and(Value::is_object);
        let inner = schema
            .get("items")
            .or_else(|| schema.get("additionalProperties"));
        match inner.filter(|inner| inner.is_object() && !has_fields) {
            Some(inner) => schema = inner,
            None => break,
        }
    }
    schema
}

/// The fields of a value, or of what is in it.
fn fields_of(schema: &Value) -> Map<String, Value> {
    let schema = innermost(schema);
    let is_resource = schema.get("x-kubernetes-embedded-resource") == Some(&Value::Bool(true));
    let whole = if is_resource {
        &known::resource(schema)
    } else {
        schema
    };
    match whole.get("properties") {
        Some(Value::Object(properties)) => properties.clone(),
        _ => Map::new(),
    }
}

fn type_of(schema: &Value) -> String {
    let mut prefix = String::new();
    let mut schema = schema;
    for _ in 0..DEPTH {
        let (part, inner) = match (schema.get("items"), schema.get("additionalProperties")) {
            (Some(items), _) if items.is_object() => ("[]", items),
            (_, Some(values)) if values.is_object() => ("map[string]", values),
            _ => break,
        };
        prefix.push_str(part);
        schema = inner;
    }
    let own = match schema.get("type").and_then(Value::as_str) {
        _ if schema.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) => "IntOrString",
        None | Some("" | "object") => "Object",
        Some(own) => own,
    };
    format!("{prefix}{own}")
}

fn description(schema: &Value) -> Option<&str> {
    let text = schema.get("description").and_then(Value::as_str);
    text.filter(|text| !text.trim().is_empty())
}

/// Descriptions of the value and of what is in it.
fn descriptions(schema: &Value) -> String {
    let mut texts = Vec::new();
    let mut schema = schema;
    for _ in 0..DEPTH {
        texts.extend(description(schema));
        match schema
            .get("items")
            .or_else(|| schema.get("additionalProperties"))
        {
            Some(inner) if inner.is_object() => schema = inner,
            _ => break,
        }
    }
    texts.join("\n")
}

pub(super) fn render(resource: &Resource, explained: &Explained<'_>, recursive: bool) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(text, "GROUP:      {}", resource.group);
    let _ = writeln!(text, "KIND:       {}", resource.kind);
    let _ = writeln!(text, "VERSION:    {}", resource.version);
    if explained.field.is_none() {
        let _ = writeln!(text, "VERSIONS:   {}", versions(resource));
        let names: Vec<&str> = std::iter::once(resource.plural.as_str())
            .chain(resource.short_names.iter().map(String::as_str))
            .collect();
        let _ = writeln!(text, "NAMES:      {}", names.join(", "));
        let _ = writeln!(text, "SCOPE:      {}", resource.scope);
    }
    text.push('\n');
    let schema = &explained.schema;
    if let Some(field) = explained.field {
        let _ = writeln!(text, "FIELD: {field} <{}>\n", type_of(schema));
        section(&mut text, "ENUM", &words::values(schema));
    }
    text.push_str("DESCRIPTION:\n");
    match descriptions(schema) {
        empty if empty.is_empty() => text.push_str("    <empty>\n"),
        found => text.push_str(&wrap(&found, 76, 4)),
    }
    text.push('\n');
    let default: Vec<String> = words::default(schema).into_iter().collect();
    section(&mut text, "DEFAULT", &default);
    section(&mut text, "CONSTRAINTS", &asked(schema));
    section(&mut text, "RULES", &rules(schema));
    let inner = innermost(schema);
    if !std::ptr::eq(inner, schema) {
        section(&mut text, "CONSTRAINTS OF EACH", &asked(inner));
        section(&mut text, "RULES OF EACH", &rules(inner));
    }
    let fields = fields_of(schema);
    if !fields.is_empty() {
        text.push_str("FIELDS:\n");
        list(&mut text, inner, &fields, 1, recursive);
    }
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    text
}

fn asked(schema: &Value) -> Vec<String> {
    let facts = words::constraints(schema);
    facts.iter().map(ToString::to_string).collect()
}

fn rules(schema: &Value) -> Vec<String> {
    let rules = words::rules(schema);
    rules.iter().map(ToString::to_string).collect()
}

fn versions(resource: &Resource) -> String {
    let versions = resource.versions.iter().map(|(name, remarks)| {
        if remarks.is_empty() {
            name.clone()
        } else {
            format!("{name} ({})", remarks.join(", "))
        }
    });
    versions.collect::<Vec<_>>().join(", ")
}

fn section(text: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "{title}:");
    for line in lines {
        text.push_str(&wrap(line, 76, 4));
    }
    text.push('\n');
}

fn list(
    text: &mut String,
    parent: &Value,
    fields: &Map<String, Value>,
    level: usize,
    recursive: bool,
) {
    let required = parent.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|required| required.iter().any(|listed| listed == name));
    let indent = level * 2;
    let margin = " ".repeat(indent);
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_by_key(|(name, _)| *name);
    for (name, schema) in sorted {
        let _ = write!(text, "{margin}{name}\t<{}>", type_of(schema));
        if is_required(name) {
            text.push_str(" -required-");
        }
        if let Some(default) = words::default(schema) {
            let _ = write!(text, " (default {default})");
        }
        text.push('\n');
        let values = words::values(schema);
        if !values.is_empty() {
            let _ = writeln!(text, "{margin}enum: {}", shortened(&values));
        }
        if recursive {
            if level < DEPTH {
                let inner = fields_of(schema);
                list(text, innermost(schema), &inner, level + 1, true);
            }
            continue;
        }
        let said = description(schema).unwrap_or("<no description>");
        text.push_str(&wrap(said, 78 - indent, indent + 2));
        let asked: Vec<String> = asked(schema).into_iter().chain(rules(schema)).collect();
        if !asked.is_empty() {
            text.push_str(&wrap(&asked.join("; "), 78 - indent, indent + 2));
        }
        text.push('\n');
    }
}

/// The first values of an enum.
fn shortened(values: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<&str> = values.iter().take(SHOWN).map(String::as_str).collect();
    let more = if values.len() > SHOWN { ", ...." } else { "" };
    format!("{}{more}", shown.join(", "))
}
