//! Spokes that convert, and the converters of all wheels.

use std::{
    any::TypeId,
    collections::HashMap,
    sync::{LazyLock, PoisonError, RwLock},
};

use crate::{
    Converter, PlanError, SpokeRoot, Spokes,
    table::{Root, RootMapping},
};

/// Spokes that all have a mapping.
pub trait MappedSpokes: Spokes {
    /// Appends their mappings, in order.
    #[doc(hidden)]
    fn append_mappings(mappings: &mut Vec<&'static RootMapping>);
}

impl MappedSpokes for () {
    fn append_mappings(_: &mut Vec<&'static RootMapping>) {}
}

impl<First: SpokeRoot, Rest: MappedSpokes> MappedSpokes for (First, Rest) {
    fn append_mappings(mappings: &mut Vec<&'static RootMapping>) {
        mappings.push(const { &First::MAPPING });
        Rest::append_mappings(mappings);
    }
}

/// What was made of the tables once, by the type that it is of.
type Made = HashMap<TypeId, Result<&'static Converter, PlanError>>;

static MADE: LazyLock<RwLock<Made>> = LazyLock::new(RwLock::default);

/// The converter of a type, made at its first use.
pub(crate) fn made<T: 'static>(
    make: impl FnOnce() -> Result<Converter, PlanError>,
) -> Result<&'static Converter, PlanError> {
    let key = TypeId::of::<T>();
    let known = MADE
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&key)
        .cloned();
    if let Some(known) = known {
        return known;
    }
    // There are as many as there are types, and they are used until the end.
    let converter = make().map(|converter| &*Box::leak(Box::new(converter)));
    MADE.write()
        .unwrap_or_else(PoisonError::into_inner)
        .entry(key)
        .or_insert(converter)
        .clone()
}

/// The conversions between a hub and its spokes, whose tables these are, made at the first call; `Wheel` stands for them.
///
/// # Errors
///
/// If mappings and schemas contradict each other.
pub fn converter_of<Wheel: 'static, S: MappedSpokes>(
    roots: &[&'static Root],
) -> Result<&'static Converter, PlanError> {
    made::<Wheel>(|| {
        let mut mappings = Vec::new();
        S::append_mappings(&mut mappings);
        Converter::new(roots, &mappings, true)
    })
}
