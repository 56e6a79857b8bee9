//! Lists of which steps name items by their keys.

use serde_json::Value;

use crate::json::Json;

/// A list that steps see as a map, from what tells an item apart to the rest of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListItems {
    /// From the object inwards.
    pub(crate) path: Vec<String>,
    /// What tells its items apart.
    pub(crate) keys: Vec<ItemKey>,
    /// The items that steps name, in the order in which they come first.
    pub(crate) named: Vec<NamedItem>,
}

/// A list-map key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ItemKey {
    pub(crate) name: String,
    pub(crate) is_text: bool,
    /// What it is where an item does not say it.
    pub(crate) default: Option<Value>,
}

/// An item that steps name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedItem {
    /// What it is called in paths: `[name=type]`.
    pub(crate) name: String,
    /// The values of the keys.
    pub(crate) values: Vec<Value>,
}

impl ItemKey {
    /// The value that is written so.
    pub(crate) fn value_of(&self, text: &str) -> Option<Value> {
        if self.is_text && !text.starts_with('"') {
            return Some(text.into());
        }
        let value: Value = serde_json::from_str(text).ok()?;
        (value.is_string() == self.is_text && !value.is_null()).then_some(value)
    }

    /// How a value is written: such that no other is written so.
    fn text_of(&self, value: &Value) -> Option<String> {
        match value {
            Value::String(text) if self.is_text => {
                let is_plain = !text.is_empty() && !text.contains(['"', ',', '=', '[', ']']);
                Some(if is_plain {
                    text.clone()
                } else {
                    value.to_string()
                })
            }
            Value::Number(_) | Value::Bool(_) if !self.is_text => Some(value.to_string()),
            _ => None,
        }
    }
}

impl ListItems {
    /// What an item is called while steps run, by the values of its keys.
    pub(crate) fn name(&self, mut key: impl FnMut(&str) -> Option<Value>) -> Option<String> {
        let values = self
            .keys
            .iter()
            .map(|of| key(&of.name).or_else(|| of.default.clone()));
        let values: Vec<Value> = values.collect::<Option<_>>()?;
        if let Some(named) = self.named.iter().find(|named| named.values == values) {
            return Some(named.name.clone());
        }
        let keys = self.keys.iter().zip(&values);
        let keys = keys.map(|(key, value)| Some(format!("{}={}", key.name, key.text_of(value)?)));
        Some(format!("[{}]", keys.collect::<Option<Vec<_>>>()?.join(",")))
    }

    /// What an item is called of which nothing tells what it is.
    pub(crate) fn nameless(index: usize) -> String {
        format!("[#{index}]")
    }

    /// What another item is called of which the keys are those of one before it.
    pub(crate) fn again(name: &str, count: usize) -> String {
        format!("{name}#{count}")
    }

    /// The values of an item's keys, by what it is called.
    pub(crate) fn values(&self, name: &str) -> Option<Vec<Value>> {
        if let Some(named) = self.named.iter().find(|named| named.name == name) {
            return Some(named.values.clone());
        }
        let inner = match name.strip_suffix(']') {
            Some(inner) => inner,
            None => name.rsplit_once("]#")?.0,
        };
        let mut rest = inner.strip_prefix('[')?;
        let mut values = Vec::new();
        for (index, key) in self.keys.iter().enumerate() {
            let text = rest.strip_prefix(&*key.name)?.strip_prefix('=')?;
            let end = end_of(text)?;
            values.push(key.value_of(text.get(..end)?)?);
            rest = text.get(end..)?;
            if index + 1 < self.keys.len() {
                rest = rest.strip_prefix(',')?;
            }
        }
        rest.is_empty().then_some(values)
    }

    /// An entry of the map, of an item.
    pub(crate) fn entry<'a>(&self, item: Json<'a>) -> Result<(String, Json<'a>), Json<'a>> {
        let Some(name) = self.name(|key| item.member(key).map(|key| key.to_value())) else {
            return Err(item);
        };
        let mut members = item.into_members()?;
        members.retain(|(name, _)| self.keys.iter().all(|key| key.name != **name));
        Ok((name, Json::Object(members)))
    }

    /// The items of a default as the entries of a map.
    pub(crate) fn entries(&self, items: Vec<Value>) -> Value {
        let entries = items
            .into_iter()
            .filter_map(|item| self.entry_of_value(item));
        Value::Object(entries.collect())
    }

    /// An item of a default: what it is called, and the rest of it.
    fn entry_of_value(&self, mut item: Value) -> Option<(String, Value)> {
        let name = self.name(|key| item.get(key).cloned())?;
        let members = item.as_object_mut()?;
        members.retain(|name, _| self.keys.iter().all(|key| key.name != *name));
        Some((name, item))
    }

    /// Where an item stands in the list if nothing says otherwise: those that steps name come first.
    pub(crate) fn position(&self, name: &str) -> usize {
        let found = self.named.iter().position(|named| named.name == name);
        found.unwrap_or(self.named.len())
    }
}

/// Where the text of a key's value ends.
fn end_of(text: &str) -> Option<usize> {
    if !text.starts_with('"') {
        return Some(text.find(',').unwrap_or(text.len()));
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn list() -> ListItems {
        let key = |name: &str, is_text| ItemKey {
            name: name.to_owned(),
            is_text,
            default: (!is_text).then(|| json!(7)),
        };
        ListItems {
            path: Vec::new(),
            keys: vec![key("name", true), key("port", false)],
            named: vec![NamedItem {
                name: "[port=80,name=web]".to_owned(),
                values: vec![json!("web"), json!(80)],
            }],
        }
    }

    /// Whatever a text holds, an item is told from every other, and its keys can be read again.
    #[test]
    fn items_are_called_such_that_their_keys_can_be_read() {
        let list = list();
        let texts = [
            "web",
            "",
            "a,port=80",
            "\"",
            "\"x\"",
            "]",
            "[",
            "a=b",
            "ä",
            "\\",
            "1",
            "null",
        ];
        let mut names = Vec::new();
        for text in texts {
            for port in [80, -1, 7] {
                let item = json!({"name": text, "port": port});
                let name = list.name(|key| item.get(key).cloned()).unwrap();
                assert_eq!(
                    list.values(&name),
                    Some(vec![json!(text), json!(port)]),
                    "{name}"
                );
                assert!(!names.contains(&name), "{name}");
                names.push(name);
            }
        }
        assert!(names.contains(&"[port=80,name=web]".to_owned()));
        let default = list.name(|key| (key == "name").then(|| json!("a")));
        assert_eq!(default.as_deref(), Some("[name=a,port=7]"));
    }

    #[test]
    fn items_of_the_same_keys_have_names_of_their_own() {
        let list = list();
        let again = ListItems::again("[name=a,port=1]", 2);
        assert_eq!(list.values(&again), Some(vec![json!("a"), json!(1)]));
        let quoted = ListItems::again("[name=\"]#3\",port=1]", 2);
        assert_eq!(list.values(&quoted), Some(vec![json!("]#3"), json!(1)]));
        let alone = list
            .name(|key| (key == "name").then(|| json!("]#3")))
            .unwrap();
        assert_eq!(list.values(&alone), Some(vec![json!("]#3"), json!(7)]));
        assert_eq!(list.values(&ListItems::nameless(3)), None);
    }

    #[test]
    fn what_is_no_key_of_the_list_names_nothing() {
        let list = list();
        for item in [
            json!({}),
            json!({"name": 1}),
            json!({"name": "a", "port": "80"}),
            json!({"name": null}),
        ] {
            assert_eq!(list.name(|key| item.get(key).cloned()), None, "{item}");
        }
        for name in [
            "",
            "[]",
            "[name=a]",
            "[name=a,port=x]",
            "[name=a,port=1,x=2]",
            "[port=1,name=a]",
            "[name=\"a,port=1]",
        ] {
            assert_eq!(list.values(name), None, "{name}");
        }
    }
}
