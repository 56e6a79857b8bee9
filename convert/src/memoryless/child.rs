//! One value at one place, mapped one to one or by a nested plan: a member, an item of a list, an entry of a map.

use std::borrow::Cow;

use super::{Mode, Result, is_part, value, vanishing::vanishes, whole};
use crate::{
    json::Json,
    plan::{Node, Place},
    steps::OneWay,
};

/// What is known of where a value comes from and goes to. Items and entries have no place of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends<'p> {
    pub(crate) from: Option<&'p Place>,
    pub(crate) to: Option<&'p Place>,
    /// What an item is told apart by, where it comes from and where it goes to.
    keys: [&'p [String]; 2],
}

impl<'p> Ends<'p> {
    pub(crate) const ENTRY: Self = Self {
        from: None,
        to: None,
        keys: [&[]; 2],
    };

    pub(crate) const fn places(from: &'p Place, to: &'p Place) -> Self {
        Self {
            from: Some(from),
            to: Some(to),
            keys: [&[]; 2],
        }
    }

    /// An item, told apart from others by members of these names.
    pub(crate) const fn item(from: &'p [String], to: &'p [String]) -> Self {
        Self {
            keys: [from, to],
            ..Self::ENTRY
        }
    }

    /// What stands for a part of a value that functions cannot read: nothing, or an item that has only what it is told apart
    /// by. Null would be no item of a list-map, and server-side apply would forget whose the others are.
    pub(super) fn stand_in<'a>(self, part: &Json<'a>) -> Option<Json<'a>> {
        if self.to.is_some() {
            return None;
        }
        Some(self.only_keys(part).unwrap_or(Json::NULL))
    }

    /// An item that has only its keys. Those of one name are each other's, and so are the two that are left; which of more
    /// is which, nothing says.
    pub(crate) fn only_keys<'a>(self, part: &Json<'a>) -> Option<Json<'a>> {
        let [from, to] = self.keys;
        let renamed: Vec<_> = from.iter().filter(|key| !to.contains(key)).collect();
        if to.is_empty() || from.len() != to.len() || renamed.len() > 1 {
            return None;
        }
        let keys = to.iter().map(|key| {
            let source = if from.contains(key) {
                key
            } else {
                *renamed.first()?
            };
            Some((Cow::Owned(key.clone()), part.member(source)?.into_owned()))
        });
        keys.collect::<Option<_>>().map(Json::Object)
    }

    /// Whether the value becomes absent.
    pub(crate) fn drops(self, value: &Json) -> bool {
        self.to
            .is_some_and(|place| place.drops(value) || place.is_label && !place.takes(value))
    }

    /// Whether serde leaves the value out when it writes, as it is empty, and the one that it was made of is not such a value.
    fn leaves_out(self, input: Option<&Json>, value: &Json) -> bool {
        let was_left_out = || {
            let ends = self.from.zip(input);
            ends.is_some_and(|(from, input)| from.leaves_out_empty(input))
        };
        self.to.is_some_and(|to| to.leaves_out_empty(value)) && !was_left_out()
    }

    pub(crate) fn to_has_default(self) -> bool {
        self.to.is_some_and(|place| place.has_default)
    }

    /// What becomes of what stands for a value that is absent from a complete object.
    pub(crate) fn implied<'a>(self, node: &'a Node, mode: Mode) -> Option<Json<'a>> {
        let value = mode.implied(self.from?, self.to?)?;
        mode.complete.then(|| self.read_as(&value, node, mode))?
    }

    /// What becomes of a value that serde reads where nothing stands; nothing where absence says it there.
    fn read_as<'a>(self, value: &Json<'a>, node: &'a Node, mode: Mode) -> Option<Json<'a>> {
        let to = self.to?;
        let output = held(node, self, value, mode.strict()).ok()?;
        // A refused object is not made up: into what is absent, steps may still reach. What they write, it lacks yet, and what
        // labels and annotations become. Where one must stand, its absence is refused as well, and is read by nobody.
        let is_reached = match node {
            Node::Fields(plan) => plan.leaves_any(mode.direction.to()),
            _ => false,
        };
        let takes = |output: &Json| {
            to.takes(output)
                || is_reached && to.takes_part(output)
                || to.wants() && to.lacks_nothing(output)
        };
        let is_copied = |output: &Json| matches!(node, Node::Copy) && !to.does_without(output);
        let output = output.filter(|output| is_copied(output) || takes(output));
        output
            .map(|output| to.defaulted(output))
            .filter(|output| !to.says_by_absence(output))
    }
}

/// What may become of what stands for a value that is absent from a complete object, if that is another than what absence says
/// at the other place.
pub(crate) fn implied(node: &Node, way: OneWay) -> Option<Json<'static>> {
    let (from, to) = (way.source()?, way.target()?);
    let (ends, mode) = (Ends::places(from, to), Mode::whole(way.direction));
    let made = |value| Some(ends.read_as(&value, node, mode)?.into_owned());
    from.may_be_implied(to).find_map(made)
}

/// A value translated. Nothing where it is no whole value of the type that functions take, or says no variant; an item cannot
/// be nothing.
pub(crate) fn held<'a>(
    node: &'a Node,
    ends: Ends,
    json: &Json<'a>,
    mode: Mode,
) -> Result<Option<Json<'a>>> {
    if ends.to.is_some() && is_part(node, json, mode.direction) {
        return Ok(None);
    }
    if !matches!(node, Node::Value(_) | Node::Calls(_)) {
        return value(node, json, mode).map(Some);
    }
    let output = whole(node, json, mode)?;
    Ok(output.or_else(|| ends.stand_in(json)))
}

/// What becomes of a value that may be absent.
pub(crate) fn plain<'a>(
    node: &'a Node,
    ends: Ends,
    input: Option<&Json<'a>>,
    mode: Mode,
) -> Result<Option<Json<'a>>> {
    let output = match input {
        Some(json) if json.is_null() => Some(json.clone()),
        Some(json) if vanishes(node, ends, json, mode) => None,
        Some(json) => held(node, ends, json, mode)?,
        None => ends.implied(node, mode),
    };
    let is_left_out = |value: &Json| mode.complete && ends.leaves_out(input, value);
    let output = output.filter(|value| !ends.drops(value) && !is_left_out(value));
    Ok(match output {
        None if mode.complete && ends.to_has_default() => ends.to.and_then(Place::default),
        output => output,
    })
}
