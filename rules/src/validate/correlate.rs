//! Old values beside new ones, as far as the schema says which belong together.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::node::{List, Node, Types};
use crate::number::{Num, same};

/// A new value, the old value in its place, and the schema of both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Correlated<'a> {
    pub(crate) node: &'a Node,
    pub(crate) new: &'a Value,
    pub(crate) old: &'a Value,
}

impl<'a> Correlated<'a> {
    /// The pair at a key, if both values have it and the schema knows it.
    pub(crate) fn member(&self, name: &str) -> Option<Self> {
        Some(Self {
            node: self
                .node
                .properties
                .get(name)
                .or_else(|| self.node.additional.schema())?,
            new: self.new.as_object()?.get(name)?,
            old: self.old.as_object()?.get(name)?,
        })
    }

    /// The old items by their keys, if the list is one whose items have keys.
    pub(crate) fn keyed(&self) -> Option<Keyed<'a>> {
        let List::Map(keys) = self.node.list() else {
            return None;
        };
        let (items, old) = (self.node.items.as_deref()?, self.old.as_array()?);
        self.new.as_array()?;
        let mut by_key = HashMap::new();
        if self.node.types == Types::ARRAY && !keys.is_empty() {
            for item in old {
                if let Some(key) = key_of(keys, item) {
                    by_key.entry(key).or_insert(item);
                }
            }
        }
        Some(Keyed {
            keys,
            items,
            by_key,
        })
    }

    /// Whether nothing changed, in a sense that forgives the order of keyed items but no key that the schema does not
    /// know.
    pub(crate) fn is_unchanged(&self) -> bool {
        match (self.new, self.old) {
            (Value::Array(new), Value::Array(old)) => {
                if new.len() != old.len() {
                    return false;
                }
                match self.node.list() {
                    List::Map(_) => {
                        new.is_empty()
                            || self.keyed().is_some_and(|keyed| {
                                new.iter().all(|item| {
                                    keyed.pair(item).is_some_and(|pair| pair.is_unchanged())
                                })
                            })
                    }
                    _ => same(self.new, self.old),
                }
            }
            (Value::Object(new), Value::Object(old)) => {
                new.len() == old.len()
                    && new.keys().all(|name| {
                        self.member(name)
                            .is_some_and(|member| member.is_unchanged())
                    })
            }
            (new, old) => same(new, old),
        }
    }
}

/// The old items of a list by their keys.
pub(crate) struct Keyed<'a> {
    keys: &'a [Box<str>],
    items: &'a Node,
    by_key: HashMap<String, &'a Value>,
}

impl<'a> Keyed<'a> {
    /// A new item and the old item with its keys.
    pub(crate) fn pair(&self, new: &'a Value) -> Option<Correlated<'a>> {
        let old = self.by_key.get(&key_of(self.keys, new)?)?;
        Some(Correlated {
            node: self.items,
            new,
            old,
        })
    }
}

/// A text that is the same for items with the same keys; none if a key is missing or no scalar.
fn key_of(keys: &[Box<str>], item: &Value) -> Option<String> {
    let item = item.as_object()?;
    let single = keys.len() == 1;
    let mut text = String::new();
    for key in keys {
        push_key(&mut text, item, key, single)?;
    }
    Some(text)
}

fn push_key(text: &mut String, item: &Map<String, Value>, key: &str, single: bool) -> Option<()> {
    let written = match item.get(key)? {
        Value::Bool(flag) => write!(text, "\0{flag}"),
        Value::String(string) => write!(text, "\0{string:?}"),
        Value::Number(number) => match Num::of(number) {
            Num::Int(integer) => write!(text, "\0{integer}"),
            Num::Float(float) if single => write!(text, "\0{float:e}"),
            // The server compares six digits when there is more than one key.
            Num::Float(float) => write!(text, "\0{float:.6}"),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    written.ok()
}
