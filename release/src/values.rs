//! Values of a schema, at its bounds and at those of another.

use serde_json::{Map, Value, json};
use wheelwright_schema::generate::{Generator, random::Random};

use crate::place::Step;
use crate::thin::{Fill, thin};
/// Lists and texts are made no longer than this.
const LONGEST: u64 = 40_000;
/// Lists and maps have no more items.
const FULLEST: u64 = 2_100;

pub(crate) fn made(schema: &Value, count: u64) -> Vec<Value> {
    let mut random = Random::new(7);
    let mut values = Vec::new();
    for seed in 0..count {
        let fill = match seed % 3 {
            0 => Fill::Least,
            1 => Fill::Mentioned,
            _ => Fill::Some(3),
        };
        let thin = thin(schema, &[], fill, &mut random);
        values.push(Generator::new(seed).size(2).value(&thin));
    }
    values
}

pub(crate) fn listed(schema: &Value) -> Vec<Value> {
    let list = schema.get("enum").and_then(Value::as_array);
    list.cloned().unwrap_or_default()
}

/// Numbers at and beside the bounds of both.
pub(crate) fn numbers(one: &Value, other: Option<&Value>) -> Vec<Value> {
    let mut numbers = Vec::new();
    // What is just outside of the new bound says most.
    for schema in [other, Some(one)].into_iter().flatten() {
        for keyword in ["minimum", "maximum", "multipleOf"] {
            let Some(bound) = schema.get(keyword) else {
                continue;
            };
            numbers.push(bound.clone());
            if let Some(bound) = bound.as_i64() {
                numbers.extend([
                    json!(bound.saturating_sub(1)),
                    json!(bound.saturating_add(1)),
                ]);
            } else if let Some(bound) = bound.as_f64() {
                numbers.extend([json!(bound - 1.0), json!(bound + 1.0)]);
                #[expect(clippy::cast_possible_truncation, reason = "a number near it will do")]
                let whole = bound as i64;
                numbers.extend([
                    json!(whole),
                    json!(whole.saturating_add(1)),
                    json!(whole.saturating_sub(1)),
                ]);
            }
        }
    }
    numbers.extend([json!(0), json!(1), json!(-1), json!(2), json!(0.5)]);
    numbers
}

/// The lengths that two schemas disagree on, or may.
fn lengths(one: &Value, other: Option<&Value>, keywords: [&str; 2], most: u64) -> Vec<u64> {
    let mut lengths = vec![0, 1];
    for schema in [Some(one), other].into_iter().flatten() {
        for keyword in keywords {
            if let Some(bound) = schema.get(keyword).and_then(Value::as_u64) {
                lengths.extend([bound.saturating_sub(1), bound, bound.saturating_add(1)]);
            }
        }
    }
    lengths.retain(|length| *length <= most);
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

pub(crate) fn texts(one: &Value, other: Option<&Value>) -> Vec<Value> {
    const PLAIN: [&str; 28] = [
        "",
        "a",
        "A",
        "1",
        "-",
        "a b",
        "a.b",
        "a_b",
        "A-b",
        "a/b",
        "*",
        "a:1",
        "é",
        "0",
        "-1",
        "1h",
        "1.5h",
        "1s",
        "a.example.com",
        "https://example.com",
        "http://example.com/a",
        "2020-01-01",
        "10.0.0.1",
        "::1",
        "aa",
        "a-",
        "/a",
        "a=b",
    ];
    let mut texts: Vec<Value> = PLAIN.iter().map(|text| json!(text)).collect();
    for length in lengths(one, other, ["minLength", "maxLength"], LONGEST) {
        let count = usize::try_from(length).unwrap_or(0);
        texts.push("a".repeat(count).into());
        let schema = with(one, &[("minLength", length), ("maxLength", length)]);
        texts.push(Generator::new(length).value(&schema));
    }
    let samples: Vec<Value> = (0..40)
        .map(|seed| Generator::new(100 + seed).size(8).value(one))
        .collect();
    let most = lengths(one, other, ["minLength", "maxLength"], LONGEST)
        .pop()
        .unwrap_or(0);
    for sample in samples.iter().take(12).filter_map(Value::as_str) {
        // A pattern may say nothing of what is before or after.
        texts.extend([json!(format!("{sample}x")), json!(format!("x{sample}"))]);
        texts.extend(stretched(sample, most));
    }
    texts.extend(samples);
    texts
}

/// A text in which one character is repeated, so that it has a length.
fn stretched(text: &str, length: u64) -> Vec<Value> {
    let letters: Vec<char> = text.chars().collect();
    let length = usize::try_from(length).unwrap_or(0);
    let Some(more) = length.checked_sub(letters.len()).filter(|_| length < 3_000) else {
        return Vec::new();
    };
    let at = |index: usize| -> Value {
        let (before, after) = letters.split_at(index + 1);
        let again = before.last().copied().unwrap_or('a');
        let mut text: String = before.iter().collect();
        text.extend(std::iter::repeat_n(again, more));
        text.extend(after);
        text.into()
    };
    (0..letters.len().min(8)).map(at).collect()
}

/// A schema with some keywords replaced.
fn with(schema: &Value, keywords: &[(&str, u64)]) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        for (keyword, value) in keywords {
            members.insert((*keyword).to_owned(), (*value).into());
        }
    }
    schema
}

pub(crate) fn counted(one: &Value, other: Option<&Value>) -> Vec<Value> {
    let mut random = Random::new(11);
    let mut values = Vec::new();
    for (least, most) in [("minItems", "maxItems"), ("minProperties", "maxProperties")] {
        for length in lengths(one, other, [least, most], FULLEST) {
            let schema = with(one, &[(least, length), (most, length)]);
            for seed in 0..if length < 200 { 5 } else { 1 } {
                let thin = thin(&schema, &[], Fill::Least, &mut random);
                let size = if length > 12 { 6 } else { 1 };
                values.push(Generator::new(length + seed).size(size).value(&thin));
            }
        }
    }
    values
}

/// Lists with an item, or the keys of an item, twice.
pub(crate) fn repeated(one: &Value, other: Option<&Value>) -> Vec<Value> {
    let keys = other.unwrap_or(one).get("x-kubernetes-list-map-keys");
    let keys: Vec<&str> = keys
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut random = Random::new(13);
    let mut values = Vec::new();
    for seed in 0..12 {
        let thin = thin(one, &[Step::Items], Fill::Least, &mut random);
        let schema = with(&thin, &[("minItems", 2)]);
        let mut list = Generator::new(seed).size(1).value(&schema);
        if let Some([first, second, ..]) = list.as_array_mut().map(Vec::as_mut_slice) {
            if keys.is_empty() || seed % 2 == 0 {
                *second = first.clone();
            } else if let (Value::Object(first), Value::Object(second)) = (first, second) {
                copy(&keys, first, second);
            }
        }
        values.push(list);
    }
    values
}

fn copy(keys: &[&str], from: &Map<String, Value>, to: &mut Map<String, Value>) {
    for key in keys {
        match from.get(*key) {
            Some(value) => drop(to.insert((*key).to_owned(), value.clone())),
            None => drop(to.remove(*key)),
        }
    }
}
