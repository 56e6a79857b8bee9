//! From a type's table to the working form of its schema.

mod cost;
mod defaults;
mod enums;
mod fields;
mod flatten;
mod keys;
pub(super) mod legend;
pub(super) mod maps;
pub(super) mod numbers;
mod overlap;
mod taken;
mod tree;
mod unions;
mod verify;

use serde_json::Value;

use super::{
    foreign,
    k8s::Known,
    node::{Kinds, Node, read},
    problem::{Cause, Problem},
    source::Source,
};
use crate::table::{Foreign, Key, List, Run, Scalar, Shape, Text, Type};

pub(crate) use fields::{Taken, option_of, taken_default};
pub(super) use keys::Spot;
pub(super) use tree::tree;

/// Types nest no deeper than this.
const MAX_DEPTH: usize = 96;

/// One run of the lowering; it goes on after a problem, so that all are found.
#[derive(Default)]
pub(super) struct Lower {
    pub(super) problems: Vec<Problem>,
}

/// Where the lowering is.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) source: Source,
    /// What makes serde buffer the value before it reads it, which not every type survives.
    buffered: Option<&'static str>,
    /// Whether serde's defaults are the schema's.
    defaults: bool,
    /// What is said of Kubernetes' types.
    said: Known,
    depth: usize,
}

impl At {
    pub(super) const fn of(source: Source) -> Self {
        Self {
            source,
            buffered: None,
            defaults: false,
            said: Known::All,
            depth: 0,
        }
    }

    pub(super) const fn taking_defaults(self) -> Self {
        Self {
            defaults: true,
            ..self
        }
    }

    /// Where the keys of a type or field count for all that is within.
    fn entering(self, keys: &[Key]) -> Self {
        let has = |test: fn(&Key) -> bool| keys.iter().any(test);
        let is_loose = has(|key| matches!(key, Key::Loose));
        Self {
            defaults: self.defaults || has(|key| matches!(key, Key::SerdeDefaultsWithin)),
            said: if is_loose { Known::Rust } else { self.said },
            ..self
        }
    }

    fn within(self, buffered: &'static str) -> Self {
        Self {
            buffered: Some(buffered),
            ..self
        }
    }
}

impl Lower {
    /// The schema of a type, with the type's own documentation and keys.
    pub(super) fn node(&mut self, ty: &'static Type, at: At) -> Node {
        let at = At {
            source: at.source.inner(ty),
            depth: at.depth + 1,
            ..at.entering(ty.keys)
        };
        if at.depth > MAX_DEPTH {
            self.report(at, Cause::Depth);
            return Node::any(at.source);
        }
        let mut node = self
            .replacement(ty.keys, at)
            .unwrap_or_else(|| self.shape(ty, at));
        self.describe(&mut node, ty, at);
        node
    }

    /// Adds a type's own documentation and keys.
    fn describe(&mut self, node: &mut Node, ty: &'static Type, at: At) {
        if !ty.doc.is_empty() {
            node.set("description", ty.doc);
        }
        self.keys(node, ty.keys, Spot::Type, at);
    }

    pub(super) fn report(&mut self, at: At, cause: Cause) {
        self.problems.push(Problem {
            source: at.source,
            cause,
        });
    }

    fn shape(&mut self, ty: &'static Type, at: At) -> Node {
        match &ty.shape {
            Shape::Scalar(scalar) => self.scalar(*scalar, at),
            Shape::Option(inner) => {
                let inner = self.node(inner, at);
                Node {
                    nullable: true,
                    reads_null: true,
                    ..inner
                }
            }
            Shape::Same(inner) => self.node(inner, at),
            Shape::List(list) => self.list(list, at),
            Shape::Map(map) => self.map(map, at),
            Shape::Struct(structure) => self.structure(structure, at),
            Shape::Enum(enumeration) => self.enumeration(enumeration, false, at),
            Shape::Null => Node::null(at.source),
            Shape::Any => {
                if ty.name == "RawValue" {
                    self.unbuffered("a `RawValue`", at);
                }
                Node {
                    nullable: true,
                    reads_null: true,
                    ..Node::any(at.source)
                }
            }
            Shape::Given(run) => self.given(*run, at),
            Shape::Foreign(foreign) => self.foreign(foreign, at),
        }
    }

    /// What a key puts in place of a type's own schema.
    fn replacement(&mut self, keys: &[Key], at: At) -> Option<Node> {
        keys.iter().find_map(|key| match key {
            Key::With(run) => Some(self.given(*run, at)),
            Key::Opaque => Some(Node {
                reads_null: true,
                ..Node::any(at.source)
            }),
            Key::IntOrString(form) => Some(Node {
                int_or_string: *form,
                ..Node::new(at.source, Kinds::INT_OR_STRING)
            }),
            _ => None,
        })
    }

    fn given(&mut self, run: Run, at: At) -> Node {
        match run.caught() {
            Ok(schema) => Node {
                given: true,
                ..self.read(schema, at)
            },
            Err(error) => {
                self.report(
                    at,
                    Cause::Run {
                        what: "schema",
                        error,
                    },
                );
                Node::any(at.source)
            }
        }
    }

    fn foreign(&mut self, foreign: &Foreign, at: At) -> Node {
        match foreign::structural(foreign, at.source, at.said) {
            Ok(node) => node,
            Err(error) => {
                self.report(
                    at,
                    Cause::Foreign {
                        rust: (foreign.rust)(),
                        error: error.to_string(),
                    },
                );
                Node::any(at.source)
            }
        }
    }

    pub(super) fn read(&mut self, schema: Value, at: At) -> Node {
        read(schema, at.source).unwrap_or_else(|error| {
            self.report(
                at,
                Cause::Schema {
                    error: error.to_string(),
                },
            );
            Node::any(at.source)
        })
    }

    /// Reports what serde cannot read from its buffer, where it reads from there.
    fn unbuffered(&mut self, what: &'static str, at: At) {
        if let Some(by) = at.buffered {
            self.report(at, Cause::Buffered { what, by });
        }
    }

    fn scalar(&mut self, scalar: Scalar, at: At) -> Node {
        match scalar {
            Scalar::Bool => Node::new(at.source, Kinds::BOOL),
            Scalar::Integer(range) => {
                if range.min < i128::from(i64::MIN) || range.max > i128::from(u64::MAX) {
                    self.unbuffered("a 128-bit integer", at);
                }
                numbers::integer(range, at.source)
            }
            Scalar::Float(format) => {
                let mut node = Node::new(at.source, Kinds::NUMBER);
                if !format.is_empty() {
                    node.set("format", format);
                }
                node
            }
            Scalar::Text(text) => self::text(text, at.source),
            Scalar::IntOrString => Node::new(at.source, Kinds::INT_OR_STRING),
        }
    }

    fn list(&mut self, list: &List, at: At) -> Node {
        let mut node = Node::new(at.source, Kinds::ARRAY);
        if let Some(len) = list.len {
            node.set("minItems", len);
            node.set("maxItems", len);
        }
        if list.set {
            node.set("x-kubernetes-list-type", "set");
        }
        let mut items = self.node(list.items, at);
        let list_type = items.keywords.get_mut("x-kubernetes-list-type");
        // Items of a set are replaced as a whole: the API server takes no set within a set.
        if let Some(list_type) = list_type.filter(|list_type| list.set && **list_type == "set") {
            *list_type = "atomic".into();
        }
        node.items = Some(Box::new(items));
        node
    }
}

/// A string as it is written.
pub(in crate::schema) fn text(text: Text, source: Source) -> Node {
    let mut node = Node::new(source, Kinds::STRING);
    let words = [("format", text.format), ("pattern", text.pattern)];
    for (keyword, value) in words
        .into_iter()
        .filter_map(|(keyword, value)| Some((keyword, value?)))
    {
        node.set(keyword, value);
    }
    let lengths = [
        ("minLength", text.min_length),
        ("maxLength", text.max_length),
    ];
    for (keyword, value) in lengths
        .into_iter()
        .filter_map(|(keyword, value)| Some((keyword, value?)))
    {
        node.set(keyword, value);
    }
    if !text.values.is_empty() {
        node.set("enum", text.values);
    }
    if text.format.is_some() {
        // Where it knows the format, the API server takes a list for a string.
        node.keywords.extend(Kinds::ARRAY.exclusion());
    }
    node
}
