//! What steps refused, and whether anything stands for it.

use super::places::Places;
use crate::{
    ConversionError,
    complement::Entry,
    json::{Json, same_option},
    memoryless::{Hole, Segment, values_at},
};

/// The holes of what is made of a live object alone, with what stands at their places there.
pub(super) struct Holes {
    holes: Vec<Hole>,
    left: Vec<Option<Json<'static>>>,
}

impl Holes {
    pub(super) fn of(holes: Vec<Hole>, plain: &Json) -> Self {
        let left = values_at(plain, &all(&holes, |hole| &hole.places));
        Self { holes, left }
    }

    /// Why one is a loss: what is refused is none where something that was kept stands for it in what is `made`, or where it is what
    /// the way `back` makes of nothing.
    pub(super) fn loss(
        &self,
        [live, made, back]: [&Json; 3],
        admitted: &[Entry],
    ) -> Option<&ConversionError> {
        if self.holes.is_empty() {
            return None;
        }
        let sources = all(&self.holes, |hole| &hole.sources);
        let (of_live, of_back) = (values_at(live, &sources), values_at(back, &sources));
        let is_made = of_live
            .iter()
            .zip(&of_back)
            .map(|(live, back)| live.is_some() && same_option(live.as_ref(), back.as_ref()));
        let mut is_made = is_made.collect::<Vec<bool>>().into_iter();

        let places = all(&self.holes, |hole| &hole.places);
        let of_kind = |shifts: bool| {
            let entries = admitted
                .iter()
                .filter(move |entry| entry.shifts() == shifts);
            Places::of(entries.map(|entry| &*entry.at).enumerate())
        };
        let (shifts, others) = (of_kind(true), of_kind(false));
        let made = values_at(made, &places);
        // Where items stand elsewhere by now, nothing is compared.
        let is_filled = places
            .iter()
            .zip(&made)
            .zip(&self.left)
            .map(|((place, made), left)| {
                others.meets(place)
                    && (shifts.are_around(place) || !same_option(made.as_ref(), left.as_ref()))
            });
        let mut is_filled = is_filled.collect::<Vec<bool>>().into_iter();

        let loss = self.holes.iter().find(|hole| {
            let filled: Vec<bool> = is_filled.by_ref().take(hole.places.len()).collect();
            let made: Vec<bool> = is_made.by_ref().take(hole.sources.len()).collect();
            let is_no_loss = filled.contains(&true) || !made.is_empty() && !made.contains(&false);
            !is_no_loss
        });
        loss.map(|hole| &hole.error)
    }
}

/// The places of all holes, one hole's after the other's.
fn all(holes: &[Hole], of: impl Fn(&Hole) -> &Vec<Vec<Segment>>) -> Vec<&[Segment]> {
    let places = holes.iter().flat_map(|hole| of(hole).iter());
    places.map(Vec::as_slice).collect()
}
