//! A schema compiled for use: everything that is asked of it for every object is looked up once.

mod compile;
mod defaults;

use std::fmt;

use regex::Regex;
use serde_json::Value;

use crate::format::Format;

pub(crate) use compile::{Purpose, compile};

/// A compiled schema node. The same node prunes, defaults and validates.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) properties: Properties,
    pub(crate) additional: Additional,
    pub(crate) items: Option<Box<Node>>,
    pub(crate) types: Types,
    pub(crate) nullable: bool,
    pub(crate) preserve: bool,
    pub(crate) embedded: bool,
    pub(crate) below: Below,
    pub(crate) list: List,
    pub(crate) default: Option<Value>,
    pub(crate) format: Option<Box<FormatRule>>,
    pub(crate) string: Option<Box<StringRules>>,
    pub(crate) number: Option<Box<NumberRules>>,
    pub(crate) array: Option<Box<SizeRules>>,
    pub(crate) object: Option<Box<ObjectRules>>,
    pub(crate) enumeration: Option<Box<Enumeration>>,
    pub(crate) combinators: Option<Box<Combinators>>,
    /// The rules in CEL at this node, which nobody here evaluates.
    pub(crate) rules: Vec<String>,
}

/// The properties of a node, sorted by name.
#[derive(Debug, Default)]
pub(crate) struct Properties {
    sorted: Vec<(Box<str>, Node)>,
    with_default: Vec<usize>,
}

impl Properties {
    fn new(sorted: Vec<(Box<str>, Node)>) -> Self {
        let has_default =
            |(position, (_, node)): (usize, &(_, Node))| node.default.is_some().then_some(position);
        let with_default = sorted.iter().enumerate().filter_map(has_default).collect();
        Self {
            sorted,
            with_default,
        }
    }

    /// The properties that have a default.
    pub(crate) fn with_default(&self) -> impl Iterator<Item = (&str, &Node)> {
        let properties = self
            .with_default
            .iter()
            .filter_map(|&position| self.sorted.get(position));
        properties.map(|(name, node)| (&**name, node))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Node> {
        self.position(name)
            .and_then(|position| self.sorted.get(position))
            .map(|(_, node)| node)
    }

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.sorted
            .binary_search_by(|(candidate, _)| (**candidate).cmp(name))
            .ok()
    }

    pub(crate) fn at(&self, position: usize) -> Option<&Node> {
        self.sorted.get(position).map(|(_, node)| node)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.sorted.iter().map(|(name, node)| (&**name, node))
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Node> {
        let position = self.position(name)?;
        self.sorted.get_mut(position).map(|(_, node)| node)
    }
}

/// What becomes of keys that no property names.
#[derive(Debug, Default)]
pub(crate) enum Additional {
    #[default]
    Unset,
    Allowed,
    Forbidden,
    Schema(Box<Node>),
}

impl Additional {
    pub(crate) fn schema(&self) -> Option<&Node> {
        match self {
            Self::Schema(node) => Some(node),
            _ => None,
        }
    }

    pub(crate) const fn is_set(&self) -> bool {
        !matches!(self, Self::Unset)
    }
}

/// What there is at a node and below, so that a pass can leave out whole branches.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they say yes or no to independent questions"
)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Below {
    pub(crate) defaults: bool,
    pub(crate) unique_lists: bool,
    pub(crate) embedded: bool,
    pub(crate) rules: bool,
}

impl Below {
    fn add(&mut self, other: Self) {
        self.defaults |= other.defaults;
        self.unique_lists |= other.unique_lists;
        self.embedded |= other.embedded;
        self.rules |= other.rules;
    }
}

/// How items of a list are told apart.
#[derive(Debug, Default)]
pub(crate) enum List {
    #[default]
    Atomic,
    Set,
    Map(Box<[Box<str>]>),
}

/// The JSON types that a node takes, none meaning all.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const ARRAY: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(8);
    pub(crate) const OBJECT: Self = Self(16);
    pub(crate) const STRING: Self = Self(32);
    /// A type that no value has.
    pub(crate) const UNKNOWN: Self = Self(64);

    pub(crate) const fn of(name: &str) -> Self {
        match name.as_bytes() {
            b"" => Self(0),
            b"array" => Self::ARRAY,
            b"boolean" => Self::BOOLEAN,
            b"integer" => Self::INTEGER,
            b"number" => Self::NUMBER,
            b"object" => Self::OBJECT,
            b"string" => Self::STRING,
            _ => Self::UNKNOWN,
        }
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Types({})", type_names(*self))
    }
}

/// The names of types as the server lists them.
pub(crate) fn type_names(types: Types) -> &'static str {
    const INT_OR_STRING: Types = Types::INTEGER.and(Types::STRING);
    match types {
        Types::ARRAY => "array",
        Types::BOOLEAN => "boolean",
        Types::INTEGER => "integer",
        Types::NUMBER => "number",
        Types::OBJECT => "object",
        Types::STRING => "string",
        INT_OR_STRING => "integer,string",
        _ => "",
    }
}

/// A format that says something about values of the node's type.
#[derive(Debug)]
pub(crate) struct FormatRule {
    pub(crate) name: Box<str>,
    /// The check for strings; none for the formats of numbers.
    pub(crate) check: Option<Format>,
}

#[derive(Debug)]
pub(crate) struct StringRules {
    pub(crate) max: Option<i64>,
    pub(crate) min: Option<i64>,
    pub(crate) pattern: Option<Pattern>,
}

#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) text: Box<str>,
    pub(crate) regex: Regex,
}

/// The range of a type that numbers are held to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Range {
    #[default]
    Any,
    /// `integer`, with the format as given.
    Integer,
    Int32,
    Int64,
    Float,
}

#[derive(Debug, Default)]
pub(crate) struct NumberRules {
    pub(crate) range: Range,
    pub(crate) multiple_of: Option<f64>,
    pub(crate) maximum: Option<Bound>,
    pub(crate) minimum: Option<Bound>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) value: f64,
    pub(crate) exclusive: bool,
}

/// How many items or properties there may be.
#[derive(Debug, Default)]
pub(crate) struct SizeRules {
    pub(crate) max: Option<i64>,
    pub(crate) min: Option<i64>,
    pub(crate) unique: bool,
}

#[derive(Debug, Default)]
pub(crate) struct ObjectRules {
    pub(crate) size: SizeRules,
    /// Every required name, as given.
    pub(crate) required: Box<[Box<str>]>,
    /// The bits of required names that are among the first 64 properties.
    pub(crate) required_bits: u64,
    /// The required names that have no bit.
    pub(crate) required_others: Box<[Box<str>]>,
}

/// The values of an enum.
#[derive(Debug)]
pub(crate) struct Enumeration {
    pub(crate) values: Vec<Value>,
    /// The values that are strings, sorted: the common case by far.
    pub(crate) strings: Box<[Box<str>]>,
}

#[derive(Debug, Default)]
pub(crate) struct Combinators {
    pub(crate) any_of: Vec<Node>,
    pub(crate) one_of: Vec<Node>,
    pub(crate) all_of: Vec<Node>,
    pub(crate) not: Option<Node>,
}
