//! Objects: what a document holds, or each item of a list.

use std::fmt;
use std::rc::Rc;

use serde_json::Value;
use wheelwright_rules::{FieldPath, Segment};
use wheelwright_yaml::{Document, Place, Position, objects};

use super::Source;

/// An object as it stands in a file.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) value: Value,
    pub(crate) source: Rc<Source>,
    document: Rc<Document>,
    /// Its path in the document, which is empty unless the document is a list.
    path: FieldPath,
}

/// Adds the objects of a document.
pub(super) fn add(source: &Rc<Source>, mut document: Document, objects: &mut Vec<Object>) {
    let value = document.value.take();
    let document = Rc::new(document);
    add_value(source, &document, value, FieldPath::root(), objects);
}

fn add_value(
    source: &Rc<Source>,
    document: &Rc<Document>,
    value: Value,
    path: FieldPath,
    found: &mut Vec<Object>,
) {
    match objects(value) {
        Ok(items) => {
            for (index, item) in items.into_iter().enumerate() {
                let path = path.child("items").index(index);
                add_value(source, document, item, path, found);
            }
        }
        Err(value) => found.push(Object {
            value,
            source: Rc::clone(source),
            document: Rc::clone(document),
            path,
        }),
    }
}

impl Object {
    pub(crate) fn api_version(&self) -> &str {
        self.member("apiVersion")
    }

    pub(crate) fn kind(&self) -> &str {
        self.member("kind")
    }

    pub(crate) fn name(&self) -> &str {
        self.metadata("name")
    }

    pub(crate) fn namespace(&self) -> &str {
        self.metadata("namespace")
    }

    fn member(&self, name: &str) -> &str {
        let value = self.value.get(name);
        value.and_then(Value::as_str).unwrap_or_default()
    }

    fn metadata(&self, name: &str) -> &str {
        let value = self.value.get("metadata").and_then(|meta| meta.get(name));
        value.and_then(Value::as_str).unwrap_or_default()
    }

    /// The file and the position where it begins, as editors take them.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.source.name, self.start())
    }

    /// Where it begins.
    pub(crate) fn start(&self) -> Position {
        self.locate(&FieldPath::root()).value.start
    }

    /// Where the value at a path stands, or the innermost value around it. The steps are counted within the object.
    pub(crate) fn locate(&self, path: &FieldPath) -> Place {
        let whole: Vec<Segment> = [self.path.segments(), path.segments()].concat();
        self.within(self.document.locate(&whole.into()))
    }

    /// The text of the scalar at a path, as it stands in the file.
    pub(crate) fn text_at(&self, path: &FieldPath) -> Option<&str> {
        let place = self.locate(path);
        let span = place.value;
        let is_whole = place.steps == path.segments().len() && span.start.line == span.end.line;
        let line = self
            .source
            .text
            .lines()
            .nth(span.start.line.checked_sub(1)?)?;
        let byte = |column: usize| {
            let mut places = line.char_indices().map(|(at, _)| at);
            places.nth(column.saturating_sub(1)).unwrap_or(line.len())
        };
        let text = line.get(byte(span.start.column)..byte(span.end.column))?;
        is_whole.then_some(text)
    }

    /// As [`Object::locate`], by a path in one text.
    pub(crate) fn locate_text(&self, path: &str) -> Place {
        let whole = if self.path.segments().is_empty() {
            path.to_owned()
        } else {
            format!("{}.{path}", self.path)
        };
        self.within(self.document.locate_text(&whole))
    }

    fn within(&self, mut place: Place) -> Place {
        place.steps = place.steps.saturating_sub(self.path.segments().len());
        place
    }

    /// The keys within it that are given more than once: the paths of their values, and where they stand again.
    pub(crate) fn duplicates(&self) -> impl Iterator<Item = (FieldPath, wheelwright_yaml::Span)> {
        self.document.duplicates.iter().filter_map(|duplicate| {
            let path = duplicate.path.segments();
            let inside = path.strip_prefix(self.path.segments())?;
            Some((FieldPath::from(inside.to_vec()), duplicate.key))
        })
    }
}

/// What it is and where: `ConfigMap shop/settings`.
impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind() {
            "" => "object without a kind",
            kind => kind,
        })?;
        match (self.namespace(), self.name()) {
            (_, "") => Ok(()),
            ("", name) => write!(f, " {name}"),
            (namespace, name) => write!(f, " {namespace}/{name}"),
        }
    }
}
