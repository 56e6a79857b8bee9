//! Errors as they are found, up to a bound: the server lists all, and a hostile object makes that gigabytes.

use serde_json::Value;

use crate::error::{BadValue, FieldError};
use crate::path::{FieldPath, Segment};

/// How many errors of one kind of check are listed at most. No one reads so many.
pub(crate) const MOST_ERRORS: usize = 10_000;

/// How many bytes the texts of the listed errors have about, at most.
const MOST_BYTES: usize = 16 << 20;

/// A list of errors that takes no more when it is full. Full or not, it is empty only if there was none.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    list: Vec<FieldError>,
    bytes: usize,
    /// How many errors there were, if they are only counted.
    counted: Option<usize>,
}

impl Errors {
    /// A list that counts errors instead of making them.
    pub(crate) fn counting() -> Self {
        Self {
            counted: Some(0),
            ..Self::default()
        }
    }

    pub(crate) const fn is_counting(&self) -> bool {
        self.counted.is_some()
    }

    pub(crate) const fn len(&self) -> usize {
        match self.counted {
            Some(counted) => counted,
            None => self.list.len(),
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.list.len() >= MOST_ERRORS || self.bytes >= MOST_BYTES
    }

    pub(crate) fn add(&mut self, error: impl FnOnce() -> FieldError) {
        if let Some(counted) = &mut self.counted {
            *counted += 1;
        } else if !self.is_full() {
            let error = error();
            self.bytes += size(&error);
            self.list.push(error);
        }
    }

    pub(crate) fn extend(&mut self, errors: impl IntoIterator<Item = FieldError>) {
        for error in errors {
            self.add(|| error);
        }
    }

    /// Forgets all but the first.
    pub(crate) fn truncate(&mut self, length: usize) {
        if let Some(counted) = &mut self.counted {
            *counted = length.min(*counted);
        } else {
            let forgotten = self.list.iter().skip(length).map(size);
            self.bytes -= forgotten.sum::<usize>();
            self.list.truncate(length);
        }
    }

    pub(crate) fn into_list(self) -> Vec<FieldError> {
        self.list
    }
}

fn size(error: &FieldError) -> usize {
    let value = match &error.value {
        BadValue::Omitted => 0,
        BadValue::Json(value) => value_size(value),
        BadValue::Printed(text) => text.len(),
    };
    path_size(&error.path) + error.detail.len() + value
}

fn path_size(path: &FieldPath) -> usize {
    let size = |segment: &Segment| match segment {
        Segment::Field(name) | Segment::Key(name) => name.len(),
        Segment::Index(_) => 0,
    };
    path.segments()
        .iter()
        .map(|segment| size_of::<Segment>() + size(segment))
        .sum()
}

fn value_size(value: &Value) -> usize {
    let parts: usize = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(value_size).sum(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| key.len() + value_size(value))
            .sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    size_of::<Value>() + parts
}
