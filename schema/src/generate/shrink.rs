//! The smallest object that still breaks a law.

use std::time::{Duration, Instant};

use serde_json::Value;

/// Attempts at most; each is a few conversions.
const ATTEMPTS: usize = 2000;
/// And for no longer than this.
const TIME: Duration = Duration::from_secs(10);

/// Takes out members and items of the value, and shortens texts, as long as it still fails.
pub fn shrink(value: &Value, still_fails: impl Fn(&Value) -> bool) -> Value {
    let mut smallest = value.clone();
    let (mut attempts, start) = (0, Instant::now());
    loop {
        let mut smaller = None;
        for candidate in candidates(&smallest) {
            attempts += 1;
            if attempts > ATTEMPTS || start.elapsed() > TIME {
                return smallest;
            }
            if still_fails(&candidate) {
                smaller = Some(candidate);
                break;
            }
        }
        match smaller {
            Some(smaller) => smallest = smaller,
            None => return smallest,
        }
    }
}

/// Values that are one step smaller, those that lose most first.
fn candidates(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Object(members) => {
            for name in members.keys() {
                let mut fewer = members.clone();
                fewer.remove(name);
                out.push(Value::Object(fewer));
            }
            for (name, member) in members {
                for candidate in candidates(member) {
                    let mut other = members.clone();
                    other.insert(name.clone(), candidate);
                    out.push(Value::Object(other));
                }
            }
        }
        Value::Array(items) => {
            for index in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(index);
                out.push(Value::Array(fewer));
            }
            for (index, item) in items.iter().enumerate() {
                for candidate in candidates(item) {
                    let mut other = items.clone();
                    if let Some(place) = other.get_mut(index) {
                        *place = candidate;
                    }
                    out.push(Value::Array(other));
                }
            }
        }
        Value::String(text) if text.chars().count() > 1 => {
            out.push(text.chars().take(1).collect::<String>().into());
        }
        _ => {}
    }
    out
}
