//! Putting what was changed in a copy of an object into the object.

use serde_json::{Map, Value};
use wheelwright_rules::Shape;

use super::{
    items::{align_by_keys, align_values},
    set,
};
use wheelwright_json::{Json, Moves, same};

/// How the items of lists that were changed are found in the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::admission) enum Lists {
    /// Item by item.
    ByItem,
    /// Not at all: a list that was changed is written whole.
    Whole,
}

/// A copy of an object before and after it was changed.
///
/// The copy may say more than the object (defaults, serde's nulls), less (members that a type does not know) and the same
/// otherwise (`60s` for `1m`): only where both copies differ is the object changed.
#[derive(Clone, Copy, Debug)]
pub(in crate::admission) struct Merge {
    pub(in crate::admission) lists: Lists,
}

/// One place, in both copies and the schema.
#[derive(Clone, Copy)]
struct Place<'a> {
    before: Option<&'a Value>,
    after: Option<&'a Value>,
    shape: Shape<'a>,
}

impl Merge {
    /// The object with the changes.
    pub(in crate::admission) fn apply(
        self,
        object: Value,
        [before, after]: [&Value; 2],
        shape: Shape,
    ) -> Value {
        let place = Place {
            before: Some(before),
            after: Some(after),
            shape,
        };
        self.value(Some(object), place).unwrap_or_default()
    }

    fn value(self, base: Option<Value>, place: Place) -> Option<Value> {
        let after = match (place.before, place.after) {
            (None, None) => return base,
            (Some(before), Some(after)) if before == after => return base,
            (_, None) => return None,
            (_, Some(Value::Null)) if place.shape.drops_null() => return None,
            (_, Some(after)) => after,
        };
        let before = place.before.unwrap_or(&Value::Null);
        // A change of a part of what is absent would stand in the way of the default of the whole.
        let found = match base {
            Some(Value::Null) if !place.shape.drops_null() => Value::Null,
            None | Some(Value::Null) => place.shape.default_value().unwrap_or_default(),
            Some(base) => base,
        };
        Some(match (found, before, after) {
            (Value::Object(base), Value::Object(before), Value::Object(after)) => {
                self.members(base, before, after, place)
            }
            (Value::Object(base), _, Value::Object(after)) => {
                self.members(base, &Map::new(), after, place)
            }
            (Value::Null, Value::Object(before), Value::Object(after)) => {
                self.members(Map::new(), before, after, place)
            }
            (Value::Array(base), Value::Array(before), Value::Array(after)) => {
                self.items(base, before, after, place.shape)
            }
            _ => written(after, place.shape),
        })
    }

    fn members(
        self,
        mut base: Map<String, Value>,
        before: &Map<String, Value>,
        after: &Map<String, Value>,
        place: Place,
    ) -> Value {
        let removed = before.keys().filter(|name| !after.contains_key(*name));
        for name in after.keys().chain(removed) {
            let below = Place {
                before: before.get(name),
                after: after.get(name),
                shape: place.shape.member(name),
            };
            if let Some(value) = self.value(base.remove(name), below) {
                base.insert(name.clone(), value);
            }
        }
        Value::Object(base)
    }

    fn items(self, base: Vec<Value>, before: &[Value], after: &[Value], shape: Shape) -> Value {
        if self.lists == Lists::ByItem
            && shape.is_set()
            && let Some(items) = set::merge(&base, before, after)
        {
            return items;
        }
        if self.lists == Lists::Whole || !corresponds(&base, before) {
            return after
                .iter()
                .map(|item| written(item, shape.items()))
                .collect();
        }
        let keys = shape.list_map_keys();
        let by_keys = (!keys.is_empty()).then(|| align_by_keys(before, after, keys));
        let pairs = by_keys
            .flatten()
            .unwrap_or_else(|| align_values(before, after, Moves::Likely));
        let mut base: Vec<Option<Value>> = base.into_iter().map(Some).collect();
        let items = after.iter().zip(pairs).filter_map(|(item, pair)| {
            let found = pair.and_then(|at| base.get_mut(at)?.take());
            let below = Place {
                before: pair.and_then(|at| before.get(at)),
                after: Some(item),
                shape: shape.items(),
            };
            match found {
                Some(found) => self.value(Some(found), below),
                None => Some(written(item, shape.items())),
            }
        });
        items.collect()
    }
}

/// Whether the copy has the items of the object, each at its place.
fn corresponds(base: &[Value], before: &[Value]) -> bool {
    let is_container = |value: &Value| value.is_object() || value.is_array();
    base.len() == before.len()
        && base.iter().zip(before).all(|(base, before)| {
            (is_container(base) && is_container(before))
                || same(&Json::of_value(base), &Json::of_value(before))
        })
}

/// A value that is new to the object, without the nulls that the server drops.
fn written(value: &Value, shape: Shape) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(name, member)| !(member.is_null() && shape.member(name).drops_null()))
            .map(|(name, member)| (name.clone(), written(member, shape.member(name))))
            .collect(),
        Value::Array(items) => items
            .iter()
            .map(|item| written(item, shape.items()))
            .collect(),
        other => other.clone(),
    }
}
