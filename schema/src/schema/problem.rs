//! Why a Rust type has no structural schema that keeps its promise.

use std::{error::Error, fmt};

use super::{
    node::{ConflictKind, Kinds},
    source::Source,
};

/// A type, or a field of one, for which no schema can be made: one that everything that serde writes satisfies, and
/// whose every value serde reads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// Where it is.
    pub source: Source,
    /// What is wrong.
    pub cause: Cause,
}

/// ``` `PizzaSpec.toppings` (src/pizza.rs:12): … ```
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.cause)
    }
}

impl Error for Problem {}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// Nested too deep, or without end.
    Depth,
    /// `skip_serializing_if` on a field that must be there.
    SkippedButRequired,
    /// `skip_serializing` on a field that must be there.
    NeverWritten,
    /// `skip_deserializing` in a struct that denies unknown fields.
    NeverReadButDenied,
    /// `optional` on a field that serde does not read without.
    Optional,
    /// `required` beside a default.
    RequiredWithDefault,
    /// `required` and `nullable = false` on a field that serde writes as `null`.
    RequiredButNull,
    /// `nullable` on something that serde does not read `null` for.
    Nullable,
    /// `nullable = false` on items or values that serde writes as `null`.
    NotNullable,
    /// A key on a type that it does not fit.
    Misfit {
        /// The key.
        key: &'static str,
        /// The type's kinds of values.
        of: String,
        /// What the key is for.
        wants: String,
    },
    /// `embedded_resource` on a map whose values are restricted.
    EmbeddedValues(String),
    /// `default` is `null`.
    NullDefault,
    /// `default` without serde's default.
    NoSerdeDefault,
    /// A default of a whole struct, among those that are taken, that does not show the field.
    UnknownDefault,
    /// A default where an alias may stand in for the field.
    DefaultWithAlias(String),
    /// A default on what a map with finitely many keys holds.
    DefaultValues,
    /// `nested_default` where members are required.
    NestedDefault(Vec<String>),
    /// A function that makes a value failed.
    Run {
        /// What the value is for.
        what: &'static str,
        /// Its error.
        error: String,
    },
    /// A schema that is none.
    Schema {
        /// What is wrong with it.
        error: String,
    },
    /// A schema of another crate's type that has no structural form.
    Foreign {
        /// The Rust path.
        rust: &'static str,
        /// What is wrong with it.
        error: String,
    },
    /// An allowed value that the type does not have.
    EnumOutside(String),
    /// A bound that no integer can be compared with.
    IntegerBound {
        /// The key.
        key: &'static str,
        /// The bound.
        bound: f64,
    },
    /// `multiple_of` that nothing is a multiple of.
    Factor(f64),
    /// Two members of one name.
    Collision(String),
    /// A key on a flattened field.
    FlattenKey(&'static str),
    /// A keyword on a flattened type that cannot be said of its container.
    FlattenKeyword(String),
    /// A flattened type that is no object.
    FlattenKind(String),
    /// A flattened map whose keys are not just strings.
    FlattenKeys,
    /// A flattened map of restricted values beside other fields.
    FlattenValues,
    /// Two flattened members that both take what is left over.
    FlattenTwice,
    /// `deny_unknown_fields` where serde always finds unknown fields.
    FlattenDenied,
    /// An optional flattened type that must have a member and takes what is left over.
    FlattenMaybe(String),
    /// `deny_unknown_fields` where unknown fields are kept.
    PreservedButDenied,
    /// Something that serde cannot read once it has buffered it.
    Buffered {
        /// What cannot be read.
        what: &'static str,
        /// Why it is buffered.
        by: &'static str,
    },
    /// A map key that serde does not write as a string.
    MapKey(String),
    /// Keys of a map can only be checked by CEL, which does not see the map.
    MapKeyUnseen,
    /// Checking the keys of a map costs too much.
    MapKeyCost,
    /// Comparing an immutable value costs too much.
    ImmutableCost,
    /// An enum without variants.
    NoVariants,
    /// A variant of an internally tagged enum that holds something else than members.
    TaggedContent {
        /// The tag.
        tag: &'static str,
        /// What it holds.
        of: String,
    },
    /// Two variants that one schema cannot hold.
    Variants {
        /// The first.
        first: &'static str,
        /// The second.
        second: &'static str,
        /// The member where they disagree; empty: as a whole.
        member: String,
        /// How they disagree.
        conflict: ConflictKind,
    },
    /// A variant of an untagged enum that serde reads as an earlier one, losing something.
    Ambiguous {
        /// The earlier variant.
        reader: &'static str,
        /// The later one.
        written: &'static str,
        /// What is lost.
        lost: Loss,
    },
    /// A key on a variant that has no schema of its own.
    VariantKey(&'static str),
    /// A union of members that do not exist.
    NoMember(String),
    /// CEL does not see the value.
    Unseen {
        /// What needs CEL.
        what: &'static str,
    },
    /// Something that needs CEL within a value that CEL does not see.
    UnseenWithin {
        /// Whether it is the rule that checks the keys of a map.
        keys: bool,
    },
    /// A rule about the old value where old and new cannot be matched.
    Uncorrelatable,
    /// Items of a set or keyed list that may be `null`.
    NullItems,
    /// Items of a set that are lists or objects, and not atomic.
    PartItems {
        /// The key that says so.
        key: &'static str,
        /// Its value.
        given: String,
    },
    /// Items of a list that may be of several kinds: no `type` keeps `null` out.
    NullAmongKinds(String),
}

/// What is lost when a variant is read as an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// A member that the earlier variant does not have.
    Member(String),
    /// Digits of an integer that is read as a floating-point number.
    Digits,
}

impl Cause {
    pub(super) fn misfit(key: &'static str, of: Kinds, wants: Kinds) -> Self {
        Self::Misfit {
            key,
            of: of.to_string(),
            wants: wants.to_string(),
        }
    }
}

impl fmt::Display for Cause {
    #[expect(clippy::too_many_lines, reason = "one arm per cause")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth => f.write_str(
                "nested too deep, perhaps without end: no structural schema is recursive; write `#[schema(opaque)]` where it \
                 recurs",
            ),
            Self::SkippedButRequired => f.write_str(
                "`skip_serializing_if` leaves it out when writing, and serde does not read without it: add \
                 `#[serde(default)]`, or make it an `Option`",
            ),
            Self::NeverWritten => f.write_str(
                "`skip_serializing` leaves it out when writing, and serde does not read without it: add \
                 `#[serde(default)]`",
            ),
            Self::NeverReadButDenied => f.write_str(
                "`skip_deserializing` makes it an unknown field, which `deny_unknown_fields` refuses to read: take one \
                 of them away",
            ),
            Self::Optional => {
                f.write_str("`optional`, but serde does not read without it: add `#[serde(default)]`, or make it an `Option`")
            }
            Self::RequiredWithDefault => f.write_str(
                "`required` beside a default: the API server fills the default in before it looks; take one of them away",
            ),
            Self::RequiredButNull => f.write_str(
                "`required` and `nullable = false`, but serde writes `None` as `null`, which the API server drops: take \
                 one of them away",
            ),
            Self::Nullable => f.write_str("`nullable`, but serde does not read `null` here: make it an `Option`"),
            Self::NotNullable => {
                f.write_str("`nullable = false`, but serde writes `None` as `null`: hold values without `Option`")
            }
            Self::Misfit { key, of, wants } => write!(f, "`{key}` is for {wants}; this is {of}"),
            Self::EmbeddedValues(of) => write!(
                f,
                "an embedded resource has `apiVersion`, `kind` and `metadata`, and every value of this map is {of}: write a \
                 struct, or a map of `serde_json::Value`"
            ),
            Self::NullDefault => {
                f.write_str("the default is `null`, which is no default to the API server: leave it out")
            }
            Self::NoSerdeDefault => {
                f.write_str("`default` without a value takes serde's, and there is none: add `#[serde(default)]`, or write `default = …`")
            }
            Self::UnknownDefault => f.write_str(
                "serde's default of the struct does not show this field, which is not written (`skip_serializing`), so that it \
                 cannot be taken: write it, `#[schema(default = …)]`, or `#[schema(no_default)]`",
            ),
            Self::DefaultWithAlias(alias) => write!(
                f,
                "a default beside the alias `{alias}`: the API server would fill in the field where only the alias is \
                 set, and serde refuses both; take one of them away"
            ),
            Self::DefaultValues => f.write_str(
                "a default for values of a map whose keys are an enum: the API server would fill in every key; leave it out",
            ),
            Self::NestedDefault(members) => write!(
                f,
                "`nested_default`, but without a default {} required: give {} a default, or make {} optional",
                are(members),
                them(members),
                them(members)
            ),
            Self::Run { what, error } => write!(f, "the {what} cannot be made: {error}; write one that can always be made"),
            Self::Schema { error } => write!(f, "this is no structural schema: {error}"),
            Self::Foreign { rust, error } => write!(
                f,
                "the JSON schema of `{rust}` has no structural form: {error}; give one with `#[schema(with = function)]`, \
                 or keep any JSON with `#[schema(opaque)]`"
            ),
            Self::EnumOutside(value) => write!(f, "`enum_values` allows {value}, which the type does not have"),
            Self::IntegerBound { key, bound } => write!(
                f,
                "`{key} = {bound}` is no whole number: the API server would refuse every value; write one"
            ),
            Self::Factor(factor) => write!(
                f,
                "`multiple_of = {factor}`, which the API server refuses for every value: write a positive number"
            ),
            Self::Collision(name) => {
                write!(f, "two fields are called `{name}` on the wire: rename one with `#[serde(rename = \"…\")]`")
            }
            Self::FlattenKey(key) => {
                write!(f, "`{key}` on a flattened field, which is no property: write it on the type or on its fields")
            }
            Self::FlattenKeyword(keyword) => write!(
                f,
                "the flattened type has `{keyword}`, which cannot be said of some members of an object only: take it away"
            ),
            Self::FlattenKind(kinds) => {
                write!(f, "only structs, maps and enums with members can be flattened; this is {kinds}")
            }
            Self::FlattenKeys => f.write_str(
                "serde reads a flattened map only with keys that are plain strings: use `String` keys, or do not flatten",
            ),
            Self::FlattenValues => f.write_str(
                "the values of a flattened map beside other fields cannot be restricted, since `additionalProperties` \
                 and `properties` exclude each other: use `serde_json::Value` values, or do not flatten",
            ),
            Self::FlattenTwice => f.write_str(
                "two flattened members would take the same fields: keep one, or do not flatten the other; a map comes last",
            ),
            Self::FlattenMaybe(member) => write!(
                f,
                "where `{member}` is missing, serde reads this flattened member as `None` and loses what the map in it \
                 would hold: take the `Option` away, or make what must be there optional"
            ),
            Self::FlattenDenied => f.write_str(
                "`deny_unknown_fields` beside this flattened member makes serde refuse what it wrote itself: take one of \
                 them away",
            ),
            Self::PreservedButDenied => f.write_str(
                "unknown fields are preserved, and serde refuses to read them: take `deny_unknown_fields` away, or do not \
                 preserve (what may be of several kinds, such as a string or an object, always preserves)",
            ),
            Self::Buffered { what, by } => write!(f, "serde cannot read {what} inside {by}: use another type, or a tag of another form"),
            Self::MapKey(kinds) => {
                write!(f, "map keys must be what serde writes as a string: strings, integers, `bool`, `char` or enums without data; this is {kinds}")
            }
            Self::MapKeyUnseen => f.write_str(
                "the keys of this map need a CEL rule, and CEL does not see maps of values without a type: use `String` \
                 keys, or values with a type",
            ),
            Self::MapKeyCost => f.write_str(
                "the CEL rule that checks the keys of this map costs more than the API server allows: say \
                 `max_properties` on it and `max_items` on the lists around it, or use `String` keys",
            ),
            Self::ImmutableCost => f.write_str(
                "comparing it with its old value costs more than the API server allows: say `max_length`, `max_items` or \
                 `max_properties` on it, and `max_items` on the lists around it",
            ),
            Self::NoVariants => f.write_str("an enum without variants has no values"),
            Self::TaggedContent { tag, of } => write!(
                f,
                "the tag `{tag}` stands beside the content, so the content must be an object; this is {of}: name a \
                 `content` for it, `#[serde(tag = \"{tag}\", content = \"…\")]`, or make it a struct variant"
            ),
            Self::Variants { first, second, member, conflict } => {
                write!(f, "no structural schema holds both `{first}` and `{second}`: ")?;
                if member.is_empty() {
                    f.write_str("their content")?;
                } else {
                    write!(f, "`{member}`")?;
                }
                write!(
                    f,
                    " {conflict}; write them alike, give the field another name, or use an externally tagged enum, where \
                     each variant has its own property"
                )
            }
            Self::Ambiguous { reader, written, lost: Loss::Member(member) } => write!(
                f,
                "serde reads what `{written}` writes as `{reader}` and loses `{member}`: put `{written}` before \
                 `{reader}`, give `{reader}` a required field that `{written}` does not have, or add a tag"
            ),
            Self::Ambiguous { reader, written, lost: Loss::Digits } => write!(
                f,
                "serde reads what `{written}` writes as `{reader}` and loses digits of large integers: put `{written}` \
                 before `{reader}`"
            ),
            Self::VariantKey(key) => {
                write!(f, "`{key}` on a variant that has no schema of its own: write it on the enum or on the fields")
            }
            Self::NoMember(name) => write!(f, "there is no member `{name}`"),
            Self::Unseen { what } => write!(
                f,
                "{what} needs CEL, which does not see values without a type: give the value one, or say it on the parent"
            ),
            Self::UnseenWithin { keys } => {
                let (what, instead) = match keys {
                    true => ("the keys of this map need a CEL rule", "use `String` keys"),
                    false => ("a rule needs CEL", "write it on a type that is not within"),
                };
                write!(
                    f,
                    "{what}, and the API server runs none within a value that may be of several kinds, such as an enum \
                     that is a string or an object: {instead}, or give the enum a tag"
                )
            }
            Self::Uncorrelatable => f.write_str(
                "a rule with `oldSelf` on the items of a list (or `immutable` there), where the API server cannot tell \
                 which old item is meant: give the list `list_map_keys`, or write the rule on the list",
            ),
            Self::PartItems { key, given } => write!(
                f,
                "list_type: the items of a set are compared as a whole, and these are `{key} = {given:?}` (the API server: \
                 `must be atomic as item of a list with x-kubernetes-list-type=set`): say `items({key} = \"atomic\")`"
            ),
            Self::NullItems => f.write_str(
                "items of a set or of a list with keys may not be `null`: hold items without `Option`, or say \
                 `list_type = \"atomic\"`",
            ),
            Self::NullAmongKinds(kinds) => write!(
                f,
                "items of a list may be {kinds}, which no `type` says, and without one the API server takes `null` among \
                 them, which serde does not read: hold `Option`s, or items of one kind"
            ),
        }
    }
}

fn are(members: &[String]) -> String {
    format!(
        "`{}` {}",
        members.join("`, `"),
        if members.len() == 1 { "is" } else { "are" }
    )
}

fn them(members: &[String]) -> &'static str {
    if members.len() == 1 { "it" } else { "them" }
}
