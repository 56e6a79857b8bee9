//! A JSON Schema of a version for editors and checks in CI, stricter than what servers publish.
//!
//! It is of draft-07, the newest that `yaml-language-server` has whole support of. What a server admits as it stands is valid in
//! it: where JSON Schema, or one of its engines, means something else by a keyword, the keyword is left out, and said in words.

mod combine;
mod defaults;
mod keyword;
mod metadata;

use serde_json::{Map, Value, json};

use crate::markdown::escape;
use crate::words::{self, is, text};
use combine::combinators;
use keyword::Keywords;

/// What the schema of a version says besides the version's own schema.
pub(crate) struct Of<'r> {
    pub(crate) group: &'r str,
    pub(crate) version: &'r str,
    pub(crate) kind: &'r str,
    pub(crate) is_namespaced: bool,
    /// What a server warns of at a version that is deprecated.
    pub(crate) deprecation: Option<&'r str>,
}

/// The JSON Schema of a version, from its structural schema.
pub(crate) fn write(of: &Of<'_>, schema: &Value) -> Value {
    let mut writer = Writer {
        has_resources: false,
    };
    let mut root = writer.node(schema, false);
    let api_version = format!("{}/{}", of.group, of.version);
    let properties = root.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        for (name, constant) in [("apiVersion", api_version.as_str()), ("kind", of.kind)] {
            let own = properties
                .entry(name)
                .or_insert_with(|| json!({"type": "string"}));
            if let Value::Object(own) = own {
                own.insert("const".to_owned(), constant.into());
            }
        }
        let own = schema.get("properties").and_then(|all| all.get("metadata"));
        properties.insert(
            "metadata".to_owned(),
            metadata::of_resource(of.is_namespaced, own),
        );
    }
    require(&mut root, &["apiVersion", "kind", "metadata"]);
    root.insert(
        "$schema".to_owned(),
        "http://json-schema.org/draft-07/schema#".into(),
    );
    let title = root.remove("title");
    let title = title.unwrap_or_else(|| format!("{} ({api_version})", of.kind).into());
    root.insert("title".to_owned(), title);
    root.insert(
        "x-kubernetes-group-version-kind".to_owned(),
        json!([{"group": of.group, "version": of.version, "kind": of.kind}]),
    );
    if let Some(warning) = of.deprecation {
        root.insert("deprecated".to_owned(), true.into());
        root.insert("deprecationMessage".to_owned(), warning.into());
    }
    if writer.has_resources {
        root.insert(
            "definitions".to_owned(),
            json!({"metadata": metadata::of_embedded()}),
        );
    }
    Value::Object(root)
}

struct Writer {
    /// Whether a resource is embedded, so that there has to be a definition of its metadata.
    has_resources: bool,
}

impl Writer {
    /// A node outside of combinators. With `is_open` its fields are kept whether they are declared or not.
    fn node(&mut self, schema: &Value, is_open: bool) -> Map<String, Value> {
        let mut out = Map::new();
        let is_any = is(schema, "x-kubernetes-int-or-string");
        let is_resource = is(schema, "x-kubernetes-embedded-resource");
        let is_open = is_open || is(schema, "x-kubernetes-preserve-unknown-fields");
        let type_name = text(schema, "type");
        let types: &[&str] = match type_name {
            _ if is_any => &["integer", "string"],
            "" => &[],
            _ => &[type_name],
        };
        let is_nullable = is(schema, "nullable");
        match types {
            [] => {}
            [one] if !is_nullable => drop(out.insert("type".to_owned(), (*one).into())),
            _ => {
                let null = is_nullable.then_some("null");
                let all: Vec<&str> = types.iter().copied().chain(null).collect();
                out.insert("type".to_owned(), json!(all));
            }
        }
        let mut keywords = Keywords::of(schema, schema);
        keywords.sets();
        let is_pattern_said =
            keywords.out.contains_key("pattern") || text(schema, "pattern").is_empty();
        out.extend(keywords.out);
        if let Some(items) = schema.get("items").filter(|items| items.is_object()) {
            out.insert("items".to_owned(), self.node(items, is_open).into());
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        if let Some(properties) = properties.filter(|properties| !properties.is_empty()) {
            let written: Map<String, Value> = properties
                .iter()
                .map(|(name, property)| (name.clone(), self.node(property, false).into()))
                .collect();
            out.insert("properties".to_owned(), written.into());
        }
        match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => {
                let written = self.node(values, false);
                out.insert("additionalProperties".to_owned(), written.into());
            }
            Some(Value::Bool(true)) => {}
            _ if is_open || type_name != "object" => {}
            _ => drop(out.insert("additionalProperties".to_owned(), false.into())),
        }
        if is_resource {
            self.has_resources = true;
            let own = schema.get("properties").and_then(|all| all.get("metadata"));
            metadata::embed(&mut out, own);
        }
        let (combined, _) = combinators(schema, schema, is_any);
        // A server looks at nothing but the type of null.
        if is_nullable && !combined.is_empty() {
            out.insert("anyOf".to_owned(), json!([{"type": "null"}, combined]));
        } else {
            out.extend(combined);
        }
        annotate(schema, is_pattern_said, &mut out);
        out
    }
}

/// Adds names to those that are required.
fn require(out: &mut Map<String, Value>, names: &[&str]) {
    let required = out.entry("required").or_insert_with(|| json!([]));
    if let Value::Array(required) = required {
        for name in names {
            if !required.iter().any(|known| known == name) {
                required.push((*name).into());
            }
        }
    }
}

/// What validates nothing: titles, descriptions with what is only said in words, defaults, examples, deprecation.
fn annotate(schema: &Value, is_pattern_said: bool, out: &mut Map<String, Value>) {
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    let title = text(schema, "title");
    if !title.is_empty() {
        put("title", title.into());
    }
    if let Some(default) = words::default_value(schema) {
        put("default", default.clone());
    }
    if let Some(example) = schema.get("example").filter(|example| !example.is_null()) {
        put("examples", json!([example]));
    }
    let description = text(schema, "description").trim();
    let said = said(schema, is_pattern_said);
    let plain: Vec<String> = said.iter().map(Said::plain).collect();
    let parts = [description.to_owned(), plain.join("\n")];
    let plain: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if !plain.is_empty() {
        put("description", plain.join("\n\n").into());
    }
    if !said.is_empty() {
        let list: Vec<String> = said.iter().map(Said::markdown).collect();
        let description: Vec<String> = description.lines().map(escape).collect();
        let parts = [description.join("\n"), list.join("\n")];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        put("markdownDescription", parts.join("\n\n").into());
    }
    if let Some(message) = words::deprecation(description) {
        put("deprecated", true.into());
        let message = if message.is_empty() {
            "It is deprecated.".to_owned()
        } else {
            message
        };
        put("deprecationMessage", message.into());
    }
}

/// Something that a server asks and the schema does not.
enum Said {
    Words(String),
    Rule(words::Rule),
}

impl Said {
    fn plain(&self) -> String {
        match self {
            Self::Words(words) => format!("- {words}"),
            Self::Rule(rule) => format!("- rule: {rule}"),
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Words(words) => format!("- {}", escape(words)),
            Self::Rule(words::Rule {
                message: Some(message),
                rule,
            }) => format!("- {}: {}", escape(message), crate::markdown::code(rule)),
            Self::Rule(rule) => format!("- {}", crate::markdown::code(&rule.rule)),
        }
    }
}

fn said(schema: &Value, is_pattern_said: bool) -> Vec<Said> {
    let facts = words::constraints(schema).into_iter();
    let in_words = facts.filter(|fact| match fact.words {
        "format" => true,
        "matches" => !is_pattern_said,
        "one item for each" | "no item twice" => true,
        _ => false,
    });
    let in_words = in_words.map(|fact| Said::Words(fact.to_string()));
    let changes = words::changes(schema).map(|words| Said::Words(words.to_owned()));
    let rules = words::rules(schema).into_iter().map(Said::Rule);
    in_words.chain(changes).chain(rules).collect()
}
