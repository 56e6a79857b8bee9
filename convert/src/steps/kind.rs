//! What is known of a kind of step. Whatever asks about steps asks this, and knows no kind by name.

use std::{
    fmt::Debug,
    panic::{RefUnwindSafe, UnwindSafe},
};

use serde_json::Value;

use super::{
    Both, Direction, Elsewhere, Json, Mode, Narrowed, Node, One, Pair, Place, Result, Segment,
    Side, StepPlan, Values, Walk, first, holding_nothing, narrowed, of_type, seen,
};

/// A step one way.
#[derive(Clone, Copy)]
pub(crate) struct OneWay<'s> {
    pub(crate) step: &'s StepPlan,
    pub(crate) direction: Direction,
}

impl<'s> OneWay<'s> {
    /// The side that values come from.
    pub(crate) const fn from(self) -> Side {
        self.direction.from()
    }

    /// The side that values go to.
    pub(crate) const fn to(self) -> Side {
        self.direction.to()
    }

    /// The way back.
    pub(crate) const fn back(self) -> Self {
        Self {
            direction: self.direction.reverse(),
            ..self
        }
    }

    /// The first place that values come from.
    pub(crate) fn source(self) -> Option<&'s Place> {
        self.step.places.of(self.from()).first()
    }

    /// The first place that values go to.
    pub(crate) fn target(self) -> Option<&'s Place> {
        self.step.places.of(self.to()).first()
    }
}

/// A step that runs one way, on an object or on a part of one.
#[derive(Clone, Copy)]
pub(crate) struct Pass<'s, 'm> {
    pub(super) way: OneWay<'s>,
    pub(super) mode: Mode<'m>,
}

/// A value that is written in a step: what has it, itself, and the place that it is for.
pub(crate) type Written<'s> = (&'static str, Value, &'s Place);

impl StepPlan {
    pub(crate) const fn one_way(&self, direction: Direction) -> OneWay<'_> {
        OneWay {
            step: self,
            direction,
        }
    }

    /// The values of one side, of those of the other.
    pub(crate) fn run<'a>(&'a self, inputs: &[One<'a>], mode: Mode) -> Result<Values<'a>> {
        let way = self.one_way(mode.direction);
        self.how.run(inputs, Pass { way, mode })
    }
}

/// How the value at a place leads to what is within it.
pub(crate) enum Inward<'k> {
    /// To the one item of a list.
    Item,
    /// To each item of a list, by these keys.
    Items(&'k [String]),
    /// To each entry of a map.
    Entries,
    /// To a member.
    Member(&'k String),
}

/// How the values of a step follow from those of the other side, with all names resolved. Public types hold plans: the bounds are what
/// plans are without it.
pub(crate) trait StepKind: Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// How the value maps, or what is within it.
    fn node(&self) -> Option<&Node> {
        None
    }

    /// How the value maps, where the step does nothing else.
    fn nested(&self) -> Option<&Node> {
        None
    }

    /// Whether Rust makes the values, whatever there is to make them of.
    fn is_of_rust(&self) -> bool {
        false
    }

    /// The values of one side, of those of the other.
    fn run<'a>(&'a self, inputs: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        if inputs.iter().all(Option::is_none) {
            return Ok(vec![holding_nothing(self.empty(pass.way.to()), pass)]);
        }
        self.some(inputs, pass)
    }

    /// What becomes of values of which one is there.
    fn some<'a>(&'a self, inputs: &[One<'a>], pass: Pass<'a, '_>) -> Result<Values<'a>> {
        Ok(match first(inputs) {
            None => Vec::new(),
            Some(input) if !input.is_null() => vec![self.value(input, pass)?],
            // Null stands for itself wherever a value may, and is absence where it may not.
            Some(null) if pass.way.target().is_none_or(|place| place.nullable) => {
                vec![Some(null.clone())]
            }
            Some(_) => vec![holding_nothing(self.empty(pass.way.to()), pass)],
        })
    }

    /// What becomes of one value that is there and not null.
    fn value<'a>(&'a self, _: &Json<'a>, _: Pass<'a, '_>) -> Result<One<'a>> {
        Ok(None)
    }

    /// What a side has of no values, where it may have several.
    fn empty(&self, _: Side) -> Option<Json<'static>> {
        None
    }

    /// Whether what it makes of nothing is a value of this place.
    fn makes_of_nothing(&self, direction: Direction, target: &Place) -> bool {
        self.empty(direction.to())
            .is_some_and(|empty| target.takes(&empty))
    }

    /// Whether values come back from the other side as they were, none where there was none: nothing but how they are called
    /// changes, and none of them goes nowhere.
    fn moves(&self, _: OneWay) -> bool {
        false
    }

    /// Whether it makes objects of values, which may have other members besides.
    fn makes_objects(&self, _: Side) -> bool {
        false
    }

    /// Whether what stands at a place may have nothing of what the step takes out of it.
    fn may_hold_nothing(&self, _: &Place, _: Side) -> bool {
        false
    }

    /// Whether it may refuse a value by itself.
    fn may_fail(&self, way: OneWay) -> bool {
        self.refused(way).is_some()
    }

    /// The first value that is written in it and that the schema of its place refuses.
    fn written<'s>(&self, _: &'s StepPlan, _: Side) -> Option<Written<'s>> {
        None
    }

    /// What is left within the value, as a place of the value; nothing where the step takes it.
    fn left(&self, left: Elsewhere) -> Option<Elsewhere> {
        Some(left.closed())
    }

    /// How the value of a side leads to what is within it.
    fn inward(&self, _: Side) -> Vec<Inward<'_>> {
        Vec::new()
    }

    /// On which sides its members stand among those of the object around it.
    fn flat(&self) -> Option<Both<bool>> {
        None
    }

    /// The side whose list is in no order that means anything.
    fn unordered(&self) -> Option<Side> {
        None
    }

    /// The key of `#[spoke(…)]` that it is of, and what it says besides.
    fn words(&self, step: &StepPlan) -> (&'static str, String);

    /// What may be lost, of all values that are valid.
    fn lost(&self, _: OneWay) -> Option<String> {
        None
    }

    /// Which values may be refused, of all that are valid.
    fn refused(&self, _: OneWay) -> Option<String> {
        None
    }

    /// What the one schema may refuse of what is made of values that are valid by the other.
    fn narrowed(&self, _: Direction, [_from, to]: [&Value; 2]) -> Vec<Narrowed> {
        narrowed(to, &of_type(to))
    }

    /// What is known of the one value that is made of one of a schema.
    fn known(&self, _: Direction, _: &Value) -> Option<Value> {
        None
    }

    /// Whether each value that is there becomes one.
    fn always_makes(&self, _: Side) -> bool {
        false
    }

    /// What it reads of its values, as one.
    fn seen<'j>(&'j self, values: Values<'j>, _: Side, _: &'j StepPlan) -> Json<'j> {
        seen::raw(values)
    }

    /// Whether it is decided within whether it holds, and said: where all six are of one shape.
    fn decides(&self, _: &mut Walk, _: &Pair, _: &[Segment]) -> bool {
        false
    }
}
