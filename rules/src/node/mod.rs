//! A schema compiled for use: everything that is asked of it for every object is looked up once.

mod compile;
mod defaults;
mod properties;
mod types;

use regex::Regex;
use serde_json::Value;

use crate::format::Format;
use crate::number::Whole;

pub(crate) use compile::{
    CompileError, Of, Purpose, compile, compile_of, is_format_checked, range_of, range_on,
};
pub(crate) use properties::Properties;
pub(crate) use types::{Takes, Types};

/// A compiled schema node. The same node prunes, defaults and validates.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) properties: Properties,
    pub(crate) additional: Additional,
    pub(crate) items: Option<Box<Node>>,
    pub(crate) types: Types,
    pub(crate) takes: Takes,
    pub(crate) nullable: bool,
    pub(crate) preserve: bool,
    pub(crate) embedded: bool,
    pub(crate) below: Below,
    checks: Option<Box<Checks>>,
    rare: Option<Box<Rare>>,
}

/// What is asked of a value beyond its type.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    pub(crate) format: Option<FormatRule>,
    pub(crate) string: Option<StringRules>,
    pub(crate) number: Option<NumberRules>,
    pub(crate) array: Option<SizeRules>,
    pub(crate) object: Option<ObjectRules>,
    pub(crate) enumeration: Option<Enumeration>,
    pub(crate) combinators: Option<Combinators>,
}

/// What few nodes have, and what is not needed to validate.
#[derive(Debug, Default)]
struct Rare {
    list: List,
    default: Option<Value>,
    rules: Vec<String>,
    with_default: Box<[usize]>,
    unknown_type: String,
}

impl Node {
    /// The schema of a member: that of the property, else that of additional ones.
    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        self.properties.get(name).or(match &self.additional {
            Additional::Schema(schema) => Some(schema),
            _ => None,
        })
    }

    /// What is asked of a value beyond its type, which may be nothing.
    pub(crate) fn checks(&self) -> &Checks {
        static NONE: Checks = Checks {
            format: None,
            string: None,
            number: None,
            array: None,
            object: None,
            enumeration: None,
            combinators: None,
        };
        self.checks.as_deref().unwrap_or(&NONE)
    }

    /// The types that it takes, as the server lists them.
    pub(crate) fn type_names(&self) -> &str {
        match self.rare.as_deref() {
            Some(rare) if self.types == Types::UNKNOWN => &rare.unknown_type,
            _ => types::type_names(self.types),
        }
    }

    /// How the items of a list are told apart.
    pub(crate) fn list(&self) -> &List {
        static ATOMIC: List = List::Atomic;
        self.rare.as_deref().map_or(&ATOMIC, |rare| &rare.list)
    }

    /// What is set where there is nothing.
    pub(crate) fn default_value(&self) -> Option<&Value> {
        self.rare.as_deref()?.default.as_ref()
    }

    /// The rules in CEL at this node, which nobody here evaluates.
    pub(crate) fn rules(&self) -> &[String] {
        self.rare.as_deref().map_or(&[], |rare| &rare.rules)
    }

    /// The properties that have a default.
    pub(crate) fn with_default(&self) -> impl Iterator<Item = (&str, &Value)> {
        let positions = self
            .rare
            .as_deref()
            .map_or(&[][..], |rare| &rare.with_default);
        let entries = positions
            .iter()
            .filter_map(|&position| self.properties.entry(position));
        entries.filter_map(|(name, node)| Some((name, node.default_value()?)))
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
    /// What counts as a multiple.
    pub(crate) whole: Whole,
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
