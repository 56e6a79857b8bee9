use std::fmt;

use serde_json::Value;

use super::{Place, Root, Run, Tree, Type};

/// How the values of one spoke type map to those of its hub type: what `#[derive(Spoke)]` writes.
///
/// *Up* is from the spoke to the hub, *down* from the hub to the spoke. A mapping is data of both directions at once.
#[derive(Clone, Copy, Debug)]
pub enum Mapping {
    /// One Rust type serves both versions: copied as it is.
    Same,
    /// A struct and a struct.
    Fields(Fields),
    /// An enum and an enum.
    Variants(Variants),
    /// Newtype structs and what they hold.
    Inner(&'static Nest),
    /// A pair of functions for the whole value.
    Calls(Calls),
}

/// The mapping of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// The spoke's table.
    pub spoke: &'static Type,
    /// The hub's table.
    pub hub: &'static Type,
    /// The steps. Each place of either side belongs to one step.
    pub steps: &'static [Step],
    /// The `#[spoke(…)]` attribute.
    pub place: Place,
}

/// The mapping of an enum.
#[derive(Clone, Copy, Debug)]
pub struct Variants {
    /// The spoke's table.
    pub spoke: &'static Type,
    /// The hub's table.
    pub hub: &'static Type,
    /// The variants of both sides, each once.
    pub variants: &'static [VariantStep],
    /// The `#[spoke(…)]` attribute.
    pub place: Place,
}

/// Which variants correspond, and what becomes of what they hold.
#[derive(Clone, Copy, Debug)]
pub struct VariantStep {
    /// The spoke's variant, a Rust identifier; empty where only the hub has it.
    pub spoke: &'static str,
    /// The hub's variant, a Rust identifier; empty where only the spoke has it.
    pub hub: &'static str,
    /// What becomes of the content.
    pub content: VariantContent,
    /// For a variant of one side: the value of the other side that stands in for it. The original is kept.
    pub stand_in: Option<Run>,
    /// 1-based source line.
    pub line: u32,
}

/// What becomes of what a variant holds.
#[derive(Clone, Copy, Debug)]
pub enum VariantContent {
    /// Neither side holds anything, or there is no counterpart.
    Unit,
    /// Both hold one value.
    Newtype(Nest),
    /// Both hold named fields.
    Fields(&'static [Step]),
}

/// A mapping under lists, maps, options and boxes.
#[derive(Clone, Copy, Debug)]
pub struct Nest {
    /// Lists and maps from the outside in; `Option` and `Box` are not seen on the wire.
    pub through: &'static [Through],
    /// What becomes of what they hold.
    pub mapping: &'static Mapping,
}

impl Nest {
    /// The value is copied.
    pub const SAME: Self = Self {
        through: &[],
        mapping: &Mapping::Same,
    };
}

/// One container around a nested mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// `Vec` and other lists: item by item.
    List,
    /// `BTreeMap` and other maps: value by value.
    Map,
}

/// One part of the mapping of a struct: some places of the spoke, some of the hub, and how the ones follow from the
/// others.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The places of the spoke, none where only the hub has something.
    pub spoke: &'static [Spot],
    /// The places of the hub, none where only the spoke has something.
    pub hub: &'static [Spot],
    /// What functions get of the object's metadata besides, both ways, after the values of places. It is never written.
    pub own: &'static [Own],
    /// How the values follow.
    pub how: How,
    /// What the hub gets where a value cannot be mapped up (`or`): one JSON value a place, as an array. The original is
    /// kept.
    pub up_or: Option<Run>,
    /// What the spoke gets where a value cannot be mapped down (`or_back`).
    pub down_or: Option<Run>,
    /// 1-based source line, in the file of the spoke type.
    pub line: u32,
}

/// A place in a struct's value, or in the object's metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Rust field names from the struct inwards, through `Option` and `Box`; under a map, the key of an entry.
    Field(&'static [&'static str]),
    /// A label of the object. Only in the mapping of a spec or status.
    Label(&'static str),
    /// An annotation of the object. Only in the mapping of a spec or status.
    Annotation(&'static str),
}

/// What is read of an object's metadata: a text, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// `metadata.name`.
    Name,
    /// `metadata.namespace`.
    Namespace,
}

impl Own {
    /// The member of the metadata.
    #[must_use]
    pub const fn member(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Namespace => "namespace",
        }
    }
}

/// How the values of a [`Step`] follow from each other.
#[derive(Clone, Copy, Debug)]
pub enum How {
    /// One place each, the same value or a nested mapping.
    Nest(Nest),
    /// Only one side has the places. The values that it gets when nothing was kept: a JSON array, one value a place, null
    /// for absent; without it the schema's default or nothing.
    Only(Option<Run>),
    /// Only on one side, without values but where one must be there and has no default: then these.
    Default(Run),
    /// The places belong to a step of an enclosing struct.
    Elsewhere,
    /// One value on one side, a list of it on the other.
    WrapList {
        /// The side that has the list.
        list: Side,
        /// What becomes of the value.
        nest: Nest,
    },
    /// A value on one side, an object with the value in one member on the other.
    WrapObject {
        /// The side that has the object.
        object: Side,
        /// The member, a Rust field of the object's type.
        member: &'static str,
        /// What becomes of the value.
        nest: Nest,
    },
    /// Repeats on one side, items with a quantity on the other.
    Counted {
        /// The side that has quantities.
        counts: Side,
        /// The Rust field of the counting item that holds what repeats.
        item: &'static str,
        /// The Rust field of the counting item that holds the quantity.
        count: &'static str,
        /// The order of the repeats means nothing, and is not kept.
        any_order: bool,
        /// What becomes of what repeats.
        nest: Nest,
    },
    /// One string on one side, several values on the other, by a format such as `{host}:{port}`: the names are those of
    /// the places, in order of `parts`.
    Format {
        /// The side that has the string.
        text: Side,
        /// Literal text around the parts: one more than there are parts.
        literals: &'static [&'static str],
        /// For each part of the format, in order: the index of its place on the other side.
        parts: &'static [usize],
        /// The places of which nothing is written as no text.
        empty: &'static [usize],
    },
    /// A list on one side, a string with delimiters on the other.
    Delimited {
        /// The side that has the string.
        text: Side,
        /// What stands between two items.
        by: &'static str,
    },
    /// A list of items on one side, on the other a map from one member of the items to the rest of them.
    Keyed {
        /// The side that has the map.
        map: Side,
        /// The Rust field of the list's items that is the map's key.
        key: &'static str,
        /// The Rust field of the list's items that is the map's value; empty where all the others are.
        value: &'static str,
        /// What becomes of the items, or of that member.
        nest: Nest,
    },
    /// Several fields on one side, a map on the other.
    Gathered {
        /// The side that has the map.
        map: Side,
        /// The key of each field's entry, in the order of the places.
        keys: &'static [&'static str],
    },
    /// A map on both sides, some of its keys renamed.
    Keys {
        /// What the spoke and the hub call an entry.
        pairs: &'static [(&'static str, &'static str)],
        /// What becomes of the values.
        nest: Nest,
    },
    /// A table of values, the spoke's and the hub's, `None` for absent; the first that fits. Others stay as they are.
    Values(&'static [(Option<Tree>, Option<Tree>)]),
    /// String ↔ number or boolean, by the schema types of the two places.
    Coerced,
    /// The hub's number is the spoke's times `numerator / denominator`.
    Factor {
        /// Above the line.
        numerator: i64,
        /// Below the line, not 0.
        denominator: i64,
    },
    /// A Go duration such as `1h5m` on one side, a whole number of units on the other.
    Duration {
        /// The side that has the string.
        text: Side,
        /// The unit, in nanoseconds.
        unit: i64,
    },
    /// A quantity such as `512Mi` on one side, a number of units on the other.
    Quantity {
        /// The side that has the quantity.
        text: Side,
        /// The unit: a suffix that quantities have (`Mi`, `k`, `m`), or empty for ones.
        unit: &'static str,
    },
    /// A list on both sides, item by item, or a map, value by value.
    Each(&'static How),
    /// Functions of the author's.
    Calls(Calls),
}

/// One of the two sides of a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The spoke.
    Spoke,
    /// The hub.
    Hub,
}

/// A function up and a function down.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// From the spoke's values to the hub's.
    pub up: Call,
    /// From the hub's values to the spoke's.
    pub down: Call,
    /// Whether `up` may refuse a value (`try_with`).
    pub up_may_fail: bool,
    /// Whether `down` may refuse a value (`try_back`).
    pub down_may_fail: bool,
    /// Whether no two values map to one, so that even a list-map key may pass.
    pub bijective: bool,
}

/// A function over JSON values: one input per place of one side, one output per place of the other.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::type_complexity,
    reason = "a name would hide what the doc says"
)]
pub struct Call(pub fn(&[Option<&Value>]) -> Result<Vec<Option<Value>>, Unmapped>);

/// Why a step yields no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmapped {
    /// The input is not complete, or is no value of the type: what depends on it is left out.
    Partial(String),
    /// The function refused the value, or a value has no counterpart: the stand-in is used, or conversion fails.
    Refused(String),
    /// The function panicked, which is taken for a refusal.
    Panicked(String),
}

/// How one version of a custom resource maps to the version it is a spoke of.
#[derive(Clone, Copy, Debug)]
pub struct RootMapping {
    /// The spoke's root.
    pub spoke: &'static Root,
    /// The hub's root.
    pub hub: &'static Root,
    /// The specs, or the objects themselves (`no_spec`).
    pub spec: &'static Mapping,
    /// The statuses, where both have one.
    pub status: Option<&'static Mapping>,
    /// The spec that the hub gets of an object without one, as the one item of an array.
    pub up_or: Option<Run>,
    /// The spec that the spoke gets of an object without one.
    pub down_or: Option<Run>,
}

/// Which way a conversion goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the spoke to the hub.
    Up,
    /// From the hub to the spoke.
    Down,
}

impl Direction {
    /// The other way.
    #[must_use]
    pub const fn reverse(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// The side that values come from.
    #[must_use]
    pub const fn from(self) -> Side {
        match self {
            Self::Up => Side::Spoke,
            Self::Down => Side::Hub,
        }
    }

    /// The side that values go to.
    #[must_use]
    pub const fn to(self) -> Side {
        self.reverse().from()
    }
}

impl Side {
    /// The side that is not this one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Spoke => Self::Hub,
            Self::Hub => Self::Spoke,
        }
    }
}

impl Calls {
    /// The function of a direction.
    #[must_use]
    pub const fn of(&self, direction: Direction) -> Call {
        match direction {
            Direction::Up => self.up,
            Direction::Down => self.down,
        }
    }

    /// Which values that may refuse.
    #[must_use]
    pub fn refused_by(&self, direction: Direction) -> Option<String> {
        let may_fail = match direction {
            Direction::Up => self.up_may_fail,
            Direction::Down => self.down_may_fail,
        };
        may_fail.then(|| "what the function refuses".to_owned())
    }
}

/// How a version maps to its hub, and who judges it.
#[derive(Clone, Copy, Debug)]
pub struct HubMapping {
    /// The mapping: a function, for it names the tables of both versions.
    pub of: fn() -> &'static RootMapping,
    /// Whether it can run.
    pub judge: Judge,
}

/// Plans a mapping with the schemas of its spoke, which is called so, and of its hub: where values that are valid at one
/// version may be refused at the other, a line for each place.
pub type Judge = fn(&'static RootMapping, &str, [&Value; 2]) -> Result<Vec<String>, PlanError>;

/// Why a mapping cannot run: the tables contradict each other in a way that no compiler saw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanError {
    /// `file:line` of the `#[spoke(…)]` that it is about.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

impl PlanError {
    /// Of the `file:line` of a `#[spoke(…)]`, what is wrong there.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(place: String, what: String) -> Self {
        Self { place, what }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for PlanError {}
