//! What was expected, and what came instead.

use serde_json::{Value, json};

use super::{Broken, Subject, Trial};
use crate::{
    generate::Shrinker,
    json::{Json, same},
    laws::violation::{Law, Violation},
    plan::Part,
};

impl Subject<'_> {
    pub(in crate::laws) fn drop_annotation(&self, object: &mut Value) {
        let name = self.converter.annotation();
        if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut)
            && let Some(annotations) = metadata
                .get_mut("annotations")
                .and_then(Value::as_object_mut)
        {
            annotations.remove(name);
            if annotations.is_empty() {
                metadata.remove("annotations");
            }
        }
    }

    /// Brings lists whose order is not kept into one that their items alone give.
    pub(in crate::laws) fn sort(&self, object: &mut Value, version: &str) {
        // Those within others first.
        for way in self.unordered.get(version).into_iter().flatten().rev() {
            sort(object, way);
        }
    }

    pub(super) fn differ(
        &self,
        law: Law,
        expected: &Value,
        actual: &Value,
        route: &[&str],
        apart_from_annotation: bool,
    ) -> Broken {
        let object = expected;
        let (mut expected, mut actual) = (expected.clone(), actual.clone());
        if apart_from_annotation {
            self.drop_annotation(&mut expected);
            self.drop_annotation(&mut actual);
        }
        if let Some(version) = route.last() {
            self.sort(&mut expected, version);
            self.sort(&mut actual, version);
        }
        let (path, left, right) = difference(&expected, &actual, String::new())?;
        Some(Box::new(Violation {
            law,
            route: route.iter().map(|name| (*name).to_owned()).collect(),
            path,
            expected: left,
            actual: right,
            object: object.clone(),
            edit: String::new(),
            error: String::new(),
            seed: 0,
        }))
    }
}

pub(super) fn violation(law: Law, route: &[&str], object: &Value, error: &str) -> Box<Violation> {
    Box::new(Violation {
        law,
        route: route.iter().map(|name| (*name).to_owned()).collect(),
        path: String::new(),
        expected: Value::Null,
        actual: Value::Null,
        object: object.clone(),
        edit: String::new(),
        error: error.to_owned(),
        seed: 0,
    })
}

/// Tries an object, and if it breaks the law, the smallest that does.
pub(super) fn holds(
    object: &Value,
    is_object: &dyn Fn(&Value) -> bool,
    trial: &Trial<'_>,
) -> Result<(), Box<Violation>> {
    let Some(violation) = trial(object) else {
        return Ok(());
    };
    let smallest = Shrinker::default().shrink(object, &|object| {
        is_object(object) && !has_empty_tags(object) && trial(object).is_some()
    });
    Err(trial(&smallest).unwrap_or(violation))
}

/// Brings the lists at the end of the way into an order that their items alone give.
fn sort(value: &mut Value, way: &[Part]) {
    match (value, way) {
        (Value::Array(items), []) => items.sort_by_cached_key(ToString::to_string),
        (Value::Object(members), [Part::Member(name), rest @ ..]) => {
            if let Some(value) = members.get_mut(name) {
                sort(value, rest);
            }
        }
        (Value::Object(members), [Part::Each, rest @ ..]) => {
            for value in members.values_mut() {
                sort(value, rest);
            }
        }
        (Value::Array(items), [Part::Each, rest @ ..]) => {
            for value in items {
                sort(value, rest);
            }
        }
        _ => {}
    }
}

/// Whether the object has labels or annotations that are none, which no API server sends and no conversion keeps apart from
/// absence.
fn has_empty_tags(object: &Value) -> bool {
    ["labels", "annotations"]
        .iter()
        .any(|member| object["metadata"][member] == json!({}))
}

/// The first place where two values differ, and what stands there.
fn difference(a: &Value, b: &Value, path: String) -> Option<(String, Value, Value)> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let names = a
                .keys()
                .chain(b.keys().filter(|name| !a.contains_key(*name)));
            names.into_iter().find_map(|name| {
                let path = format!("{path}.{name}");
                match (a.get(name), b.get(name)) {
                    (Some(a), Some(b)) => difference(a, b, path),
                    (a, b) => Some((path, absent(a), absent(b))),
                }
            })
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => x
            .iter()
            .zip(y)
            .enumerate()
            .find_map(|(index, (x, y))| difference(x, y, format!("{path}[{index}]"))),
        (a, b) => {
            (!same(&Json::of_value(a), &Json::of_value(b))).then(|| (path, a.clone(), b.clone()))
        }
    }
}

/// Absence, as it is shown.
fn absent(value: Option<&Value>) -> Value {
    value.cloned().unwrap_or_else(|| "(absent)".into())
}
