//! What a schema says by itself: its type, constants and documentation.

use serde_json::{Map, Value};

use super::{
    super::node::{Kinds, Node},
    problem::Cause,
    read::{Place, Reader},
};

const OF_NUMBERS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
];
const OF_STRINGS: &[&str] = &["minLength", "maxLength", "pattern", "contentEncoding"];
const OF_LISTS: &[&str] = &[
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "x-kubernetes-list-type",
];
const OF_OBJECTS: &[&str] = &[
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "x-kubernetes-map-type",
    "x-kubernetes-embedded-resource",
];

impl Reader<'_> {
    /// Everything but references and combinators.
    pub(super) fn own(&mut self, keywords: &Map<String, Value>, place: Place) -> Option<Node> {
        let mut node = self.types(keywords, place)?;
        if self.flag(keywords, "x-kubernetes-preserve-unknown-fields") {
            node.preserve = true;
        }
        document(keywords, &mut node);
        // All is read even if something fails, to report all problems.
        let mut read = self.constants(keywords, &mut node);
        for (kinds, of_kinds) in [
            (
                Kinds::NUMBER,
                Self::numbers as fn(&mut Self, &Map<String, Value>, &mut Node) -> Option<()>,
            ),
            (Kinds::STRING, Self::strings),
            (Kinds::ARRAY, Self::lists),
            (Kinds::OBJECT, Self::objects),
        ] {
            if node.kinds.has(kinds) {
                read = of_kinds(self, keywords, &mut node).and(read);
            }
        }
        read = self.extensions(keywords, &mut node).and(read);
        read.map(|()| node)
    }

    fn types(&mut self, keywords: &Map<String, Value>, place: Place) -> Option<Node> {
        let names: Vec<&str> = match keywords.get("type") {
            None => return Some(self.untyped(keywords, place)),
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) if names.iter().all(Value::is_string) => {
                names.iter().filter_map(Value::as_str).collect()
            }
            Some(_) => {
                return self.problem(Cause::Malformed {
                    keyword: "type".to_owned(),
                    expected: "a string or a list of strings",
                });
            }
        };
        let mut node = self.empty(Kinds::NONE);
        node.nullable = keywords.get("nullable") == Some(&Value::Bool(true));
        for name in names {
            if name == "null" {
                node.nullable = true;
                continue;
            }
            let Some(kinds) = Kinds::of_json_type(name) else {
                return self.problem(Cause::Type(name.to_owned()));
            };
            node.kinds = node.kinds.or(kinds);
        }
        if node.kinds == Kinds::NONE && !node.nullable {
            return self.problem(Cause::Nothing);
        }
        node.reads_null = node.nullable;
        Some(node)
    }

    /// Keywords that apply to one type only tell what an untyped schema is about.
    fn untyped(&self, keywords: &Map<String, Value>, place: Place) -> Node {
        let any_of = |names: &[&str]| names.iter().any(|name| keywords.contains_key(*name));
        let mut kinds = Kinds::NONE;
        if keywords.get("x-kubernetes-int-or-string") == Some(&Value::Bool(true)) {
            kinds = Kinds::INT_OR_STRING;
        } else {
            for (names, kind) in [
                (OF_NUMBERS, Kinds::NUMBER),
                (OF_STRINGS, Kinds::STRING),
                (OF_LISTS, Kinds::ARRAY),
                (OF_OBJECTS, Kinds::OBJECT),
            ] {
                if any_of(names) {
                    kinds = kinds.or(kind);
                }
            }
        }
        if kinds == Kinds::NONE {
            return self.empty(Kinds::ALL);
        }
        let nullable =
            place == Place::Combinator || keywords.get("nullable") == Some(&Value::Bool(true));
        Node {
            nullable,
            reads_null: nullable,
            ..self.empty(kinds)
        }
    }

    /// `enum` and `const`.
    fn constants(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        let constant = keywords.get("const").map(std::slice::from_ref);
        let values = match keywords.get("enum") {
            None => constant,
            Some(Value::Array(values)) => match constant {
                Some([value]) if !values.contains(value) => return self.problem(Cause::Nothing),
                constant => constant.or(Some(values)),
            },
            Some(_) => {
                return self.problem(Cause::Malformed {
                    keyword: "enum".to_owned(),
                    expected: "a list",
                });
            }
        };
        let Some(values) = values else {
            return Some(());
        };
        let nullable = node.nullable && values.iter().any(Value::is_null);
        let mut constants: Vec<Value> = Vec::new();
        let mut kinds = Kinds::NONE;
        for value in values {
            let kind = match value {
                Value::Null => continue,
                Value::Bool(_) => Kinds::BOOL,
                Value::Number(number) if number.is_f64() => Kinds::NUMBER,
                Value::Number(_) => Kinds::INTEGER,
                Value::String(_) => Kinds::STRING,
                Value::Array(_) | Value::Object(_) => return self.problem(Cause::CompoundConstant),
            };
            if node.kinds.has(kind) && !constants.contains(value) {
                kinds = kinds.or(kind);
                constants.push(value.clone());
            }
        }
        if constants.is_empty() && !nullable {
            return self.problem(Cause::Nothing);
        }
        node.kinds = node.kinds.and(kinds);
        (node.nullable, node.reads_null) = (nullable, nullable);
        if !constants.is_empty() {
            node.set("enum", constants);
        }
        Some(())
    }

    /// A keyword that is a count.
    pub(super) fn count(
        &mut self,
        keywords: &Map<String, Value>,
        keyword: &str,
        node: &mut Node,
    ) -> Option<()> {
        let Some(value) = keywords.get(keyword) else {
            return Some(());
        };
        let Some(count) = value
            .as_u64()
            .or_else(|| whole(value.as_f64()?))
            .and_then(|count| i64::try_from(count).ok())
        else {
            return self.problem(Cause::Malformed {
                keyword: keyword.to_owned(),
                expected: "a count",
            });
        };
        if count > 0 || keyword.starts_with("max") {
            node.set(keyword, count);
        }
        Some(())
    }

    pub(super) fn flag(&mut self, keywords: &Map<String, Value>, keyword: &str) -> bool {
        match keywords.get(keyword) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.problem::<()>(Cause::Malformed {
                    keyword: keyword.to_owned(),
                    expected: "true or false",
                });
                false
            }
        }
    }

    /// What schemas for Kubernetes already say in its own words.
    fn extensions(&mut self, keywords: &Map<String, Value>, node: &mut Node) -> Option<()> {
        for keyword in [
            "x-kubernetes-embedded-resource",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-list-type",
            "x-kubernetes-map-type",
        ] {
            if let Some(value) = keywords.get(keyword) {
                node.set(keyword, value.clone());
            }
        }
        match keywords.get("x-kubernetes-validations") {
            None => {}
            Some(Value::Array(rules)) => {
                for rule in rules {
                    if !node.rules.contains(rule) {
                        node.rules.push(rule.clone());
                    }
                }
            }
            Some(_) => {
                return self.problem(Cause::Malformed {
                    keyword: "x-kubernetes-validations".to_owned(),
                    expected: "a list of rules",
                });
            }
        }
        Some(())
    }
}

/// `3.0` is a count too.
fn whole(number: f64) -> Option<u64> {
    let whole = number.fract() == 0.0 && (0.0..9e15).contains(&number);
    whole.then(|| format!("{number}").parse().ok()).flatten()
}

fn document(keywords: &Map<String, Value>, node: &mut Node) {
    for keyword in ["title", "description"] {
        if let Some(Value::String(text)) = keywords.get(keyword)
            && !text.is_empty()
        {
            node.set(keyword, text.clone());
        }
    }
    // To the API server, `null` means that there is none.
    for keyword in ["default", "example", "externalDocs"] {
        if let Some(value) = keywords.get(keyword).filter(|value| !value.is_null()) {
            node.set(keyword, value.clone());
        }
    }
    if let Some(Value::Array(examples)) = keywords.get("examples")
        && let Some(example) = examples.iter().find(|example| !example.is_null())
    {
        node.keywords
            .entry("example")
            .or_insert_with(|| example.clone());
    }
}
