//! Where an object is not as its schema has it.

use serde_json::Value;
use wheelwright_rules::{ErrorKind, FieldError, Segment as Step};

use crate::convert::{
    converter::Converter,
    json::Json,
    memoryless::{Segment, without_common},
};

/// A place where an object is not as its schema has it, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: Vec<Segment>,
    kind: Wrong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    Refused(ErrorKind),
    /// The API server takes it out or sets it.
    Changed,
}

impl Converter {
    /// The faults of an object of a root. `is_named`: it is a whole one. `seen`: bounds of values count.
    pub(super) fn faults(
        &self,
        root: usize,
        object: &Json,
        is_named: bool,
        seen: bool,
    ) -> Vec<Fault> {
        let schema = self.objects(root).and_then(|place| place.compiled());
        let Some(schema) = schema else {
            return Vec::new();
        };
        let value = without_common(object).to_value();
        let mut stored = value.clone();
        if is_named {
            stored = schema.default(Some(stored)).unwrap_or_default();
        }
        schema.prune(&mut stored);
        let errors = schema.validate(&value);
        let counts = |error: &FieldError| match error.kind {
            ErrorKind::Required => is_named,
            kind => seen || is_of_shape(kind, error),
        };
        let mut faults: Vec<Fault> = errors
            .iter()
            .filter(|error| counts(error))
            .map(|error| Fault {
                at: error.path.segments().iter().map(segment).collect(),
                kind: Wrong::Refused(error.kind),
            })
            .collect();
        let changed = changes(&value, &stored).into_iter();
        faults.extend(changed.map(|at| Fault {
            at,
            kind: Wrong::Changed,
        }));
        faults
    }
}

/// Whether it is about what kind of value stands there, and not about which.
fn is_of_shape(kind: ErrorKind, error: &FieldError) -> bool {
    matches!(
        kind,
        ErrorKind::TypeInvalid | ErrorKind::Duplicate | ErrorKind::Forbidden
    ) || kind == ErrorKind::Invalid && error.detail.contains("must validate")
}

fn segment(step: &Step) -> Segment {
    match step {
        Step::Field(name) | Step::Key(name) => Segment::Member(name.clone()),
        Step::Index(index) => Segment::Item(*index),
    }
}

/// The places where two values differ.
fn changes(before: &Value, after: &Value) -> Vec<Vec<Segment>> {
    let mut places = Vec::new();
    find(before, after, &mut Vec::new(), &mut places);
    places
}

fn find(before: &Value, after: &Value, at: &mut Vec<Segment>, places: &mut Vec<Vec<Segment>>) {
    if before == after {
        return;
    }
    match (before, after) {
        (Value::Object(one), Value::Object(other)) => {
            let others = other.iter().filter(|(name, _)| !one.contains_key(*name));
            for (name, _) in one.iter().chain(others) {
                at.push(Segment::Member(name.clone()));
                match (one.get(name), other.get(name)) {
                    (Some(before), Some(after)) => find(before, after, at, places),
                    _ => places.push(at.clone()),
                }
                at.pop();
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (before, after)) in one.iter().zip(other).enumerate() {
                at.push(Segment::Item(index));
                find(before, after, at, places);
                at.pop();
            }
        }
        _ => places.push(at.clone()),
    }
}
