//! The memoryless translation of one hop: a total function from one side to the other, of the plan, the schemas and how complete
//! the object is, and of nothing else.
//!
//! All taste lives here: what stands in, which defaults are set, when an optional object is made or dropped. What was kept of
//! an object, and what is lost of it, is no business of this module. A step that refuses its values, and has no stand-in,
//! leaves a [`Hole`].

mod building;
mod child;
mod complete;
mod defaults;
mod dig;
mod fields;
pub(super) mod holder;
mod hole;
mod items;
mod list;
mod made;
mod nothing;
pub(super) mod paths;
pub(super) mod reach;
mod root;
mod said;
mod step;
mod vanishing;
mod variants;

use std::cell::{Cell, RefCell};

use serde_json::Value;

use super::{
    ConversionError,
    json::Json,
    plan::{Direction, Node, Place, StepPlan},
    steps::Stop,
    watch,
};
use crate::table::{Call, Own, Unmapped, panic_message};

pub(super) use child::implied;
pub(super) use complete::names_in;
pub(super) use hole::{Hole, Segment, step_into, value_at, values_at};
pub(super) use items::{as_list, as_map, as_maps};
pub(super) use root::{
    COMMON, Objects, Translated, completed, is_named, translate, without_common,
};
pub(super) use said::said;
pub(super) use step::{Slots, Values, forward};
pub(super) use variants::{case_of, within};

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

/// How a value is translated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode<'m> {
    pub(crate) direction: Direction,
    /// The objects around the value are complete, so that what is absent may be filled in.
    pub(crate) complete: bool,
    /// What is absent is filled in within objects further within, too, as they are known to be there.
    pub(crate) deep: bool,
    /// What the object is called that the value is in.
    pub(crate) called: Called<'m>,
    /// The object whose steps run, where one is translated.
    pub(crate) object: Option<&'m Json<'m>>,
    /// Where holes are noted. Where nobody notes them, what is refused is refused as a whole.
    pub(crate) holes: Option<&'m RefCell<Vec<Hole>>>,
    /// Where it is noted that something of the value went nowhere.
    pub(crate) left: Option<&'m Cell<bool>>,
}

impl<'m> Mode<'m> {
    /// A whole object.
    pub(crate) const fn whole(direction: Direction) -> Self {
        Self {
            direction,
            complete: true,
            deep: false,
            called: Called(None),
            object: None,
            holes: None,
            left: None,
        }
    }

    /// Of an object that is called so.
    pub(crate) const fn called(self, called: Called<'m>) -> Self {
        Self { called, ..self }
    }

    /// Of a value that is refused as a whole or not at all.
    pub(crate) const fn strict(self) -> Self {
        Self {
            holes: None,
            left: None,
            ..self
        }
    }

    /// What stands for a value that is absent, if absence says another one where it goes.
    pub(super) fn implied(self, from: &Place, to: &Place) -> Option<Json<'static>> {
        from.implied(to, || self.lacked(from))
    }

    /// The first member of a place's path that is absent. A value of Rust has been read: none is.
    fn lacked(self, place: &Place) -> Option<usize> {
        paths::first_lacked(self.object?, &place.path)
    }

    /// What serde reads at a place where nothing stands.
    pub(crate) fn read(self, place: &Place) -> Option<Json<'static>> {
        place.read_without(self.lacked(place)?)
    }

    /// Whether something that a step takes says a value for a place by its absence.
    pub(super) fn implies(self, step: &StepPlan, to: &Place) -> bool {
        let mut sources = step.places.of(self.direction.from()).iter();
        sources.any(|from| self.implied(from, to).is_some())
    }

    /// Whether a step says a value for a place where all that it takes is absent: by that, or by what stands in for it, where
    /// serde would read something of nothing.
    pub(super) fn says(self, step: &StepPlan, to: &Place) -> bool {
        self.implies(step, to) || step.stands_in(self.direction.to(), to)
    }

    /// Notes that something of the value goes nowhere.
    pub(super) fn leave(self) {
        if let Some(left) = self.left {
            left.set(true);
        }
    }
}

type Result<T> = std::result::Result<T, ConversionError>;

/// Translates a value. One that is not of the kind that the plan expects is delivered as it is.
pub(super) fn value<'a>(node: &'a Node, json: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    match node {
        Node::Copy => Ok(json.clone()),
        Node::Fields(plan) => fields::fields(plan, json, mode),
        Node::List(plan) => list::list(plan, json, mode),
        Node::Map(node) => list::map(node, json, mode),
        Node::Variants(plan) => variants::variants(plan, json, mode),
        Node::Value(_) | Node::Calls(_) => {
            let output = whole(node, json, mode)?;
            output.ok_or_else(|| ConversionError::new("it is no whole value of its type"))
        }
    }
}

/// Whether a value is a part of one, which does not say what becomes of it.
pub(super) fn is_part(node: &Node, json: &Json, direction: Direction) -> bool {
    matches!(node, Node::Variants(plan) if variants::is_part(plan, json, direction))
}

/// Converts a value as a whole, by functions for its type or by a step of its own. Nothing where it is not all there.
pub(super) fn whole<'a>(node: &'a Node, json: &Json<'a>, mode: Mode) -> Result<Option<Json<'a>>> {
    match node {
        Node::Value(step) => match step.run(&[Some(json.clone())], mode) {
            Ok(outputs) => match outputs.into_iter().next().flatten() {
                Some(output) if mode.complete && step.how.makes_objects(mode.direction.to()) => {
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
            let function = plan.calls.of(mode.direction);
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
                Err(Unmapped::Panicked(reason)) => Err(ConversionError::panicked(reason)),
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
    let outputs = outcome
        .unwrap_or_else(|panic| Err(Unmapped::Panicked(panic_message(PANICKED, &*panic))))?;
    Ok(outputs
        .iter()
        .map(|output| output.as_ref().map(Json::of_value))
        .collect())
}
