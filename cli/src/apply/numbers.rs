//! Integers that a server cannot hold: it takes what is beyond 64 bits with sign for a float.

use serde_json::Value;
use wheelwright_rules::{FieldPath, go_json_float};

use crate::input::Object;
use crate::report::{Finding, Severity};

/// 2 to the power of 63: from here on, floats stand for integers that no 64 bits with sign hold.
const LIMIT: f64 = 9_223_372_036_854_775_808.0;

/// How many are named. Each is looked up in the text.
const MOST: usize = 64;

/// A warning for each integer of an object that the server stores as another number.
pub(super) fn changed(object: &Object, stored: &Value) -> Vec<Finding> {
    let mut findings = Vec::new();
    visit(&object.value, &FieldPath::root(), &mut |value, path| {
        if findings.len() < MOST
            && let Some(finding) = of_number(object, value, path, stored)
        {
            findings.push(finding);
        }
    });
    findings
}

fn visit(value: &Value, path: &FieldPath, visitor: &mut impl FnMut(f64, &FieldPath)) {
    match value {
        Value::Number(number) => {
            let beyond = number.as_f64().filter(|float| float.abs() >= LIMIT);
            if let Some(float) = beyond.filter(|_| !number.is_i64()) {
                visitor(float, path);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                visit(item, &path.index(index), visitor);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                visit(member, &path.child(name), visitor);
            }
        }
        _ => {}
    }
}

fn of_number(object: &Object, float: f64, path: &FieldPath, stored: &Value) -> Option<Finding> {
    let text = object.text_at(path)?;
    let is_integer = text
        .trim_start_matches(['+', '-'])
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && (text.starts_with("0x") || !text.contains(['e', 'E']));
    let written = go_json_float(float);
    if !is_integer || written == text || !is_there(stored, path) {
        return None;
    }
    let text = format!(
        "{path}: {text} is beyond 64 bits: the server takes it for a float, and stores {written}"
    );
    let place = object.locate(path);
    Some(Finding {
        help: Some("write it as a text if each digit matters".to_owned()),
        ..Finding::new(Severity::Warning, text).at(place, true)
    })
}

/// Whether a number stands at the path.
fn is_there(value: &Value, path: &FieldPath) -> bool {
    use wheelwright_rules::Segment::{Field, Index, Key};
    let found = path
        .segments()
        .iter()
        .try_fold(value, |value, segment| match segment {
            Field(name) | Key(name) => value.get(name),
            Index(index) => value.get(index),
        });
    found.is_some_and(Value::is_number)
}
