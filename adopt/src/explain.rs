//! What differs between the CRDs before and after, and what that means.

use std::fmt;

use serde_json::Value;
use wheelwright_rules::Segment;
use wheelwright_rules::crd::Unreadable;
use wheelwright_rules::crd::compare::{Difference, Direction, Kind, compare};

/// A difference that is explained. `Display` says it in a line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explained {
    /// What it asks of people.
    pub fate: Fate,
    /// What differs, with its place.
    pub difference: Difference,
    /// Why, and what to write if it is not wanted.
    pub why: &'static str,
}

/// What a difference asks of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Nothing: objects are taken and stored as before.
    Same,
    /// Nothing: what is refused or filled in now could not be read, or was not there.
    Better,
    /// To say which of the two it is to be.
    Decide,
}

impl Fate {
    /// Its name: `decide`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Better => "better",
            Self::Decide => "decide",
        }
    }
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}\n  {}",
            self.fate.name(),
            self.difference,
            self.why
        )
    }
}

/// Compares the CRD that kube-derive emitted with that of the types as they are now.
///
/// # Errors
///
/// If one of the two is no CRD that a server can read.
pub fn explain(before: &Value, after: &Value) -> Result<Vec<Explained>, Unreadable> {
    let differences = compare(before, after)?.differences;
    let meant: Vec<(Fate, &'static str)> = differences
        .iter()
        .map(|difference| {
            let said = said_otherwise(difference, &differences, before, after);
            said.unwrap_or_else(|| meaning(difference))
        })
        .collect();
    let mut explained: Vec<Explained> = differences
        .into_iter()
        .zip(meant)
        .map(|(difference, (fate, why))| Explained {
            fate,
            difference,
            why,
        })
        .collect();
    explained.sort_by_key(|one| std::cmp::Reverse(one.fate));
    Ok(explained)
}

/// What stands in another form here, which only both places together show.
fn said_otherwise(
    difference: &Difference,
    all: &[Difference],
    before: &Value,
    after: &Value,
) -> Option<(Fate, &'static str)> {
    let beside = |kind: Kind, direction: Direction| {
        all.iter().any(|other| {
            other.kind == kind
                && other.direction == direction
                && other.field == difference.field
                && other.version == difference.version
        })
    };
    // The schema of the value that it is about.
    let sides = || {
        let (_, place) = difference.path.segments().split_last()?;
        Some((
            of_version(before, difference, place)?,
            of_version(after, difference, place)?,
        ))
    };
    let holds = |law: fn(&Value, &Value) -> bool| sides().is_some_and(|(old, new)| law(old, new));
    let had_no_type = all.iter().any(|other| {
        other.kind == Kind::Type
            && other.old.as_ref().is_some_and(|old| old == "any")
            && other.field == difference.field
            && other.version == difference.version
    });
    match difference.kind {
        Kind::Required
            if difference.direction == Direction::Loosened && has_default(difference, after) =>
        {
            Some((Fate::Same, "the server fills it in"))
        }
        Kind::Nullable
            if difference.direction == Direction::Loosened && !is_required(difference, after) =>
        {
            Some((
                Fate::Same,
                "serde writes `None` as `null`, which is kept now, and reads as an absent field does",
            ))
        }
        _ if had_no_type => Some((
            Fate::Better,
            "kube-derive's schema had no type here, which a server refuses",
        )),
        Kind::UnknownFields if holds(takes_all) => {
            Some((Fate::Same, "any value is one, as before"))
        }
        Kind::Pattern | Kind::Count if holds(is_time) => Some((
            Fate::Better,
            "a time as Kubernetes writes it: what it refuses the types could not read",
        )),
        Kind::Pattern if holds(is_quantity) => Some((
            Fate::Better,
            "a quantity as Kubernetes writes it: what it refuses the types could not read",
        )),
        Kind::Enum | Kind::Combinator if holds(is_optional_enum) => Some((
            Fate::Same,
            "the same values: `null` is one by `nullable`, and none of the enum",
        )),
        Kind::Combinator if holds(is_untagged) => Some((
            Fate::Decide,
            "members of several variants of an untagged enum are refused: serde reads the first variant that fits, and loses \
             what the others have; objects that have both are to be cleaned up",
        )),
        Kind::Combinator if difference.words == "not is new" && holds(is_alias) => Some((
            Fate::Better,
            "a field and its alias, which the server dropped before, are not set both",
        )),
        _ => {
            let rules = beside(Kind::Rule, Direction::Tightened);
            let gone = beside(Kind::Combinator, Direction::Loosened);
            let rule = difference.new.as_ref().and_then(Value::as_str);
            let counts = rule.is_some_and(|rule| rule.contains("has(self."));
            let is_pair = match difference.kind {
                Kind::Rule => gone && counts,
                Kind::Combinator => rules && gone,
                _ => false,
            };
            is_pair.then_some((
                Fate::Better,
                "a rule in place of the combinator: the same members may be set, and one that is `null`, as serde writes it, \
                 counts as left out",
            ))
        }
    }
}

/// What stands in a CRD at the path of a difference, which is that of the new one.
fn of_version<'v>(crd: &'v Value, difference: &Difference, path: &[Segment]) -> Option<&'v Value> {
    let mut found = crd;
    for segment in path {
        found = match segment {
            Segment::Field(name) | Segment::Key(name) => found.get(name)?,
            Segment::Index(place) => {
                let named = |version: &&Value| {
                    version.get("name").and_then(Value::as_str) == difference.version.as_deref()
                };
                let list = found.as_array()?;
                list.iter().find(named).or_else(|| list.get(*place))?
            }
        };
    }
    Some(found)
}

/// `enum: [a, null]` as `allOf: [{enum: [a]}]`, which the API server asks of one that may be `null`.
fn is_optional_enum(old: &Value, new: &Value) -> bool {
    let values = |value: &Value| value.get("enum").and_then(Value::as_array).cloned();
    let Some(mut before) = values(old) else {
        return false;
    };
    before.retain(|value| !value.is_null());
    let all = new.get("allOf").and_then(Value::as_array);
    let inner = all.and_then(|all| match &all[..] {
        [only] => values(only),
        _ => None,
    });
    inner.is_some_and(|inner| inner == before)
}

/// Whether a field that need not be there has a default.
fn has_default(difference: &Difference, after: &Value) -> bool {
    let Some(name) = difference.field.rsplit('.').next() else {
        return false;
    };
    let [object @ .., _] = difference.path.segments() else {
        return false;
    };
    let object = of_version(after, difference, object);
    let field = object.and_then(|object| object.get("properties")?.get(name));
    field.is_some_and(|field| field.get("default").is_some())
}

/// Whether a member that a difference is about must be there.
fn is_required(difference: &Difference, after: &Value) -> bool {
    let [object @ .., _, Segment::Key(name), _] = difference.path.segments() else {
        return false;
    };
    let required = of_version(after, difference, object).and_then(|object| object.get("required"));
    let names = required.and_then(Value::as_array);
    names.into_iter().flatten().any(|required| required == name)
}

/// Whether the values of a map are any.
fn takes_all(old: &Value, new: &Value) -> bool {
    let any = new.get("additionalProperties").is_some_and(|values| {
        values.get("type").is_none()
            && values.get("x-kubernetes-preserve-unknown-fields") == Some(&Value::Bool(true))
    });
    any && old.get("additionalProperties") == Some(&Value::Bool(true))
}

fn is_time(old: &Value, _: &Value) -> bool {
    old.get("format").and_then(Value::as_str) == Some("date-time")
}

/// The pattern of `Quantity` in the CRDs that Kubernetes' own tools make.
fn is_quantity(_: &Value, new: &Value) -> bool {
    let pattern = new.get("pattern").and_then(Value::as_str);
    pattern.is_some_and(|pattern| pattern.contains("([KMGTPE]i)|[numkMGTPE]|([eE]"))
}

/// `anyOf` of required members, which now say too what must not be there.
fn is_untagged(old: &Value, new: &Value) -> bool {
    let variants = |value: &Value| value.get("anyOf").and_then(Value::as_array).cloned();
    let (Some(before), Some(after)) = (variants(old), variants(new)) else {
        return false;
    };
    before.len() == after.len()
        && before.iter().all(|variant| variant.get("not").is_none())
        && after.iter().any(|variant| variant.get("not").is_some())
}

/// Whether each set of names that may not be together has one that was no field.
fn is_alias(old: &Value, new: &Value) -> bool {
    let Some(not) = new.get("not") else {
        return false;
    };
    let any = not.get("anyOf").and_then(Value::as_array);
    let sets: Vec<&Value> = any.map_or_else(|| vec![not], |any| any.iter().collect());
    sets.iter().all(|set| {
        let names = set.get("required").and_then(Value::as_array);
        names
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .any(|name| {
                old.get("properties")
                    .is_some_and(|properties| properties.get(name).is_none())
            })
    })
}

fn meaning(difference: &Difference) -> (Fate, &'static str) {
    use Fate::{Better, Decide, Same};
    let is = |direction| difference.direction == direction;
    let gone = difference.new.is_none();
    let new = difference.old.is_none();
    match difference.kind {
        Kind::Scope => (
            Decide,
            "no update changes a scope: write `cluster` or `namespaced` in `#[crd(…)]` as it was; kube-derive's default is \
             `cluster`",
        ),
        Kind::Group | Kind::Names => (
            Decide,
            "this would be another CRD: write the name that it had, `plural = \"…\"` for one, in `#[crd(…)]`",
        ),
        Kind::Nullable if is(Direction::Loosened) => (
            Decide,
            "serde writes `None` as `null`, which the server takes now: write the field without `Option`, or \
             `skip_serializing_if`",
        ),
        Kind::Nullable => (
            Same,
            "a `null` is dropped instead of kept, and an absent field reads as one that is `null`; where CEL or a client tells \
             them apart, write `nullable`",
        ),
        Kind::Format if is(Direction::Other) => (
            Same,
            "servers do not know the format that schemars writes, and ignored it",
        ),
        Kind::Format if is(Direction::Tightened) => (
            Better,
            "the format that the Rust type has on the wire: what it refuses the types could not read",
        ),
        Kind::Bound if is(Direction::Tightened) && new => (
            Better,
            "the bound of the Rust type: what it refuses the types could not read, so that a list of all objects failed; \
             `no_bounds` is as before",
        ),
        Kind::Bound if is(Direction::Tightened) => (
            Better,
            "the bound of the Rust type is narrower than the key's: what it refuses the types could not read",
        ),
        Kind::ListType | Kind::MapType => (
            Decide,
            "server-side apply merges it otherwise, and items of one key are refused twice; `list_type = \"atomic\"` on a set, or \
             `loose` for Kubernetes' own types, is as before",
        ),
        Kind::Default if gone => (
            Decide,
            "the server fills it in no more, and rules that read it fail; write `serde_defaults` in `#[crd(…)]`, or `default` on the \
             field",
        ),
        Kind::Default if new => (Better, "the server fills in what serde fills in"),
        Kind::Required if is(Direction::Loosened) => (
            Decide,
            "an object without it was refused, and serde reads it: write `required` if it was meant",
        ),
        Kind::Required => (Better, "serde does not read without it"),
        Kind::Pattern | Kind::Length | Kind::Count if is(Direction::Tightened) && new => (
            Decide,
            "the types said it, and it did not reach the CRD; leave it out where objects break it",
        ),
        Kind::Column | Kind::Deprecation => (
            Decide,
            "compare the keys in `#[crd(…)]` with those in `#[kube(…)]`",
        ),
        Kind::Field if is(Direction::Loosened) => {
            (Better, "what serde writes there the server dropped")
        }
        Kind::UnknownFields if is(Direction::Loosened) => {
            (Better, "what serde writes there the server dropped")
        }
        _ if is(Direction::Loosened) => (
            Decide,
            "what was refused is taken: write the key that refused it, if it was meant",
        ),
        _ if is(Direction::Other) => (Same, "no object is any different"),
        _ => (
            Decide,
            "neither the types nor the keys say why: compare both CRDs at this place",
        ),
    }
}
