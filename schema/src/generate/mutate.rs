use serde_json::Value;

use super::Generator;

impl Generator {
    /// Changes one thing somewhere in a value: another value, one member or item more or fewer.
    ///
    /// ```
    /// use serde_json::json;
    /// use wheelwright::generate::Generator;
    ///
    /// let mut value = json!({"a": [1, 2]});
    /// Generator::new(1).mutate(&mut value);
    /// ```
    pub fn mutate(&mut self, value: &mut Value) {
        let mut target = self.random.below(count(value, 0));
        if let Some(target) = nth(value, &mut target, 0) {
            self.change(target);
        }
    }

    fn change(&mut self, value: &mut Value) {
        if self.random.one_in(3) {
            *value = self.anything(0);
            return;
        }
        match value {
            Value::Object(members) => {
                let name = members
                    .keys()
                    .nth(self.random.below(members.len()))
                    .cloned();
                match (self.random.below(3), name) {
                    (0, Some(name)) => drop(members.remove(&name)),
                    (1, Some(name)) => {
                        let other = self.anything(0);
                        members.insert(name, other);
                    }
                    _ => {
                        let (name, other) = (self.key(None), self.anything(0));
                        members.insert(name, other);
                    }
                }
            }
            Value::Array(items) => {
                let at = self.random.below(items.len());
                if items.is_empty() || self.random.one_in(3) {
                    items.push(self.anything(0));
                } else if self.random.one_in(2) {
                    items.remove(at);
                } else if let Some(item) = items.get(at).cloned() {
                    items.push(item);
                }
            }
            Value::String(text) => {
                if self.random.one_in(2) {
                    text.push('x');
                } else {
                    text.pop();
                }
            }
            Value::Number(number) => {
                let other = number.as_f64().unwrap_or(0.0);
                *value = match (number.as_i64(), self.random.below(4)) {
                    (Some(number), 0) => number.wrapping_neg().into(),
                    (Some(number), 1) => number.wrapping_add(1).into(),
                    (Some(number), 2) => number.wrapping_sub(1).into(),
                    _ => (other / 3.0).into(),
                };
            }
            Value::Bool(flag) => *flag = !*flag,
            Value::Null => *value = self.anything(0),
        }
    }
}

/// Values within a value, itself included, down to a depth.
fn count(value: &Value, depth: usize) -> usize {
    if depth > super::MAX_DEPTH {
        return 0;
    }
    1 + match value {
        Value::Array(items) => items.iter().map(|item| count(item, depth + 1)).sum(),
        Value::Object(members) => members
            .values()
            .map(|member| count(member, depth + 1))
            .sum(),
        _ => 0,
    }
}

/// The value that `count` counts as number `left`.
fn nth<'v>(value: &'v mut Value, left: &mut usize, depth: usize) -> Option<&'v mut Value> {
    if depth > super::MAX_DEPTH {
        return None;
    }
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, left, depth + 1)),
        Value::Object(members) => members
            .values_mut()
            .find_map(|member| nth(member, left, depth + 1)),
        _ => None,
    }
}
