use std::fmt;

use super::super::node::ConflictKind;

/// Why a JSON schema has no structural form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::schema) struct Unsayable(pub(super) Vec<Problem>);

/// One part of a JSON schema that no structural schema can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    /// Where in the schema, references followed: `$.properties.spec.items`.
    pub(super) path: String,
    /// What is wrong there.
    pub(super) cause: Cause,
}

impl fmt::Display for Unsayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Problem { path, cause }) in self.0.iter().enumerate() {
            let separator = if number == 0 { "" } else { "; " };
            write!(f, "{separator}at `{path}`, {cause}")?;
        }
        Ok(())
    }
}

/// Why a part of a JSON schema has no structural form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// There is no schema.
    Run(String),
    /// Neither an object nor a boolean.
    NotASchema,
    /// A keyword holds what it may not hold.
    Malformed {
        /// The keyword.
        keyword: String,
        /// What it may hold.
        expected: &'static str,
    },
    /// `type` names none of the types there are.
    Type(String),
    /// A reference to something that is not there.
    Unresolved(String),
    /// A reference to what it stands in.
    Recursive(String),
    /// A keyword that constrains values and that the API server does not know.
    Keyword(String),
    /// A keyword that there is not, near to one that there is, or among Kubernetes' own.
    Unknown {
        /// The keyword.
        keyword: String,
        /// The one that was perhaps meant.
        near: Option<&'static str>,
    },
    /// A list without duplicates, of items that the API server does not compare.
    Set,
    /// Nothing is valid.
    Nothing,
    /// A list whose items differ by position.
    Tuple,
    /// Fields, and other members that are data.
    MapBesideFields,
    /// Several patterns of keys with different values.
    KeyPatterns,
    /// Keys that are integers of an unknown size.
    IntegerKeys,
    /// Keys that cannot be checked.
    Keys(String),
    /// A constant that is a list or an object.
    CompoundConstant,
    /// `not` about a member that is declared nowhere.
    Undeclared(String),
    /// A bound or factor that the API server would misread.
    Factor(String),
    /// All parts of `allOf` must hold, and these two cannot be said together.
    Disagree {
        /// The keyword.
        keyword: String,
    },
    /// Two alternatives that cannot be told apart or said together.
    Alternatives {
        /// The member where they disagree; empty: as a whole.
        member: String,
        /// How they disagree.
        kind: ConflictKind,
    },
    /// Nested too deep.
    Depth(usize),
    /// Too much of it, with its references written out.
    Size(usize),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run(error) => f.write_str(error),
            Self::NotASchema => f.write_str("there is neither an object nor a boolean"),
            Self::Malformed { keyword, expected } => write!(f, "`{keyword}` must be {expected}"),
            Self::Type(name) => {
                write!(f, "`type: {name}` is none of array, boolean, integer, null, number, object, string")
            }
            Self::Unresolved(name) => write!(f, "`$ref: {name}` refers to nothing in this schema"),
            Self::Recursive(name) => {
                write!(f, "`$ref: {name}` leads back to where it stands, and a structural schema cannot be recursive")
            }
            Self::Keyword(name) => write!(f, "the API server does not know `{name}`, so it would not be enforced"),
            Self::Unknown { keyword, near: Some(near) } => {
                write!(f, "there is no keyword `{keyword}`, so it would not be enforced; did you mean `{near}`?")
            }
            Self::Unknown { keyword, near: None } => {
                write!(f, "there is no keyword `{keyword}` in a CRD, so it would not be enforced")
            }
            Self::Set => f.write_str(
                "`uniqueItems` is about items that may be `null` or of several types, and the API server has no set of these",
            ),
            Self::Nothing => f.write_str("no value is valid"),
            Self::Tuple => f.write_str("the items of a list differ by position, and structural lists have one schema for all"),
            Self::MapBesideFields => f.write_str(
                "there are fields and, beside them, other members with a schema of their own, which the API server refuses",
            ),
            Self::KeyPatterns => f.write_str("the values of a map depend on its keys' patterns, or stand beside fields"),
            Self::IntegerKeys => f.write_str(
                "the keys of a map are integers and the schema does not say how large, so that the API server would take keys \
                 that serde does not read: derive `Schema`, whose maps know (or say `[0-9]` in place of `\\d` if the keys are text)",
            ),
            Self::Keys(why) => f.write_str(why),
            Self::CompoundConstant => f.write_str("a constant is a list or an object"),
            Self::Undeclared(name) => write!(f, "`not` is about `{name}`, which no `properties` declare"),
            Self::Factor(factor) => write!(
                f,
                "`multipleOf: {factor}` has a fraction, which the API server cuts off when the value it checks is an integer"
            ),
            Self::Disagree { keyword } => write!(f, "parts that must hold together have different `{keyword}`"),
            Self::Alternatives { member, kind } if member.is_empty() => {
                write!(f, "two alternatives cannot both be described: what they hold {kind}")
            }
            Self::Alternatives { member, kind } => {
                write!(f, "two alternatives cannot both be described: `{member}` {kind}")
            }
            Self::Depth(limit) => write!(f, "it is nested deeper than {limit} levels"),
            Self::Size(limit) => write!(f, "it has more than {limit} parts, all references written out"),
        }
    }
}
