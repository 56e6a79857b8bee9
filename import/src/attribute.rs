//! Attributes as they are written.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::k8s;
use crate::model::{Function, Key, Place, Says, Ty, Type};
use crate::text;

/// How wide the arguments of an attribute are before each stands on a line; rustfmt's own limit.
const WIDTH: usize = 70;

/// Part of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Doc {
    Atom(String),
    Call(String, Vec<Doc>),
}

impl Doc {
    pub(crate) fn of(text: impl Into<String>) -> Self {
        Self::Atom(text.into())
    }

    /// `name = "text"`
    pub(crate) fn said(name: &str, value: &str) -> Self {
        Self::Atom(format!("{name} = {}", text::literal(value)))
    }

    /// In one line.
    pub(crate) fn flat(&self) -> String {
        match self {
            Self::Atom(text) => text.clone(),
            Self::Call(name, parts) => {
                let parts: Vec<String> = parts.iter().map(Self::flat).collect();
                format!("{name}({})", parts.join(", "))
            }
        }
    }

    fn write(&self, indent: usize, lines: &mut String) {
        let flat = self.flat();
        let Self::Call(name, parts) = self else {
            lines.push_str(&flat);
            return;
        };
        if fits(parts) && indent + flat.chars().count() < 100 {
            lines.push_str(&flat);
            return;
        }
        if let [part] = parts.as_slice() {
            let _ = write!(lines, "{name}(");
            part.write(indent, lines);
            lines.push(')');
            return;
        }
        let margin = " ".repeat(indent);
        let _ = writeln!(lines, "{name}(");
        for (at, part) in parts.iter().enumerate() {
            let _ = write!(lines, "{margin}    ");
            part.write(indent + 4, lines);
            lines.push_str(if at + 1 < parts.len() { ",\n" } else { "\n" });
        }
        let _ = write!(lines, "{margin})");
    }
}

fn fits(parts: &[Doc]) -> bool {
    let flat: Vec<String> = parts.iter().map(Doc::flat).collect();
    let flat = flat.join(", ");
    flat.chars().count() <= WIDTH && !flat.contains('\n')
}

/// `#[name(…)]` with its margin; nothing without parts.
pub(crate) fn attribute(name: &str, parts: Vec<Doc>, indent: usize) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let mut lines = format!("{}#[", " ".repeat(indent));
    Doc::Call(name.to_owned(), parts).write(indent, &mut lines);
    lines + "]\n"
}

/// What names stand for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Words<'w> {
    pub(crate) types: &'w [Type],
    pub(crate) functions: &'w [Function],
    /// Fields of Kubernetes' types that older releases do not have, by module.
    pub(crate) newer: &'w [(usize, k8s::Newer)],
    /// The modules of types, where these are named from another one.
    pub(crate) modules: Option<&'w [String]>,
}

impl Words<'_> {
    /// The path of a type that is written.
    pub(crate) fn path(&self, ty: &Type) -> String {
        let module = self.modules.and_then(|modules| modules.get(ty.module));
        module.map_or_else(
            || ty.name.clone(),
            |module| format!("super::{module}::{}", ty.name),
        )
    }

    /// The description that a place has by its type.
    pub(crate) fn doc_of(&self, ty: &Ty) -> Option<&str> {
        match ty {
            Ty::Option(inner) => self.doc_of(inner),
            Ty::Named(id) => self.types.get(*id)?.doc.as_deref(),
            _ => None,
        }
    }

    /// The type as it is written.
    pub(crate) fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Bool => "bool".to_owned(),
            Ty::Int(name) | Ty::Float(name) => (*name).to_owned(),
            Ty::Text => "String".to_owned(),
            Ty::Value => "Value".to_owned(),
            Ty::Object => "Map<String, Value>".to_owned(),
            Ty::IntOrString => "IntOrString".to_owned(),
            Ty::K8s(path) => k8s::ident(path).to_owned(),
            Ty::Option(inner) => format!("Option<{}>", self.ty(inner)),
            Ty::List(inner) => format!("Vec<{}>", self.ty(inner)),
            Ty::Map(inner) => format!("BTreeMap<String, {}>", self.ty(inner)),
            Ty::Named(id) => self
                .types
                .get(*id)
                .map(|ty| self.path(ty))
                .unwrap_or_default(),
        }
    }
}

/// A key; nothing where it would say nothing.
pub(crate) fn key(key: &Key, words: &Words<'_>) -> Option<Doc> {
    let name = key.name;
    Some(match &key.says {
        Says::Flag => Doc::of(name),
        Says::Tree(value) => Doc::Atom(format!("{name} = {}", tree(value))),
        Says::Trees(values) => call(name, values.iter().map(|value| Doc::Atom(tree(value)))),
        Says::Names(names) => call(
            name,
            names.iter().map(|name| Doc::Atom(text::literal(name))),
        ),
        Says::Function(id) => Doc::Atom(format!("{name} = {}", words.functions.get(*id)?.name)),
        Says::Rule(rule) => call(name, self::rule(rule)),
        Says::Docs(docs) => call(
            name,
            docs.iter()
                .map(|(name, text)| Doc::said(name, text.as_str().unwrap_or_default())),
        ),
        Says::Inner(place) => {
            let parts = item_keys(place, words);
            if parts.is_empty() {
                return None;
            }
            Doc::Call(name.to_owned(), parts)
        }
    })
}

fn call(name: &str, parts: impl Iterator<Item = Doc>) -> Doc {
    Doc::Call(name.to_owned(), parts.collect())
}

fn rule(rule: &Map<String, Value>) -> impl Iterator<Item = Doc> {
    const NAMES: &[(&str, &str)] = &[
        ("message", "message"),
        ("messageExpression", "message_expression"),
        ("reason", "reason"),
        ("fieldPath", "field_path"),
    ];
    let said = |name: &str| rule.get(name).and_then(Value::as_str);
    let first = said("rule").map(|rule| Doc::Atom(text::literal(rule)));
    let named = NAMES
        .iter()
        .filter_map(move |(wire, name)| Some(Doc::said(name, said(wire)?)));
    let old = rule
        .contains_key("optionalOldSelf")
        .then(|| Doc::of("optional_old_self"));
    first.into_iter().chain(named).chain(old)
}

/// The keys of what a list or map holds.
fn item_keys(place: &Place, words: &Words<'_>) -> Vec<Doc> {
    let mut parts: Vec<Doc> = place
        .keys
        .iter()
        .filter_map(|key| self::key(key, words))
        .collect();
    let of_type = words.doc_of(&place.ty);
    if place.description.as_deref() != of_type {
        parts.push(Doc::said(
            "description",
            place.description.as_deref().unwrap_or_default(),
        ));
    }
    if let Some(default) = &place.default {
        parts.push(Doc::Atom(format!("default = {}", tree(default))));
    }
    parts
}

/// A value as attributes have it.
pub(crate) fn tree(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text::literal(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(tree).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}: {}", member(name), tree(value)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
    }
}

fn member(name: &str) -> String {
    let mut chars = name.chars();
    let is_word = chars
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_word {
        name.to_owned()
    } else {
        text::literal(name)
    }
}
