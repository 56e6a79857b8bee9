//! The operations that make one object of another.
//!
//! Source: RFC 6902, as the API server's library applies it: `add` wants its parent, `remove` and `replace` their target.

use serde_json::{Value, json};

use super::items::align_values;
use wheelwright_json::{Json, Moves, same};

/// A JSON Patch; empty if the objects are the same.
pub(in crate::admission) fn diff(from: &Value, to: &Value) -> Vec<Value> {
    let mut diff = Diff {
        path: String::new(),
        operations: Vec::new(),
    };
    diff.value(from, to);
    diff.operations
}

struct Diff {
    path: String,
    operations: Vec<Value>,
}

impl Diff {
    fn value(&mut self, from: &Value, to: &Value) {
        if from == to {
            return;
        }
        match (from, to) {
            (Value::Object(from), Value::Object(to)) => {
                for name in from.keys().filter(|name| !to.contains_key(*name)) {
                    self.member(name, Self::remove);
                }
                for (name, value) in to {
                    self.member(name, |diff| match from.get(name) {
                        // A null is there to some libraries, and absent to others; `add` is right for both.
                        None | Some(Value::Null) if from.get(name) != Some(value) => {
                            diff.add(value);
                        }
                        None | Some(Value::Null) => {}
                        Some(found) => diff.value(found, value),
                    });
                }
            }
            (Value::Array(from), Value::Array(to)) => self.items(from, to),
            _ if same(&Json::of_value(from), &Json::of_value(to)) => {}
            _ => self.replace(to),
        }
    }

    fn replace_items(&mut self, items: &[Value]) {
        self.operations
            .push(json!({"op": "replace", "path": self.path, "value": items}));
    }

    /// From the end to the beginning, so that positions stay what they are.
    fn items(&mut self, from: &[Value], to: &[Value]) {
        let pairs = align_values(from, to, Moves::Never);
        if pairs.iter().all(Option::is_none) {
            return self.replace_items(to);
        }
        let (mut end_from, mut end_to) = (from.len(), to.len());
        loop {
            // The last pair before the ends; between it and them stands what is gone and what is new.
            let pair = pairs.get(..end_to).and_then(|pairs| {
                pairs
                    .iter()
                    .enumerate()
                    .rev()
                    .find_map(|(to, from)| from.map(|from| (from, to)))
            });
            let (start_from, start_to) = pair.map_or((0, 0), |(from, to)| (from + 1, to + 1));
            let gone = from.get(start_from..end_from).unwrap_or_default();
            let new = to.get(start_to..end_to).unwrap_or_default();
            let replaced = gone.len().min(new.len());
            for position in (replaced..gone.len()).rev() {
                self.item(start_from + position, Self::remove);
            }
            for value in new.iter().skip(replaced).rev() {
                self.item(start_from + replaced, |diff| diff.add(value));
            }
            for (position, value) in new.iter().take(replaced).enumerate().rev() {
                self.item(start_from + position, |diff| diff.replace(value));
            }
            let Some((last_from, last_to)) = pair else {
                return;
            };
            if let (Some(found), Some(value)) = (from.get(last_from), to.get(last_to)) {
                self.item(last_from, |diff| diff.value(found, value));
            }
            (end_from, end_to) = (last_from, last_to);
        }
    }

    fn remove(&mut self) {
        self.operations
            .push(json!({"op": "remove", "path": self.path}));
    }

    fn add(&mut self, value: &Value) {
        self.operations
            .push(json!({"op": "add", "path": self.path, "value": value}));
    }

    fn replace(&mut self, value: &Value) {
        self.operations
            .push(json!({"op": "replace", "path": self.path, "value": value}));
    }

    fn member(&mut self, name: &str, within: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push('/');
        for letter in name.chars() {
            match letter {
                '~' => self.path.push_str("~0"),
                '/' => self.path.push_str("~1"),
                other => self.path.push(other),
            }
        }
        within(self);
        self.path.truncate(length);
    }

    fn item(&mut self, position: usize, within: impl FnOnce(&mut Self)) {
        self.member(&position.to_string(), within);
    }
}
