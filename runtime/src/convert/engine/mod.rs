//! Runs plans on objects.
//!
//! What a step loses is found by running it back at once, and what was kept is restored if running it back gives the live
//! value: nothing is ever compared with something stored. So an edit wins over what was kept, whoever made it.

mod after;
mod among;
mod anew;
mod child;
mod dig;
mod fields;
mod filled;
mod items;
mod list;
mod merge;
mod merge_items;
mod needed;
mod own;
mod remake;
mod restore;
mod standing;
mod step;
mod unmade;
mod vanishing;

use std::cell::Cell;

use super::{
    ConversionError,
    json::Json,
    kept::Kept,
    memoryless::{self, Called, holder, paths, reach},
    plan::{Direction, Node},
};

pub(crate) use fields::fields;
pub(crate) use merge::{merge, merge_wholes};
pub(crate) use merge_items::Lists;
use step::forward;

/// How a value is converted.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the conversion"
)]
pub(crate) struct Mode<'m> {
    pub(crate) direction: Direction,
    /// The objects around the value are complete, so that what is absent may be filled in.
    pub(crate) complete: bool,
    /// What is made of them is complete too, so that the way back fills in what is absent.
    pub(crate) back_complete: bool,
    /// What is absent is filled in within objects further within, too, as they are known to be there.
    pub(crate) deep: bool,
    /// What is lost is wanted.
    pub(crate) keeping: bool,
    /// What the object is called that the value is in.
    pub(crate) called: Called<'m>,
    /// Where it is noted that what was kept came back as what a part of an object would be. Where nobody notes it, nothing
    /// does: the object that it would come back to is whole.
    pub(crate) as_part: Option<&'m Cell<bool>>,
    /// The object only passes through the version that it is converted to: what was kept may come back though the schema refuses
    /// it, for nobody sees it there. Where that is noted.
    pub(crate) passing: Option<&'m Cell<bool>>,
}

impl<'m> Mode<'m> {
    /// A whole object, of which what is lost is wanted or not.
    pub(crate) const fn whole(direction: Direction, keeping: bool) -> Self {
        Self {
            direction,
            complete: true,
            back_complete: true,
            deep: false,
            keeping,
            called: Called(None),
            as_part: None,
            passing: None,
        }
    }

    /// The translation without anything kept.
    pub(super) const fn alone(self) -> memoryless::Mode<'m> {
        memoryless::Mode {
            direction: self.direction,
            complete: self.complete,
            deep: self.deep,
            called: self.called,
            holes: None,
        }
    }

    /// The same, on the way to another version, or not.
    pub(crate) const fn passing(self, passing: Option<&'m Cell<bool>>) -> Self {
        Self { passing, ..self }
    }

    /// Whether what was kept may come back that the schema takes or does not take.
    fn admits(self, takes: bool) -> bool {
        if let (false, Some(passing)) = (takes, self.passing) {
            passing.set(true);
            return true;
        }
        takes
    }

    /// The same, in an object that is called so.
    pub(crate) const fn called(self, called: Called<'m>) -> Self {
        Self { called, ..self }
    }

    /// Nothing that was kept comes back as what a part of an object would be.
    const fn unnoted(self) -> Self {
        Self {
            as_part: None,
            ..self
        }
    }

    /// The way back, to see what is lost.
    const fn back(self) -> Self {
        Self {
            direction: self.direction.reverse(),
            complete: self.complete && self.back_complete,
            deep: true,
            keeping: false,
            ..self
        }
    }

    /// Whether the live value may have been made of a kept one, as part of a complete object or not: `made` tries a way.
    fn may_be_made(self, made: impl Fn(Self) -> bool) -> bool {
        let back = self.back().unnoted();
        let way = |complete, deep| Self {
            complete,
            back_complete: complete,
            deep,
            ..back
        };
        if made(way(true, true)) || made(way(true, false)) {
            return true;
        }
        let Some(as_part) = self.as_part else {
            return false;
        };
        let is_made = made(way(false, true));
        as_part.set(as_part.get() || is_made);
        is_made
    }
}

/// A converted value, and what the side it comes from loses.
pub(crate) type Converted<'a> = (Json<'a>, Option<Kept>);

type Result<T> = std::result::Result<T, ConversionError>;

/// Converts a value. One that is not of the kind that the plan expects is delivered as it is.
pub(crate) fn value<'a>(
    node: &'a Node,
    json: Json<'a>,
    kept: Option<&Kept>,
    mode: Mode,
) -> Result<Converted<'a>> {
    match node {
        Node::Copy => Ok((json, None)),
        Node::Fields(plan) => fields(plan, json, kept, mode),
        Node::List(plan) => list::list(plan, json, kept, mode),
        Node::Map(node) => list::map(node, json, kept, mode),
        Node::Variants(_) | Node::Value(_) | Node::Calls(_) => {
            memoryless::value(node, json, mode.alone()).map(|json| (json, None))
        }
    }
}
