use std::marker::PhantomData;

use super::{
    places::Leaf,
    unsaid::{Unsaid, stand_in_of},
};
use crate::{
    SpokeOf,
    table::{
        Call, Calls, Fields, How, Mapping, Nest, Own, Place, Run, Spot, Step, Through,
        VariantContent, VariantStep, Variants,
    },
};
use serde::Serialize;

/// `T`, as far as the constant has a value.
pub type Made<const CHECKED: usize, T> = <Checked<CHECKED> as Checks<T>>::Of;

/// A constant that is a type.
pub struct Checked<const CHECKED: usize>;

/// What [`Made`] is found by.
pub trait Checks<T> {
    /// It.
    type Of;
}

impl<T, const CHECKED: usize> Checks<T> for Checked<CHECKED> {
    type Of = T;
}

/// What stands for a parameter where its type says nothing.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Free;

impl crate::Schema for Free {
    const TYPE: &'static crate::table::Type = crate::table::run::ANY;
}

/// `T`, as far as `M` is a type.
pub type IfType<M, T> = <M as AnyIfType<T>>::Of;

/// What [`IfType`] is found by: of a type that is an error it is an error, and rustc says no more of it.
pub trait AnyIfType<T> {
    /// It.
    type Of;
}

impl<M, T> AnyIfType<T> for M {
    type Of = T;
}

/// A step of one place that both sides call alike, and whose value is copied.
#[must_use]
pub const fn same(place: &'static [Spot], line: u32) -> Step {
    moved(place, place, line)
}

/// A step of one place of either side, whose value is copied.
#[must_use]
pub const fn moved(spoke: &'static [Spot], hub: &'static [Spot], line: u32) -> Step {
    step(spoke, hub, How::Nest(Nest::SAME), line)
}

/// The type at a place. What maps to it is said afterwards, else rustc would guess the one from the other.
pub struct Typed<H>(PhantomData<fn() -> H>);

/// The type at a place.
#[must_use]
pub const fn place<R, H>(_: fn(&R) -> Leaf<H>) -> Typed<H> {
    Typed(PhantomData)
}

impl<H: Serialize> Typed<H> {
    /// A step of what only the spoke has, and of which nothing is said.
    #[must_use]
    pub const fn removed(self, spoke: &'static [Spot], line: u32) -> Step
    where
        H: Unsaid,
    {
        step(spoke, &[], How::Default(Run(stand_in_of::<H>)), line)
    }

    /// A step of what only the hub has, and of which nothing is said.
    #[must_use]
    pub const fn added(self, hub: &'static [Spot], line: u32) -> Step
    where
        H: Unsaid,
    {
        step(&[], hub, How::Default(Run(stand_in_of::<H>)), line)
    }
}

impl<H> Typed<H> {
    /// A step of one place that both sides call alike, and whose value maps as `S` does.
    #[must_use]
    pub const fn nested<S: SpokeOf<H>>(
        self,
        place: &'static [Spot],
        line: u32,
        through: &'static [Through],
    ) -> Step {
        step(place, place, How::Nest(self.nest::<S>(through)), line)
    }

    /// How `S` maps to it.
    #[must_use]
    pub const fn nest<S: SpokeOf<H>>(self, through: &'static [Through]) -> Nest {
        Nest {
            through,
            mapping: const { &S::MAPPING },
        }
    }
}

/// A step without stand-ins.
#[must_use]
pub const fn step(spoke: &'static [Spot], hub: &'static [Spot], how: How, line: u32) -> Step {
    step_or(spoke, hub, how, None, None, line)
}

/// Any step.
#[must_use]
pub const fn step_or(
    spoke: &'static [Spot],
    hub: &'static [Spot],
    how: How,
    up_or: Option<Run>,
    down_or: Option<Run>,
    line: u32,
) -> Step {
    Step {
        spoke,
        hub,
        own: &[],
        how,
        up_or,
        down_or,
        line,
    }
}

/// A step whose functions get something of the object's metadata besides.
#[must_use]
pub const fn knowing(step: Step, own: &'static [Own]) -> Step {
    Step { own, ..step }
}

/// The mapping of a struct.
#[must_use]
pub const fn steps<S: crate::Schema, H: crate::Schema>(
    steps: &'static [Step],
    place: Place,
) -> Mapping {
    crate::assert::skipped(H::TYPE, steps);
    Mapping::Fields(Fields {
        spoke: S::TYPE,
        hub: H::TYPE,
        steps,
        place,
    })
}

/// The mapping of an enum.
#[must_use]
pub const fn variants<S: crate::Schema, H: crate::Schema>(
    variants: &'static [VariantStep],
    place: Place,
) -> Mapping {
    Mapping::Variants(Variants {
        spoke: S::TYPE,
        hub: H::TYPE,
        variants,
        place,
    })
}

/// The mapping of a variant.
#[must_use]
pub const fn variant(
    spoke: &'static str,
    hub: &'static str,
    content: VariantContent,
    stand_in: Option<Run>,
    line: u32,
) -> VariantStep {
    VariantStep {
        spoke,
        hub,
        content,
        stand_in,
        line,
    }
}

/// A pair of functions.
#[must_use]
pub const fn calls(
    up: Call,
    down: Call,
    up_may_fail: bool,
    down_may_fail: bool,
    bijective: bool,
) -> Calls {
    Calls {
        up,
        down,
        up_may_fail,
        down_may_fail,
        bijective,
    }
}
