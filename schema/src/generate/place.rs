//! Where a value stands in another.

use serde_json::Value;

/// One step down a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A member of an object.
    Name(String),
    /// An item of a list.
    Index(usize),
}

/// The steps from the outside in.
pub type Path = Vec<Part>;

/// The value at a path.
#[must_use]
pub fn get<'v>(value: &'v Value, path: &[Part]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, part| match part {
        Part::Name(name) => value.get(name),
        Part::Index(index) => value.get(index),
    })
}

/// The value at a path, to be changed.
pub fn get_mut<'v>(value: &'v mut Value, path: &[Part]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, part| match part {
        Part::Name(name) => value.get_mut(name),
        Part::Index(index) => value.get_mut(index),
    })
}

/// Puts a value at a path, or takes away what is there. Whether it could.
pub fn put(within: &mut Value, path: &[Part], value: Option<Value>) -> bool {
    let Some((last, parent)) = path.split_last() else {
        return value.is_some_and(|value| {
            *within = value;
            true
        });
    };
    let Some(parent) = get_mut(within, parent) else {
        return false;
    };
    match (parent, last, value) {
        (Value::Object(members), Part::Name(name), Some(value)) => {
            members.insert(name.clone(), value);
        }
        (Value::Object(members), Part::Name(name), None) => {
            members.remove(name);
        }
        (Value::Array(items), Part::Index(index), Some(value)) => match items.get_mut(*index) {
            Some(item) => *item = value,
            None => return false,
        },
        (Value::Array(items), Part::Index(index), None) if *index < items.len() => {
            items.remove(*index);
        }
        _ => return false,
    }
    true
}
