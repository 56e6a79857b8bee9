//! A schema with its combinators resolved: of every `oneOf` and `anyOf` one branch is chosen.

use std::{borrow::Cow, collections::BTreeMap};

use serde_json::{Map, Value};

use super::random::Random;

/// Combinators nest no deeper than this.
const MAX_DEPTH: usize = 40;

/// The keywords that hold for one value. Those of the schema itself are not copied: they hold all that is within.
#[derive(Debug, Default)]
pub(super) struct Effective<'s> {
    keywords: BTreeMap<&'s str, Cow<'s, Value>>,
    forbidden: Vec<&'s str>,
    /// Patterns beside the one among the keywords.
    further_patterns: Vec<&'s str>,
    /// Values that `not` rules out.
    excluded: Vec<&'s Value>,
}

pub(super) fn of<'s>(keywords: &'s Map<String, Value>, random: &mut Random) -> Effective<'s> {
    let mut effective = Effective::default();
    effective.add(keywords, random, 0);
    effective
}

impl<'s> Effective<'s> {
    fn add(&mut self, keywords: &'s Map<String, Value>, random: &mut Random, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let is_combinator = |keyword: &str| ["oneOf", "anyOf", "allOf", "not"].contains(&keyword);
        for (keyword, value) in keywords
            .iter()
            .filter(|(keyword, _)| !is_combinator(keyword))
        {
            self.narrow(keyword, value);
        }
        for (keyword, value) in keywords {
            match (keyword.as_str(), value) {
                ("allOf", Value::Array(schemas)) => {
                    for schema in schemas.iter().filter_map(Value::as_object) {
                        self.add(schema, random, depth + 1);
                    }
                }
                // The two forms of int-or-string say nothing that the extension does not.
                ("oneOf" | "anyOf", Value::Array(schemas))
                    if !schemas.iter().any(|schema| schema.get("type").is_some()) =>
                {
                    let chosen = random.below(schemas.len());
                    if keyword == "oneOf" {
                        self.rule_out_others(schemas, chosen);
                    }
                    if let Some(Value::Object(schema)) = schemas.get(chosen) {
                        self.add(schema, random, depth + 1);
                    }
                }
                ("not", Value::Object(schema)) => self.rule_out(schema),
                _ => {}
            }
        }
    }

    /// Of branches that only ask for members, those of the others must be missing.
    fn rule_out_others(&mut self, schemas: &'s [Value], chosen: usize) {
        let required = |schema: &'s Value| -> &'s [Value] {
            let names = schema.get("required").and_then(Value::as_array);
            names.map_or(&[], Vec::as_slice)
        };
        let own = schemas.get(chosen).map(required).unwrap_or_default();
        for schema in schemas {
            if schema.as_object().is_some_and(|schema| schema.len() == 1) {
                let others = required(schema)
                    .iter()
                    .filter(|member| !own.contains(member));
                self.forbidden.extend(others.filter_map(Value::as_str));
            }
        }
    }

    /// What `not` says in the forms that are common in CRDs: members that may not be there, values that are not allowed. Of
    /// several keywords it is enough that one does not hold, and that is left to chance.
    fn rule_out(&mut self, schema: &'s Map<String, Value>) {
        if schema.len() > 1 {
            return;
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            self.excluded.extend(values);
        }
        if let Some([Value::String(member)]) = schema
            .get("required")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            self.forbidden.push(member);
        }
        if let Some(Value::Array(schemas)) = schema.get("anyOf") {
            for schema in schemas.iter().filter_map(Value::as_object) {
                self.rule_out(schema);
            }
        }
    }

    /// Adds a keyword to those that hold already.
    fn narrow(&mut self, keyword: &'s str, value: &'s Value) {
        let Some(own) = self.keywords.get_mut(keyword) else {
            self.keywords.insert(keyword, Cow::Borrowed(value));
            return;
        };
        match (keyword, own.to_mut(), value) {
            ("required", Value::Array(own), Value::Array(more)) => own.extend(more.iter().cloned()),
            ("enum", Value::Array(own), Value::Array(more)) => {
                own.retain(|value| more.contains(value));
            }
            ("properties", Value::Object(own), Value::Object(more)) => {
                for (name, schema) in more {
                    both(
                        own.entry(name.clone())
                            .or_insert_with(|| Value::Object(Map::new())),
                        schema,
                    );
                }
            }
            ("items", own, more) => both(own, more),
            ("pattern", _, Value::String(pattern)) => self.further_patterns.push(pattern),
            ("minimum" | "minLength" | "minItems" | "minProperties", own, more)
                if more.as_f64() > own.as_f64() =>
            {
                *own = more.clone();
            }
            ("maximum" | "maxLength" | "maxItems" | "maxProperties", own, more)
                if more.as_f64() < own.as_f64() =>
            {
                *own = more.clone();
            }
            _ => {}
        }
    }

    pub(super) fn nullable(&self) -> bool {
        self.flag("nullable")
    }

    pub(super) fn preserves(&self) -> bool {
        self.flag("x-kubernetes-preserve-unknown-fields")
    }

    fn get(&self, keyword: &str) -> Option<&Value> {
        self.keywords.get(keyword).map(AsRef::as_ref)
    }

    fn flag(&self, keyword: &str) -> bool {
        self.get(keyword) == Some(&Value::Bool(true))
    }

    pub(super) fn allowed(&self) -> Option<&[Value]> {
        self.get("enum")?.as_array().map(Vec::as_slice)
    }

    pub(super) fn excludes(&self, value: &Value) -> bool {
        self.excluded.contains(&value)
    }

    /// The kinds of values that may stand here. A node without a type may rule some out by bounds that contradict.
    pub(super) fn kinds(&self) -> Vec<&str> {
        let impossible = |least: &str, most: &str| {
            let bound = |keyword: &str| self.get(keyword).and_then(Value::as_f64);
            matches!((bound(least), bound(most)), (Some(least), Some(most)) if least > most)
        };
        let possible = |kind: &&str| match *kind {
            "boolean" => !(self.excludes(&Value::Bool(true)) && self.excludes(&Value::Bool(false))),
            "integer" => !impossible("minimum", "maximum"),
            "number" => !impossible("minimum", "maximum") && self.number("multipleOf").is_none(),
            "string" => !impossible("minLength", "maxLength"),
            "array" => !impossible("minItems", "maxItems"),
            _ => !impossible("minProperties", "maxProperties"),
        };
        let kinds: Vec<&str> = match self.text("type") {
            Some(kind) => vec![kind],
            None if self.flag("x-kubernetes-int-or-string") => vec!["integer", "string"],
            None => vec!["boolean", "integer", "number", "string", "array", "object"],
        };
        kinds.into_iter().filter(possible).collect()
    }

    pub(super) fn number(&self, keyword: &str) -> Option<f64> {
        self.get(keyword)?.as_f64()
    }

    /// A bound, and whether it is exclusive.
    pub(super) fn bound(&self, keyword: &str, exclusive: &str) -> Option<(f64, bool)> {
        Some((self.number(keyword)?, self.flag(exclusive)))
    }

    pub(super) fn count(&self, keyword: &str) -> Option<u64> {
        self.get(keyword)?.as_u64()
    }

    pub(super) fn text(&self, keyword: &str) -> Option<&str> {
        self.get(keyword)?.as_str()
    }

    pub(super) fn patterns(&self) -> impl Iterator<Item = &str> {
        self.text("pattern")
            .into_iter()
            .chain(self.further_patterns.iter().copied())
    }

    pub(super) fn child(&self, keyword: &str) -> Option<&Value> {
        self.get(keyword).filter(|child| child.is_object())
    }

    pub(super) fn properties(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
    }

    pub(super) fn requires(&self, name: &str) -> bool {
        let required = self.get("required").and_then(Value::as_array);
        required.is_some_and(|required| required.iter().any(|required| required == name))
    }

    pub(super) fn forbids(&self, name: &str) -> bool {
        self.forbidden.contains(&name)
    }

    /// The rule about a map's keys, where there is one.
    pub(super) fn key_rule(&self) -> Option<&str> {
        let rules = self.get("x-kubernetes-validations")?.as_array()?;
        rules.iter().find_map(|rule| {
            rule.get("rule")?
                .as_str()
                .filter(|rule| rule.starts_with("self.all(k,"))
        })
    }

    /// Whether a list may hold the value beside those it holds.
    pub(super) fn is_new(&self, items: &[Value], value: &Value) -> bool {
        match self.text("x-kubernetes-list-type") {
            Some("set") => !items.contains(value),
            Some("map") => {
                let keys: Vec<&str> = self
                    .get("x-kubernetes-list-map-keys")
                    .and_then(Value::as_array)
                    .map(|keys| keys.iter().filter_map(Value::as_str).collect())
                    .unwrap_or_default();
                !items
                    .iter()
                    .any(|item| keys.iter().all(|key| item.get(key) == value.get(key)))
            }
            _ => true,
        }
    }
}

/// A schema that holds beside another.
fn both(own: &mut Value, more: &Value) {
    if let Value::Object(keywords) = own {
        let all = keywords
            .entry("allOf")
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(all) = all {
            all.push(more.clone());
        }
    }
}
