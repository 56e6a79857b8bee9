use serde_json::Value;

use super::Generator;

/// How deep edits reach.
const MAX_DEPTH: usize = 40;

impl Generator {
    /// Changes one thing somewhere in a value as a client would: another value that the schema describes, one member, item
    /// or entry more or fewer, two items in another order.
    ///
    /// ```
    /// use serde_json::json;
    /// use wheelwright::generate::Generator;
    ///
    /// let schema = json!({"type": "object", "properties": {"size": {"type": "integer", "minimum": 1, "maximum": 9}}});
    /// let mut value = json!({"size": 3});
    /// Generator::new(1).edit(&mut value, &schema);
    /// assert!(value["size"].is_null() || (1..=9).contains(&value["size"].as_i64().unwrap()));
    /// ```
    pub fn edit(&mut self, value: &mut Value, schema: &Value) {
        self.edit_at(value, schema, 0);
    }

    fn edit_at(&mut self, value: &mut Value, schema: &Value, depth: usize) {
        let anything = Value::Object(serde_json::Map::new());
        if depth > MAX_DEPTH || self.random.one_in(4) {
            *value = self.value(schema);
            return;
        }
        match value {
            Value::Object(members) => {
                let known = schema.get("properties").and_then(Value::as_object);
                let entries = schema.get("additionalProperties").filter(|s| s.is_object());
                let names: Vec<String> = match known {
                    Some(known) => known.keys().cloned().collect(),
                    None => members.keys().cloned().collect(),
                };
                let Some(name) = self.random.pick(&names).cloned() else {
                    *value = self.value(schema);
                    return;
                };
                let inner = known
                    .and_then(|known| known.get(&name))
                    .or(entries)
                    .unwrap_or(&anything);
                match members.get_mut(&name) {
                    Some(_) if self.random.one_in(6) => drop(members.remove(&name)),
                    Some(member) => self.edit_at(member, inner, depth + 1),
                    None => {
                        let made = self.value(inner);
                        members.insert(name, made);
                    }
                }
            }
            Value::Array(items) => {
                let inner = schema.get("items").unwrap_or(&anything);
                let at = self.random.below(items.len());
                match self.random.below(5) {
                    0 => {
                        let made = self.value(inner);
                        items.insert(at.min(items.len()), made);
                    }
                    1 if !items.is_empty() => drop(items.remove(at)),
                    2 if !items.is_empty() => {
                        let other = self.random.below(items.len());
                        items.swap(at, other);
                    }
                    _ => {
                        if let Some(item) = items.get_mut(at) {
                            self.edit_at(item, inner, depth + 1);
                        } else {
                            let made = self.value(inner);
                            items.push(made);
                        }
                    }
                }
            }
            scalar => *scalar = self.value(schema),
        }
    }
}
