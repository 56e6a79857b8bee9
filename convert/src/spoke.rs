use std::marker::PhantomData;

use super::judge::judge;
use crate::{
    CustomResource,
    table::{HubMapping, Mapping, RootMapping},
};

/// A type of one version whose values map to those of a type of another version, its hub, and back.
///
/// Implemented by `#[derive(Spoke)]`, and by every type for itself: what both versions share is copied.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no spoke of `{Hub}`",
    label = "no mapping between these two types",
    note = "derive it on `{Self}`: `#[derive(wheelwright::Spoke)]` with `#[spoke(hub = {Hub})]`",
    note = "or say how the field maps: `#[spoke(with = function, back = function)]`; of an enum and a text also `values(\"old\" = \"new\")` or `parsed`",
    note = "a `Box` is not seen in objects, but in Rust: where one side has it around the type, write it on both"
)]
pub trait SpokeOf<Hub: ?Sized> {
    /// The mapping.
    const MAPPING: Mapping;
    /// Whether a value may have no counterpart in the hub: `fallible(up)`.
    const FALLIBLE_UP: bool = false;
    /// Whether a value of the hub may have no counterpart here: `fallible(down)`.
    const FALLIBLE_DOWN: bool = false;
}

impl<T: ?Sized> SpokeOf<T> for T {
    const MAPPING: Mapping = Mapping::Same;
}

/// The spec of a root, by that of the root which its `#[crd(hub = …)]` names.
#[diagnostic::on_unimplemented(
    message = "`#[crd(hub = …)]` names a version whose spec is `{Hub}`, and `#[spoke(hub = …)]` on `{Self}` another type",
    label = "the root of another version than `#[spoke(hub = …)]` names the spec of",
    note = "both name the version that this one maps to, the hub or the next in a chain: its root in `#[crd(hub = …)]`, its spec in `#[spoke(hub = …)]`"
)]
pub trait SpecOf<Hub: ?Sized> {
    /// The mapping.
    const MAPPING: Mapping;
}

#[diagnostic::do_not_recommend]
impl<S: SpokeOf<H> + ?Sized, H: ?Sized> SpecOf<H> for S {
    const MAPPING: Mapping = <S as SpokeOf<H>>::MAPPING;
}

/// A version of a custom resource that maps to another version of it.
///
/// Implemented by `#[derive(Spoke)]` beside `#[derive(CustomResource)]` with `#[crd(hub = …)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no conversion",
    label = "no spoke of another version",
    note = "`#[derive(wheelwright::Spoke)]` with `#[spoke(hub = …)]` on its spec struct says how it maps to the hub"
)]
pub trait SpokeRoot: CustomResource {
    /// The version it maps to: the hub, or another spoke.
    type Hub: CustomResource;
    /// The mapping.
    const MAPPING: RootMapping;
}

/// The mapping of a root that may have none. An inherent associated constant comes before a trait's.
pub struct Mapped<T>(PhantomData<T>);

impl<T: SpokeRoot> Mapped<T> {
    /// There is one.
    pub const MAPPING: Option<HubMapping> = Some(HubMapping {
        of: mapping_of::<T>,
        judge,
    });
}

/// The second choice of [`Mapped`].
pub trait AnyMapped {
    /// There is none.
    const MAPPING: Option<HubMapping> = None;
}

impl<T> AnyMapped for Mapped<T> {}

fn mapping_of<T: SpokeRoot>() -> &'static RootMapping {
    const { &T::MAPPING }
}
