//! Lists and objects.

use serde_json::{Map, Value};

use super::{
    super::{
        lower::maps,
        node::{Closed, Kinds, Node},
    },
    finish::finish,
    meet::limits,
    problem::Cause,
    read::{Place, Reader},
};

/// What `schemars` says of keys that are integers, of whatever size: any digits, more than serde reads.
const INTEGER_KEYS: [&str; 2] = [r"^\d+$", r"^-?\d+$"];

impl Reader<'_> {
    pub(super) fn lists(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        self.count(keywords, "minItems", node)?;
        self.count(keywords, "maxItems", node)?;
        let tuple = match (keywords.get("prefixItems"), keywords.get("items")) {
            (Some(prefix), rest) => Some((prefix, rest)),
            (None, Some(prefix @ Value::Array(_))) => {
                Some((prefix, keywords.get("additionalItems")))
            }
            (None, _) => None,
        };
        node.items = match (tuple, keywords.get("items")) {
            (Some((Value::Array(prefix), rest)), _) => {
                Some(Box::new(self.tuple(prefix, rest, node)?))
            }
            (Some(_), _) => {
                return self.problem(Cause::Malformed {
                    keyword: "prefixItems".to_owned(),
                    expected: "a list of schemas",
                });
            }
            (None, Some(items)) => Some(Box::new(
                self.at("items", |reader| reader.schema(items, Place::Value))?,
            )),
            (None, None) => None,
        };
        if node.items.is_none()
            && keywords
                .get("unevaluatedItems")
                .is_some_and(|rest| *rest != Value::Bool(true))
        {
            return self.problem(Cause::Keyword("unevaluatedItems".to_owned()));
        }
        if self.flag(keywords, "uniqueItems") {
            let is_comparable = |items: &Node| {
                let scalar = !items.kinds.has(Kinds::OBJECT) && !items.kinds.has(Kinds::ARRAY);
                let whole = [Kinds::OBJECT, Kinds::ARRAY].contains(&items.kinds);
                !items.nullable && (scalar || whole)
            };
            match node.items.as_deref() {
                Some(items) if is_comparable(items) => node.set("x-kubernetes-list-type", "set"),
                // At most one item is no duplicate.
                _ if node.keywords.get("maxItems").and_then(Value::as_u64) <= Some(1)
                    && node.keywords.contains_key("maxItems") => {}
                _ => return self.problem(Cause::Set),
            }
        }
        Some(())
    }

    /// Lists whose items have one schema each: sayable if it is the same for all.
    fn tuple(&mut self, prefix: &[Value], rest: Option<&Value>, node: &mut Node) -> Option<Node> {
        let mut items = Vec::new();
        for (number, schema) in prefix.iter().enumerate() {
            items.push(self.at(format!("prefixItems[{number}]"), |reader| {
                reader.schema(schema, Place::Value)
            }));
        }
        let items: Option<Vec<Node>> = items.into_iter().collect();
        let items = items?;
        let longest = node.keywords.get("maxItems").and_then(Value::as_u64);
        let ends = rest == Some(&Value::Bool(false));
        if ends && longest.is_none_or(|longest| longest > items.len() as u64) {
            node.set("maxItems", items.len());
        } else if !ends && longest.is_none_or(|longest| longest > items.len() as u64) {
            return self.problem(Cause::Tuple);
        }
        let mut items = items.into_iter();
        match items.next() {
            Some(first) if items.all(|item| item.same_values(&first)) => Some(first),
            Some(_) => self.problem(Cause::Tuple),
            None => Some(self.empty(Kinds::ALL)),
        }
    }

    pub(super) fn objects(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        self.count(keywords, "minProperties", node)?;
        self.count(keywords, "maxProperties", node)?;
        match keywords.get("required") {
            None => {}
            Some(Value::Array(names)) if names.iter().all(Value::is_string) => {
                names
                    .iter()
                    .filter_map(Value::as_str)
                    .for_each(|name| node.require(name));
            }
            Some(_) => self
                .problem(Cause::Malformed {
                    keyword: "required".to_owned(),
                    expected: "a list of strings",
                })
                .unwrap_or_default(),
        }
        let mut failed = false;
        for (name, schema) in self.object(keywords, "properties")? {
            match self.at(format!("properties.{name}"), |reader| {
                reader.schema(schema, Place::Value)
            }) {
                Some(property) => drop(node.properties.insert(name.clone(), property)),
                None => failed = true,
            }
        }
        if failed {
            return None;
        }
        match keywords.get("additionalProperties") {
            None => {}
            Some(Value::Bool(true)) => node.preserve = true,
            Some(Value::Bool(false)) => {
                let only_one = node.properties.len() == 1 && node.required.len() == 1;
                node.closed = if only_one {
                    Closed::OneMember
                } else {
                    Closed::Yes
                };
            }
            Some(values) => {
                let values = self.at("additionalProperties", |reader| {
                    reader.schema(values, Place::Value)
                })?;
                node.additional = Some(Box::new(values));
            }
        }
        self.patterns(keywords, node)?;
        self.names(keywords, node)?;
        if node.additional.as_deref().is_some_and(limits) && !node.properties.is_empty() {
            return self.problem(Cause::MapBesideFields);
        }
        Some(())
    }

    /// `patternProperties` as maps have it: nothing else, and the same values for all patterns.
    fn patterns(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        let patterns = self.object(keywords, "patternProperties")?;
        let mut values: Vec<Node> = Vec::new();
        for (pattern, schema) in &patterns {
            values.push(self.at(format!("patternProperties.{pattern}"), |reader| {
                reader.schema(schema, Place::Value)
            })?);
        }
        let Some(value) = values.pop() else {
            return Some(());
        };
        if patterns
            .iter()
            .any(|(pattern, _)| INTEGER_KEYS.contains(&pattern.as_str()))
        {
            return self.problem(Cause::IntegerKeys);
        }
        let differ = values.iter().any(|other| !other.same_values(&value));
        if differ || node.closed == Closed::No || !node.properties.is_empty() {
            return self.problem(Cause::KeyPatterns);
        }
        node.closed = Closed::No;
        let mut key = Node::new(node.source, Kinds::STRING);
        let any: Vec<&str> = patterns
            .into_iter()
            .map(|(pattern, _)| pattern.as_str())
            .collect();
        key.set("pattern", any.join("|"));
        self.keyed(node, &key, value)
    }

    /// `propertyNames`.
    fn names(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        let Some(schema) = keywords.get("propertyNames") else {
            return Some(());
        };
        let mut key = self.at("propertyNames", |reader| {
            reader.schema(schema, Place::Combinator)
        })?;
        if !limits(&key) {
            return Some(());
        }
        if !node.properties.is_empty() || !node.rules.is_empty() {
            return self.problem(Cause::Keyword("propertyNames".to_owned()));
        }
        let value = match node.additional.take() {
            Some(value) => *value,
            // There are no members.
            None if node.closed != Closed::No => return Some(()),
            None => self.empty(Kinds::ALL),
        };
        key.kinds = key.kinds.and(Kinds::STRING);
        key.nullable = false;
        node.preserve = false;
        self.keyed(node, &key, value)
    }

    /// Makes a map of the node.
    fn keyed(&mut self, node: &mut Node, key: &Node, mut value: Node) -> Option<()> {
        finish(&mut value);
        match maps::keyed(node, key, value) {
            Ok(()) => Some(()),
            Err(cause) => self.problem(Cause::Keys(cause.to_string())),
        }
    }

    /// A keyword that holds schemas by name.
    fn object<'v>(
        &mut self,
        keywords: &'v Map<String, Value>,
        keyword: &str,
    ) -> Option<Vec<(&'v String, &'v Value)>> {
        match keywords.get(keyword) {
            None => Some(Vec::new()),
            Some(Value::Object(schemas)) => Some(schemas.iter().collect()),
            Some(_) => self.problem(Cause::Malformed {
                keyword: keyword.to_owned(),
                expected: "an object of schemas",
            }),
        }
    }
}
