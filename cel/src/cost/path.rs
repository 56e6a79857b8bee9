//! Where in the schema a value comes from, as far as the server follows it.
//!
//! The server keeps paths in Go slices and appends to them. A slice that has room left is shared: of two paths that
//! go on from one, the second overwrites the last step of the first. Estimates hang on it
//! (`self.list.all(x, x.a.all(y, y == x.b))` takes `x.a` to be as large as `x.b`), so it is done here as it is there.

use crate::schema::{Declared, Shape};

/// A step of a path.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'c> {
    /// A variable, as the first step; else a field.
    Name(&'c str),
    /// To the elements of a list, or the values of a map.
    Elements,
    /// To the keys of a map.
    Keys,
    /// To the indices of a list, of which schemas know nothing.
    Indices,
}

/// A path: a part of what [`Paths`] holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path {
    start: usize,
    length: usize,
    capacity: usize,
}

/// What a path leads to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'s> {
    /// Something that the schema declares.
    Declared(&'s Declared),
    /// The name of a property, which counts as empty.
    Key,
}

/// The steps of all paths.
#[derive(Debug, Default)]
pub(super) struct Paths<'c> {
    steps: Vec<Step<'c>>,
}

impl<'c> Paths<'c> {
    /// The path that is nothing but a variable.
    pub(super) fn variable(&mut self, name: &'c str) -> Path {
        self.append(None, Step::Name(name))
    }

    /// A path and one more step.
    pub(super) fn append(&mut self, path: Option<Path>, step: Step<'c>) -> Path {
        let before = path.unwrap_or(Path {
            start: 0,
            length: 0,
            capacity: 0,
        });
        if before.length < before.capacity {
            self.steps[before.start + before.length] = step;
            return Path {
                length: before.length + 1,
                ..before
            };
        }
        let start = self.steps.len();
        let capacity = (before.capacity * 2).max(1);
        self.steps
            .extend_from_within(before.start..before.start + before.length);
        self.steps.resize(start + capacity, step);
        Path {
            start,
            length: before.length + 1,
            capacity,
        }
    }

    /// Whether a path begins at this variable.
    pub(super) fn begins_at(&self, path: Path, variable: &str) -> bool {
        matches!(self.steps[path.start], Step::Name(name) if name == variable)
    }

    /// Where a path leads to in the schema of `self`. Whatever the first step is, the server takes it for `self`.
    pub(super) fn follow<'s>(&self, path: Path, root: &'s Declared) -> Option<Place<'s>> {
        let mut place = Place::Declared(root);
        for step in &self.steps[path.start + 1..path.start + path.length] {
            let Place::Declared(declared) = place else {
                return None;
            };
            place = match step {
                Step::Name(name) => Place::Declared(declared.field(name)?),
                Step::Elements => Place::Declared(declared.element()?),
                Step::Keys if matches!(declared.shape, Shape::Map(_)) => Place::Key,
                Step::Keys | Step::Indices => return None,
            };
        }
        Some(place)
    }
}
