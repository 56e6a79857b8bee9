//! Runs plans on objects.
//!
//! What a step loses is found by running it back at once, and what was kept is restored if running it back gives the live
//! value: nothing is ever compared with something stored. So an edit wins over what was kept, whoever made it.

mod after;
mod align;
mod among;
mod anew;
mod child;
mod complete;
mod dig;
mod fields;
mod filled;
mod holder;
mod items;
mod list;
mod merge;
mod merge_items;
mod own;
pub(crate) mod paths;
mod reach;
mod remake;
mod restore;
mod standing;
mod step;
mod unmade;
mod vanishing;
mod variants;

use std::cell::Cell;

use serde_json::Value;

use super::{
    ConversionError,
    json::Json,
    kept::Kept,
    plan::{Direction, Node},
    steps::{self, Stop},
    watch,
};
use crate::table::{Call, Own, Unmapped, told};

pub(crate) use complete::is_name_in;
pub(crate) use fields::fields;
pub(crate) use merge::{merge, merge_wholes};
pub(crate) use merge_items::Lists;
pub(crate) use step::forward;

/// What the object is called, which is the same at all versions: its metadata, if there is any.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Called<'m>(pub(crate) Option<&'m Json<'m>>);

impl Called<'_> {
    /// The name or the namespace.
    pub(crate) fn get(&self, own: Own) -> Option<Json<'_>> {
        let text = self.0?.member(own.member())?;
        text.as_str().is_some().then_some(text)
    }
}

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
        Node::Variants(plan) => variants::variants(plan, json, mode).map(|json| (json, None)),
        Node::Value(_) | Node::Calls(_) => {
            let output = whole(node, &json, mode)?;
            let partial = || ConversionError::new("it is no whole value of its type");
            output.map(|json| (json, None)).ok_or_else(partial)
        }
    }
}

/// Whether a value is a part of one, which does not say what becomes of it.
pub(crate) fn is_part(node: &Node, json: &Json, mode: Mode) -> bool {
    matches!(node, Node::Variants(plan) if variants::is_part(plan, json, mode.direction))
}

/// Converts a value as a whole, by functions for its type or by a step of its own. Nothing where it is not all there.
pub(crate) fn whole<'a>(node: &'a Node, json: &Json<'a>, mode: Mode) -> Result<Option<Json<'a>>> {
    match node {
        Node::Value(step) => match steps::run(step, &[Some(json.clone())], mode) {
            Ok(outputs) => match outputs.into_iter().next().flatten() {
                Some(output) if mode.complete && step.makes_objects(mode.direction) => {
                    let place = step.places.of(mode.direction.to()).first();
                    Ok(Some(match place {
                        Some(place) => place.filled(output),
                        None => output,
                    }))
                }
                Some(output) => Ok(Some(output)),
                None if !mode.complete => Ok(None),
                None => Err(ConversionError::new("nothing would become of it")),
            },
            Err(Stop::Partial) => Ok(None),
            Err(Stop::Refused(error)) => Err(error),
        },
        Node::Calls(plan) => {
            let function = match mode.direction {
                Direction::Up => plan.calls.up,
                Direction::Down => plan.calls.down,
            };
            let name = || "the function for a whole value".to_owned();
            match call(function, &[Some(json)], name) {
                Ok(mut outputs) => {
                    let output = outputs.pop().flatten().unwrap_or(Json::NULL);
                    Ok(Some(match plan.filled.of(mode.direction.to()) {
                        Some(place) if mode.complete => place.defaulted(output),
                        _ => output,
                    }))
                }
                Err(Unmapped::Partial(_)) => Ok(None),
                Err(Unmapped::Refused(reason)) => Err(ConversionError::new(reason)),
            }
        }
        _ => Ok(None),
    }
}

/// How the error of a function that panicked begins.
pub(crate) const PANICKED: &str = "the conversion function panicked";

/// Runs a function of the author's. Its panic is an error like any other.
pub(crate) fn call(
    call: Call,
    inputs: &[Option<&Json>],
    name: impl FnOnce() -> String,
) -> std::result::Result<Vec<Option<Json<'static>>>, Unmapped> {
    let values: Vec<Option<Value>> = inputs
        .iter()
        .map(|input| input.map(Json::to_value))
        .collect();
    let borrowed: Vec<Option<&Value>> = values.iter().map(Option::as_ref).collect();
    let run = std::panic::AssertUnwindSafe(|| (call.0)(&borrowed));
    let outcome = watch::in_function(name, || std::panic::catch_unwind(run));
    let outputs =
        outcome.unwrap_or_else(|panic| Err(Unmapped::Refused(told(PANICKED, &*panic))))?;
    Ok(outputs
        .iter()
        .map(|output| output.as_ref().map(Json::of_value))
        .collect())
}
