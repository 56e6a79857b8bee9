//! What a schema says of a value, in words: one place for all forms.

use std::fmt;

use serde_json::Value;

/// Schemas nest no deeper than this: the server reads no deeper JSON.
pub(crate) const DEPTH: usize = 64;

/// Something that a server asks of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is: `at least`.
    pub words: &'static str,
    /// What the words are about: `1`.
    pub value: Option<String>,
}

/// The words and the value: `at least 1`.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words)?;
        match &self.value {
            Some(value) => write!(f, " {value}"),
            None => Ok(()),
        }
    }
}

/// A rule in CEL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What the server says of a value that breaks it, if the rule has words of its own.
    pub message: Option<String>,
    /// The expression, on one line.
    pub rule: String,
}

/// The message and the expression: `too much: size(self) < 9`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.message {
            Some(message) => write!(f, "{message}: {}", self.rule),
            None => f.write_str(&self.rule),
        }
    }
}

const KEYWORDS: &[(&str, &str)] = &[
    ("format", "format"),
    ("minimum", "at least"),
    ("maximum", "at most"),
    ("multipleOf", "a multiple of"),
    ("minLength", "characters, at least"),
    ("maxLength", "characters, at most"),
    ("pattern", "matches"),
    ("minItems", "items, at least"),
    ("maxItems", "items, at most"),
    ("minProperties", "entries, at least"),
    ("maxProperties", "entries, at most"),
];

pub(crate) fn is(schema: &Value, name: &str) -> bool {
    schema.get(name).and_then(Value::as_bool) == Some(true)
}

pub(crate) fn text<'s>(schema: &'s Value, name: &str) -> &'s str {
    schema.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The constraints of a schema node.
#[must_use]
pub fn constraints(schema: &Value) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (keyword, words) in KEYWORDS {
        let Some(value) = schema.get(*keyword).filter(|value| !value.is_null()) else {
            continue;
        };
        let words = match *keyword {
            "minimum" if is(schema, "exclusiveMinimum") => "more than",
            "maximum" if is(schema, "exclusiveMaximum") => "less than",
            _ => words,
        };
        let value = Some(plain(value));
        facts.push(Fact { words, value });
    }
    let mut say = |words, value| facts.push(Fact { words, value });
    for (keyword, words) in [
        ("nullable", "may be null"),
        ("x-kubernetes-int-or-string", "an integer or a string"),
        ("x-kubernetes-embedded-resource", "a resource of any kind"),
        (
            "x-kubernetes-preserve-unknown-fields",
            "keeps fields that are not declared",
        ),
    ] {
        if is(schema, keyword) {
            say(words, None);
        }
    }
    match text(schema, "x-kubernetes-list-type") {
        "set" => say("no item twice", None),
        "map" => say("one item for each", Some(keys(schema))),
        _ => {}
    }
    for (keyword, words) in [
        ("oneOf", "exactly one of the alternatives in its schema"),
        ("anyOf", "at least one of the alternatives in its schema"),
        ("not", "not what its schema excludes"),
    ] {
        if schema.get(keyword).is_some() && !is(schema, "x-kubernetes-int-or-string") {
            say(words, None);
        }
    }
    facts
}

/// The rules in CEL.
#[must_use]
pub fn rules(schema: &Value) -> Vec<Rule> {
    let rules = schema
        .get("x-kubernetes-validations")
        .and_then(Value::as_array);
    let line = |rule: &Value, name: &str| {
        let words = text(rule, name).split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    };
    let rules = rules.into_iter().flatten().map(|rule| Rule {
        message: Some(line(rule, "message")).filter(|message| !message.is_empty()),
        rule: line(rule, "rule"),
    });
    rules.collect()
}

/// What is set where there is nothing.
#[must_use]
pub fn default(schema: &Value) -> Option<String> {
    default_value(schema).map(Value::to_string)
}

pub(crate) fn default_value(schema: &Value) -> Option<&Value> {
    schema.get("default").filter(|default| !default.is_null())
}

/// The values of an enum.
#[must_use]
pub fn values(schema: &Value) -> Vec<String> {
    let values = schema.get("enum").and_then(Value::as_array);
    values.into_iter().flatten().map(plain).collect()
}

fn keys(schema: &Value) -> String {
    let keys = schema
        .get("x-kubernetes-list-map-keys")
        .and_then(Value::as_array);
    let keys: Vec<String> = keys.into_iter().flatten().map(plain).collect();
    keys.join(" and ")
}

/// A value without the quotes of a string, unless nothing would be left.
fn plain(value: &Value) -> String {
    match value.as_str() {
        Some(text) if !text.is_empty() => text.to_owned(),
        _ => value.to_string(),
    }
}

/// The schema of the items of a list, or of the values of a map.
pub(crate) fn inner(schema: &Value) -> Option<(Inner, &Value)> {
    let of = |keyword: &str| schema.get(keyword).filter(|inner| inner.is_object());
    let items = of("items").map(|items| (Inner::Item, items));
    items.or_else(|| of("additionalProperties").map(|values| (Inner::Value, values)))
}

/// What a list or a map holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    Item,
    Value,
}

impl Inner {
    /// What a path has for it.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Self::Item => "[]",
            Self::Value => ".*",
        }
    }

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Item => "each item",
            Self::Value => "each value",
        }
    }
}

/// The type: `integer`, `list of strings`, `map of lists of objects`.
pub(crate) fn type_of(schema: &Value) -> String {
    fn name(schema: &Value, many: bool, depth: usize) -> String {
        let pick = |one: &'static str, all: &'static str| if many { all } else { one };
        let (one, all, of) = match inner(schema) {
            Some((Inner::Item, items)) => ("list", "lists", Some(items)),
            Some((Inner::Value, values)) => ("map", "maps", Some(values)),
            None => ("", "", None),
        };
        if let Some(of) = of.filter(|_| depth < DEPTH) {
            return format!("{} of {}", pick(one, all), name(of, true, depth + 1));
        }
        let own = match text(schema, "type") {
            _ if is(schema, "x-kubernetes-int-or-string") => {
                pick("integer or string", "integers or strings")
            }
            "object" if is(schema, "x-kubernetes-embedded-resource") => {
                pick("resource", "resources")
            }
            "object" => pick("object", "objects"),
            "array" => pick("list", "lists"),
            "string" => pick("string", "strings"),
            "integer" => pick("integer", "integers"),
            "number" => pick("number", "numbers"),
            "boolean" => pick("boolean", "booleans"),
            _ => pick("any value", "any values"),
        };
        own.to_owned()
    }
    name(schema, false, 0)
}

/// What server-side apply does with a list or an object, if it is worth a word. Source: "Merge strategy" of
/// <https://kubernetes.io/docs/reference/using-api/server-side-apply/>.
pub(crate) fn apply(schema: &Value) -> Option<String> {
    let is_list = text(schema, "type") == "array";
    match text(schema, "x-kubernetes-list-type") {
        "map" => Some(format!("merges items by {}", keys(schema))),
        "set" => Some("merges items, each with its owners".to_owned()),
        _ if is_list => Some("replaces the whole list".to_owned()),
        _ if text(schema, "x-kubernetes-map-type") == "atomic" => {
            Some("replaces the whole object".to_owned())
        }
        _ => None,
    }
}

/// What rules say of changes to the value itself.
pub(crate) fn changes(schema: &Value) -> Option<&'static str> {
    rules(schema)
        .iter()
        .any(|rule| matches!(bare(&rule.rule).as_str(), "self==oldSelf" | "oldSelf==self"))
        .then_some("cannot be changed")
}

/// What rules of an object say of changes to one of its members.
pub(crate) fn changes_of(object: &Value, member: &str) -> Option<&'static str> {
    let own = format!("self.{member}");
    let old = format!("oldSelf.{member}");
    let (has, had) = (format!("has({own})"), format!("has({old})"));
    let is_fixed = [format!("{own}=={old}"), format!("{old}=={own}")];
    let is_kept = [format!("!{had}||{has}"), format!("{has}||!{had}")];
    let rules: Vec<String> = rules(object).iter().map(|rule| bare(&rule.rule)).collect();
    if rules.iter().any(|rule| is_fixed.contains(rule)) {
        Some("cannot be changed")
    } else if rules.iter().any(|rule| is_kept.contains(rule)) {
        Some("cannot be removed")
    } else {
        None
    }
}

/// An expression without blanks and the brackets around it all.
fn bare(rule: &str) -> String {
    let mut text: String = rule.split_whitespace().collect();
    while let Some(inner) = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .filter(|inner| !inner.contains(['(', ')']))
    {
        text = inner.to_owned();
    }
    text
}

/// The paragraph of a description that says that the field is deprecated, without the word, by Go's convention:
/// <https://go.dev/wiki/Deprecated>.
pub(crate) fn deprecation(description: &str) -> Option<String> {
    const WORD: &str = "deprecated";
    let mut lines = description.lines().map(str::trim);
    let rest = lines.by_ref().find_map(|line| {
        let (word, rest) = line.split_at_checked(WORD.len())?;
        let is_said = word.eq_ignore_ascii_case(WORD)
            && (rest.is_empty() || rest.starts_with([':', '.', ',']));
        is_said.then(|| rest.trim_start_matches([':', '.', ',']).trim())
    })?;
    let more = lines.take_while(|line| !line.is_empty());
    let words: Vec<&str> = std::iter::once(rest)
        .chain(more)
        .filter(|line| !line.is_empty())
        .collect();
    Some(words.join(" "))
}
