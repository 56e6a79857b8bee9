//! The smallest part of a value that still shows a failure.

use serde_json::Value;

/// A value of which nothing more can be left out such that `fails` still holds.
pub(crate) fn smaller(mut value: Value, fails: &dyn Fn(&Value) -> bool) -> Value {
    'shrink: loop {
        for candidate in parts_left_out(&value) {
            if fails(&candidate) {
                value = candidate;
                continue 'shrink;
            }
        }
        return value;
    }
}

fn parts_left_out(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(members) => {
            let without = members.keys().map(|name| {
                let mut fewer = members.clone();
                fewer.remove(name);
                Value::Object(fewer)
            });
            let inside = members.iter().flat_map(|(name, member)| {
                parts_left_out(member).into_iter().map(move |part| {
                    let mut changed = members.clone();
                    changed.insert(name.clone(), part);
                    Value::Object(changed)
                })
            });
            without.chain(inside).collect()
        }
        Value::Array(items) => {
            let without = (0..items.len()).map(|index| {
                let mut fewer = items.clone();
                fewer.remove(index);
                Value::Array(fewer)
            });
            let inside = items.iter().enumerate().flat_map(|(index, item)| {
                parts_left_out(item).into_iter().map(move |part| {
                    let mut changed = items.clone();
                    changed[index] = part;
                    Value::Array(changed)
                })
            });
            without.chain(inside).collect()
        }
        Value::String(text) if !text.is_empty() => {
            let mut shorter = text.clone();
            shorter.pop();
            vec![Value::String(shorter)]
        }
        _ => Vec::new(),
    }
}
