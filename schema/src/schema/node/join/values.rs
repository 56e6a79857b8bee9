//! Keywords of alternatives.

use serde_json::{Map, Value};

use super::{Alternative, ConflictKind, Join};
use crate::schema::node::{Kinds, Node};

const OF_STRINGS: &[&str] = &["pattern", "minLength", "maxLength", "format"];
const OF_NUMBERS: &[&str] = &[
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "format",
];
const OF_LISTS: &[&str] = &[
    "minItems",
    "maxItems",
    "uniqueItems",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
];
const OF_OBJECTS: &[&str] = &[
    "minProperties",
    "maxProperties",
    "additionalProperties",
    "x-kubernetes-map-type",
    "x-kubernetes-embedded-resource",
];
/// Keywords that may not stand in a branch.
const ON_SPINE_ONLY: &[&str] = &[
    "uniqueItems",
    "additionalProperties",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-embedded-resource",
];

impl Join {
    /// All keywords but documentation.
    pub(super) fn values(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        self.default(spine, alternatives);
        enumeration(spine, alternatives);
        for (kind, keywords) in [
            (Kinds::STRING, OF_STRINGS),
            (Kinds::NUMBER, OF_NUMBERS),
            (Kinds::ARRAY, OF_LISTS),
            (Kinds::OBJECT, OF_OBJECTS),
        ] {
            self.keywords(kind, keywords, spine, alternatives);
        }
        plain_numbers(spine);
    }

    fn default(&mut self, spine: &mut Node, alternatives: &[Alternative]) {
        let default = alternatives
            .iter()
            .find_map(|alternative| alternative.node.keywords.get("default"));
        if let Some(default) = default {
            spine.set("default", default.clone());
            spine.taken_default = alternatives.iter().all(|alternative| {
                alternative.node.taken_default || !alternative.node.has_default()
            });
            self.conflict_if(ConflictKind::Default, alternatives, |alternative| {
                alternative.node.keywords.get("default") == Some(default)
            });
        }
    }

    /// Keywords that only apply to values of `kind`: on the spine where all that take such values agree.
    fn keywords(
        &mut self,
        kind: Kinds,
        keywords: &[&str],
        spine: &mut Node,
        alternatives: &mut [Alternative],
    ) {
        let of = |alternative: &Alternative| -> Map<String, Value> {
            if !alternative.node.kinds.has(kind) {
                return Map::new();
            }
            let other_format = kind == Kinds::NUMBER && alternative.node.kinds.has(Kinds::STRING);
            keywords
                .iter()
                .filter(|keyword| !(other_format && **keyword == "format"))
                .filter_map(|keyword| alternative.node.keywords.get_key_value(*keyword))
                .map(|(keyword, value)| (keyword.clone(), value.clone()))
                .collect()
        };
        let takes = |alternative: &&Alternative| alternative.node.kinds.has(kind);
        let Some(first) = alternatives.iter().find(takes).map(of) else {
            return;
        };
        if alternatives
            .iter()
            .filter(takes)
            .all(|alternative| of(alternative) == first)
        {
            spine.keywords.extend(first);
            return;
        }
        for keyword in ON_SPINE_ONLY
            .iter()
            .filter(|keyword| keywords.contains(keyword))
        {
            let holders: Vec<&Alternative> = alternatives.iter().filter(takes).collect();
            let value = holders
                .iter()
                .find_map(|holder| holder.node.keywords.get(*keyword));
            let Some(value) = value.cloned() else {
                continue;
            };
            let has = |holder: &&&Alternative| holder.node.keywords.get(*keyword) == Some(&value);
            if let (Some(with), Some(without)) = (
                holders.iter().find(has),
                holders.iter().find(|holder| !has(holder)),
            ) {
                let between = (
                    with.number.min(without.number),
                    with.number.max(without.number),
                );
                self.conflict(ConflictKind::Merge, between);
            }
            spine.set(keyword, value);
        }
        let integers = |alternative: &&Alternative| {
            alternative.node.kinds.and(Kinds::NUMBER) == Kinds::INTEGER
        };
        let formatted =
            |alternative: &Alternative| alternative.node.keywords.contains_key("format");
        if kind == Kinds::NUMBER
            && alternatives
                .iter()
                .filter(takes)
                .all(|alternative| integers(&alternative) && formatted(alternative))
        {
            spine.set("format", "int64");
        }
        for alternative in alternatives
            .iter_mut()
            .filter(|alternative| alternative.node.kinds.has(kind))
        {
            let mut own = of(alternative);
            if kind == Kinds::NUMBER && own.remove("format").is_some_and(|format| format == "int32")
            {
                own.entry("minimum").or_insert(i32::MIN.into());
                own.entry("maximum").or_insert(i32::MAX.into());
            }
            own.retain(|keyword, _| !ON_SPINE_ONLY.contains(&keyword.as_str()));
            alternative.branch.keywords.extend(own);
        }
    }
}

/// The formats of integers only count where the type is `integer`.
fn plain_numbers(spine: &mut Node) {
    if spine.kinds.json_type().is_some() || !spine.kinds.has(Kinds::INTEGER) {
        return;
    }
    let format = spine
        .keywords
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    if ["int32", "int64", "float", "double"].contains(&format.as_str()) {
        spine.keywords.remove("format");
    }
    if format == "int32" {
        spine.keywords.entry("minimum").or_insert(i32::MIN.into());
        spine.keywords.entry("maximum").or_insert(i32::MAX.into());
    }
}

/// `enum` applies to values of all kinds.
fn enumeration(spine: &mut Node, alternatives: &mut [Alternative]) {
    let mut union: Vec<Value> = Vec::new();
    let mut all = true;
    for alternative in alternatives.iter() {
        match alternative.node.keywords.get("enum") {
            Some(Value::Array(values)) => {
                union.extend(
                    values
                        .iter()
                        .filter(|value| !union.contains(value))
                        .cloned()
                        .collect::<Vec<_>>(),
                );
            }
            _ => all = false,
        }
    }
    for alternative in alternatives.iter_mut() {
        if let Some(values) = alternative.node.keywords.get("enum")
            && !(all
                && values
                    .as_array()
                    .is_some_and(|values| values.len() == union.len()))
        {
            alternative
                .branch
                .keywords
                .insert("enum".to_owned(), values.clone());
        }
    }
    if all {
        spine.set("enum", union);
    }
}
