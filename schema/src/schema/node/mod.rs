//! The working form of a schema: what the lowering builds, unites and prints.

mod branch;
mod join;
mod kinds;
mod read;
mod write;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

pub(super) use branch::Branch;
pub use join::ConflictKind;
pub(super) use join::{Joined, join};
pub(super) use kinds::{Kinds, LARGEST_BOUND};
pub(super) use read::read;
pub(super) use write::write;

use super::source::Source;
use crate::table::IntOrStringForm;

/// One node of a schema.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that hold or do not hold independently of each other"
)]
pub(super) struct Node {
    pub(super) source: Source,
    /// The kinds of JSON that may stand here, `null` apart. None: only `null`.
    pub(super) kinds: Kinds,
    /// Whether `null` may stand here.
    pub(super) nullable: bool,
    /// Whether serde reads `null` here, said or not.
    pub(super) reads_null: bool,
    /// `x-kubernetes-preserve-unknown-fields`.
    pub(super) preserve: bool,
    /// Whether reading fails on members that are not declared.
    pub(super) closed: Closed,
    /// Whether some flattened member is shown all that is left over, and leaves it to others as well.
    pub(super) sees_all: bool,
    pub(super) properties: BTreeMap<String, Node>,
    pub(super) required: Vec<String>,
    pub(super) additional: Option<Box<Node>>,
    pub(super) items: Option<Box<Node>>,
    /// `oneOf`, `anyOf`, `allOf` and `not`.
    pub(super) constraints: Vec<Constraint>,
    /// `x-kubernetes-validations`.
    pub(super) rules: Vec<Value>,
    /// What the rule about the keys of a map costs for one key; 0 where there is none.
    pub(super) key_cost: u64,
    /// Whether one of the rules compares the value with the old one.
    pub(super) immutable: bool,
    /// Whether the default was taken from serde with those of all fields.
    pub(super) taken_default: bool,
    /// How int-or-string is written, where `kinds` is that.
    pub(super) int_or_string: IntOrStringForm,
    /// The `type` that stands beside int-or-string without saying anything of an object.
    pub(super) idle_type: Option<String>,
    /// Written as JSON by a function, and meant as it stands.
    pub(super) given: bool,
    /// An `enum` beside `nullable`, which refuses `null` all the same, is meant as it stands.
    pub(super) enum_refuses_null: bool,
    /// What the values of an enum mean; follows the description, whoever writes that.
    pub(super) legend: String,
    /// All other keywords.
    pub(super) keywords: Map<String, Value>,
}

/// Whether reading fails on members that are not declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// They are ignored or kept.
    No,
    /// There is exactly one member, so `maxProperties: 1` keeps others out.
    OneMember,
    /// Only pruning keeps them out.
    Yes,
}

/// One combinator; its members are in the form that a schema inside a combinator has.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constraint {
    OneOf(Vec<Value>),
    AnyOf(Vec<Value>),
    AllOf(Vec<Value>),
    Not(Value),
}

impl Node {
    /// Whatever is of these kinds.
    pub(super) fn new(source: Source, kinds: Kinds) -> Self {
        Self {
            source,
            kinds,
            nullable: false,
            reads_null: false,
            preserve: false,
            closed: Closed::No,
            sees_all: false,
            properties: BTreeMap::new(),
            required: Vec::new(),
            additional: None,
            items: None,
            constraints: Vec::new(),
            rules: Vec::new(),
            key_cost: 0,
            immutable: false,
            taken_default: false,
            int_or_string: IntOrStringForm::Bare,
            idle_type: None,
            given: false,
            enum_refuses_null: false,
            legend: String::new(),
            keywords: Map::new(),
        }
    }

    /// Any JSON but `null`.
    pub(super) fn any(source: Source) -> Self {
        Self {
            preserve: true,
            ..Self::new(source, Kinds::ALL)
        }
    }

    /// Only `null`.
    pub(super) fn null(source: Source) -> Self {
        Self {
            nullable: true,
            reads_null: true,
            ..Self::new(source, Kinds::NONE)
        }
    }

    pub(super) fn set(&mut self, keyword: &str, value: impl Into<Value>) {
        self.keywords.insert(keyword.to_owned(), value.into());
    }

    pub(super) fn require(&mut self, name: &str) {
        if !self.required.iter().any(|required| required == name) {
            self.required.push(name.to_owned());
        }
    }

    /// Whether some value is refused because this member is not there.
    pub(super) fn may_require(&self, name: &str) -> bool {
        let schemas = |constraint: &Constraint| match constraint {
            Constraint::OneOf(schemas)
            | Constraint::AnyOf(schemas)
            | Constraint::AllOf(schemas) => schemas.iter().any(|schema| requires(schema, name)),
            Constraint::Not(_) => false,
        };
        self.required.iter().any(|required| required == name)
            || self.constraints.iter().any(schemas)
    }

    pub(super) fn has_default(&self) -> bool {
        self.keywords.contains_key("default")
    }

    /// Takes out what was taken from serde, here and in all that is within.
    pub(super) fn forget_taken_defaults(&mut self) {
        if self.taken_default {
            self.keywords.remove("default");
            self.taken_default = false;
        }
        self.properties
            .values_mut()
            .for_each(Self::forget_taken_defaults);
        self.items.as_deref_mut().map(Self::forget_taken_defaults);
        self.additional
            .as_deref_mut()
            .map(Self::forget_taken_defaults);
    }

    /// Whether any JSON at all may stand here.
    pub(super) fn is_any(&self) -> bool {
        self.kinds == Kinds::ALL
            && self.preserve
            && self.constraints.is_empty()
            && self.properties.is_empty()
            && self.items.is_none()
            && self.additional.is_none()
            && !self.says_of_values()
    }

    /// Whether there is a keyword that some value could break.
    pub(super) fn says_of_values(&self) -> bool {
        let silent =
            |keyword: &String| keyword == "default" || DOCUMENTATION.contains(&keyword.as_str());
        !self.keywords.keys().all(silent)
    }

    /// Whether values may be of several kinds, but not of any: there is no `type` that says so.
    pub(super) fn is_of_several_kinds(&self) -> bool {
        let one = self.kinds.json_type().is_some() || self.kinds == Kinds::INT_OR_STRING;
        !one && self.kinds != Kinds::NONE && self.kinds != Kinds::ALL
    }

    /// Whether CEL sees values here: only of one type, or int-or-string.
    pub(super) fn has_cel_type(&self) -> bool {
        if self.kinds == Kinds::ARRAY {
            return self
                .items
                .as_ref()
                .is_some_and(|items| items.has_cel_type());
        }
        if let Some(additional) = &self.additional {
            return additional.has_cel_type();
        }
        self.kinds == Kinds::NONE
            || self.kinds.json_type().is_some()
            || self.kinds == Kinds::INT_OR_STRING
    }

    /// Whether both allow the same values; where they stand and how they are documented does not matter.
    pub(super) fn same_values(&self, other: &Self) -> bool {
        let (mut left, mut right) = (write(self.clone()).schema, write(other.clone()).schema);
        undocument(&mut left);
        undocument(&mut right);
        self.closed == other.closed && left == right
    }
}

/// Whether a schema inside a combinator requires a member.
fn requires(schema: &Value, name: &str) -> bool {
    let any = |keyword: &str, test: &dyn Fn(&Value) -> bool| {
        let values = schema.get(keyword).and_then(Value::as_array);
        values.is_some_and(|values| values.iter().any(test))
    };
    any("required", &|required| required == name)
        || ["oneOf", "anyOf", "allOf"]
            .iter()
            .any(|keyword| any(keyword, &|schema| requires(schema, name)))
}

pub(super) const DOCUMENTATION: [&str; 4] = ["title", "description", "example", "externalDocs"];

/// Takes out what says nothing about values.
pub(crate) fn undocument(schema: &mut Value) {
    let Value::Object(keywords) = schema else {
        return;
    };
    for keyword in DOCUMENTATION {
        keywords.remove(keyword);
    }
    if let Some(Value::Object(properties)) = keywords.get_mut("properties") {
        properties.values_mut().for_each(undocument);
    }
    for keyword in ["items", "additionalProperties"] {
        if let Some(inner) = keywords.get_mut(keyword) {
            undocument(inner);
        }
    }
}
