//! What steps refused, and whether anything stands for it.

use crate::{
    ConversionError,
    complement::Entry,
    json::{Json, same_option},
    memoryless::{Hole, Segment, value_at},
};

/// The holes of what is made of a live object alone, with what stands at their places there.
pub(super) struct Holes(Vec<(Hole, Vec<Option<Json<'static>>>)>);

impl Holes {
    pub(super) fn of(holes: Vec<Hole>, plain: &Json) -> Self {
        let left = |hole: &Hole| {
            let places = hole.places.iter();
            places.map(|place| value_at(plain, place)).collect()
        };
        let holes = holes.into_iter().map(|hole| (left(&hole), hole));
        Self(holes.map(|(left, hole)| (hole, left)).collect())
    }

    /// Why one is a loss: what is refused is none where something that was kept stands for it in what is `made`, or where it is what
    /// the way `back` makes of nothing.
    pub(super) fn loss(
        &self,
        [live, made, back]: [&Json; 3],
        admitted: &[Entry],
    ) -> Option<&ConversionError> {
        let is_made = |source: &Vec<Segment>| {
            let there = value_at(live, source);
            there.is_some() && same_option(there.as_ref(), value_at(back, source).as_ref())
        };
        // Where items stand elsewhere by now, nothing is compared.
        let is_filled = |(place, left): (&Vec<Segment>, &Option<Json>)| {
            let is_shifted = admitted
                .iter()
                .any(|entry| entry.shifts() && place.starts_with(&entry.at));
            let says = |entry: &Entry| entry.meets(place) && !entry.shifts();
            admitted.iter().any(says)
                && (is_shifted || !same_option(value_at(made, place).as_ref(), left.as_ref()))
        };
        let is_no_loss = |(hole, left): &(Hole, Vec<Option<Json>>)| {
            hole.places.iter().zip(left).any(is_filled)
                || !hole.sources.is_empty() && hole.sources.iter().all(is_made)
        };
        let loss = self.0.iter().find(|hole| !is_no_loss(hole));
        loss.map(|(hole, _)| &hole.error)
    }
}
