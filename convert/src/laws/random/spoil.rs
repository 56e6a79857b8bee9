//! A value that is not as it was.

use serde_json::{Value, json};

use crate::generate::random::Random;

/// Takes a value out, or puts another in its place, at some depth.
pub(super) fn spoil(value: &mut Value, random: &mut Random) {
    let within: Vec<String> = match &*value {
        Value::Object(members) => members.keys().cloned().collect(),
        Value::Array(items) => (0..items.len()).map(|index| index.to_string()).collect(),
        _ => Vec::new(),
    };
    let others = [
        json!(null),
        json!({}),
        json!([]),
        json!(""),
        json!(7),
        json!("other"),
    ];
    let Some(name) = random.pick(&within).filter(|_| !random.one_in(4)) else {
        *value = others[random.below(others.len())].clone();
        return;
    };
    match value {
        Value::Object(members) if random.one_in(3) => {
            members.remove(name);
        }
        Value::Object(members) => {
            if let Some(member) = members.get_mut(name) {
                spoil(member, random);
            }
        }
        Value::Array(items) => {
            let index: usize = name.parse().expect("it was made of one");
            spoil(&mut items[index], random);
        }
        _ => {}
    }
}
