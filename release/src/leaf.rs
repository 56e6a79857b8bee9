//! What to put at a place that two schemas judge differently.

use serde_json::{Value, json};
use wheelwright_rules::Schema;
use wheelwright_rules::crd::compare::Kind;

use crate::salt::salted;
use crate::values::{counted, listed, made, numbers, repeated, texts};

/// What stands at a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Leaf {
    Value(Value),
    Absent,
    /// Whatever the generator made.
    AsMade,
}

/// How many values are offered.
const MOST: usize = 6;

/// What tells two schemas of a place apart.
#[derive(Clone, Copy)]
pub(crate) struct Contrast<'c> {
    pub(crate) kind: Kind,
    /// The keyword that differs.
    pub(crate) keyword: &'c str,
    /// The schema that takes the values; none where the place is not declared.
    pub(crate) one: Option<&'c Value>,
    /// The schema that does not.
    pub(crate) other: Option<&'c Value>,
    /// The rule that differs, as it stands in the other schema.
    pub(crate) rule: Option<&'c Value>,
    /// Constants that the rule compares with.
    pub(crate) constants: &'c [Value],
}

impl Contrast<'_> {
    /// The keywords that differ; none if the schemas differ as a whole.
    fn keywords(&self) -> &[&str] {
        match self.keyword {
            "minimum" => &["minimum", "exclusiveMinimum"],
            "maximum" => &["maximum", "exclusiveMaximum"],
            "x-kubernetes-list-type" => &["x-kubernetes-list-type", "x-kubernetes-list-map-keys"],
            "multipleOf" | "enum" | "pattern" | "format" | "minLength" | "maxLength"
            | "minItems" | "maxItems" | "minProperties" | "maxProperties" | "oneOf" | "anyOf"
            | "allOf" | "not" => std::slice::from_ref(&self.keyword),
            _ => &[],
        }
    }

    /// The schema that takes the values, with nothing but the difference of the other.
    fn only(&self) -> Option<Value> {
        let (Some(one), Some(other)) = (self.one, self.other) else {
            return self.other.cloned();
        };
        match (self.kind, self.rule, self.keywords()) {
            (Kind::Rule, Some(rule), _) => ruled(one, rule),
            (_, _, []) => Some(other.clone()),
            (_, _, keywords) => Some(with_those_of(one, other, keywords)),
        }
    }

    /// The other schema without the difference: what it takes is refused for nothing else.
    fn rest(&self) -> Option<Value> {
        let (one, other) = (self.one?, self.other?);
        match (self.kind, self.keywords()) {
            (Kind::Rule, _) => Some(without_rules(other, 0)),
            (_, []) => None,
            (_, keywords) => Some(with_those_of(other, one, keywords)),
        }
    }

    /// A schema that mentions what the rule does.
    fn with_rule(&self, schema: &Value) -> Value {
        let mut schema = schema.clone();
        if let (Some(rule), Some(members)) = (self.rule, schema.as_object_mut()) {
            let rules = members
                .entry("x-kubernetes-validations")
                .or_insert_with(|| json!([]));
            if let Some(rules) = rules.as_array_mut() {
                rules.push(rule.clone());
            }
        }
        schema
    }

    /// Whether all values that the one schema has, if they can be counted, pass the other.
    pub(crate) fn is_exhausted(&self) -> bool {
        let Some(values) = self
            .one
            .and_then(|one| one.get("enum"))
            .and_then(Value::as_array)
        else {
            return false;
        };
        let only = self.only().and_then(|only| Schema::compile(&only).ok());
        matches!(
            self.kind,
            Kind::Enum
                | Kind::Length
                | Kind::Pattern
                | Kind::Format
                | Kind::Bound
                | Kind::Combinator
        ) && only.is_some_and(|only| values.iter().all(|value| takes(&only, value)))
    }

    /// Whether the keyword says nothing of values of the type.
    pub(crate) fn is_without_effect(&self) -> bool {
        let limit = |schema: Option<&Value>| {
            schema
                .and_then(|schema| schema.get(self.keyword)?.as_u64())
                .unwrap_or(0)
        };
        if ["minLength", "minItems", "minProperties"].contains(&self.keyword)
            && limit(self.one) == limit(self.other)
        {
            return true;
        }
        let of = |schema: Option<&Value>| -> Option<String> {
            Some(schema?.get("type")?.as_str()?.to_owned())
        };
        let (Some(one), Some(other)) = (of(self.one), of(self.other)) else {
            return false;
        };
        let is_about = |kind: &str| match self.kind {
            Kind::Length | Kind::Pattern => kind == "string",
            Kind::Bound => matches!(kind, "integer" | "number"),
            Kind::Count if self.keyword.ends_with("Items") => kind == "array",
            Kind::Count => kind == "object",
            _ => true,
        };
        !is_about(&one) && !is_about(&other)
    }

    /// Values that the one schema takes and the other does not, small ones first.
    pub(crate) fn leaves(&self, is_root: bool) -> Vec<Leaf> {
        match self.kind {
            Kind::Required | Kind::Default => return vec![Leaf::Absent],
            _ if is_root => return vec![Leaf::AsMade],
            _ => {}
        }
        let anything = json!({"x-kubernetes-preserve-unknown-fields": true});
        let schema = self.one.unwrap_or(&anything);
        let (kind, other) = (self.kind, self.other);
        let mut pool = match kind {
            Kind::Nullable => vec![Value::Null],
            Kind::Enum => listed(schema),
            Kind::Bound => numbers(schema, other),
            Kind::Length | Kind::Pattern | Kind::Format => texts(schema, other),
            Kind::Count => counted(schema, other),
            Kind::ListType => repeated(schema, other),
            Kind::Rule => salted(&self.with_rule(schema), self.constants),
            _ => made(schema, 24),
        };
        match kind {
            Kind::Rule => pool.extend(self.constants.iter().cloned()),
            Kind::Nullable | Kind::Count => {}
            Kind::UnknownFields | Kind::EmbeddedResource => {
                let known = pool.clone();
                for mut value in known {
                    if let Some(members) = value.as_object_mut() {
                        members.insert("unknown".to_owned(), json!("x"));
                        pool.push(value);
                    }
                }
                pool.push(json!({"unknown": "x"}));
            }
            Kind::Type | Kind::Field | Kind::Combinator => {
                pool.extend([
                    json!("x"),
                    json!(1),
                    json!(true),
                    json!({}),
                    json!([]),
                    json!(1.5),
                ]);
                if kind == Kind::Combinator {
                    pool.extend(salted(schema, &constants_of(self.other, 0)));
                    pool.extend(texts(schema, other));
                }
            }
            _ => pool.extend(made(schema, 24)),
        }
        let compiled = Schema::compile(schema).ok();
        pool.retain(|value| compiled.as_ref().is_none_or(|schema| takes(schema, value)));
        let compile =
            |schema: Option<Value>| schema.and_then(|schema| Schema::compile(&schema).ok());
        let mut against = compile(self.only());
        let is_refused = |against: &Option<Schema>, value: &Value| {
            against.as_ref().is_none_or(|schema| !takes(schema, value))
        };
        if let (Kind::Rule, Some(rule), Some(other)) = (kind, self.rule, other)
            && pool.iter().all(|value| is_refused(&against, value))
        {
            // It is about fields that only the other schema has.
            against = compile(ruled(other, rule));
        }
        // A field that is gone is missed by whatever it held.
        let is_any = kind == Kind::Field && other.is_none()
            || matches!(
                kind,
                Kind::UnknownFields | Kind::EmbeddedResource | Kind::Nullable
            );
        let mut chosen: Vec<Value> = Vec::new();
        for value in pool {
            if (is_any || is_refused(&against, &value)) && !chosen.contains(&value) {
                chosen.push(value);
            }
        }
        let rest = compile(self.rest());
        chosen.sort_by_cached_key(|value| {
            let is_hidden = rest.as_ref().is_some_and(|rest| !takes(rest, value));
            (is_hidden, weight(value))
        });
        chosen.truncate(MOST);
        chosen.into_iter().map(Leaf::Value).collect()
    }
}

/// A schema with the keywords of another.
fn with_those_of(schema: &Value, other: &Value, keywords: &[&str]) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        for keyword in keywords {
            match other.get(*keyword) {
                Some(value) => members.insert((*keyword).to_owned(), value.clone()),
                None => members.remove(*keyword),
            };
        }
    }
    schema
}

/// A schema with one rule and no other.
fn ruled(schema: &Value, rule: &Value) -> Option<Value> {
    let mut schema = without_rules(schema, 0);
    schema
        .as_object_mut()?
        .insert("x-kubernetes-validations".to_owned(), json!([rule]));
    Some(schema)
}

fn without_rules(schema: &Value, depth: usize) -> Value {
    let Value::Object(keywords) = schema else {
        return schema.clone();
    };
    if depth > 100 {
        return json!({});
    }
    let below = |keyword: &str, value: &Value| match (keyword, value) {
        ("properties", Value::Object(all)) => all
            .iter()
            .map(|(name, schema)| (name.clone(), without_rules(schema, depth + 1)))
            .collect(),
        ("items" | "additionalProperties", schema) => without_rules(schema, depth + 1),
        (_, value) => value.clone(),
    };
    let kept = keywords
        .iter()
        .filter(|(keyword, _)| *keyword != "x-kubernetes-validations");
    kept.map(|(keyword, value)| (keyword.clone(), below(keyword, value)))
        .collect()
}

/// Values of enums within a schema.
fn constants_of(schema: Option<&Value>, depth: usize) -> Vec<Value> {
    let mut found = Vec::new();
    match schema {
        Some(Value::Object(members)) if depth < 12 => {
            for (name, value) in members {
                match value {
                    Value::Array(values) if name == "enum" => found.extend(values.iter().cloned()),
                    value => found.extend(constants_of(Some(value), depth + 1)),
                }
            }
        }
        Some(Value::Array(items)) if depth < 12 => {
            for item in items {
                found.extend(constants_of(Some(item), depth + 1));
            }
        }
        _ => {}
    }
    found
}

/// Whether a value is taken, with the defaults that are set in it, and nothing of it dropped.
pub(crate) fn takes(schema: &Schema, value: &Value) -> bool {
    let mut kept = value.clone();
    if !schema.prune(&mut kept).is_empty() {
        return false;
    }
    // A null that is replaced is not taken.
    let set = schema.default(Some(kept));
    set.is_some_and(|set| (!value.is_null() || set.is_null()) && schema.validate(&set).is_empty())
}

/// Short and plain values first; empty ones last, because they show least.
fn weight(value: &Value) -> (bool, bool, usize) {
    let text = value.to_string();
    let is_empty = match value {
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    };
    let is_plain = text
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "-_./:\"[]{},".contains(letter));
    (is_empty, !is_plain, text.len())
}
