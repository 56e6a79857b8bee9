use std::fmt;

/// Two alternatives that no structural schema holds both of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::schema) struct Conflict {
    /// The positions of the two.
    pub(in crate::schema) between: (usize, usize),
    /// The member where they disagree, such as `a.b[]`; empty: the alternatives as a whole.
    pub(in crate::schema) path: String,
    pub(in crate::schema) kind: ConflictKind,
}

/// Why no structural schema holds both alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConflictKind {
    /// One takes `null` and the other does not.
    Null,
    /// Different defaults.
    Default,
    /// A default fills a member in that the other refuses to read.
    Filled,
    /// One has a member that the other takes as data.
    Open,
    /// Maps of different values, or a map and a struct.
    Map,
    /// Different list types, map types and the like.
    Merge,
    /// Different CEL rules.
    Rules,
    /// `metadata` may not be told apart inside a combinator.
    Metadata,
}

impl fmt::Display for ConflictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "is nullable in one and not in the other",
            Self::Default => "has different defaults",
            Self::Filled => "has a default in one, which the API server fills in for the other too, where it is an unknown field",
            Self::Open => "is a field of one and free data of the other",
            Self::Map => "is a map of other values in one than in the other, or a map in one and a struct in the other",
            Self::Merge => "has another list type, map type or list-map keys in one than in the other",
            Self::Rules => "has other CEL rules in one than in the other",
            Self::Metadata => "is called `metadata` and differs, which may not be said inside a combinator",
        })
    }
}
