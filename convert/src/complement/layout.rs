//! Which lists tell their items apart by keys, and of which the order means nothing.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use crate::{
    json::{Json, Kind},
    memoryless::Segment,
    plan::{Part, Way},
};

/// Which lists within a value tell their items apart by keys, as its schema has it, and of which the order means nothing, as mappings
/// say. What leads to no such list is left out.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// Of a list: the keys of its items, and what they are where an item does not say it.
    keys: Vec<(String, Option<Value>)>,
    members: BTreeMap<String, Layout>,
    /// The items of a list, or the values of a map.
    each: Option<Box<Layout>>,
    /// A list whose order means nothing.
    is_unordered: bool,
}

impl Layout {
    /// Of values of this schema; nothing where no list within has keys.
    pub(crate) fn of(schema: &Value) -> Option<Self> {
        let within = |name: &str| schema.get(name).and_then(Self::of);
        let properties = schema.get("properties").and_then(Value::as_object);
        let members = properties.into_iter().flatten();
        let members = members.filter_map(|(name, schema)| Some((name.clone(), Self::of(schema)?)));
        let of = Self {
            keys: keys(schema),
            members: members.collect(),
            each: within("items")
                .or_else(|| within("additionalProperties"))
                .map(Box::new),
            is_unordered: false,
        };
        let is_needed = !of.keys.is_empty() || !of.members.is_empty() || of.each.is_some();
        is_needed.then_some(of)
    }

    /// A layout by which the order of the lists at these ways means nothing.
    pub(crate) fn unordered<'w>(mut self, ways: impl IntoIterator<Item = &'w Way>) -> Self {
        for way in ways {
            let mut at = &mut self;
            for part in way {
                at = match part {
                    Part::Member(name) => at.members.entry(name.clone()).or_default(),
                    Part::Each => at.each.get_or_insert_default(),
                };
            }
            at.is_unordered = true;
        }
        self
    }

    /// Whether it is a list whose order means nothing.
    pub(super) const fn is_unordered(&self) -> bool {
        self.is_unordered
    }

    /// Of a member.
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        self.members.get(name).or(self.each.as_deref())
    }

    /// Of each item.
    pub(super) fn item(&self) -> Option<&Self> {
        self.each.as_deref()
    }

    /// Of a place within.
    pub(crate) fn at(&self, at: &[Segment]) -> Option<&Self> {
        at.iter().try_fold(self, |layout, segment| match segment {
            Segment::Member(name) => layout.member(name),
            Segment::Item(_) => layout.item(),
        })
    }

    /// What tells each item from every other, if all are told.
    pub(super) fn keys(&self, items: &[Json]) -> Option<Vec<String>> {
        if self.keys.is_empty() {
            return None;
        }
        let keys: Vec<String> = items
            .iter()
            .map(|item| self.key(item))
            .collect::<Option<_>>()?;
        let apart: HashSet<&String> = keys.iter().collect();
        (apart.len() == keys.len()).then_some(keys)
    }

    /// What tells an item from others: the values of its keys, as a list's text.
    fn key(&self, item: &Json) -> Option<String> {
        let values = self.keys.iter().map(|(name, default)| {
            let value = match (item.member(name), default) {
                (Some(value), _) => value.into_owned(),
                (None, default) => Json::of_value(default.as_ref()?),
            };
            Some(match value.kind() {
                Kind::String => Json::string(&value.as_str()?),
                Kind::Number => Json::made(value.as_stored()?),
                Kind::Bool => value,
                Kind::Null | Kind::Array | Kind::Object => return None,
            })
        });
        Some(Json::Array(values.collect::<Option<_>>()?).text())
    }
}

/// The keys of a list, if it is one with keys.
fn keys(schema: &Value) -> Vec<(String, Option<Value>)> {
    let keyword = |name: &str| schema.get(format!("x-kubernetes-list-{name}"));
    if keyword("type").and_then(Value::as_str) != Some("map") {
        return Vec::new();
    }
    let names = keyword("map-keys").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    let default = |name: &str| {
        let of = schema.get("items")?.get("properties")?.get(name)?;
        of.get("default").cloned()
    };
    names.map(|name| (name.to_owned(), default(name))).collect()
}
