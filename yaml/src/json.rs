//! JSON documents, one behind the other.

use serde::de::IgnoredAny;
use serde_json::Deserializer;
use wheelwright_rules::{FieldPath, Segment};

use crate::document::{Document, Duplicate, Member, Node, Parts};
use crate::error::{ErrorKind, SyntaxError};
use crate::position::Cursor;
use crate::{Position, Span};

/// What is left of a text.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'t> {
    cursor: Cursor<'t>,
}

impl<'t> Reader<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self {
            cursor: Cursor::new(text, Position::START),
        }
    }

    /// The text that is left, and where it begins.
    pub(crate) const fn remaining(&self) -> (&'t str, Position) {
        (self.cursor.rest, self.cursor.position)
    }

    /// Reads the next document, if there is one.
    pub(crate) fn read(&mut self) -> Option<Result<Document, Failure>> {
        self.cursor.skip_blanks();
        (!self.cursor.rest.is_empty()).then(|| self.document())
    }

    fn document(&mut self) -> Result<Document, Failure> {
        let (text, start) = self.remaining();
        let failed = |may_be_yaml| {
            move |error: serde_json::Error| Failure {
                error: syntax_error(start, &error),
                may_be_yaml,
            }
        };
        let mut values = Deserializer::from_str(text).into_iter::<IgnoredAny>();
        values.next().transpose().map_err(failed(true))?;
        let own = text.get(..values.byte_offset()).unwrap_or(text);
        let value = wheelwright_rules::json::parse(own.as_bytes())
            .map_err(failed(false))?
            .value;
        let mut places = Places::default();
        let root = places.read(&mut self.cursor);
        Ok(Document {
            value,
            duplicates: places.duplicates,
            root,
        })
    }
}

/// A text that is no JSON document.
pub(crate) struct Failure {
    pub(crate) error: SyntaxError,
    /// Whether it may be YAML nevertheless: not if it is JSON with a number or a depth that no one reads.
    pub(crate) may_be_yaml: bool,
}

fn syntax_error(start: Position, error: &serde_json::Error) -> SyntaxError {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    let column = error.column().max(1);
    let position = match error.line() {
        ..=1 => Position {
            line: start.line,
            column: start.column + column - 1,
        },
        line => Position {
            line: start.line + line - 1,
            column,
        },
    };
    SyntaxError::new(position, ErrorKind::Json(text))
}

/// Finds the places of the parts of a value whose text is known to be JSON.
#[derive(Default)]
struct Places {
    open: Vec<Open>,
    duplicates: Vec<Duplicate>,
}

/// A list or map whose end is not reached.
struct Open {
    start: Position,
    /// The key of the member that comes next; a list has none.
    key: Option<(String, Span)>,
    parts: Parts,
}

impl Places {
    fn read(&mut self, cursor: &mut Cursor<'_>) -> Node {
        loop {
            cursor.skip_blanks();
            let start = cursor.position;
            let span = |cursor: &Cursor<'_>| Span {
                start,
                end: cursor.position,
            };
            let finished = match cursor.peek() {
                Some('{') => {
                    cursor.step();
                    self.open(start, Parts::Members(Vec::new()));
                    None
                }
                Some('[') => {
                    cursor.step();
                    self.open(start, Parts::Items(Vec::new()));
                    None
                }
                Some('}' | ']') => {
                    cursor.step();
                    self.close(cursor.position)
                }
                Some(',' | ':') => {
                    cursor.step();
                    None
                }
                Some('"') => {
                    let raw = cursor.string();
                    let span = span(cursor);
                    match self.open.last_mut() {
                        Some(Open {
                            key: key @ None,
                            parts: Parts::Members(_),
                            ..
                        }) => {
                            *key = Some((serde_json::from_str(raw).unwrap_or_default(), span));
                            None
                        }
                        _ => Some(Node::leaf(span)),
                    }
                }
                Some(_) => {
                    cursor.skip_while(|c| !matches!(c, ',' | '}' | ']') && !c.is_whitespace());
                    Some(Node::leaf(span(cursor)))
                }
                None => return Node::leaf(Span::at(start)),
            };
            if let Some(root) = finished.and_then(|node| self.add(node)) {
                return root;
            }
        }
    }

    fn open(&mut self, start: Position, parts: Parts) {
        self.open.push(Open {
            start,
            key: None,
            parts,
        });
    }

    fn close(&mut self, end: Position) -> Option<Node> {
        let open = self.open.pop()?;
        let span = Span {
            start: open.start,
            end,
        };
        let mut again = Vec::new();
        let node = Node::new(span, open.parts, &mut again);
        for (key, span) in again {
            self.duplicates.push(Duplicate {
                path: self.path().child(key),
                key: span,
            });
        }
        Some(node)
    }

    /// The path of the innermost list or map that is open.
    fn path(&self) -> FieldPath {
        let segment = |open: &Open| match (&open.parts, &open.key) {
            (Parts::Items(items), _) => Segment::Index(items.len()),
            (_, key) => Segment::Field(
                key.as_ref()
                    .map_or_else(String::new, |(key, _)| key.clone()),
            ),
        };
        self.open.iter().map(segment).collect::<Vec<_>>().into()
    }

    /// Adds a value to what it is part of; gives it back if it is part of nothing.
    fn add(&mut self, node: Node) -> Option<Node> {
        let Some(open) = self.open.last_mut() else {
            return Some(node);
        };
        match &mut open.parts {
            Parts::Items(items) => items.push(node),
            Parts::Members(members) => {
                members.extend(
                    open.key
                        .take()
                        .map(|(key, span)| Member { key, span, node }),
                );
            }
            Parts::None => {}
        }
        None
    }
}
