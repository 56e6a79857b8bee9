use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Constraint, Kinds, write::place};

/// What one alternative asks for beyond what all of them have in common: a schema inside a combinator.
#[derive(Clone, Debug, Default)]
pub(in crate::schema) struct Branch {
    pub(super) keywords: Map<String, Value>,
    pub(super) properties: BTreeMap<String, Branch>,
    pub(super) items: Option<Box<Branch>>,
    pub(super) required: Vec<String>,
    /// Members of other alternatives.
    pub(super) forbidden: Vec<String>,
    pub(super) constraints: Vec<Constraint>,
    /// Whether it only refuses kinds of values.
    pub(in crate::schema) by_kind: bool,
}

impl Branch {
    pub(in crate::schema) fn is_empty(&self) -> bool {
        self.keywords.is_empty()
            && self.properties.is_empty()
            && self.items.is_none()
            && self.required.is_empty()
            && self.forbidden.is_empty()
            && self.constraints.is_empty()
    }

    /// Whether it says nothing but which value the tag has.
    pub(in crate::schema) fn is_only_about(&self, tag: &str) -> bool {
        let rest = Self {
            properties: BTreeMap::new(),
            ..self.clone()
        };
        rest.is_empty() && self.properties.keys().all(|name| name == tag)
    }

    /// Without refusing the members of other alternatives, where something else tells the alternatives apart.
    pub(in crate::schema) fn tolerant(self) -> Self {
        Self {
            forbidden: Vec::new(),
            ..self
        }
    }

    /// Refuses values of these kinds.
    pub(super) fn exclude(&mut self, kinds: Kinds) {
        for (keyword, value) in kinds.exclusion() {
            match keyword.as_str() {
                "not" => self.constraints.push(Constraint::Not(value)),
                _ => drop(self.keywords.entry(keyword).or_insert(value)),
            }
        }
    }

    pub(in crate::schema) fn into_value(self) -> Value {
        let Self {
            mut keywords,
            properties,
            items,
            required,
            forbidden,
            mut constraints,
            ..
        } = self;
        if !properties.is_empty() {
            let properties: Map<String, Value> = properties
                .into_iter()
                .map(|(name, property)| (name, property.into_value()))
                .collect();
            keywords.insert("properties".to_owned(), properties.into());
        }
        if let Some(items) = items {
            keywords.insert("items".to_owned(), items.into_value());
        }
        if !required.is_empty() {
            keywords.insert("required".to_owned(), required.into());
        }
        constraints.extend(Constraint::none_of(&forbidden));
        place(constraints, None, &mut keywords);
        Value::Object(keywords)
    }
}

impl Constraint {
    /// None of these members is there.
    pub(in crate::schema) fn none_of(members: &[String]) -> Option<Self> {
        match members {
            [] => None,
            [member] => Some(Self::Not(json!({"required": [member]}))),
            members => {
                let any: Vec<Value> = members
                    .iter()
                    .map(|member| json!({"required": [member]}))
                    .collect();
                Some(Self::Not(json!({"anyOf": any})))
            }
        }
    }
}
